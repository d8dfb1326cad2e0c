package casebook_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/payday"
)

// PAY-15, PAY-36: what heisters stand before is turned up; progress is added in the
// same Update; an obstacle that has enough goes; the next is not turned up before the
// next round.
func TestProgressPAY36(t *testing.T) {
	b := one(t, `
step: update
columns: [{loot: payday, obstacles: [locked-door, steel-gate], police: [patrol]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, payday.AskRegroup, b.Question(), "officers do not stop progress")
	c := b.ColumnAt(0)
	assert.Equal(t, 1, c.Gone)
	assert.False(t, c.FaceUp, "the next one waits for its round")
	b.do("Patrol Officer 1 at column 1 place 1 goes back to hand")

	// Also without heisters a face-up obstacle is checked.
	b = one(t, `
step: update
columns: [{loot: payday, obstacles: [{id: lobby, up: true}, {id: lobby, up: true}]}]`)
	assert.Equal(t, 1, b.ColumnAt(0).Gone, "clear, and only one in a round")

	// Each heister at the place adds 1, a Technician 2.
	b = one(t, `
step: update
columns: [{loot: payday, obstacles: [{id: safe-door, up: true}, lobby]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, 1, b.ColumnAt(0).Progress)
	b = one(t, `
step: update
columns: [{loot: payday, obstacles: [{id: safe-door, up: true}, lobby]}]
heisters: [{id: ghost, column: 1}, {id: technician, column: 1}]`)
	assert.Equal(t, 1, b.ColumnAt(0).Gone)
}

// PAY-3: heisters present, no police present, and combinations, are checked in the
// Update.
func TestRequirementsPAY3(t *testing.T) {
	for name, x := range map[string]struct {
		column string
		crew   string
		gone   int
	}{
		"one is not two":      {"obstacles: [{id: camera-room, up: true}, lobby]", "", 0},
		"two are":             {"obstacles: [{id: camera-room, up: true}, lobby]", ", {id: driver, column: 1}", 1},
		"one counts as two":   {"obstacles: [{id: camera-room, up: true}, lobby]", "con", 1},
		"not clear":           {"obstacles: [{id: night-watch, up: true}, lobby], police: [patrol]", "", 0},
		"clear":               {"obstacles: [{id: night-watch, up: true}, lobby]", "", 1},
		"progress, not heads": {"obstacles: [{id: laser-grid, up: true}, lobby]", "", 0},
		"both":                {"obstacles: [{id: laser-grid, up: true}, lobby]", ", {id: driver, column: 1}", 1},
	} {
		crew := "{id: ghost, column: 1}" + x.crew
		if x.crew == "con" {
			crew = "{id: con-artist, column: 1}"
		}
		b := one(t, "step: update\ncolumns: [{loot: payday, "+x.column+"}]\nheisters: ["+crew+"]")
		assert.Equal(t, x.gone, b.ColumnAt(0).Gone, name)
	}
}

// PAY-36: mandates and officers that say so do stop progress.
func TestSlowAndBlock(t *testing.T) {
	b := one(t, `
step: update
columns: [{loot: payday, obstacles: [{id: locked-door, up: true, mandate: curfew}, lobby]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, 0, b.ColumnAt(0).Progress)
	b = one(t, `
step: update
columns: [{loot: payday, obstacles: [{id: locked-door, up: true, mandate: reinforced-door}, lobby]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, 1, b.ColumnAt(0).Progress)
	assert.Equal(t, 0, b.ColumnAt(0).Gone, "it needs 2")
	b = one(t, `
step: update
columns: [{loot: payday, obstacles: [{id: locked-door, up: true}, lobby], police: [engineer]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, 0, b.ColumnAt(0).Progress)
}

// PAY-37: cash may be paid or not, each turn anew, column by column.
func TestCashPAY37(t *testing.T) {
	b := two(t, `
step: update
cash: {criminal: 3}
columns: [{loot: key-card, progress: 1, obstacles: [{id: greedy-clerk, up: true}, locked-door]}, {loot: payday, progress: 2, obstacles: [{id: greedy-clerk, up: true}, turnstile]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, []string{"pay", "decline"}, b.legal())
	b.do("decline")
	assert.Equal(t, payday.AskPay, b.Question(), "the next column, though nobody is there")
	b.do("pay")
	assert.Equal(t, 0, b.ColumnAt(0).Gone)
	assert.Equal(t, 1, b.ColumnAt(1).Gone)
	assert.Equal(t, payday.AskCard, b.Question())
	assert.Equal(t, 2+1, b.Cash(payday.Criminal))
	b.until(payday.Criminal, payday.AskPay)
	assert.True(t, b.can("pay"), "again")
}

// PAY-37: a key must be carried by a heister at the place and is not used up.
func TestKeysPAY37(t *testing.T) {
	text := `
step: update
columns: [{loot: key-card, gone: 2, taken: true, obstacles: [lobby, locked-door], FLOOR}, {loot: payday, gone: 1, obstacles: [steel-gate, {id: turnstile, up: true}]}]
heisters: [{id: ghost, column: 2LOOT}, {id: driver, column: COL}]`
	play := func(floor, loot, col string) *board {
		return two(t, replace(text, "FLOOR", floor, "LOOT", loot, "COL", col))
	}
	assert.Equal(t, 1, play("floor: [key-card]", "", "1").ColumnAt(1).Gone)
	b := play("floor: []", ", loot: key-card", "1")
	assert.Equal(t, 2, b.ColumnAt(1).Gone)
	assert.Equal(t, kindOf(b.Game(), "key-card"), b.heister(0).Loot)
}

// PAY-15: every officer of a discarded place moves to the new top, while there is
// room with its guards, or returns to hand; the Police choose. PAY-31: guards that do
// not fit leave the game.
func TestRegroupPAY15(t *testing.T) {
	b := one(t, `
step: update
columns: [{loot: payday, obstacles: [locked-door, lobby], police: [patrol, {id: swat-rifle, equip: carbine}, {id: night-guard, place: 2, down: true}, {id: night-guard, place: 2, down: true}, {id: beat-cop, place: 2}, {id: beat-cop, place: 2}, {id: beat-cop, place: 2}]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, []string{"Patrol Officer 1 at column 1 place 1 goes on to column 1 place 2", "Patrol Officer 1 at column 1 place 1 goes back to hand"}, b.legal())
	for _, seat := range []env.Player{payday.Criminal, payday.Police} { // who is asked, and who waits
		text := b.Text(seat)
		assert.Contains(t, text, "end the officer on, or back to hand: Patrol Officer 1 at column 1 place 1; then SWAT Rifleman 2 at column 1 place 1.")
		assert.Contains(t, text, "  Gone: its officers go on or home: Patrol Officer 1: 1/0, SWAT Rifleman 2: 5/2 [Carbine]\n")
		assert.EqualValues(t, 1, b.field(seat, "asking_police")[0], "a Patrol Officer")
		locals := b.field(seat, "local_officers")
		const width, asked = 10, 5
		assert.EqualValues(t, 1, locals[asked])
		assert.Zero(t, locals[width+asked], "the Rifleman waits")
		assert.EqualValues(t, 1, locals[width], "it is there")
		assert.Positive(t, locals[width+9], "with its Carbine")
		assert.Zero(t, sum(b.field(seat, "heister_loot")), "nobody holds Loot: the row of an objective that is gone is nobody else's")
		for _, row := range b.fieldRows(seat, "officers") {
			assert.Zero(t, row[5], "no officer of a place that is left is asked")
		}
	}
	b.do("Patrol Officer 1 at column 1 place 1 goes on to column 1 place 2")
	assert.Len(t, b.police(0, 1), 6)
	assert.Contains(t, b.police(0, 1), "Night Guard", "turned up")
	assert.Equal(t, 1, b.hand("swat-rifle"), "no room is left: home")
	assert.Equal(t, 1, b.hand("carbine"))

	b = one(t, `
step: update
columns: [{loot: payday, obstacles: [locked-door, lobby], police: [patrol, {id: patrol, place: 2}, {id: patrol, place: 2}, {id: patrol, place: 2}, {id: beat-cop, place: 2}, {id: beat-cop, place: 2}, armed-guard]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, []string{"Patrol Officer 1 at column 1 place 1 goes on to column 1 place 2", "Patrol Officer 1 at column 1 place 1 goes back to hand"}, b.legal())
	b.do("Patrol Officer 1 at column 1 place 1 goes on to column 1 place 2")
	assert.NotContains(t, b.police(0, 1), "Armed Guard")
	assert.Empty(t, b.police(0, 0))
}

// A guard that does not go on leaves the game, and its question says so (PAY-31).
func TestAGuardThatStaysBehindPAY31(t *testing.T) {
	b := one(t, `
step: update
columns: [{loot: payday, obstacles: [locked-door, lobby], police: [{id: armed-guard, equip: carbine}]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, "Armed Guard 1 at column 1 place 1 goes out of the game", b.legal()[1])
	assert.EqualValues(t, 1, sum(b.field(payday.Police, "asking_heist")))
	b.do(b.legal()[1])
	assert.Empty(t, b.police(0, 1))
	assert.Equal(t, 0, b.HandSize(payday.Police))
	assert.Equal(t, "Carbine", b.discards(payday.Police), "its equipment is discarded")
}

// The officer that is asked in the second column stands in no row of the first.
func TestRegroupInTheSecondColumnPAY15(t *testing.T) {
	b := two(t, `
step: update
columns: [{loot: key-card, obstacles: [steel-gate, steel-gate], police: [beat-cop]}, {loot: payday, obstacles: [locked-door, turnstile], police: [patrol]}]
heisters: [{id: ghost, column: 2}]`)
	assert.Equal(t, payday.AskRegroup, b.Question())
	for i, row := range b.fieldRows(payday.Police, "officers") {
		assert.Zero(t, row[5], "row %d is asked", i)
	}
	assert.EqualValues(t, 1, b.fieldRows(payday.Police, "local_officers")[0][5])
	assert.EqualValues(t, 1, b.fieldRows(payday.Police, "columns")[1][13], "the column that is asked about")
}

// PAY-16, PAY-36: a Loot at the top without officers is turned up and attached, also
// in the Update in which the last obstacle goes.
func TestLootPAY16(t *testing.T) {
	b := one(t, `
step: update
columns: [{loot: payday, gone: 1, obstacles: [lobby, locked-door]}]
heisters: [{id: ghost, column: 1}, {id: driver, column: 1}]`)
	payday1 := kindOf(b.Game(), "payday")
	assert.Equal(t, []string{"take PAYDAY", "decline"}, b.legal())
	b.do("decline", "take PAYDAY")
	assert.Equal(t, -1, b.heister(0).Loot)
	assert.Equal(t, payday1, b.heister(1).Loot, "as the Criminal chooses")

	b = one(t, `
step: update
columns: [{loot: payday, gone: 2, obstacles: [lobby, locked-door], police: [patrol]}]
heisters: [{id: ghost, column: 1}]`)
	assert.Equal(t, payday.AskCard, b.Question(), "an officer is there")
	assert.False(t, b.ColumnAt(0).LootUp)
}

// PAY-38: a lone heister lays a key down and takes the PAYDAY.
func TestLoneHeisterPAY38(t *testing.T) {
	b := two(t, `
step: transfers
columns: [{loot: key-card, gone: 2, taken: true, obstacles: [lobby, locked-door]}, {loot: payday, gone: 2, obstacles: [lobby, turnstile]}]
heisters: [{id: ghost, column: 2, loot: key-card}]`)
	b.do("Ghost lays the Loot down").until(payday.Criminal, payday.AskLoot)
	assert.Equal(t, []string{"take PAYDAY", "take Key Card", "decline"}, b.legal(), "cards that lie there included")
	b.do("take PAYDAY")
	assert.Equal(t, kindOf(b.Game(), "payday"), b.heister(0).Loot)

	// With its hands full it takes nothing.
	b = two(t, `
step: update
columns: [{loot: key-card, gone: 2, taken: true, obstacles: [lobby, locked-door]}, {loot: payday, gone: 2, obstacles: [lobby, turnstile]}]
heisters: [{id: ghost, column: 2, loot: key-card}]`)
	assert.Equal(t, payday.AskCard, b.Question())
	assert.True(t, b.ColumnAt(1).LootUp, "turned up, it waits")
}

// PAY-17: when the rounds are over the Police win.
func TestTurnCapPAY17(t *testing.T) {
	b := one(t, `round: 40
columns: [{loot: payday, obstacles: [lobby, locked-door]}]`)
	b.until(payday.Criminal, payday.AskLoot)
	b.won(payday.Police)
	b = one(t, `round: 39
columns: [{loot: payday, obstacles: [lobby, locked-door]}]`)
	b.until(payday.Police, payday.AskCard).until(payday.Criminal, payday.AskCard)
	assert.Equal(t, 40, b.Round(), "nobody has lost: no heister was ever played")
}

// PAY-17: a heist of more than three Loot cards takes more rounds, whether it was set or the
// Criminal chose it, and smaller heists do not know of them.
func TestLargeHeistsTakeLongerPAY17(t *testing.T) {
	four := `round: %d
columns: [{loot: payday, obstacles: [lobby, locked-door]}, {loot: payday, obstacles: [lobby, vault-door]}, {loot: key-card, obstacles: [lobby, lobby]}, {loot: thermite, obstacles: [turnstile, lobby]}]`
	for _, size := range []string{"loot_cards=4", "loot_cards=0"} {
		g := still(t, size, "rounds=10", "more_rounds=5")
		b := boardOf(t, g, fmt.Sprintf(four, 14))
		assert.Equal(t, 15, b.Rounds(), size)
		b.until(payday.Police, payday.AskCard).until(payday.Criminal, payday.AskCard)
		assert.Equal(t, 15, b.Round(), size)
		assert.Contains(t, b.Text(payday.Police), "Round 15 of at most 15 · ")
		b.until(payday.Criminal, payday.AskLoot)
		b.won(payday.Police)
		_, err := position(g, fmt.Sprintf(four, 16))
		assert.ErrorContains(t, err, "round: 16: want a number from 1 to 15", size)
	}
	assert.Equal(t, 10, still(t, "loot_cards=3", "rounds=10").NewInitialState().(*payday.State).Rounds())
	for n, changes := range map[string]bool{"1": false, "3": false, "4": true, "0": true} {
		usual, more := still(t, "loot_cards="+n), still(t, "loot_cards="+n, "more_rounds=0")
		assert.Equal(t, changes, usual.Spec().Hash != more.Spec().Hash, n)
		assert.Equal(t, changes, usual.Spec().MaxGameLength > more.Spec().MaxGameLength, n)
	}
}
