package mcts

import (
	"context"

	"ringer/agents"
	"ringer/env"
)

// none stands for no node and no proof.
const none int32 = -1

// node is a position in which actions have been looked at.
type node struct {
	first, count int32 // edges
	tried        int32 // of them; those come first. Chance takes no order.
	visits       int32
	proven       int32 // edges with a proof
	actor        env.Player
}

// edge is an action of a node. Most are never taken twice, so that a node is
// made only then.
type edge struct {
	arm    // chance uses visits only
	action env.Action
	node   int32   // where it leads, or none
	proof  int32   // into search.proofs, or none
	prob   float32 // of a chance outcome
}

// step is an edge on the way down.
type step struct{ node, edge int32 }

// search is one decision's tree, in flat slices that the next decision uses
// again.
type search struct {
	playout
	scale       scale
	exploration float32

	nodes  []node
	edges  []edge
	proofs []float64 // [seats] for each proof: the returns
	path   []step
	solved int32 // proof of the root, or none
	sims   int   // simulations run
}

// checkEvery is the number of simulations between looks at the context. A simulation
// of a long game takes milliseconds.
const checkEvery = 4

// run builds the tree of a view.
func (s *search) run(ctx context.Context, v *agents.View, root env.State, o *Options) error {
	s.prepare(v.Game, v.Rand)
	s.scale, s.exploration = scaleOf(v.Game), float32(o.Exploration)
	s.nodes, s.edges, s.proofs, s.solved, s.sims = s.nodes[:0], s.edges[:0], s.proofs[:0], none, 0
	s.table.Copy(root)
	s.grow()
	for s.sims < o.Sims && s.solved == none {
		if s.sims%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if err := s.simulate(root); err != nil {
			return inWorld("mcts", v.Game, err)
		}
		s.sims++
	}
	return nil
}

// grow adds a node for the playout's state, which is not terminal.
func (s *search) grow() int32 {
	n := node{first: int32(len(s.edges)), actor: s.table.State().CurrentPlayer()}
	blank := edge{node: none, proof: none}
	if n.actor == env.Chance {
		for _, o := range s.table.Outcomes() {
			blank.action, blank.prob = o.Action, float32(o.Prob)
			s.edges = append(s.edges, blank)
		}
	} else {
		for _, a := range s.table.Legal() {
			blank.action = a
			s.edges = append(s.edges, blank)
		}
	}
	n.count = int32(len(s.edges)) - n.first
	s.nodes = append(s.nodes, n)
	return int32(len(s.nodes) - 1)
}

// simulate runs one simulation.
func (s *search) simulate(root env.State) error {
	s.table.Copy(root)
	state := s.table.State()
	s.path = s.path[:0]
	at, news := int32(0), false
	for {
		e := s.choose(&s.nodes[at])
		s.path = append(s.path, step{at, e})
		chosen := &s.edges[e]
		if chosen.proof != none {
			copy(s.returns, s.proofs[chosen.proof:])
			break
		}
		if err := state.Apply(chosen.action); err != nil {
			return err
		}
		if chosen.visits == 0 {
			if state.CurrentPlayer() == env.Terminal {
				state.Returns(s.returns)
				s.prove(s.nodes[at].actor, chosen, s.addProof(s.returns))
				news = true
				break
			}
			if err := s.finish(); err != nil {
				return err
			}
			break
		}
		if chosen.node == none {
			below := s.grow() // moves the edges
			s.edges[e].node = below
		}
		at = s.edges[e].node
	}
	s.backUp(news)
	return nil
}

// choose picks an edge: an untried one first, in random order, then the best by
// UCB1; for chance one by its probability.
func (s *search) choose(n *node) int32 {
	if n.actor == env.Chance {
		edges := s.edges[n.first : n.first+n.count]
		u := float32(s.generator.Uint64()>>40) / (1 << 24)
		for i := range edges {
			if u -= edges[i].prob; u < 0 {
				return n.first + int32(i)
			}
		}
		return n.first + n.count - 1
	}
	if n.tried < n.count {
		e := n.first + n.tried
		other := e + int32(s.generator.below(int(n.count-n.tried)))
		s.edges[e], s.edges[other] = s.edges[other], s.edges[e]
		n.tried++
		return e
	}
	explore := s.exploration * rootLog(n.visits)
	best, most := int32(0), float32(-1)
	edges := s.edges[n.first : n.first+n.count]
	for i := range edges {
		if x := edges[i].mean + explore*edges[i].spread; x > most {
			best, most = int32(i), x
		}
	}
	return n.first + best
}

