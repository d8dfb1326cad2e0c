package fivepossessions

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fivepossessions"
)

// The forecast of Foresee is the mean over all hands that the other can have, each
// placed as Ways rates it. With two lanes the lane of the first card says where both
// lie.
func TestForeseeAgainstAllHands(t *testing.T) {
	const difference = 0.02
	b := newBoard(t, func(c *fivepossessions.Config) { c.Lanes, c.Lines = 2, 4 })
	rng := env.Stream(5, "test")
	compared := [sides]int{}
	for range 40 {
		for b = b.again(); b.CurrentPlayer() != env.Terminal; b.random(rng) {
			if b.Question() == fivepossessions.AskPlace && b.Line() > 0 && b.Put(b.Side()) == 0 && compared[b.Side()] < 8 {
				compareForesight(t, b, difference, rng)
				compared[b.Side()]++
			}
		}
	}
	require.Equal(t, [sides]int{8, 8}, compared)
}

func compareForesight(t *testing.T, b *board, difference float64, rng env.Rand) {
	m, own := b.m, b.Side()
	f, other := m.NewForecaster(), own.Other()
	var want [maxLanes][]float64
	for lane := range m.lanes {
		want[lane] = make([]float64, m.eachSide)
	}
	hands := 0
	unseen := m.pack &^ b.Shown(other)
	for first := unseen; first != 0; first &= first - 1 {
		for second := first & (first - 1); second != 0; second &= second - 1 {
			hands++
			pair := [2]card{first.First(), second.First()}
			// The table as the other sees it with this hand, before it places a card.
			var w ways
			w.fill(m, b.State, other, f.Expected(b.State, other), unseen, m.pack&^b.Shown(offense))
			w.hand, w.size = [maxLanes]card{pair[0], pair[1]}, 2
			for lane := range w.with {
				w.with[lane] = empty
			}
			var chances [2]float64
			w.arrange(0, 0, 0, func(lane int, chance float64) { chances[lane] = chance })
			prob := 1 / (1 + math.Exp((chances[1]-chances[0])/difference)) // that the first is on lane 0
			for lane, prob := range [2]float64{prob, 1 - prob} {
				for c := range card(m.eachSide) {
					want[lane][c] += prob*holds(b, own, c, pair[0], lane) + (1-prob)*holds(b, own, c, pair[1], lane)
				}
			}
		}
	}
	var got Forecast
	f.Foresee(b.State, &got, 4000, difference, rng.IntN)
	for lane := range m.lanes {
		for c := range m.eachSide {
			if !b.Closed(lane) {
				require.InDelta(t, want[lane][c]/float64(hands), got.wins[lane][c], .04)
			}
		}
	}
}

// holds returns 1 when a card of a side has its way on a lane against one of the other.
func holds(b *board, own side, c, against card, lane int) float64 {
	has := b.g.Beats(c).Has(against)
	if own == defense {
		has = b.Dead(against, lane) || !b.g.Beats(against).Has(c)
	}
	if has {
		return 1
	}
	return 0
}

// The quick exponential is right to five digits.
func TestExp(t *testing.T) {
	for x := -20.0; x < 90; x += 0.01 {
		require.InEpsilon(t, math.Exp(x), exp(x), 1e-5)
	}
}
