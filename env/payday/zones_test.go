package payday_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/payday"
)

// Every card of a deck is observed where it is, kind by kind: one's own hand and pile
// apart, the other's together, what is discarded by both.
func TestZonesAreObservedCardByCard(t *testing.T) {
	b := two(t, `
hands: {criminal: [pistol, pistol, sprint], police: [patrol, lockdown]}
discards: {criminal: [diversion], police: [patrol, patrol, wiretap]}
columns: [{loot: key-card, obstacles: [steel-gate, locked-door]}, {loot: payday, obstacles: [turnstile, lobby]}]`)
	names := [2]string{"criminal", "police"}
	hands := [2]map[string]float32{{"pistol": 2, "sprint": 1}, {"patrol": 1, "lockdown": 1}}
	gone := [2]map[string]float32{{"diversion": 1}, {"patrol": 2, "wiretap": 1}}
	for seat := range env.Player(2) {
		for side, name := range names {
			hand, hidden := b.field(seat, "hand_"+name), b.field(seat, "hidden_"+name)
			discards, exposed := b.field(seat, "discards_"+name), b.field(seat, "exposed_"+name)
			i := 0
			for _, k := range b.Game().Kinds() {
				if k.Side != side {
					continue
				}
				held, rest := hands[side][k.ID], float32(k.Copies)-hands[side][k.ID]-gone[side][k.ID]
				if side != int(seat) {
					held, rest = 0, rest+held
				}
				assert.Equal(t, held, hand[i], "seat %d, %s in hand", seat, k.ID)
				assert.Equal(t, rest, hidden[i], "seat %d, %s in the pile or hidden", seat, k.ID)
				assert.Equal(t, gone[side][k.ID], discards[i], "seat %d, %s discarded", seat, k.ID)
				assert.Zero(t, exposed[i], "nobody has seen a hand")
				i++
			}
			assert.Len(t, hand, i)
		}
	}
	assert.Equal(t, payday.Question("card"), b.Question())
}
