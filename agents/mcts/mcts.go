package mcts

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
)

// Options sets the search of Agent.
type Options struct {
	// Sims is the number of simulations of a decision, at least 1. A position
	// that is proven earlier needs fewer.
	Sims int

	// Exploration is the constant of UCB1, for returns scaled to [0, 1].
	Exploration float64

	// Temperature shapes the decision: 0 plays the most visited action, 1 plays
	// in proportion to the visits.
	Temperature float64
}

// Defaults returns the default options. Over the early positions of
// tic-tac-toe a constant of 1 led to the fewest mistakes, fewer than 0.7 and
// than the √2 for which UCB1 is proven (Auer, Cesa-Bianchi and Fischer 2002).
func Defaults() Options { return Options{Sims: 1000, Exploration: 1} }

// HiddenError says that a game hides something from its seats, so that a search of
// the whole state would peek or guess.
type HiddenError struct{ Game string }

func (e *HiddenError) Error() string {
	return fmt.Sprintf("mcts: %s hides something from its seats: use ismcts", e.Game)
}

// Agent searches games without hidden information. It is safe for concurrent
// use.
//
// A simulation goes down the tree by UCB1 from the view of the seat that
// chooses (for more than two seats: max^n, Luckhardt and Irani 1986), samples
// chance with its probabilities, tries one new action, plays at random to the
// end, and notes the returns of all seats on the way back. Ends, and positions
// of which all that follows is known, count as proven: they are not played out
// again, and a proven root ends the search.
type Agent struct {
	options     Options
	searches    sync.Pool // of *search
	simulations atomic.Uint64
}

// Simulations returns the number of simulations of all decisions so far.
func (a *Agent) Simulations() uint64 { return a.simulations.Load() }

// New returns the agent for a game. It returns a *HiddenError when a few random
// episodes show that the game hides something, and an error that wraps
// agents.ErrNoWorlds when its states are no env.Resampler. It panics on options
// out of range.
func New(game env.Game, o Options) (*Agent, error) {
	checkOptions("mcts", o.Sims, o.Exploration, o.Temperature)
	open, err := isOpen(game)
	if err != nil {
		return nil, err
	}
	if !open {
		return nil, &HiddenError{Game: game.Spec().String()}
	}
	a := &Agent{options: o}
	a.searches.New = func() any { return &search{} }
	return a, nil
}

// probeEpisodes is the number of random episodes examined. One is enough for a
// game that hides something in most episodes, as every card game does.
const probeEpisodes = 8

// errHides ends an episode in which a seat was found not to know everything.
var errHides = errors.New("the seat does not know everything")

// isOpen plays random episodes and reports whether the deciding seat always knew
// the whole state: resampling for it changes nothing.
func isOpen(game env.Game) (bool, error) {
	var table drive.Table
	for episode := range uint64(probeEpisodes) {
		s := game.NewInitialState()
		if _, ok := s.(env.Resampler); !ok {
			return false, fmt.Errorf("mcts: %s: %w", game.Spec(), agents.ErrNoWorlds)
		}
		rng := env.Stream(0, PurposeSearchProbe, episode)
		table.Set(s)
		err := table.Play(rng, func(seat env.Player, legal []env.Action) (env.Action, error) {
			if s.(env.Resampler).ResampleFromInfoState(seat, rng).String() != s.String() {
				return 0, errHides
			}
			return legal[rng.IntN(len(legal))], nil
		})
		switch {
		case errors.Is(err, errHides):
			return false, nil
		case err != nil:
			return false, fmt.Errorf("mcts: %w", err)
		}
	}
	return true, nil
}

// Decide searches from every view. The value of a decision is the expected
// return that the search found for it; a forced action is not searched and has
// no value. Errors: agents.ErrNoWorlds, *HiddenError, or the context's.
func (a *Agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	s := a.searches.Get().(*search)
	defer a.searches.Put(s)
	for i := range views {
		v := &views[i]
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		root, err := openWorld(v)
		if err != nil {
			return nil, err
		}
		if err := s.run(ctx, v, root, &a.options); err != nil {
			return nil, err
		}
		a.simulations.Add(uint64(s.sims))
		s.decide(v, a.options.Temperature, &decisions[i])
	}
	return decisions, nil
}

// openWorld returns the one world that the seat thinks possible.
func openWorld(v *agents.View) (env.State, error) {
	if v.Resample == nil {
		return nil, fmt.Errorf("mcts: %s: %w", v.Game, agents.ErrNoWorlds)
	}
	root := v.Resample(v.Rand)
	if v.Resample(v.Rand).String() != root.String() {
		return nil, &HiddenError{Game: v.Game.String()}
	}
	return root, nil
}
