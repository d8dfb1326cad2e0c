package casebook_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/payday"
)

// PAY-12: officers go to any objective that is not the top of a column with a
// heister, at most two rows of three (PAY-32); one equipment card each.
func TestOfficersPAY12(t *testing.T) {
	b := two(t, `
turn: police
cash: {police: 9}
columns:
  - {loot: key-card, obstacles: [steel-gate, locked-door], police: [patrol]}
  - {loot: payday, gone: 1, obstacles: [steel-gate, turnstile], police: [{id: patrol, place: 3}, {id: patrol, place: 3}, {id: patrol, place: 3}, {id: beat-cop, place: 3}, {id: beat-cop, place: 3}, {id: beat-cop, place: 3}]}
hands: {police: [dog-handler, dog-handler, stab-vest, carbine, riot-cop]}
heisters: [{id: ghost, column: 1}]`)
	b.do("play Dog Handler")
	assert.Equal(t, []string{"column 1 place 2", "column 1 place 3", "column 2 place 2"}, b.legal(), "not at the top with a heister, not where six are (PAY-32)")
	b.do("column 2 place 2", "play Stab Vest")
	assert.Contains(t, b.legal(), "Dog Handler 1 at column 2 place 2")
	b.do("Dog Handler 1 at column 2 place 2")
	o, _ := b.OfficerAt(1, 1, 0)
	assert.Equal(t, 1, o.Armor)
	b.do("play Carbine")
	assert.NotContains(t, b.legal(), "Dog Handler 1 at column 2 place 2", "only one equipment card")
}

// PAY-12: the Police discard down to 10.
func TestPoliceHandLimitPAY12(t *testing.T) {
	b := one(t, quiet+`
turn: police
hands: {police: [patrol, patrol, patrol, patrol, beat-cop, beat-cop, beat-cop, dog-handler, dog-handler, riot-cop, riot-cop]}`)
	b.do("end")
	assert.Equal(t, payday.AskHandLimit, b.Question())
	b.do("discard Patrol Officer", "discard Patrol Officer")
	assert.Equal(t, 10, b.HandSize(payday.Police))
	assert.NotEqual(t, payday.AskHandLimit, b.Question())
}

// PAY-33: a move action is a location, then officers one by one with a destination:
// any other objective with room of the column or the next, tops with heisters
// included; over an edge back to hand, officer and equipment as separate cards.
func TestMoveActionsPAY33(t *testing.T) {
	b := two(t, `
turn: police
step: moves
columns:
  - {loot: key-card, obstacles: [steel-gate, locked-door], police: [{id: swat-rifle, place: 2, equip: carbine}, {id: patrol, place: 2}]}
  - {loot: payday, obstacles: [steel-gate, turnstile]}
heisters: [{id: ghost, column: 2}]`)
	assert.Equal(t, []string{"column 1 place 2", "end"}, b.legal())
	b.do("column 1 place 2", "SWAT Rifleman 1 at column 1 place 2")
	assert.Equal(t, []string{"column 1 place 1", "column 1 place 3", "column 2 place 1", "column 2 place 2", "column 2 place 3", "leave over the left edge"}, b.legal())
	b.do("leave over the left edge")
	assert.Equal(t, 1, b.hand("swat-rifle"))
	assert.Equal(t, 1, b.hand("carbine"))
	assert.Equal(t, 1, b.known("swat-rifle"), "everybody saw it")
	b.do("Patrol Officer 2 at column 1 place 2", "column 2 place 1")
	assert.Equal(t, []string{"Patrol Officer"}, b.police(1, 0))
	// A card may move twice in one turn, in two actions; a third there is not.
	b.do("column 2 place 1", "Patrol Officer 1 at column 2 place 1", "column 2 place 2")
	assert.NotEqual(t, payday.AskMoveFrom, b.Question(), "two move actions")
}

// PAY-33: each officer moves at most once in an action.
func TestOneMoveAnActionPAY33(t *testing.T) {
	b := one(t, `
turn: police
step: moves
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [{id: patrol, place: 1}, {id: patrol, place: 1}]}]`)
	b.do("column 1 place 1", "Patrol Officer 1 at column 1 place 1", "column 1 place 2")
	assert.Equal(t, []string{"Patrol Officer 2 at column 1 place 1", "end"}, b.legal())
	b.do("end")
	assert.Equal(t, payday.AskMoveFrom, b.Question(), "the second action")
}

