package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/payday"
)

// PAY-13, PAY-34: the Police choose the order of the columns with both sides at the
// top, one at a time.
func TestOrderOfColumnsPAY13(t *testing.T) {
	b := two(t, `
step: combat
columns: [{loot: key-card, obstacles: [steel-gate, locked-door], police: [patrol]}, {loot: payday, obstacles: [steel-gate, turnstile], police: [patrol]}]
heisters: [{id: ghost, column: 1}, {id: driver, column: 2}]`)
	assert.Equal(t, []string{"column 1", "column 2"}, b.legal())
	assert.Equal(t, env.Player(payday.Police), b.CurrentPlayer())
	b.do("column 2")
	assert.Equal(t, 1, b.Moment().Battle)
	b.do("pass", "pass", "end")
	assert.Equal(t, 0, b.Moment().Battle, "the other one follows")
}

// PAY-13: combat cards alternate, beginning with the Police, until both pass in a
// row; at most 3 each (PAY-43); they cost cash and are not the free card (PAY-23).
func TestCombatCardsPAY13(t *testing.T) {
	b := one(t, `
step: combat
cash: {criminal: 9, police: 9}
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [juggernaut]}]
hands: {criminal: [adrenaline, adrenaline, take-cover, take-cover, flashbang], police: [suppressive-fire, hold-the-line]}
heisters: [{id: enforcer, column: 1}]`)
	assert.Equal(t, env.Player(payday.Police), b.CurrentPlayer())
	b.do("play Suppressive Fire", "play Adrenaline", "pass", "play Adrenaline", "play Hold the Line")
	assert.Equal(t, 3+2, b.heister(0).Strength)
	o, _ := b.OfficerAt(0, 0, 0)
	assert.Equal(t, 6, o.Damage)
	assert.Equal(t, 6, o.Armor)
	assert.Equal(t, "none", b.discards(payday.Criminal), "PAY-43: played cards wait for the end of the combat")
	b.do("play Take Cover")
	assert.Equal(t, env.Player(payday.Police), b.CurrentPlayer())
	b.do("pass")
	assert.Equal(t, []string{"pass"}, b.legal(), "three are enough (PAY-43)")
	assert.Equal(t, 7, b.Cash(payday.Criminal), "two that cost 1, and one that is free")
	b.do("pass")
	assert.Equal(t, payday.AskAttack, b.Question())
	b.do("attack Juggernaut 1 at column 1 place 1")
	assert.Equal(t, 6-1-1, b.heister(0).Damage, "it took cover, and is alone")
	assert.Equal(t, 3, b.heister(0).Strength, "boosts end with the combat")
	assert.Contains(t, b.discards(payday.Criminal), "2× Adrenaline")
}

// PAY-13, PAY-34: damage of several heisters on an officer adds up; it dies when the
// sum exceeds its armor; nothing carries over to the next round.
func TestDamageAddsUpPAY34(t *testing.T) {
	text := `
step: combat
columns: [{loot: payday, obstacles: [safe-door, locked-door], police: [swat-shield]}]
heisters: [{id: ghost, column: 1}, {id: driver, column: 1}]`
	b := one(t, text).do("pass", "pass")
	assert.Equal(t, []string{"attack with Ghost", "attack with Driver"}, b.legal(), "in the order that the Criminal chooses")
	b.do("attack with Driver", "attack SWAT Shield 1 at column 1 place 1", "attack SWAT Shield 1 at column 1 place 1")
	assert.Empty(t, b.police(0, 0), "2 + 2 exceed 3")
	assert.Contains(t, b.discards(payday.Police), "SWAT Shield")

	b = one(t, text).do("pass", "pass", "attack with Driver", "attack SWAT Shield 1 at column 1 place 1", "end") // withheld
	b.until(payday.Criminal, payday.AskCard).until(payday.Criminal, payday.AskAttacker).do("attack with Driver", "attack SWAT Shield 1 at column 1 place 1", "end")
	assert.NotEmpty(t, b.police(0, 0), "2, and 2 in the next round: nothing carries over")
}

// PAY-13: an officer whose armor equals the damage lives.
func TestArmorMustBeExceededPAY13(t *testing.T) {
	b := one(t, `
step: combat
columns: [{loot: payday, obstacles: [safe-door, locked-door], police: [swat-rifle]}]
heisters: [{id: ghost, column: 1}]`).do("pass", "pass", "attack SWAT Rifleman 1 at column 1 place 1")
	assert.Len(t, b.police(0, 0), 1)
}

