package expert

import (
	"context"
	"fmt"
	"math"
	"sync"

	"ringer/agents"
	"ringer/env"
)

// Mind decides for one seat at a time. It owns memory to work in and is not
// safe for concurrent use.
type Mind[S env.State] interface {
	// Decide writes the probability of each action of v.Legal, of which there
	// are at least two, into probs, which is zero. world is a world that the seat
	// cannot tell from the true one, and belongs to the mind: it must read from
	// it only what the seat may know.
	Decide(world S, v *agents.View, probs []float32)
}

// Agent is the decision loop that all experts share: it refuses tables of other
// games, plays forced actions, draws a world, and leaves the rest to a Mind. It
// implements agents.Agent and is safe for concurrent use.
type Agent[S env.State] struct {
	spec  *env.Spec
	minds sync.Pool
}

// New returns an expert for tables of game, whose states are of type S. mind
// makes a Mind for that game.
func New[S env.State](game env.Game, mind func() Mind[S]) *Agent[S] {
	return &Agent[S]{spec: game.Spec(), minds: sync.Pool{New: func() any { return mind() }}}
}

// Decide implements agents.Agent.
func (a *Agent[S]) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	mind := a.minds.Get().(Mind[S])
	defer a.minds.Put(mind)
	for i := range views {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := &views[i]
		if v.Game.Hash != a.spec.Hash {
			return nil, fmt.Errorf("expert: built for %s, asked to play %s", a.spec, v.Game)
		}
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("expert: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		world, ok := env.UnwrapState(v.Resample(v.Rand)).(S)
		if !ok {
			return nil, fmt.Errorf("expert: %s resamples into states of another type", v.Game)
		}
		mind.Decide(world, v, decisions[i].Probs)
	}
	return decisions, nil
}

// Softmax writes probabilities for scores into probs: the larger the
// temperature, in the unit of the scores, the more alike. It overwrites scores.
func Softmax(scores []float64, temperature float64, probs []float32) {
	best := math.Inf(-1)
	for _, x := range scores {
		best = max(best, x)
	}
	sum := 0.
	for i, x := range scores {
		scores[i] = math.Exp((x - best) / temperature)
		sum += scores[i]
	}
	for i, x := range scores {
		probs[i] = float32(x / sum)
	}
}
