package search

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"ringer/agents"
	"ringer/env"
)

// PUCTOptions are the options of PUCTAgent.
type PUCTOptions struct {
	// Sims is the number of simulations of a decision, at least 1.
	Sims int

	// Exploration is c_puct, for returns scaled to [-1, 1].
	Exploration float64

	// Noise is the share of the priors at the root that is drawn anew for every decision, from 0 to 1: by a Dirichlet distribution
	// whose parameters add up to Spread. It lets self-play try what the policy would not.
	Noise  float64
	Spread float64

	// Temperature shapes the decision at the end, as agents.Temper does.
	Temperature float64
}

// PUCTDefaults returns the default options, which add no noise.
func PUCTDefaults() PUCTOptions {
	return PUCTOptions{Sims: 64, Exploration: 1.25, Spread: 10, Temperature: 1}
}

// HiddenError says that a game hides something from its seats, or that chance plays in it: a search of the whole state
// would peek, or guess.
type HiddenError struct{ Game string }

func (e *HiddenError) Error() string {
	return fmt.Sprintf("search: %s hides something from its seats, or has chance: puct searches games without either", e.Game)
}

// PUCTAgent is a policy with values that searches the tree of a game in which nothing is hidden and nothing is left to chance. It
// is safe for concurrent use when the policy is, and keeps no memory.
//
// A simulation goes down the tree by the rule of AlphaZero (Silver et al., Science 362, 2018, "Search"): from the view of the seat that
// chooses it takes the action of the largest
//
//	Q(a) + Exploration * P(a) * sqrt(sum_b N(b)) / (1 + N(a))
//
// with the policy's prior P, the visits N, and the mean return Q; an action without visits has the mean of its position.
// The first position that is not yet in the tree ends it with the policy's value. The decision is in proportion to the
// visits of the root, and its value their mean return. There must be two seats whose returns sum to 0.
type PUCTAgent struct {
	game    env.Game
	policy  agents.Agent
	options PUCTOptions
	trees   sync.Pool // of *puctTree

	simulations atomic.Uint64
}

// NewPUCT returns the agent. It returns a *HiddenError where the game has chance or kinds of decisions that others do not
// see, and an error where its seats are not two with opposite returns, or where its states are no env.Resampler. It panics on
// options out of range. A game that hides something of which its spec says nothing is refused by Decide.
func NewPUCT(game env.Game, policy agents.Agent, o PUCTOptions) (*PUCTAgent, error) {
	finite := func(x float64) bool { return x >= 0 && !math.IsInf(x, 0) }
	if o.Sims < 1 || !finite(o.Exploration) || !(o.Noise >= 0 && o.Noise <= 1) || !finite(o.Spread) || o.Spread == 0 || !finite(o.Temperature) {
		panic(fmt.Sprintf("search: options %+v", o))
	}
	spec := game.Spec()
	if _, ok := game.NewInitialState().(env.Resampler); !ok {
		return nil, fmt.Errorf("search: %s: %w", spec, agents.ErrNoWorlds)
	}
	if spec.MaxChanceOutcomes > 0 || len(spec.Hidden) > 0 {
		return nil, &HiddenError{Game: spec.String()}
	}
	if spec.Players != 2 || spec.Utility != env.ZeroSum {
		return nil, fmt.Errorf("search: %s: puct searches zero-sum games of two seats", spec)
	}
	a := &PUCTAgent{game: game, policy: policy, options: o}
	a.trees.New = func() any { return &puctTree{viewer: agents.NewViewer(game)} }
	return a, nil
}

// Simulations returns the number of simulations of all decisions so far.
func (a *PUCTAgent) Simulations() uint64 { return a.simulations.Load() }

// Decide searches from every view, one after the other, so that a decision does not depend on the other views. A forced
// action is left to the policy. Errors: agents.ErrNoWorlds, *HiddenError, the policy's own, *agents.DecisionError, or the context's.
func (a *PUCTAgent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	t := a.trees.Get().(*puctTree)
	defer a.trees.Put(t)
	return decide(ctx, a.policy, views, func(v *agents.View, d *agents.Decision) error {
		root := v.Resample(v.Rand)
		if v.Resample(v.Rand).String() != root.String() {
			return &HiddenError{Game: v.Game.String()}
		}
		if err := t.search(ctx, a.policy, root, v, d, &a.options); err != nil {
			return err
		}
		a.simulations.Add(uint64(a.options.Sims))
		return nil
	})
}

// A puctNode is a position of the tree.
type puctNode struct {
	first, count int32 // edges
	actor        env.Player
	visits       int32   // of edges
	total        float64 // returns of the actor in them, and the policy's value of the position, in [-1, 1]
}

// A puctEdge is an action of a position.
type puctEdge struct {
	action env.Action
	node   int32 // where it leads, or nowhere
	visits int32
	prior  float32
	total  float64 // returns of the seat that chooses, in [-1, 1]
}

const nowhere = -1

// A puctTree is the tree of one decision, in flat slices that the next decision uses again.
type puctTree struct {
	viewer *agents.Viewer
	state  env.State
	scale  float64 // the largest return

	nodes []puctNode
	edges []puctEdge
	path  []puctStep
}

type puctStep struct{ node, edge int32 }

// checkEvery is the number of simulations between looks at the context.
const checkEvery = 16

