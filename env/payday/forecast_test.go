package payday_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/payday"
)

// field is a field of what a seat observes.
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

// The forecast of a column adds up its next combat: one kill, the more dangerous one,
// and what the other deals.
func TestForecastAddsUpACombat(t *testing.T) {
	b := two(t, `
columns: [{loot: key-card, obstacles: [steel-gate, locked-door], police: [patrol, beat-cop]}, {loot: payday, obstacles: [turnstile, lobby]}]
heisters: [{id: ghost, column: 1}, {id: bruiser, column: 2}]`)
	for seat := range env.Player(2) {
		// Damage 1+2; the Ghost kills the Beat Cop; the Patrol Officer's 1 lacks 9 of
		// its 8 health and the armor it has alone, against two shots.
		assert.InDeltaSlice(t, []float32{.3, 0, 1. / 6, 1. / 6, .1, 0, .1, .9, 0}, b.field(seat, "forecasts")[:9], 1e-6)
		assert.InDeltaSlice(t, []float32{2. / 6, .3, 0, 0, 0}, b.field(seat, "without")[:5], 1e-6, "without the Ghost they all shoot")
		prospects := b.field(seat, "prospects") // rows: Ghost at 1, at 2, Bruiser at 1, at 2
		assert.InDeltaSlice(t, []float32{1. / 6, .1, 0, .9, 0}, prospects[:5], 1e-6)
		assert.InDeltaSlice(t, []float32{0, 0, 0, prospects[13], 0}, prospects[10:15], 1e-6, "two heisters leave nobody")
	}
}

// What falls, and what an Update opens.
func TestForecastOfFallsAndObstacles(t *testing.T) {
	b := one(t, `
columns: [{loot: payday, gone: 1, progress: 1, obstacles: [lobby, {id: steel-gate, up: true}], police: [juggernaut, commando, swat-breacher]}]
heisters: [{id: ghost, column: 1}]`)
	f := b.field(payday.Criminal, "forecasts")
	assert.InDelta(t, 1./4, f[5], 1e-6, "5+4+4 fell a Ghost")
	assert.EqualValues(t, 1, f[8], "one more progress opens the gate, police or not")
	b = one(t, `
columns: [{loot: payday, gone: 1, obstacles: [locked-door, {id: lobby, up: true}], police: [swat-shield]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Zero(t, b.field(payday.Criminal, "forecasts")[8], "the police stay there")
}

// A PAYDAY on the floor is for free hands, and where no police are.
func TestForecastOfAPaydayOnTheFloor(t *testing.T) {
	for _, x := range []struct {
		loot, floor, police string
		taken               float32
	}{{"", "[key-card]", "[]", 1}, {", loot: key-card", "[]", "[]", 0}, {"", "[key-card]", "[swat-shield]", 0}} {
		b := two(t, fmt.Sprintf(`
columns: [{loot: payday, obstacles: [turnstile], gone: 1, taken: true, floor: [payday], police: %s}, {loot: key-card, obstacles: [lobby, lobby, locked-door], gone: 3, taken: true, floor: %s}]
heisters: [{id: ghost, column: 2%s}]`, x.police, x.floor, x.loot))
		assert.Equal(t, x.taken, b.field(payday.Criminal, "prospects")[4], "a Ghost%s at the first column, police %s", x.loot, x.police)
	}
}

// The place that a question is about is shown once more, by slot.
func TestTheSubjectIsShown(t *testing.T) {
	b := one(t, `
step: combat
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [patrol, swat-shield]}]
heisters: [{id: ghost, column: 1}]`).do("pass", "pass")
	assert.Equal(t, payday.Question("attack"), b.Question())
	assert.InDeltaSlice(t, []float32{.4, .2, 1. / 3}, b.field(payday.Criminal, "subject")[:3], 1e-6, "a Ghost deals 2, alone it has 1 armor")
	officers := b.field(payday.Criminal, "local_officers")
	assert.InDeltaSlice(t, []float32{1, .4, .6, 0, 0}, officers[5:10], 1e-6, "a shield it cannot kill")
	assert.Zero(t, officers[10], "nobody in the next slot")
	assert.EqualValues(t, 1, b.field(payday.Police, "local_heisters")[0])
}
