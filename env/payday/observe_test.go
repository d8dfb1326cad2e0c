package payday_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/payday"
)

// field returns a field of what a seat observes.
func (b *board) field(seat env.Player, name string) []float32 {
	spec := b.Game().Spec()
	all := make([]float32, spec.ObservationSize())
	b.Observe(seat, all)
	at := 0
	for i := range spec.Observation {
		f := &spec.Observation[i]
		if f.Name == name {
			return all[at : at+f.Size()]
		}
		at += f.Size()
	}
	b.t.Fatalf("no field %s", name)
	return nil
}

// Every card of a deck is observed where it is, kind by kind: the seat's own hand and
// pile apart, the other's together, the discards of both.
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
	assert.Equal(t, payday.AskCard, b.Question())
}

// The place that a question is about is shown once more, by slot.
func TestTheSubjectIsShown(t *testing.T) {
	b := one(t, `
step: combat
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [patrol, swat-shield]}]
heisters: [{id: ghost, column: 1}]`).do("pass", "pass")
	assert.Equal(t, payday.AskAttack, b.Question())
	assert.InDeltaSlice(t, []float32{.4, .2, 1. / 3}, b.field(payday.Criminal, "subject")[:3], 1e-6, "a Ghost deals 2, alone it has 1 armor")
	officers := b.field(payday.Criminal, "local_officers")
	assert.InDeltaSlice(t, []float32{1, .4, .6, 0, 0}, officers[5:10], 1e-6, "a shield it cannot kill")
	assert.Zero(t, officers[10], "nobody in the next slot")
	assert.EqualValues(t, 1, b.field(payday.Police, "local_heisters")[0])
}