// PAY-34: a heister attacks as many different officers as its Target value, fewer if
// it likes, each with its full damage; only within its weapon's reach.
func TestTargetsPAY34(t *testing.T) {
	b := one(t, `
step: combat
columns: [{loot: payday, obstacles: [safe-door, locked-door], police: [patrol, patrol, beat-cop]}]
heisters: [{id: ghost, column: 1, weapon: machine-pistol}]`).do("pass", "pass")
	b.do("attack Patrol Officer 1 at column 1 place 1")
	assert.Equal(t, []string{"attack Patrol Officer 2 at column 1 place 1", "attack Beat Cop 3 at column 1 place 1", "end"}, b.legal())
	b.do("attack Beat Cop 3 at column 1 place 1")
	assert.Equal(t, []string{"Patrol Officer"}, b.police(0, 0))

	b = one(t, `
step: combat
columns: [{loot: payday, obstacles: [safe-door, locked-door], police: [federal-agent, patrol]}]
heisters: [{id: ghost, column: 1, weapon: pump-gun}]`).do("pass", "pass")
	assert.Equal(t, []string{"attack Patrol Officer 2 at column 1 place 1", "end"}, b.legal())

	// PAY-32: only cards limit the officers that a heister reaches: a shield must be
	// attacked first.
	b = one(t, `
step: combat
columns: [{loot: payday, obstacles: [safe-door, locked-door], police: [patrol, riot-cop]}]
heisters: [{id: ghost, column: 1}]`).do("pass", "pass")
	assert.Equal(t, []string{"attack Riot Cop 2 at column 1 place 1", "end"}, b.legal())
}

// PAY-34: the heisters deal their damage in one step. An officer with a deadly wound is no
// target any more and shields nobody; until the step is over its card still helps.
func TestDeadlyWoundsPAY34(t *testing.T) {
	fight := `
step: combat
columns: [{loot: payday, obstacles: [safe-door, locked-door], police: [POLICE]}]
heisters: [{id: bruiser, column: 1}, {id: driver, column: 1}]`
	b := one(t, replace(fight, "POLICE", "patrol, riot-cop")).do("pass", "pass", "attack with Bruiser")
	assert.Equal(t, []string{"attack Riot Cop 2 at column 1 place 1", "end"}, b.legal())
	b.do("attack Riot Cop 2 at column 1 place 1")
	assert.Len(t, b.police(0, 0), 2, "it lies there until the step is over")
	assert.Equal(t, []string{"attack Patrol Officer 1 at column 1 place 1", "end"}, b.legal(), "the Driver is free to choose, but not a dead officer")
	b.do("attack Patrol Officer 1 at column 1 place 1")
	assert.Empty(t, b.police(0, 0))

	// A shield that lives is still first.
	b = one(t, replace(fight, "POLICE", "patrol, swat-shield, {id: riot-cop, equip: plate-carrier}")).do("pass", "pass", "attack with Driver", "attack SWAT Shield 2 at column 1 place 1")
	assert.Equal(t, []string{"attack SWAT Shield 2 at column 1 place 1", "attack Riot Cop 3 at column 1 place 1", "end"}, b.legal())

	// The Paramedic's armor helps until all have attacked.
	b = one(t, replace(fight, "POLICE", "medic-unit, {id: patrol, equip: stab-vest}")).do("pass", "pass", "attack with Bruiser", "attack Paramedic 1 at column 1 place 1", "attack Patrol Officer 2 at column 1 place 1")
	assert.Equal(t, []string{"Patrol Officer"}, b.police(0, 0), "2 do not exceed 1 and 1")

	// Whom nobody can attack, nobody is asked about.
	b = one(t, `
step: combat
columns: [{loot: payday, obstacles: [safe-door, locked-door], police: [patrol]}]
heisters: [{id: bruiser, column: 1}, {id: driver, column: 1}, {id: ghost, column: 1}]`).do("pass", "pass", "attack with Bruiser", "attack Patrol Officer 1 at column 1 place 1")
	assert.Equal(t, payday.AskCard, b.Question(), "the others have nobody left to attack")
	b = one(t, `
step: combat
columns: [{loot: payday, obstacles: [safe-door, locked-door], police: [federal-agent]}]
heisters: [{id: ghost, column: 1, weapon: pump-gun}, {id: driver, column: 1}, {id: bruiser, column: 1}]`).do("pass", "pass")
	assert.Equal(t, []string{"attack with Driver", "attack with Bruiser"}, b.legal(), "out of the Pump Gun's reach")
}

