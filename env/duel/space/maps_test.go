package space_test

import (
	"reflect"
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

// bookTypes returns the rule book's types of terrain.
func bookTypes(t testing.TB) []space.Type {
	m := space.Plains()
	require.NoError(t, configs.ReadAll(&m, configs.Named("games/duel/terrain", "book")))
	return m.Types
}

// DUEL-2, DUEL-119: scattered maps are fair by symmetry, validate, and are the
// same for the same seed.
func TestScatter(t *testing.T) {
	types := bookTypes(t)
	for players := 2; players <= 4; players++ {
		for _, size := range []float64{12, 18} {
			o := space.Scatter{Width: size, Depth: size, Step: 0.5, Players: players, Types: types}
			pieces := 0
			for seed := range uint64(12) {
				m, err := o.Draw(seed)
				require.NoError(t, err)
				require.NoError(t, m.Validate(), "its symmetry is tested too")
				want := space.SymmetryHalf
				if players > 2 {
					want = space.SymmetryQuarter
				}
				assert.Equal(t, want, m.Symmetry)
				again, err := o.Draw(seed)
				require.NoError(t, err)
				assert.Equal(t, m, again)
				other, err := o.Draw(seed + 100)
				require.NoError(t, err)
				assert.False(t, reflect.DeepEqual(m.Pieces, other.Pieces))
				pieces += len(m.Pieces)
			}
			assert.Greater(t, pieces, 12*int(size*size/12)/2, "the maps are too bare")
		}
	}
	// Scatter uses only the chosen types, and fits a table that is not square.
	m, err := space.Scatter{Width: 18, Depth: 12, Step: 1, Players: 2, Pieces: 8, Types: types, Use: []string{"boulder", "pond"}}.Draw(5)
	require.NoError(t, err)
	require.NotEmpty(t, m.Pieces)
	assert.LessOrEqual(t, len(m.Pieces), 8)
	for _, p := range m.Pieces {
		assert.Contains(t, []string{"boulder", "pond"}, p.Type)
	}
}

func TestScatterFaults(t *testing.T) {
	_, err := space.Scatter{Width: 18, Depth: 12, Step: 0.5, Players: 3, Pieces: 99, Types: bookTypes(t), Use: []string{"lava"}}.Draw(1)
	for _, want := range []string{"depth: 12: want the width 18", "pieces: 99", "use[0]: lava: want one of the types: wheat, "} {
		assert.ErrorContains(t, err, want)
	}
	_, err = space.Scatter{Width: 12, Depth: 12, Step: 0.5, Players: 2, Types: bookTypes(t)[:0]}.Draw(1)
	assert.ErrorContains(t, err, "at least one type")
}
