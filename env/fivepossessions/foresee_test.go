package fivepossessions

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
)

// What is foreseen is the mean over all hands that the other may have, each placed
// as Ways rates it. With two lanes the lane of the first card says where both lie.
func TestForeseeAgainstAllHands(t *testing.T) {
	const difference = 0.02
	g := build(t, func(c *Config) { c.Lanes, c.Lines = 2, 4 })
	rng := env.Stream(5, "test")
	compared := [sides]int{}
	for range 40 {
		x := newScript(t, g)
		for x.CurrentPlayer() != env.Terminal {
			if x.node == nodePlace && x.Line() > 0 && x.now.put[x.side] == 0 && compared[x.side] < 8 {
				compareForesight(t, x.State, difference, rng)
				compared[x.side]++
			}
			legal := x.LegalActions(nil)
			require.NoError(t, x.Apply(legal[rng.IntN(len(legal))]))
		}
	}
	require.Equal(t, [sides]int{8, 8}, compared)
}

func compareForesight(t *testing.T, s *State, difference float64, rng env.Rand) {
	g, p, own := s.game, &s.now, s.side
	other := 1 - own
	var want [maxLanes][]float64
	for lane := range g.lanes {
		want[lane] = make([]float64, g.config.EachSide)
	}
	hands := 0
	unseen := g.cards.all &^ p.shown[other]
	for a := unseen; a != 0; a &= a - 1 {
		for b := a & (a - 1); b != 0; b &= b - 1 {
			hands++
			w := s.Clone().(*State)
			w.side, w.actor = other, env.Player(p.seatOf(other))
			w.now.hand[other] = [maxLanes]uint8{a.first(), b.first()}
			w.now.put[other] = 0
			w.now.stack[other] = unseen // for later lines
			w.now.placed[other][p.line] = g.fresh.placed[other][p.line]
			var chances [2]float64
			w.Ways(w.Thought(), func(lane int, chance float64) { chances[lane] = chance })
			first := 1 / (1 + math.Exp((chances[1]-chances[0])/difference)) // on lane 0
			for lane, prob := range [2]float64{first, 1 - first} {
				for card := range g.config.EachSide {
					want[lane][card] += prob*g.holds(p, own, card, a.first(), lane) + (1-prob)*g.holds(p, own, card, b.first(), lane)
				}
			}
		}
	}
	var got Thought
	s.Foresee(&got, 4000, difference, rng.IntN)
	for lane := range g.lanes {
		for card := range g.config.EachSide {
			if !s.Closed(lane) {
				require.InDelta(t, want[lane][card]/float64(hands), got.does[lane][card], .04)
			}
		}
	}
}

// holds is 1 when a card of a side has its way on a lane against one of the other.
func (g *Game) holds(p *possession, side uint8, card int, against uint8, lane int) float64 {
	has := g.cards.wins[card].has(against)
	if side == defense {
		has = g.dead(p, against, lane) || !g.cards.wins[against].has(uint8(card))
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
