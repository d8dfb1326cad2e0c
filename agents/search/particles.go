package search

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"ringer/agents"
	"ringer/env"
)

// node is a decision of the searching seat.
type node struct {
	first, count int32   // edges
	value        float64 // the policy's value, in [0, 1]; NaN: none
}

// place names a node by the way to it: an action of the seat's own, and what the seat saw
// at its next decision. Two different ones of a search share a hash of 64 bits
// with a probability under 1e-9 in a hundred thousand simulations.
type place struct {
	edge int32
	seen uint64
}

// probe is one simulation under way.
type probe struct {
	*playout
	path []int32 // edges taken
	leaf int32   // node that is played out, or none
}

const none int32 = -1

// belowRoot is the factor of the scale below the root. Simulations differ by their
// worlds, the dice and the other seats; with the root's scale a tree abandons an
// action after one unlucky visit. Against a uniform opponent on
// leduc a tenth came closest to the best response from 64 to 4,096 simulations
// (a third: less close from 256 on; a thirtieth: at few simulations).
const belowRoot = 0.1

// particleTree is one decision's tree, in flat slices that the next decision
// uses again.
type particleTree struct {
	playouts
	trust     trust
	playOut   bool
	low, wide float64 // returns are low + wide·[0, 1]

	worlds []env.State
	belief belief
	seed   uint64
	probes []*probe
	busy   []*probe

	nodes    []node
	edges    []edge
	places   map[place]int32
	gumbels  []float64 // one an edge of the root
	policy   []float64 // memory of trust.improve
	complete []float64
}

func newParticleTree(game env.Game) *particleTree {
	return &particleTree{playouts: *newPlayouts(game), belief: belief{game: game}, places: map[place]int32{}}
}

// begin makes the tree of a view: its root, and the worlds. Errors are the context's and
// the policy's.
func (t *particleTree) begin(ctx context.Context, policy agents.Agent, v *agents.View, d *agents.Decision, o *GumbelOptions) error {
	t.seat, t.playOut = v.Seat, o.PlayOut
	t.trust = trust{trustVisits, o.Scale}
	t.low, t.wide = v.Game.MinUtility, v.Game.MaxUtility-v.Game.MinUtility
	t.nodes, t.edges = t.nodes[:0], t.edges[:0]
	clear(t.places)
	worlds, err := t.belief.draw(ctx, policy, v, min(o.Worlds, o.Sims), o.Candidates)
	if err != nil {
		return err
	}
	t.worlds = worlds
	t.seed = v.Rand.Uint64()
	t.grow(d)
	return nil
}