// backUp notes the returns along the path. news says that its last edge has just
// been proven.
func (s *search) backUp(news bool) {
	for i := len(s.path) - 1; i >= 0; i-- {
		n, e := &s.nodes[s.path[i].node], &s.edges[s.path[i].edge]
		n.visits++
		switch {
		case n.actor == env.Chance:
			e.visits++
		case e.proof != none:
			mean := e.mean // known for good
			e.add(mean)
			e.mean = mean
		default:
			e.add(s.scale.to(s.returns[n.actor]))
		}
		if !news {
			continue
		}
		n.proven++
		proof := s.settle(n, e)
		if news = proof != none; !news {
			continue
		}
		if i == 0 {
			s.solved = proof
			continue
		}
		up := s.path[i-1]
		s.prove(s.nodes[up.node].actor, &s.edges[up.edge], proof)
	}
}

// prove marks an edge of an actor's node with the returns it leads to.
func (s *search) prove(actor env.Player, e *edge, proof int32) {
	e.proof = proof
	if actor >= 0 {
		e.mean = s.scale.to(s.proofs[proof+int32(actor)])
	}
}

func (s *search) addProof(returns []float64) int32 {
	s.proofs = append(s.proofs, returns...)
	return int32(len(s.proofs) - len(returns))
}

// settle returns the proof of a node of which edge e has just been proven, or
// none: a seat takes an edge with the largest possible return; when all edges are
// proven, a seat takes the best of them and chance their mean.
func (s *search) settle(n *node, e *edge) int32 {
	if n.actor >= 0 && s.proofs[e.proof+int32(n.actor)] >= s.spec.MaxUtility {
		return e.proof
	}
	if n.proven < n.count {
		return none
	}
	edges := s.edges[n.first : n.first+n.count]
	if n.actor >= 0 {
		best := edges[0].proof
		for i := range edges {
			if s.proofs[edges[i].proof+int32(n.actor)] > s.proofs[best+int32(n.actor)] {
				best = edges[i].proof
			}
		}
		return best
	}
	mean := make([]float64, len(s.returns))
	for i := range edges {
		for p := range mean {
			mean[p] += float64(edges[i].prob) * s.proofs[edges[i].proof+int32(p)]
		}
	}
	return s.addProof(mean)
}

// decide makes the decision of a view from its tree.
func (s *search) decide(v *agents.View, temperature float64, d *agents.Decision) {
	arms := make([]arm, len(v.Legal))
	root := s.nodes[0]
	left := 0
	for i, a := range v.Legal {
		for _, e := range s.edges[root.first : root.first+root.count] {
			if e.action == a && !s.settled(&e) {
				arms[i] = e.arm
				left += int(e.visits)
			}
		}
	}
	if left == 0 { // all that was tried loses for certain: anything else, if there is
		for i, a := range v.Legal {
			for _, e := range s.edges[root.first : root.first+root.count] {
				if e.action == a && (e.visits == 0 || root.tried == root.count) {
					arms[i] = e.arm
					arms[i].visits = 1
				}
			}
		}
	}
	decide(arms, temperature, s.scale, d)
}

// settled reports whether a proof excludes an action of the root, whatever its
// visits: the root is proven and has a better action, or the action has the worst
// possible return.
func (s *search) settled(e *edge) bool {
	seat := int32(s.nodes[0].actor)
	if s.solved != none {
		return e.proof == none || s.proofs[e.proof+seat] < s.proofs[s.solved+seat]
	}
	return e.proof != none && s.proofs[e.proof+seat] <= s.spec.MinUtility
}