// PAY-44: officers that come home in a turn may push the hand beyond its limit.
func TestHandMayGrowPAY44(t *testing.T) {
	b := one(t, `
turn: police
step: moves
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [{id: swat-rifle, equip: carbine}, {id: swat-rifle, equip: stab-vest}]}]
hands: {police: [patrol, patrol, patrol, patrol, beat-cop, beat-cop, beat-cop, dog-handler, dog-handler, riot-cop]}`)
	b.do("column 1 place 1", "SWAT Rifleman 1 at column 1 place 1", "leave over the left edge", "SWAT Rifleman 2 at column 1 place 1", "leave over the right edge")
	assert.GreaterOrEqual(t, b.HandSize(payday.Police), 14)
	assert.Equal(t, payday.AskHandLimit, b.Question())
}

// PAY-29: one mandate an obstacle, face up or down, gone with it. An asset of the
// Police works on heisters in its column and goes with its objective.
func TestMandatesAndPoliceAssetsPAY29(t *testing.T) {
	b := one(t, `
turn: police
cash: {police: 9}
columns: [{loot: payday, progress: 0, obstacles: [{id: locked-door, up: true, asset: alarm-box}, steel-gate]}]
hands: {police: [barricades, curfew, watchtower]}
heisters: [{id: ghost, column: 1}]`)
	b.do("play Barricades")
	assert.Equal(t, []string{"column 1 place 1", "column 1 place 2"}, b.legal(), "face down too, not at the Loot")
	b.do("column 1 place 1", "play Curfew")
	b.roll()
	assert.Equal(t, []string{"column 1 place 2"}, b.legal(), "one each")
	b.do("column 1 place 2", "play Watchtower", "column 1 place 2")
	assert.False(t, b.can("use Watchtower at column 1 place 2"), "it is for combat")
	assert.True(t, b.can("use Alarm Box at column 1 place 1"))
	b.until(payday.Criminal, payday.AskCard)
	assert.Equal(t, 1, b.ColumnAt(0).Gone)
	assert.Equal(t, 1, b.ColumnAt(0).Mandates, "Barricades went with the door")
	own := b.discards(payday.Police)
	assert.Contains(t, own, "Barricades")
	assert.Contains(t, own, "Alarm Box")
	assert.NotContains(t, own, "Watchtower", "its place is left")

	b = two(t, `
turn: police
columns: [{loot: key-card, obstacles: [{id: locked-door, asset: alarm-box}, locked-door]}, {loot: payday, obstacles: [steel-gate, turnstile]}]
heisters: [{id: ghost, column: 2}]`)
	assert.False(t, b.can("use Alarm Box at column 1 place 1"), "no heister is in its column")
}

// PAY-30: Funding is immediate or active; active Funding pays from the next turn, on
// its trigger, until its uses are gone. At most 4. PAY-22: it is not the free card.
func TestFundingPAY30(t *testing.T) {
	b := one(t, quiet+`
turn: police
hands: {police: [city-budget, overtime-pay, patrol]}`)
	b.do("play City Budget")
	assert.Equal(t, 0, b.Cash(payday.Police), "pays from the next turn")
	assert.False(t, b.can("play Overtime Pay"), "one Funding a turn")
	assert.True(t, b.can("play Patrol Officer"))
	b.until(payday.Criminal, payday.AskCard).until(payday.Police, payday.AskCard)
	assert.Equal(t, 2, b.Cash(payday.Police), "1 and 1")
	b.do("play Overtime Pay")
	assert.Equal(t, 4, b.Cash(payday.Police), "at once")

	b = one(t, quiet+`
turn: police
funding: [{id: city-budget}, {id: city-budget, uses: 1}, {id: federal-grant, wait: 1, uses: 1}, {id: insurance}]
hands: {police: [commendation]}`)
	assert.False(t, b.can("play Commendation"), "four are active")
	b.until(payday.Criminal, payday.AskCard).until(payday.Police, payday.AskCard)
	assert.Equal(t, 1+1+1+2, b.Cash(payday.Police))
	assert.True(t, b.can("play Commendation"), "two are used up")
	b.until(payday.Criminal, payday.AskCard)
	assert.Contains(t, b.discards(payday.Police), "City Budget")

	// Events: a heister dies, an obstacle goes.
	b = one(t, `
turn: police
columns: [{loot: payday, obstacles: [{id: locked-door, up: true}, locked-door], police: [juggernaut]}]
funding: [{id: commendation}, {id: insurance}]
heisters: [{id: ghost, column: 1, damage: 5}, {id: driver, column: 1}]`)
	b.do("end").until(payday.Police, payday.AskFire).do("fire at Ghost").until(payday.Criminal, payday.AskCard)
	assert.Equal(t, 3+3, b.Cash(payday.Police))
}

