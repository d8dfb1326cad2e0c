package space_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env/duel/space"
)

// shipped reads a shipped map with the rule book's types of terrain.
func shipped(t testing.TB, name string) space.Map {
	m := space.Plains()
	require.NoError(t, configs.ReadAll(&m, configs.Named("games/duel/terrain", "book"), configs.Named("games/duel/maps", name)))
	return m
}

// DUEL-2, DUEL-119: every shipped map validates: the largest base gets everywhere
// on the half inch lattice, and fighters do on the lattice of one inch.
func TestShippedMaps(t *testing.T) {
	names := configs.Names("games/duel/maps")
	assert.GreaterOrEqual(t, len(names), 6)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			m := shipped(t, name)
			assert.NoError(t, m.Validate())
			m.Step = 1
			_, err := space.NewScene(m, space.Options{Radius: 4 * space.Inch, Bases: []space.Base{space.Normal}})
			assert.NoError(t, err)
		})
	}
}
