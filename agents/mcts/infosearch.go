package mcts

import (
	"context"

	"ringer/agents"
	"ringer/env"
)

// infoNode is a situation that the searching seat can tell from all others.
type infoNode struct{ first, count int32 } // edges, ascending by action

// infoEdge is an action of a node in at least one of the worlds.
type infoEdge struct {
	arm
	action    env.Action
	available int32 // simulations that were in the node while it was legal
}

// infoStep is an edge on the way down, and who took it.
type infoStep struct {
	edge  int32
	actor env.Player
}

// infoSearch is one decision's tree, in flat slices that the next decision uses
// again.
type infoSearch struct {
	playout
	guide       *guide // nil: playouts are random
	scale       scale
	exploration float32
	seat        env.Player
	worlds      []env.State
	observation []float32

	nodes []infoNode
	edges []infoEdge
	index index
	path  []infoStep
	open  []int32 // edges that can be taken now
	fresh []int32 // the ones never taken
	sims  int     // simulations run
}

// run builds the tree of a view.
func (s *infoSearch) run(ctx context.Context, v *agents.View, o *InformationSetOptions) error {
	defer func() { clear(s.worlds) }()
	if err := s.drawWorlds(ctx, v, min(o.Determinizations, o.Sims)); err != nil {
		return err
	}
	s.prepare(v.Game, v.Rand)
	s.scale, s.exploration, s.seat = scaleOf(v.Game), float32(o.Exploration), v.Seat
	if n := v.Game.ObservationSize(); len(s.observation) != n {
		s.observation = make([]float32, n)
	}
	s.nodes, s.edges = s.nodes[:0], s.edges[:0]
	s.index.reset()
	s.grow(v.Legal)
	s.sims = 0
	for world := 0; s.sims < o.Sims; s.sims++ {
		if s.sims%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if o.Temperature == 0 && s.sims%settleEvery == 0 && s.settled(o.Sims-s.sims) {
			return nil
		}
		if err := s.simulate(ctx, s.worlds[world], v.Legal); err != nil {
			return inWorld("ismcts", v.Game, err)
		}
		if world++; world == len(s.worlds) {
			world = 0
		}
	}
	return nil
}

// settleEvery is the number of simulations between looks at whether the most
// visited action is settled.
const settleEvery = 16

// settled reports whether no other action of the root can have as many visits as
// the most visited one after left more simulations.
func (s *infoSearch) settled(left int) bool {
	root := s.nodes[0]
	most, second := int32(0), int32(0)
	for i := range s.edges[root.first : root.first+root.count] {
		switch n := s.edges[root.first+int32(i)].visits; {
		case n > most:
			most, second = n, most
		case n > second:
			second = n
		}
	}
	return int(most-second) > left
}

func (s *infoSearch) drawWorlds(ctx context.Context, v *agents.View, n int) error {
	s.worlds = s.worlds[:0]
	for range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.worlds = append(s.worlds, v.Resample(v.Rand))
	}
	return nil
}

// grow adds a node with the actions.
func (s *infoSearch) grow(legal []env.Action) int32 {
	s.nodes = append(s.nodes, infoNode{first: int32(len(s.edges)), count: int32(len(legal))})
	for _, a := range legal {
		s.edges = append(s.edges, infoEdge{action: a})
	}
	return int32(len(s.nodes) - 1)
}

// simulate runs one simulation: down the tree, an action that is new in its
// node, a playout, and back.
func (s *infoSearch) simulate(ctx context.Context, world env.State, rootLegal []env.Action) error {
	s.table.Copy(world)
	state := s.table.State()
	s.path = s.path[:0]
	legal, at := rootLegal, int32(0)
	for {
		s.find(at, legal)
		e, fresh := s.choose()
		s.path = append(s.path, infoStep{e, state.CurrentPlayer()})
		if err := state.Apply(s.edges[e].action); err != nil {
			return err
		}
		if fresh {
			if err := s.playOut(ctx); err != nil {
				return err
			}
			break
		}
		actor, err := s.table.Roll(s.rng)
		if err != nil {
			return err
		}
		if actor == env.Terminal {
			state.Returns(s.returns)
			break
		}
		legal = s.table.Legal()
		at = s.node(legal)
	}
	for _, step := range s.path {
		s.edges[step.edge].add(s.scale.to(s.returns[step.actor]))
	}
	return nil
}

// playOut plays the simulation to its end.
func (s *infoSearch) playOut(ctx context.Context) error {
	if s.guide != nil {
		return s.guide.finish(ctx, &s.playout, s.path)
	}
	return s.finish()
}

// node finds or makes the node of the playout's state.
func (s *infoSearch) node(legal []env.Action) int32 {
	state := s.table.State()
	state.Observe(s.seat, s.observation)
	// The number of decisions keeps a path from coming back to a node when
	// the seat does not notice what happens in between.
	key := hash(s.observation, uint64(len(s.path))<<8|uint64(uint8(state.CurrentPlayer())))
	at, ok := s.index.find(key, int32(len(s.nodes)))
	if !ok {
		s.grow(legal)
	}
	return at
}

// find lists in s.open the edges of a node that the legal actions have, and in
// s.fresh those never taken. An action that is legal in this world and was in
// none before gets an edge first.
func (s *infoSearch) find(at int32, legal []env.Action) {
again:
	s.open, s.fresh = s.open[:0], s.fresh[:0]
	n := s.nodes[at]
	e, end := n.first, n.first+n.count
	for _, a := range legal {
		for e < end && s.edges[e].action < a {
			e++
		}
		if e == end || s.edges[e].action != a {
			s.extend(at, legal)
			goto again
		}
		s.open = append(s.open, e)
		if s.edges[e].visits == 0 {
			s.fresh = append(s.fresh, e)
		}
		e++
	}
}

// extend moves a node's edges to the end, merged with the missing ones of the
// legal actions.
func (s *infoSearch) extend(at int32, legal []env.Action) {
	n := s.nodes[at]
	first := int32(len(s.edges))
	e, end := n.first, n.first+n.count
	for _, a := range legal {
		for ; e < end && s.edges[e].action < a; e++ {
			s.edges = append(s.edges, s.edges[e])
		}
		if e < end && s.edges[e].action == a {
			s.edges = append(s.edges, s.edges[e])
			e++
		} else {
			s.edges = append(s.edges, infoEdge{action: a})
		}
	}
	for ; e < end; e++ {
		s.edges = append(s.edges, s.edges[e])
	}
	s.nodes[at] = infoNode{first: first, count: int32(len(s.edges)) - first}
}

// choose picks one of the open edges: a random one of those never taken, else
// the best by UCB with availability counts (paper, equation 1 of section V), and
// counts all of them as available.
func (s *infoSearch) choose() (e int32, fresh bool) {
	if len(s.fresh) > 0 {
		for _, o := range s.open {
			s.edges[o].available++
		}
		return s.fresh[s.generator.below(len(s.fresh))], true
	}
	most := float32(-1)
	for _, o := range s.open {
		edge := &s.edges[o]
		edge.available++
		if x := edge.mean + s.exploration*rootLog(edge.available)*edge.spread; x > most {
			e, most = o, x
		}
	}
	return e, false
}

// decide makes the decision of a view from its tree.
func (s *infoSearch) decide(v *agents.View, temperature float64, d *agents.Decision) {
	arms := make([]arm, len(v.Legal))
	for i := range arms { // the root's edges are the legal actions, in order
		arms[i] = s.edges[s.nodes[0].first+int32(i)].arm
	}
	decide(arms, temperature, s.scale, d)
}
