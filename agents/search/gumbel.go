package search

import (
	"context"
	"fmt"
	"math"
	"slices"
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

	// Together searches from all views of a call side by side, in larger batches. Of a
	// policy whose last bits depend on the batch, as a network's do, the decisions then
	// depend on which views are decided together.
	Together bool
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

// Decide searches from every view. The value of a decision is the return that the search
// expects of it. A forced action is left to the policy. Errors: agents.ErrNoWorlds, the
// policy's own, *agents.DecisionError, or the context's.
func (a *GumbelAgent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	if a.options.Together {
		return a.search(ctx, views)
	}
	decisions := make([]agents.Decision, 0, len(views))
	for i := range views {
		one, err := a.search(ctx, views[i:i+1])
		if err != nil {
			return nil, err
		}
		decisions = append(decisions, one...)
	}
	return decisions, nil
}

// search searches from all views side by side: the policy is asked about the simulations
// of all their trees together.
func (a *GumbelAgent) search(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions, err := ask(ctx, a.policy, views)
	if err != nil {
		return nil, err
	}
	var trees []*particleTree
	defer func() {
		for _, t := range trees {
			t.end()
			a.trees.Put(t)
		}
	}()
	for i := range views {
		v := &views[i]
		if len(v.Legal) == 1 {
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("search: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		t := a.trees.Get().(*particleTree)
		trees = append(trees, t)
		if err := t.begin(ctx, a.policy, v, &decisions[i], &a.options); err != nil {
			return nil, err
		}
	}
	if err := a.simulate(ctx, trees); err != nil {
		return nil, err
	}
	for _, t := range trees {
		t.finish(a.options.Temperature)
	}
	a.simulations.Add(uint64(a.options.Sims * len(trees)))
	return decisions, nil
}

// simulate runs all simulations of the trees.
func (a *GumbelAgent) simulate(ctx context.Context, trees []*particleTree) error {
	busy := slices.Clone(trees)
	var asked []agents.View
	for {
		asked = asked[:0]
		waiting := busy[:0]
		for _, t := range busy {
			more, err := t.advance()
			if err != nil {
				return inWorld(a.game, err)
			}
			if more {
				waiting = append(waiting, t)
				asked = append(asked, t.views...)
			}
		}
		if err := ctx.Err(); err != nil || len(waiting) == 0 {
			return err
		}
		busy = waiting
		decisions, err := ask(ctx, a.policy, asked)
		if err != nil {
			return err
		}
		for _, t := range busy {
			n := len(t.views)
			if err := t.apply(decisions[:n]); err != nil {
				return inWorld(a.game, err)
			}
			decisions = decisions[n:]
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}
