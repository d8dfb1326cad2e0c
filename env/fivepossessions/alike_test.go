package fivepossessions

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// turned returns an observation, or a mask over the actions, with the lanes in another
// order: what stood at lane i stands at lane order[i].
func turned(x []float32, at int, shape []int, axis int, order []int) {
	inner, size := 1, 1
	for i, d := range shape {
		size *= d
		if i > axis {
			inner *= d
		}
	}
	from := append([]float32(nil), x[at:at+size]...)
	for i, v := range from {
		lane := i / inner % shape[axis]
		x[at+i+(order[lane]-lane)*inner] = v
	}
}

// Two games, one with its lanes in another order, stay the same game to the end: both
// seats see the same with the lanes in that order, may do the same and get the same.
func TestLanesAreAlike(t *testing.T) {
	g := build(t)
	spec := g.Spec()
	rng := env.Stream(5, "lanes")
	decisions := 0
	for range 20 {
		order := rng.Perm(g.lanes)
		a, b := g.NewInitialState(), g.NewInitialState()
		for a.CurrentPlayer() != env.Terminal {
			require.Equal(t, a.CurrentPlayer(), b.CurrentPlayer())
			if a.CurrentPlayer() == env.Chance {
				outcome := env.SampleOutcome(a.(env.Chancer).ChanceOutcomes(nil), rng)
				require.NoError(t, a.Apply(outcome))
				require.NoError(t, b.Apply(outcome))
				continue
			}
			decisions++
			for p := range env.Player(Players) {
				x, y := make([]float32, spec.ObservationSize()), make([]float32, spec.ObservationSize())
				a.Observe(p, x)
				b.Observe(p, y)
				at := 0
				for _, f := range spec.Observation {
					for axis, items := range f.Items {
						if items == LaneItems {
							turned(x, at, f.Shape, axis, order)
						}
					}
					at += f.Size()
				}
				require.Equal(t, x, y)
			}
			legal := a.LegalActions(nil)
			other := b.LegalActions(nil)
			turn := func(i env.Action) env.Action {
				if i >= g.sideAt {
					return i
				}
				return env.Action(order[i])
			}
			var want []env.Action
			for _, i := range legal {
				want = append(want, turn(i))
			}
			require.ElementsMatch(t, want, other)
			choice := legal[rng.IntN(len(legal))]
			require.NoError(t, a.Apply(choice))
			require.NoError(t, b.Apply(turn(choice)))
		}
		x, y := make([]float64, Players), make([]float64, Players)
		a.Returns(x)
		b.Returns(y)
		require.Equal(t, x, y)
	}
	assert.Greater(t, decisions, 1000)
}