// search builds the tree of a view, and turns the policy's decision of it into the visits of the root.
func (t *puctTree) search(ctx context.Context, policy agents.Agent, root env.State, v *agents.View, d *agents.Decision, o *PUCTOptions) error {
	t.scale = max(math.Abs(v.Game.MinUtility), math.Abs(v.Game.MaxUtility))
	t.nodes, t.edges = t.nodes[:0], t.edges[:0]
	t.add(v.Seat, v.Legal, d)
	t.addNoise(v.Rand, o)
	for sim := range o.Sims {
		if sim%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if err := t.simulate(ctx, policy, root, v.Rand, o); err != nil {
			return err
		}
	}
	n := &t.nodes[0]
	total := 0.0
	for i, e := range t.edges[:n.count] {
		d.Probs[i] = float32(e.visits) / float32(n.visits)
		total += e.total
	}
	d.Value = float32(t.scale * total / float64(n.visits))
	agents.Temper(d.Probs, o.Temperature)
	return nil
}

// add adds a position with the decision that the policy makes there, and returns its index.
func (t *puctTree) add(actor env.Player, legal []env.Action, d *agents.Decision) int32 {
	n := puctNode{first: int32(len(t.edges)), count: int32(len(legal)), actor: actor, total: min(1, max(-1, float64(d.Value)/t.scale))}
	for i, a := range legal {
		t.edges = append(t.edges, puctEdge{action: a, node: nowhere, prior: d.Probs[i]})
	}
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

// addNoise mixes noise into the priors of the root.
func (t *puctTree) addNoise(rng env.Rand, o *PUCTOptions) {
	if o.Noise == 0 {
		return
	}
	edges := t.edges[:t.nodes[0].count]
	drawn, sum := make([]float64, len(edges)), 0.0
	for i := range drawn {
		drawn[i] = gamma(rng, o.Spread/float64(len(edges)))
		sum += drawn[i]
	}
	if sum == 0 {
		return
	}
	for i := range edges {
		edges[i].prior = float32(float64((1-o.Noise)*float64(edges[i].prior)) + float64(o.Noise*drawn[i]/sum))
	}
}

// gamma draws from the gamma distribution with a shape and a scale of 1 (Marsaglia and Tsang, "A Simple Method for
// Generating Gamma Variables", ACM Transactions on Mathematical Software 26, 2000; below 1 by their section 6).
func gamma(rng env.Rand, shape float64) float64 {
	if shape < 1 {
		return gamma(rng, shape+1) * math.Pow(1-rng.Float64(), 1/shape)
	}
	d := shape - 1./3
	c := 1 / math.Sqrt(9*d)
	for {
		x := normal(rng)
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-rng.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v
		}
	}
}

// normal draws from the standard normal distribution (Box and Muller 1958).
func normal(rng env.Rand) float64 {
	return math.Sqrt(-2*math.Log(1-rng.Float64())) * math.Cos(2*math.Pi*rng.Float64())
}

// simulate runs one simulation.
func (t *puctTree) simulate(ctx context.Context, policy agents.Agent, root env.State, rng env.Rand, o *PUCTOptions) error {
	if c, ok := t.state.(env.CopierFrom); ok {
		c.CopyFrom(root)
	} else {
		t.state = root.Clone()
	}
	t.path = t.path[:0]
	at := int32(0)
	for {
		e := t.choose(at, o.Exploration)
		t.path = append(t.path, puctStep{at, e})
		if err := t.state.Apply(t.edges[e].action); err != nil {
			return fmt.Errorf("search: in the world of the seat: %w", err)
		}
		if t.state.CurrentPlayer() == env.Terminal {
			var returns [2]float64
			t.state.Returns(returns[:])
			t.backUp(returns[0] / t.scale)
			return nil
		}
		if t.edges[e].node != nowhere {
			at = t.edges[e].node
			continue
		}
		if t.state.CurrentPlayer() < 0 {
			return fmt.Errorf("search: chance acts, of which the spec says nothing")
		}
		views := [1]agents.View{t.viewer.View(t.state, rng)}
		said, err := agents.Ask(ctx, policy, views[:])
		if err != nil {
			return err
		}
		below := t.add(views[0].Seat, views[0].Legal, &said[0])
		t.edges[e].node = below
		value := t.nodes[below].total
		if t.nodes[below].actor == 1 {
			value = -value
		}
		t.backUp(value)
		return nil
	}
}

// choose returns the edge of a position that a simulation takes.
func (t *puctTree) choose(at int32, exploration float64) int32 {
	n := &t.nodes[at]
	explore := exploration * math.Sqrt(max(1, float64(n.visits)))
	mean := n.total / float64(n.visits+1)
	best, most := n.first, math.Inf(-1)
	for i := n.first; i < n.first+n.count; i++ {
		e := &t.edges[i]
		q := mean
		if e.visits > 0 {
			q = e.total / float64(e.visits)
		}
		if x := q + float64(explore*float64(e.prior)/float64(1+e.visits)); x > most {
			best, most = i, x
		}
	}
	return best
}

// backUp notes a return of seat 0 along the path.
func (t *puctTree) backUp(value float64) {
	for _, step := range t.path {
		n, e := &t.nodes[step.node], &t.edges[step.edge]
		of := value
		if n.actor == 1 {
			of = -value
		}
		n.visits++
		n.total += of
		e.visits++
		e.total += of
	}
}