// PAY-34: then the survivors attack in slot order, each one heister, chosen by the
// Police; armor reduces each attack, not below 0. Those that died deal nothing.
func TestFirePAY34(t *testing.T) {
	b := one(t, `
step: combat
columns: [{loot: payday, obstacles: [safe-door, locked-door], police: [swat-rifle, patrol, beat-cop]}]
heisters: [{id: ghost, column: 1, armor: combined-vest}, {id: driver, column: 1}]`).do("pass", "pass", "attack with Ghost", "attack Patrol Officer 2 at column 1 place 1", "end")
	assert.Equal(t, payday.AskFire, b.Question())
	assert.Equal(t, 3, b.FiringDamage())
	b.do("fire at Ghost")
	assert.Equal(t, 1, b.heister(0).Damage)
	assert.Equal(t, 2, b.FiringDamage(), "the Beat Cop: the Patrol Officer is dead")
	b.do("fire at Ghost")
	assert.Equal(t, 1, b.heister(0).Damage, "2 less 2")
	assert.Equal(t, 0, b.heister(1).Damage)
}

// PAY-14, PAY-35: a heister with damage equal to its health is discarded with its
// cards once every officer has dealt its damage; its Loot stays at the place.
func TestDeathPAY14(t *testing.T) {
	b := one(t, `
step: combat
columns: [{loot: payday, gone: 2, taken: true, obstacles: [locked-door, locked-door], police: [swat-rifle, swat-rifle]}]
heisters: [{id: ghost, column: 1, damage: 5, weapon: pistol, perk: toughness, loot: payday}, {id: driver, column: 1}]`)
	b.do("pass", "pass", "attack with Ghost", "end", "end", "fire at Ghost", "fire at Ghost")
	_, alive := b.HeisterAt(0)
	assert.False(t, alive, "5 + 3 + 3 reach its health")
	own := b.discards(payday.Criminal)
	assert.Contains(t, own, "Ghost, Toughness, Pistol")
	assert.Equal(t, 1, b.Lying(0, kindOf(b.Game(), "payday")))

	// PAY-35: in combat nobody falls before all have dealt their damage.
	b = one(t, `
step: combat
columns: [{loot: payday, obstacles: [locked-door, locked-door], police: [swat-rifle, swat-rifle]}]
heisters: [{id: ghost, column: 1, damage: 6}, {id: driver, column: 1}]`)
	b.do("pass", "pass", "attack with Ghost", "end", "end", "fire at Ghost")
	assert.True(t, b.can("fire at Ghost"), "it stands until the end")
}

// PAY-35: damage from cards outside of combat discards at once. PAY-17: the Police
// win when the last heister falls, whatever the reason.
func TestDeathOutsideCombatPAY35(t *testing.T) {
	text := `
turn: police
cash: {police: 9}
columns: [{loot: payday, obstacles: [locked-door, locked-door]}]
hands: {police: [police-sniper]}
heisters: 
  - {id: ghost, column: 1, damage: 7}`
	b := one(t, text).do("play Police Sniper", "column 1 place 2")
	b.won(payday.Police)

	b = one(t, text+`
  - {id: driver, column: 1}`).do("play Police Sniper", "column 1 place 2", "Ghost")
	_, alive := b.HeisterAt(0)
	assert.False(t, alive)
	assert.Equal(t, payday.AskCard, b.Question())
}

// PAY-17: a combat that leaves no heister ends the game.
func TestNobodyLeftPAY17(t *testing.T) {
	b := one(t, `
step: combat
columns: [{loot: payday, obstacles: [locked-door, locked-door], police: [commando]}]
heisters: [{id: ghost, column: 1, damage: 5}]`)
	b.do("pass", "pass", "end")
	b.won(payday.Police)
}

// PAY-39: an effect without a legal target fizzles; its card is spent.
func TestFizzlePAY39(t *testing.T) {
	b := one(t, quiet+`
cash: {criminal: 3}
hands: {criminal: [diversion]}
heisters: [{id: ghost, column: 1}]`)
	b.do("play Diversion")
	assert.Equal(t, 2, b.Cash(payday.Criminal))
	assert.Equal(t, payday.AskCard, b.Question())
	assert.Equal(t, 0, b.hand("diversion"))
}
