package fivepossessions

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
)

// Odds are those of going through all cards one by one.
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
	odds := x.field(seat, "odds")
	for k, card := range x.Hand(int(seat), nil) {
		if k < x.Put(int(seat)) {
			continue
		}
		for lane := range 4 {
			n, won := 0, 0
			for _, other := range others {
				if x.Shown(other) || x.Closed(lane) || attacks && !lives(card, lane) || !attacks && !lives(other, lane) {
					continue
				}
				n++
				if beats(card, other) {
					won++
				}
			}
			want := 0.
			if n > 0 {
				want = float64(won) / float64(n)
			}
			require.InDelta(t, want, odds[k*4+lane], 1e-6)
			compared++
		}
	}
	return compared
}
