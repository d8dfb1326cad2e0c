package fivepossessions

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
)

// Regrets are those of trying all arrangements.
func TestRegretsAgainstAllArrangements(t *testing.T) {
	for _, lanes := range []int{1, 2, 4, 6} {
		g := build(t, func(c *Config) { c.Lanes, c.Lines = lanes, 2 })
		rng := env.Stream(uint64(lanes), "test")
		for range 200 {
			hand := 1 + rng.IntN(lanes)
			var row [maxLanes]uint8
			free := lanes
			for lane := range row {
				row[lane] = none
				if lane < lanes && free > hand && rng.IntN(2) == 0 {
					row[lane] = 3
					free--
				}
			}
			odds := make([]float32, hand*lanes)
			for i := range odds {
				odds[i] = float32(rng.IntN(4)) / 3
			}
			var try func(card int, row [maxLanes]uint8) float32
			try = func(card int, row [maxLanes]uint8) float32 {
				if card == hand {
					return 0
				}
				x := float32(-1)
				for lane := range lanes {
					if row[lane] == none {
						next := row
						next[lane] = 0
						x = max(x, odds[card*lanes+lane]+try(card+1, next))
					}
				}
				return x
			}
			top := try(0, row)
			got := make([]float32, lanes)
			g.regrets(odds, &row, got)
			for lane := range lanes {
				want := float32(0)
				if row[lane] == none {
					next := row
					next[lane] = 0
					want = min(1, top-odds[lane]-try(1, next))
				}
				require.InDelta(t, want, got[lane], 1e-5, "odds %v row %v", odds, row)
			}
		}
	}
}

// Odds and keen odds are those of going through all cards one by one.
func TestOddsAgainstAllCards(t *testing.T) {
	g := build(t)
	rng := env.Stream(4, "test")
	compared := 0
	for range 20 {
		x := newScript(t, g)
		for x.CurrentPlayer() != env.Terminal {
			if x.node == nodePlace {
				compared += compareOdds(t, x)
			}
			legal := x.LegalActions(nil)
			require.NoError(t, x.Apply(legal[rng.IntN(len(legal))]))
		}
	}
	require.Greater(t, compared, 10_000)
}

func compareOdds(t *testing.T, x *script) (compared int) {
	cards := x.game.config.Cards
	seat := x.actor
	attacks := int(seat) == x.Attacker()
	// beats says whether a card of this seat beats one of the other's.
	beats := func(mine, theirs int) bool {
		if attacks {
			return x.game.Wins(mine, theirs)
		}
		return !x.game.Wins(theirs, mine)
	}
	// lives says whether an offense card can live on a lane.
	lives := func(card, lane int) bool {
		return !x.Closed(lane) && (x.Open(lane) < 0 || cards[x.Open(lane)].Colour != cards[card].Colour)
	}
	own := x.game.config.Of(cards[x.Hand(int(seat), nil)[0]].Side)
	others := x.game.config.Of(cards[own[0]].Side.Other())
	odds, keen := x.field(seat, "odds"), x.field(seat, "keen_odds")
	for k, card := range x.Hand(int(seat), nil) {
		if k < x.Put(int(seat)) {
			continue
		}
		for lane := range 4 {
			n, won, weight, weighed := 0, 0, 0, 0
			for _, other := range others {
				if x.Shown(other) || x.Closed(lane) || attacks && !lives(card, lane) || !attacks && !lives(other, lane) {
					continue
				}
				does := 0
				for _, mine := range own {
					if !x.Shown(mine) && !beats(mine, other) && (!attacks || lives(mine, lane)) {
						does++
					}
				}
				n++
				weight += does * does
				if beats(card, other) {
					won++
					weighed += does * does
				}
			}
			want, wantKeen := 0., 0.
			if n > 0 {
				want = float64(won) / float64(n)
				wantKeen = want
			}
			if weight > 0 {
				wantKeen = float64(weighed) / float64(weight)
			}
			require.InDelta(t, want, odds[k*4+lane], 1e-6)
			require.InDelta(t, wantKeen, keen[k*4+lane], 1e-6)
			compared++
		}
	}
	return compared
}
