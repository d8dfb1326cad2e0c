package space

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// board returns an empty table of the rule book's size and the types of terrain
// that tests need.
func board(pieces ...Piece) Map {
	m := Plains()
	m.Symmetry = SymmetryNone
	m.Types = []Type{
		{ID: "wheat", Walk: true, See: true, Cover: true, Height: 1},
		{ID: "wood", Walk: true, Cover: true, Height: 3},
		{ID: "fence", See: true, Cover: true, Height: 0.75},
		{ID: "acid", See: true},
		{ID: "wall", Cover: true, Stand: true, Height: 2},
		{ID: "crate", Cover: true, Stand: true, Height: 1},
		{ID: "ladder", Cover: true, Stand: true, Height: 2, Aid: true},
		{ID: "pond", Walk: true, See: true, Cover: true, Kind: Water},
		{ID: "laser", Walk: true, See: true, Kind: Laser},
		{ID: "gap", See: true, Kind: Gap, Depth: 3},
		{ID: "tree", Cover: true, Height: 4, Kind: Tree},
		{ID: "hut", Walk: true, Cover: true, Height: 2, Kind: Fragile},
	}
	m.Pieces = pieces
	return m
}

func sceneOf(t testing.TB, o Options, pieces ...Piece) *Scene {
	if o.Radius == 0 {
		o.Radius = 4 * Inch
	}
	if len(o.Bases) == 0 {
		o.Bases = []Base{Small, Normal, Large}
	}
	s, err := NewScene(board(pieces...), o)
	require.NoError(t, err)
	return s
}

// DUEL-3, DUEL-5: on an empty table a Move reaches exactly the disc.
func TestReachOnTheOpenTable(t *testing.T) {
	s := sceneOf(t, Options{})
	r := NewReach(s)
	r.Find(Model{At: Point{12, 12}, Base: Normal}, Move{Allowance: 4 * Inch}, &Field{}, nil)
	assert.Equal(t, 197, s.Disc().Len())
	assert.Equal(t, 197, r.Count())
	for id := range 197 {
		o := s.Disc().Offset(id)
		assert.Equal(t, id, s.Disc().ID(o))
		assert.InDelta(t, float64(r.Cost(id)), math.Hypot(float64(o.X), float64(o.Y))*100, 1)
	}
}
