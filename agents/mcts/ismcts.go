package mcts

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"ringer/agents"
	"ringer/env"
)

// InformationSetOptions are the options of InformationSetAgent.
type InformationSetOptions struct {
	// Sims is the number of simulations of a decision, at least 1. At
	// temperature 0 the search stops when no further simulation could change the
	// decision.
	Sims int

	// Determinizations is the number of worlds that a decision draws with
	// View.Resample; simulations take them in turn. Not more than Sims are
	// drawn. At least 1.
	Determinizations int

	// Exploration is the constant k of UCB with availability counts, for
	// returns scaled to [0, 1].
	Exploration float64

	// Temperature shapes the decision: 0 plays the most visited action, 1 plays
	// in proportion to the visits.
	Temperature float64

	// Policy plays the playouts, every seat's part in them; nil plays them at random.
	Policy agents.Agent

	// Depth lets Policy's value of a seat's own Depth-th decision in a playout stand
	// for the seat's return, for policies that have values; 0 plays to the end.
	Depth int
}

// InformationSetDefaults returns the default options; k = 0.7 is the constant of the
// paper.
func InformationSetDefaults() InformationSetOptions {
	return InformationSetOptions{Sims: 500, Determinizations: 100, Exploration: 0.7}
}

// InformationSetAgent is SO-ISMCTS. It is safe for concurrent use.
//
// A simulation plays in one of the worlds drawn for the decision. A node of the tree
// is a situation that the searching seat can tell from all others: the number of
// decisions since the root, the seat that decides, and the searching seat's
// observation. Chance and the hidden choices of other seats come from the world and
// the dice, and make new nodes only where the seat observes them. In a node only the
// actions that are legal in the world count; UCB weighs an action by how often it
// was available instead of by the visits of the node. Every seat maximises its own
// return.
//
// The search assumes that the other seats observe what the searching seat observes,
// and that the seat knows the world in which it plays (strategy fusion): it cannot
// value a bluff or information. Measure it before you trust it where those matter.
type InformationSetAgent struct {
	options     InformationSetOptions
	searches    sync.Pool // of *infoSearch
	simulations atomic.Uint64
}

// Simulations returns the number of simulations of all decisions so far.
func (a *InformationSetAgent) Simulations() uint64 { return a.simulations.Load() }

// NewInformationSet returns the agent for a game. It returns an error that wraps
// agents.ErrNoWorlds when the game's states are no env.Resampler, and panics on
// options out of range.
func NewInformationSet(game env.Game, o InformationSetOptions) (*InformationSetAgent, error) {
	checkOptions("ismcts", o.Sims, o.Exploration, o.Temperature)
	if o.Determinizations < 1 {
		panic(fmt.Sprintf("mcts: ismcts with determinizations %d", o.Determinizations))
	}
	if o.Depth < 0 || o.Depth > 0 && o.Policy == nil {
		panic(fmt.Sprintf("mcts: ismcts with depth %d, policy %v", o.Depth, o.Policy))
	}
	if _, ok := game.NewInitialState().(env.Resampler); !ok {
		return nil, fmt.Errorf("ismcts: %s: %w", game.Spec(), agents.ErrNoWorlds)
	}
	a := &InformationSetAgent{options: o}
	a.searches.New = func() any {
		s := &infoSearch{}
		if o.Policy != nil {
			s.guide = newGuide(game, o.Policy, o.Depth)
		}
		return s
	}
	return a, nil
}

// Decide searches from every view. The value of a decision is the expected
// return that the search found for it; a forced action is not searched and has
// no value. Errors: agents.ErrNoWorlds or the context's.
func (a *InformationSetAgent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	s := a.searches.Get().(*infoSearch)
	defer a.searches.Put(s)
	for i := range views {
		v := &views[i]
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("ismcts: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		if err := s.run(ctx, v, &a.options); err != nil {
			return nil, err
		}
		a.simulations.Add(uint64(s.sims))
		s.decide(v, a.options.Temperature, &decisions[i])
	}
	return decisions, nil
}
