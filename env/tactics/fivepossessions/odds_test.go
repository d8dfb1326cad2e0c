package fivepossessions

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fivepossessions"
)

// Going through all cards one by one gives the same odds.
func TestOddsAgainstAllCards(t *testing.T) {
	b := newBoard(t)
	rng := env.Stream(4, "test")
	compared := 0
	for range 20 {
		for b = b.again(); b.CurrentPlayer() != env.Terminal; b.random(rng) {
			if b.Question() == fivepossessions.AskPlace {
				compared += compareOdds(t, b)
			}
		}
	}
	require.Greater(t, compared, 10_000)
}

func compareOdds(t *testing.T, b *board) (compared int) {
	cards := b.c.Cards
	seat := b.CurrentPlayer()
	attacks := int(seat) == b.Attacker()
	// beats says whether a card of this seat beats one of the other's.
	beats := func(mine, theirs int) bool {
		if attacks {
			return b.wins(mine, theirs)
		}
		return !b.wins(theirs, mine)
	}
	own := b.c.Of(cards[b.hand(int(seat))[0]].Side)
	others := b.c.Of(cards[own[0]].Side.Other())
	odds := b.field(seat, "odds")
	for k, card := range b.hand(int(seat)) {
		if k < b.put(int(seat)) {
			continue
		}
		for lane := range 4 {
			n, won := 0, 0
			for _, other := range others {
				if b.seen(other) || b.Closed(lane) || attacks && !b.lives(card, lane) || !attacks && !b.lives(other, lane) {
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
