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

// GumbelOptions are the options of GumbelAgent.
type GumbelOptions struct {
	// Sims is the number of simulations of a decision, at least 1.
	Sims int

	// Worlds is the largest number of worlds drawn for a decision, at least 1.
	// The simulations of an action take them in turn, and all actions the same
	// ones.
	Worlds int

	// Candidates is the number of worlds drawn for each one that is used, at least 1:
	// the likelier the policy would have made the other seats' decisions so far in a
	// world, the more often it is used. 1 uses the worlds as they are drawn.
	Candidates int

	// Considered is the largest number of actions that are simulated, at least
	// 1: drawn from the policy without replacement (Gumbel top-k), and halved
	// until two are left.
	Considered int

	// Scale sets how far the policy follows the simulations: an action whose value
	// is higher by the whole range of returns becomes exp((50 + visits)·Scale) times as
	// likely. 0 plays the policy itself.
	Scale float64

	// PlayOut lets the policy play a new position to the end and takes the return
	// for its value, for policies without values; otherwise the policy's value counts.
	PlayOut bool

	// Temperature shapes the decision at the end, as agents.Temper does.
	Temperature float64
}

// trustVisits is c_visit of the paper, section 3.4.
const trustVisits = 50

// GumbelDefaults returns the default options.
func GumbelDefaults() GumbelOptions {
	return GumbelOptions{Sims: 64, Worlds: 20, Candidates: 1, Considered: 16, Scale: 1, Temperature: 1}
}

// GumbelAgent is a policy that searches a tree. It is safe for concurrent use
// when the policy is, and keeps no memory.
//
// For a decision it draws a few worlds with View.Resample (particles). A
// simulation takes one of them and plays on: the policy decides for the other seats,
// each from its own observation, the dice decide chance, and the tree decides for the
// searching seat. The tree's nodes are that seat's own later decisions, told
// apart by what the seat has observed and done since, never by the world: the
// search plans for one information set at a time and cannot tell worlds apart
// that the seat could not. The first own decision that is not yet in the tree
// ends the simulation with the policy's value of it, as the end of the episode
// does with the return; nothing is assumed about the number of seats or the sum
// of their returns.
//
// At the root, sequential halving among Gumbel-sampled actions shares out the
// simulations; below it, the visits follow the improved policy. The decision is
// the improved policy of the root with completed values (Danihelka, Guez,
// Schrittwieser and Silver, "Policy improvement by planning with Gumbel", 2022).
//
// The search assumes that the other seats play as the policy does, whatever the seat
// has shown: it is a response to the policy, and ignores what its own choice reveals.
// With Candidates it also assumes that they have played so: worlds in which the policy
// would hardly have done what they did are rare.
// Measure it before you trust it where bluffing matters.
type GumbelAgent struct {
	game    env.Game
	policy  agents.Agent
	options GumbelOptions
	trees   sync.Pool // of *particleTree

	simulations atomic.Uint64
}

// NewGumbel returns the agent. It returns an error that wraps agents.ErrNoWorlds
// when the game's states are no env.Resampler, and panics on options out of
// range.
func NewGumbel(game env.Game, policy agents.Agent, o GumbelOptions) (*GumbelAgent, error) {
	finite := func(x float64) bool { return x >= 0 && !math.IsInf(x, 0) }
	if o.Sims < 1 || o.Worlds < 1 || o.Candidates < 1 || o.Considered < 1 || !finite(o.Scale) || !finite(o.Temperature) {
		panic(fmt.Sprintf("search: options %+v", o))
	}
	if _, ok := game.NewInitialState().(env.Resampler); !ok {
		return nil, fmt.Errorf("search: %s: %w", game.Spec(), agents.ErrNoWorlds)
	}
	a := &GumbelAgent{game: game, policy: policy, options: o}
	a.trees.New = func() any { return newParticleTree(game) }
	return a, nil
}

// Simulations returns the number of simulations of all decisions so far.
func (a *GumbelAgent) Simulations() uint64 { return a.simulations.Load() }

// Decide searches from every view, one after the other, so that a decision does
// not depend on the other views. The value of a decision is the
// return that the search expects of it. A forced action is left to the policy. Errors:
// agents.ErrNoWorlds, the policy's own, *agents.DecisionError, or the context's.
func (a *GumbelAgent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	t := a.trees.Get().(*particleTree)
	defer a.trees.Put(t)
	return decide(ctx, a.policy, views, func(v *agents.View, d *agents.Decision) error { return a.search(ctx, t, v, d) })
}

// search turns the policy's decision of a view into the search's.
func (a *GumbelAgent) search(ctx context.Context, t *particleTree, v *agents.View, d *agents.Decision) error {
	o := &a.options
	if err := t.begin(ctx, a.policy, v, d, o); err != nil {
		return err
	}
	left := t.consider(v.Rand, min(o.Considered, o.Sims))
	sims := o.Sims
	for _, p := range halving(o.Sims, len(left)) {
		t.rank(left)
		left = left[:p.actions]
		for range p.visits {
			n := min(len(left), sims)
			if n == 0 {
				break
			}
			if err := t.round(ctx, a.policy, v, left[:n]); err != nil {
				return err
			}
			sims -= n
		}
	}
	t.finish(d, o.Temperature)
	a.simulations.Add(uint64(o.Sims))
	return nil
}
