package casebook_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/payday"
	"ringer/env/payday/internal/cards"
)

// An example of one operation: a position, actions, and what must hold then.
var examples = map[string]struct {
	text  string
	do    []string
	check func(t *testing.T, b *board)
}{
	"gain": {"turn: police\nhands: {police: [overtime-pay]}", []string{"play Overtime Pay"}, func(t *testing.T, b *board) { assert.Equal(t, 2, b.Cash(payday.Police)) }},
	"drain": {"turn: police\ncash: {criminal: 1}\nhands: {police: [frozen-accounts]}", []string{"play Frozen Accounts"}, func(t *testing.T, b *board) {
		assert.Equal(t, 0, b.Cash(payday.Criminal), "as far as there is any")
	}},
	"draw": {"cash: {criminal: 1}\nhands: {criminal: [planning]}", []string{"play Careful Planning"}, func(t *testing.T, b *board) { assert.Equal(t, 2, b.HandSize(payday.Criminal)) }},
	"discard": {"turn: police\ncash: {police: 1}\nhands: {police: [interrogation], criminal: [pistol, fence]}", []string{"play Interrogation"}, func(t *testing.T, b *board) {
		assert.Equal(t, 1, b.HandSize(payday.Criminal))
	}},
	"spy": {"turn: police\nhands: {police: [wiretap], criminal: [pistol, pistol, fence]}", []string{"play Wiretap"}, func(t *testing.T, b *board) {
		assert.Equal(t, 2, b.known("pistol"))
		assert.Equal(t, 2, strings.Count(b.Text(payday.Police), "    Pistol"))
		assert.Contains(t, b.Text(payday.Police), "    Fence")
	}},
	"recover": {"turn: police\ncash: {police: 1}\nhands: {police: [call-for-backup]}\ndiscards: {police: [lockdown, patrol, riot-cop]}", []string{"play Call for Backup", "take back Riot Cop"}, func(t *testing.T, b *board) {
		assert.Equal(t, 1, b.known("riot-cop"))
	}},
	"heal":    {"cash: {criminal: 1}\nhands: {criminal: [first-aid]}\nheisters: [{id: ghost, column: 1, damage: 5}]", []string{"play First Aid"}, func(t *testing.T, b *board) { assert.Equal(t, 1, b.heister(0).Damage) }},
	"strike":  {"step: combat\ncash: {criminal: 2}\nhands: {criminal: [grenade]}\npolice: [patrol, swat-rifle]\nheisters: [{id: ghost, column: 1}]", []string{"pass", "play Frag Grenade"}, func(t *testing.T, b *board) { assert.Empty(t, b.police(0, 0)) }},
	"work":    {"cash: {criminal: 1}\nhands: {criminal: [silent-drill]}\nheisters: [{id: ghost, column: 1}]", []string{"play Silent Drill"}, func(t *testing.T, b *board) { assert.Equal(t, 2, b.ColumnAt(0).Progress) }},
	"setback": {"turn: police\ncash: {police: 1}\nprogress: 1\nhands: {police: [alarm-reset]}", []string{"play Alarm Reset"}, func(t *testing.T, b *board) { assert.Equal(t, 0, b.ColumnAt(0).Progress) }},
	"lock": {"turn: police\ncash: {police: 2}\nprogress: 2\nhands: {police: [lockdown]}\nheisters: [{id: ghost, column: 1}]", []string{"play Lockdown", "end"}, func(t *testing.T, b *board) {
		b.until(payday.Criminal, payday.AskCard)
		assert.Equal(t, 0, b.ColumnAt(0).Gone)
		b.until(payday.Police, payday.AskCard).until(payday.Criminal, payday.AskCard)
		assert.Equal(t, 1, b.ColumnAt(0).Gone, "for one round")
	}},
	"reveal": {"hands: {criminal: [casing]}", []string{"play Casing the Place"}, func(t *testing.T, b *board) {
		_, up := b.ObstacleAt(0, 1)
		assert.True(t, up)
		assert.Equal(t, 1, b.HandSize(payday.Criminal), "and its second effect")
	}},
	"redeploy": {"turn: police\npolice: [patrol]\nhands: {police: [rapid-response]}", []string{"play Rapid Response", "column 1 place 3"}, func(t *testing.T, b *board) {
		assert.Equal(t, []string{"Patrol Officer"}, b.police(0, 2))
	}},
	"recall": {"cash: {criminal: 2}\npolice: [juggernaut]\nhands: {criminal: [diversion]}\nheisters: [{id: ghost, column: 1}]", []string{"play Diversion"}, func(t *testing.T, b *board) {
		assert.Empty(t, b.police(0, 0))
		assert.Equal(t, 1, b.known("juggernaut"))
	}},
	"stun": {"step: combat\ncash: {police: 2}\npolice: [patrol]\nhands: {police: [tear-gas]}\nheisters: [{id: ghost, column: 1}]", []string{"play Tear Gas", "pass", "pass"}, func(t *testing.T, b *board) {
		assert.Equal(t, []string{"Patrol Officer"}, b.police(0, 0))
	}},
	"sabotage": {"cash: {criminal: 1}\nhands: {criminal: [inside-man]}\nmandate: curfew", []string{"play Inside Man"}, func(t *testing.T, b *board) { assert.Equal(t, 0, b.ColumnAt(0).Mandates) }},

	"health": {"heisters: [{id: ghost, column: 1, perk: toughness}]", nil, func(t *testing.T, b *board) {
		assert.Equal(t, b.Game().Kinds()[b.heister(0).Kind].Health+3, b.heister(0).Health)
	}},
	"targets":  {"heisters: [{id: ghost, column: 1, perk: two-fisted, weapon: rifle}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 3, b.heister(0).Targets) }},
	"progress": {"heisters: [{id: technician, column: 1, perk: quick-hands}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 3, b.ColumnAt(0).Effort) }},
	"presence": {"heisters: [{id: con-artist, column: 1, perk: fast-talker}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 3, b.ColumnAt(0).Presence) }},
	"discount": {"cash: {criminal: 3}\nhands: {criminal: [rifle]}\nheisters: [{id: ghost, column: 1, perk: fence}]", []string{"play Battle Rifle"}, func(t *testing.T, b *board) { assert.Equal(t, 1, b.Cash(payday.Criminal)) }},
	"income": {"turn: police\nmandate: jurisdiction\nheisters: [{id: fixer, column: 1}]", nil, func(t *testing.T, b *board) {
		b.until(payday.Criminal, payday.AskCard).until(payday.Police, payday.AskCard)
		assert.Equal(t, 2, b.Cash(payday.Criminal))
		assert.Equal(t, 2, b.Cash(payday.Police))
	}},
	"need":  {"mandate: reinforced-door", nil, func(t *testing.T, b *board) { assert.Equal(t, 3, b.ColumnAt(0).Needed) }},
	"slow":  {"mandate: curfew\nheisters: [{id: ghost, column: 1}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 0, b.ColumnAt(0).Effort) }},
	"block": {"police: [engineer]\nheisters: [{id: technician, column: 1}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 0, b.ColumnAt(0).Effort) }},
	"damage": {"police: [patrol, captain]\nheisters: [{id: ghost, column: 1}, {id: mastermind, column: 1}]", nil, func(t *testing.T, b *board) {
		assert.Equal(t, 3, b.heister(0).Strength, "the Mastermind helps those in its column")
		o, _ := b.OfficerAt(0, 0, 0)
		assert.Equal(t, 2, o.Damage, "the Captain those at its place")
	}},
	"damage foes_here":  {"police: [stun-unit]\nheisters: [{id: ghost, column: 1}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 1, b.heister(0).Strength) }},
	"damage against":    {"police: [federal-agent]\nheisters: [{id: ghost, column: 1, weapon: long-gun}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 6, b.heister(0).Strength) }},
	"damage crowd":      {"heisters: [{id: bruiser, column: 1}, {id: ghost, column: 1}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 4, b.heister(0).Strength) }},
	"armor":             {"police: [patrol, medic-unit]", nil, func(t *testing.T, b *board) { o, _ := b.OfficerAt(0, 0, 0); assert.Equal(t, 1, o.Armor) }},
	"armor alone":       {"heisters: [{id: ghost, column: 1, armor: sharp-suit}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 2, b.heister(0).Armor) }},
	"armor outnumbered": {"police: [patrol, patrol, patrol]\nheisters: [{id: enforcer, column: 1}, {id: ghost, column: 1}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 1, b.heister(0).Armor) }},
	"armor wounded":     {"heisters: [{id: enforcer, column: 1, perk: die-hard, damage: 1}, {id: ghost, column: 1}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 1, b.heister(0).Armor) }},
	"armor net gun":     {"police: [{id: patrol, equip: net-gun}]\nheisters: [{id: ghost, column: 1, armor: combined-vest}]", nil, func(t *testing.T, b *board) { assert.Equal(t, 2, b.heister(0).Armor) }},
}

// shape completes an example: lines of its own for the one column.
func shape(text string) string {
	column, rest := "obstacles: [{id: steel-gate, up: true MANDATE}, locked-door]", ""
	for _, line := range lines(text) {
		switch {
		case has(line, "police: ["):
			column += ", " + line
		case has(line, "progress: "):
			column += ", " + line
		case has(line, "mandate: "):
			column = replace(column, "MANDATE", ", "+line)
		default:
			rest += line + "\n"
		}
	}
	return rest + "columns: [{loot: payday, " + replace(column, "MANDATE", "") + "}]\n"
}

func TestOperations(t *testing.T) {
	for name, x := range examples {
		t.Run(name, func(t *testing.T) {
			b := one(t, shape(x.text))
			b.do(x.do...)
			x.check(t, b)
		})
	}
	// Those that need two columns, or a card of their own.
	b := two(t, key+"hands: {criminal: [sprint]}\nheisters: [{id: ghost, column: 1}]")
	b.do("play Sprint", "Ghost goes right") // dash
	assert.Equal(t, 1, b.heister(0).Column)
	b.do("end")
	assert.True(t, b.can("Ghost goes left"), "it may still move in its step")
}

// Every operation has an example here or a test that names it.
func TestEveryOperationIsTested(t *testing.T) {
	elsewhere := []string{"dash", "boost", "brace", "refill", "shield"} // above; combat_test.go; TestRefill
	for _, o := range cards.Operations {
		if _, here := examples[o.Name]; !here {
			assert.Contains(t, elsewhere, o.Name)
		}
	}
}

// refill is in no shipped card: an ammunition runner that feeds the assets of a
// column.
func TestRefill(t *testing.T) {
	c := small(t).Config()
	c.Criminal = append([]payday.Card{}, c.Criminal...)
	card(c.Criminal, "sprint").Effects = []payday.Effect{{Op: "refill", Amount: 2, On: "column"}}
	g, err := payday.New(c)
	assert.NoError(t, err)
	b := boardOf(t, g, `columns: [{loot: payday, asset: medic-bag, uses: 1, obstacles: [steel-gate, locked-door]}]
hands: {criminal: [sprint]}`)
	b.do("play Sprint")
	assert.Equal(t, 3, b.ColumnAt(0).Uses)
}

// PAY-34: a strike at all officers of a place hits them at once, in whatever order they
// stand: a Paramedic that dies of it has still helped the others.
func TestAStrikeHitsEveryoneAtOncePAY34(t *testing.T) {
	for _, police := range []string{"[medic-unit, commando]", "[commando, medic-unit]"} {
		b := one(t, shape("step: combat\ncash: {criminal: 2}\nhands: {criminal: [grenade]}\npolice: "+police+"\nheisters: [{id: ghost, column: 1}]"))
		b.do("pass", "play Frag Grenade")
		assert.Equal(t, []string{"Commando"}, b.police(0, 0), police)
	}
}

// PAY-35: heisters who have enough damage at the same time fall together, in whatever
// order they stand: neither is alone before the other has gone.
func TestHeistersFallTogetherPAY35(t *testing.T) {
	c := small(t).Config()
	c.Criminal, c.Police = slices.Clone(c.Criminal), slices.Clone(c.Police)
	card(c.Criminal, "ghost").Effects = []payday.Effect{{Op: "health", Amount: 3, If: "alone"}}
	card(c.Police, "alarm-box").Effects = []payday.Effect{{Op: "strike", Amount: 3, On: "heisters_here"}}
	g, err := payday.New(c)
	require.NoError(t, err)
	for _, heisters := range []string{"{id: ghost, column: 1, damage: 7}, {id: driver, column: 1, damage: 7}", "{id: driver, column: 1, damage: 7}, {id: ghost, column: 1, damage: 7}"} {
		b := boardOf(t, g, "turn: police\ncolumns: [{loot: payday, obstacles: [{id: locked-door, up: true, asset: alarm-box}, steel-gate]}]\nheisters: ["+heisters+"]")
		b.do("use Alarm Box at column 1 place 1")
		b.won(payday.Police)
	}
}