// PAY-31: face-down guards do not move, fight or get hit but fill the place; face up
// they are officers; those that die leave the game.
func TestGuardsPAY31(t *testing.T) {
	b := one(t, `
turn: police
step: moves
columns: [{loot: payday, gone: 1, obstacles: [locked-door, {id: locked-door, up: true}], police: [{id: night-guard, place: 3, down: true}, {id: armed-guard, place: 3, down: true}]}]
heisters: [{id: bruiser, column: 1}]`)
	assert.NotEqual(t, payday.AskMoveFrom, b.Question(), "they cannot move")
	assert.NotContains(t, b.Text(payday.Criminal), "Armed Guard")
	b.until(payday.Criminal, payday.AskCard)
	assert.Equal(t, []string{"Night Guard", "Armed Guard"}, b.police(0, 2), "face up, as their place is the top now (PAY-15)")
	b.until(payday.Police, payday.AskMoveFrom).do("end").until(payday.Criminal, payday.AskAttack).do("attack Armed Guard 2 at column 1 place 3")
	assert.Equal(t, []string{"Night Guard"}, b.police(0, 2))
	assert.Equal(t, "none", b.discards(payday.Police), "out of the game")

	// Over the edge they leave the game too.
	b = one(t, `
turn: police
step: moves
columns: [{loot: payday, gone: 1, obstacles: [locked-door, {id: locked-door, up: true}], police: [armed-guard]}]`)
	b.do("column 1 place 2", "Armed Guard 1 at column 1 place 2", "leave over the left edge")
	assert.Empty(t, b.police(0, 1))
}

// PAY-31: face-down guards count towards the six of a place.
func TestGuardsTakeRoomPAY31(t *testing.T) {
	b := one(t, `
turn: police
columns: [{loot: payday, obstacles: [locked-door, locked-door], police: [{id: night-guard, place: 2, down: true}, {id: night-guard, place: 2, down: true}, {id: patrol, place: 2}, {id: patrol, place: 2}, {id: patrol, place: 2}, {id: patrol, place: 2}]}]
hands: {police: [beat-cop]}`)
	b.do("play Beat Cop")
	assert.Equal(t, []string{"column 1 place 1", "column 1 place 3"}, b.legal())
}

// PAY-26: an emptied column stays: heisters stand there, officers are played and
// moved there.
func TestEmptyColumnsPAY26(t *testing.T) {
	text := `
turn: police
columns: [{loot: key-card, gone: 2, taken: true, obstacles: [steel-gate, locked-door]}, {loot: payday, obstacles: [steel-gate, turnstile]}]
hands: {police: [patrol]}
heisters: [{id: ghost, column: COLUMN, loot: key-card}]`
	b := two(t, strings.Replace(text, "COLUMN", "2", 1))
	b.do("play Patrol Officer")
	assert.Contains(t, b.legal(), "column 1 place 3")
	b = two(t, strings.Replace(text, "COLUMN", "1", 1))
	b.do("play Patrol Officer", "column 2 place 1", "end", "column 2 place 1", "Patrol Officer 1 at column 2 place 1", "column 1 place 3").until(payday.Criminal, payday.AskAttack)
	assert.Equal(t, 0, b.Moment().Battle, "and fight there")
	assert.Equal(t, env.Player(payday.Criminal), b.CurrentPlayer())
}