// grow adds a node with the policy's decision.
func (t *particleTree) grow(d *agents.Decision) int32 {
	n := node{first: int32(len(t.edges)), count: int32(len(d.Probs)), value: math.NaN()}
	if !t.playOut {
		n.value = (float64(d.Value) - t.low) / t.wide
	}
	for _, p := range d.Probs {
		t.edges = append(t.edges, edge{logit: logit(p)})
	}
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

func (t *particleTree) edgesOf(n int32) []edge {
	first := t.nodes[n].first
	return t.edges[first : first+t.nodes[n].count]
}

// consider draws at most k actions of the root without replacement, as likely as
// the policy plays them: the largest logit + Gumbel noise (Danihelka et al. 2022,
// section 3.2). It returns edges.
func (t *particleTree) consider(rng env.Rand, k int) []int32 {
	t.gumbels = t.gumbels[:0]
	all := make([]int32, len(t.edgesOf(0)))
	for i := range all {
		t.gumbels = append(t.gumbels, -math.Log(rng.ExpFloat64()))
		all[i] = int32(i)
	}
	t.rank(all)
	return all[:min(k, len(all))]
}

// rank sorts edges of the root, the best first: by logit + Gumbel noise + σ(q),
// the order in which sequential halving keeps them.
func (t *particleTree) rank(list []int32) {
	most := int32(0)
	for _, e := range list {
		most = max(most, t.edges[e].visits)
	}
	worth := func(e int32) float64 {
		x := t.edges[e].logit + t.gumbels[e]
		if n := t.edges[e].visits; n > 0 {
			x += (t.trust.visits + float64(most)) * t.trust.scale * t.edges[e].sum / float64(n)
		}
		return x
	}
	slices.SortStableFunc(list, func(a, b int32) int {
		switch x, y := worth(a), worth(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
}

// round runs one simulation of each of the root's edges given, side by side: the
// policy is asked about all of them together. Their parts of the tree have
// nothing in common, so that the order does not matter. Simulations that are the
// i-th of their edge share world and random numbers, so that actions differ by
// themselves alone as far as they can.
func (t *particleTree) round(ctx context.Context, policy agents.Agent, v *agents.View, list []int32) error {
	t.busy = t.busy[:0]
	for i, e := range list {
		if err := soon(ctx, i); err != nil {
			return err
		}
		if i == len(t.probes) {
			t.probes = append(t.probes, &probe{playout: t.newPlayout()})
		}
		p := t.probes[i]
		visit := int(t.edges[e].visits)
		p.Copy(t.worlds[visit%len(t.worlds)])
		p.pcg.Seed(t.seed, uint64(visit))
		p.path, p.leaf = append(p.path[:0], e), none
		if err := p.State().Apply(v.Legal[e]); err != nil {
			return inWorld(t.game, err)
		}
		t.busy = append(t.busy, p)
	}
	for {
		if err := t.descend(ctx); err != nil {
			return err
		}
		if len(t.busy) == 0 {
			return ctx.Err()
		}
		decisions, err := agents.Ask(ctx, policy, t.views)
		if err != nil {
			return err
		}
		if err := t.apply(decisions); err != nil {
			return inWorld(t.game, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// descend plays chance, forced actions and the actions that the tree knows at all
// tables, backs up the finished ones, and leaves in t.views the views for the policy.
func (t *particleTree) descend(ctx context.Context) error {
	t.views = t.views[:0]
	waiting := t.busy[:0]
	for i, p := range t.busy {
		if err := soon(ctx, i); err != nil {
			return err
		}
		for {
			actor, err := p.Advance(p.rng)
			if err != nil {
				return inWorld(t.game, err)
			}
			if actor == env.Terminal {
				p.State().Returns(t.returns)
				t.backUp(p, (t.returns[t.seat]-t.low)/t.wide)
				break
			}
			view := p.viewer.View(p.State(), p.rng)
			if view.Seat == t.seat && p.leaf == none {
				if n, ok := t.places[p.place(&view)]; ok {
					arm := t.pick(n)
					p.path = append(p.path, t.nodes[n].first+int32(arm))
					if err := p.State().Apply(view.Legal[arm]); err != nil {
						return inWorld(t.game, err)
					}
					continue
				}
			}
			waiting = append(waiting, p)
			t.views = append(t.views, view)
			break
		}
	}
	t.busy = waiting
	return nil
}

// place returns the key of a simulation's situation, for the seat that decides
// now.
func (p *probe) place(v *agents.View) place {
	return place{p.path[len(p.path)-1], seen(v.Observation, v.Legal)}
}

// pick chooses an action of a node below the root.
func (t *particleTree) pick(n int32) int {
	edges := t.edgesOf(n)
	policy, completed := t.scratch(len(edges))
	below := trust{t.trust.visits, t.trust.scale * belowRoot}
	below.improve(edges, t.nodes[n].value, policy, completed)
	return choose(policy, edges)
}

func (t *particleTree) scratch(n int) (policy, completed []float64) {
	t.policy, t.complete = slices.Grow(t.policy[:0], n)[:n], slices.Grow(t.complete[:0], n)[:n]
	return t.policy, t.complete
}

// apply plays the policy's decisions at the busy tables. One for the searching
// seat is new to the tree.
func (t *particleTree) apply(decisions []agents.Decision) error {
	busy := t.busy[:0]
	for i, p := range t.busy {
		view := &t.views[i]
		if view.Seat == t.seat && p.leaf == none {
			n := t.grow(&decisions[i])
			t.places[p.place(view)] = n
			if !t.playOut {
				t.backUp(p, t.nodes[n].value)
				continue
			}
			p.leaf = n
		}
		if err := p.State().Apply(agents.Sample(decisions[i], view.Legal, p.rng)); err != nil {
			return err
		}
		busy = append(busy, p)
	}
	t.busy = busy
	return nil
}

// backUp adds the value of a simulation, in [0, 1], to the edges of its path.
func (t *particleTree) backUp(p *probe, x float64) {
	for _, e := range p.path {
		t.edges[e].visits++
		t.edges[e].sum += x
	}
	if p.leaf != none {
		t.nodes[p.leaf].value = x // one episode is all that the policy has said
	}
}

// finish makes the decision of the view.
func (t *particleTree) finish(d *agents.Decision, temperature float64) {
	edges := t.edgesOf(0)
	policy, completed := t.scratch(len(edges))
	t.trust.improve(edges, t.nodes[0].value, policy, completed)
	for i := range d.Probs {
		d.Probs[i] = float32(policy[i])
	}
	agents.Temper(d.Probs, temperature)
	value := 0.0
	for i, p := range d.Probs {
		value += float64(p) * completed[i]
	}
	d.Value = float32(t.low + t.wide*value)
	clear(t.worlds)
}

// seen returns a hash of a seat's observation and legal actions, folded as in wyhash
// (Wang Yi 2019).
func seen(observation []float32, legal []env.Action) uint64 {
	const k1, k2 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	h := uint64(k1)
	for _, x := range observation {
		h = fold(h^uint64(math.Float32bits(x)), k2)
	}
	for _, a := range legal {
		h = fold(h^uint64(uint32(a))^k1, k2)
	}
	return h
}

func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
