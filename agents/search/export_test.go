package search

import (
	"context"

	"ringer/agents"
	"ringer/env"
)

// Weighed draws worlds of a view and returns them with the weights of a belief, and
// the worlds that it chooses among them.
func Weighed(ctx context.Context, game env.Game, policy agents.Agent, v *agents.View, draws, chosen int) (worlds []env.State, weights []float64, some []env.State, err error) {
	b := belief{game: game, seat: v.Seat}
	for range draws {
		b.drawn = append(b.drawn, v.Resample(v.Rand))
	}
	err = b.weigh(ctx, policy, v)
	return b.drawn, b.weights, b.choose(chosen, v.Rand), err
}

// Doubt is the share of random play in a belief.
const Doubt = doubt
