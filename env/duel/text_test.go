package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/duel"
)

// The text names spawn points also where the map shows something else that stands there.
func TestTextOfSpawnPoints(t *testing.T) {
	g := build(t, func(c *duel.Config) { c.Respawn, c.SpawnPoints = true, true })
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.chance("square 1 1")
	assert.Contains(t, b.s.Text(0), "Spawn point (1) [at 1,1]")
	assert.NotContains(t, b.s.Text(0), "Spawn point (2)")
}

// The text says of a model outside the area that it waits there, though to be placed is an
// activation.
func TestTextOfWhoIsNotOnTheTable(t *testing.T) {
	g := build(t, nil)
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.roll("1", "2")
	b.asked(0, duel.AskPlace, "A")
	assert.Contains(t, b.s.Text(0), "A [its turn, waits outside]")
	b.do("place at 2,2")
	assert.Contains(t, b.s.Text(0), "A [dice 2, at 2,2, has acted]")
}
