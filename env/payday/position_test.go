package payday_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/payday"
)

// A position that is illegal lists all its faults, each with line and path.
func TestFaultsOfAPosition(t *testing.T) {
	g := still(t, "loot_cards=2")
	_, err := position(g, `round: 99
cash: {police: -1}
columns:
  - {loot: key-card, gone: 3, obstacles: [turnstile, nowhere], police: [{id: patrol, down: true}, {id: ghost}]}
  - {loot: payday, taken: true, progress: 2, obstacles: [lobby, lobby, lobby], floor: [thermite]}
heisters: [{id: ghost, column: 3}, {id: patrol, column: 1}]
hands: {criminal: [juggernaut, ghost, ghost, ghost]}
funding: [{id: overtime-pay}]
`)
	require.Error(t, err)
	for _, want := range []string{
		"position:1", "round: 99: want a number from 1 to 40",
		"cash.police: -1",
		"columns[0].gone: 3",
		"columns[0].obstacles[1].id: nowhere: want the id of",
		"columns[0].police[0].down: true: want true only for a guard",
		"columns[0].police[1].id: ghost",
		"columns[1].taken: true: want false while an obstacle is left",
		"columns[1].progress: 2",
		"heisters[0].column: 3: want a number from 1 to 2",
		"heisters[1].id: patrol",
		"hands.criminal[0]: juggernaut",
		"hands.criminal[3]: ghost: want at most the 2 copies",
		"funding[0].id: overtime-pay: want active Funding",
		"5 obstacles: want 4",
	} {
		assert.Contains(t, err.Error(), want)
	}
	// PAY-5: a key item behind what it opens; PAY-4: as many PAYDAY as the size says.
	_, err = position(g, `columns: [{loot: key-card, obstacles: [turnstile, lobby]}, {loot: payday, obstacles: [lobby, lobby]}]`)
	assert.ErrorContains(t, err, "want an order in which everything can be reached")
	_, err = position(g, `columns: [{loot: payday, obstacles: [lobby, lobby]}, {loot: payday, obstacles: [lobby, lobby]}]`)
	assert.ErrorContains(t, err, "2 PAYDAY: want 1 of 2")
	_, err = position(g, `columns: [{loot: payday, gone: 2, taken: true, obstacles: [lobby, turnstile]}, {loot: key-card, obstacles: [lobby, lobby]}]`)
	assert.ErrorContains(t, err, "1 of PAYDAY taken: want as many as lie on floors")
	_, err = position(g, `colums: []`)
	assert.ErrorContains(t, err, "unknown key")
}

// A game that begins at a position is the same game: same spec, and the laws hold.
func TestGameAtAPosition(t *testing.T) {
	g := still(t, "loot_cards=2", "rounds=5")
	p, err := position(g, `
round: 3
turn: police
cash: {criminal: 2, police: 3}
hands: {criminal: [pistol, adrenaline, petty-cash], police: [patrol, lockdown, hold-the-line, tear-gas]}
discards: {criminal: [sprint], police: [patrol]}
columns:
  - {loot: key-card, gone: 2, taken: true, obstacles: [locked-door, locked-door], asset: medic-bag, uses: 1, police: [beat-cop]}
  - {loot: payday, gone: 1, progress: 1, obstacles: [turnstile, {id: steel-gate, up: true, mandate: barricades}], police: [{id: swat-rifle, equip: carbine}, {id: night-guard, place: 3, down: true}], end: {asset: watchtower}}
heisters:
  - {id: ghost, column: 2, damage: 1, weapon: rifle, loot: key-card}
  - {id: driver, column: 1}
funding: [{id: city-budget, uses: 2}]
`)
	require.NoError(t, err)
	at, err := g.FromPosition(p)
	require.NoError(t, err)
	assert.Same(t, g.Spec(), at.Spec())
	envtest.Run(t, at, envtest.Options{Games: 2})
	s := at.NewInitialState().(*payday.State)
	assert.Equal(t, env.Player(payday.Police), s.CurrentPlayer())
	assert.Contains(t, s.Text(payday.Criminal), "Steel Gate (2 progress) [progress 1 of 2, +1 progress in the Update], Barricades, SWAT Rifleman 1: 5/3 [Carbine]\n")
	var _ env.Positioner = g
}
