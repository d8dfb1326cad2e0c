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

// DUEL-44: climbing costs two inches for one, one with an aid, and down the same.
func TestClimbing(t *testing.T) {
	s := sceneOf(t, Options{Radius: 6 * Inch, Climbing: true}, rect("wall", 5, 5, 1, 2), rect("ladder", 8, 5, 1, 2), rect("crate", 5, 9, 1, 1))
	six := Move{Allowance: 6 * Inch}
	assert.EqualValues(t, 5.5, reached(s, fighter(4, 6), six, nothing, nil, 5.5, 6), "1.5 to walk, 2 up for 4")
	assert.Equal(t, -1.0, reached(s, fighter(4, 6), Move{Allowance: 5 * Inch}, nothing, nil, 5.5, 6))
	assert.EqualValues(t, 3.5, reached(s, fighter(7, 6), six, nothing, nil, 8.5, 6), "a ladder")
	assert.EqualValues(t, 3.5, reached(s, fighter(8.5, 6), six, nothing, nil, 10, 6), "down the ladder")
	assert.EqualValues(t, 5.5, reached(s, fighter(5.5, 6), six, nothing, nil, 4, 6), "down the wall")
	assert.EqualValues(t, 1, reached(s, fighter(5.5, 5.5), six, nothing, nil, 5.5, 6.5), "on the wall")
	assert.EqualValues(t, 3.5, reached(s, fighter(4, 9.5), six, nothing, nil, 5.5, 9.5), "a crate")
	// DUEL-54: a jump of an inch up is free, and coming down costs one for one.
	jump := Move{Allowance: 6 * Inch, JumpWidth: 3 * Inch, JumpRise: Inch}
	assert.EqualValues(t, 1.5, reached(s, fighter(4, 9.5), jump, nothing, nil, 5.5, 9.5))
	assert.EqualValues(t, 3.5, reached(s, fighter(5.5, 6), jump, nothing, nil, 4, 6))
	// From one roof to the next, the heights are free over a dip no wider than the
	// run-up and the jump; over a wider one only the way up is free.
	roofs := sceneOf(t, Options{Radius: 6 * Inch, Climbing: true}, rect("crate", 2, 5, 2, 1), rect("crate", 5, 5, 1, 1))
	assert.EqualValues(t, 3, reached(roofs, fighter(2.5, 5.5), jump, nothing, nil, 5.5, 5.5), "1.5 to the edge, 1 across")
	assert.EqualValues(t, 4, reached(roofs, fighter(3.5, 5.5), jump, nothing, nil, 5.5, 5.5), "half an inch of run-up: 2 and 2 down")
	assert.EqualValues(t, 5, reached(roofs, fighter(2.5, 5.5), Move{Allowance: 6 * Inch, JumpWidth: Inch / 2, JumpRise: Inch}, nothing, nil, 5.5, 5.5), "too wide")
	higher := sceneOf(t, Options{Radius: 6 * Inch, Climbing: true}, rect("crate", 2, 5, 2, 1), rect("wall", 5, 5, 1, 1))
	assert.EqualValues(t, 3, reached(higher, fighter(2.5, 5.5), jump, nothing, nil, 5.5, 5.5), "across, and an inch up")
	assert.Equal(t, -1.0, reached(higher, fighter(2.5, 5.5), Move{Allowance: 6 * Inch, JumpWidth: 3 * Inch, JumpRise: Inch / 2}, nothing, nil, 5.5, 5.5), "half an inch up at most")
	// A Move has one jump: over the gap, after which the model climbs; or onto the
	// crate beyond the gap, without touching the ground.
	chasm := sceneOf(t, Options{Radius: 6 * Inch, Climbing: true}, rect("gap", 8, 3, 1, 8), rect("crate", 10, 5, 1, 1), rect("crate", 9, 8, 1, 1))
	assert.EqualValues(t, 6, reached(chasm, fighter(6.5, 5.5), jump, nothing, nil, 10.5, 5.5), "4 across, 2 up")
	assert.EqualValues(t, 3, reached(chasm, fighter(6.5, 8.5), jump, nothing, nil, 9.5, 8.5), "an inch up in the jump")
}

// DUEL-54: a jump crosses a gap no wider than what was moved before, in the same
// Move.
func TestJump(t *testing.T) {
	s := sceneOf(t, Options{}, rect("gap", 5, 0, 1, 5), rect("gap", 5, 7, 1, 5))
	walk := Move{Allowance: 4 * Inch}
	jump := Move{Allowance: 4 * Inch, JumpWidth: 4 * Inch, JumpRise: Inch}
	assert.Equal(t, -1.0, reached(s, fighter(3.5, 2), walk, nothing, nil, 6.5, 2))
	assert.EqualValues(t, 3, reached(s, fighter(3.5, 2), jump, nothing, nil, 6.5, 2), "1.5 to the edge, then 1")
	near := jump
	near.Allowance = Inch * 5 / 2
	assert.Equal(t, -1.0, reached(s, fighter(4.5, 2), near, nothing, nil, 6.5, 2), "half an inch is not run-up enough")
	assert.EqualValues(t, 3, reached(s, fighter(4.5, 2), jump, nothing, nil, 6.5, 2), "half an inch back, and run")
	assert.Equal(t, -1.0, reached(s, fighter(3.5, 2), Move{Allowance: 4 * Inch, JumpWidth: Inch / 2}, nothing, nil, 6.5, 2), "heavy")
	assert.EqualValues(t, 4, reached(s, fighter(3.5, 2), jump, nothing, nil, 7.5, 2), "and walks on")
	assert.Equal(t, -1.0, reached(s, fighter(3.5, 2), Move{Allowance: 3 * Inch, JumpWidth: 4 * Inch}, nothing, []Model{fighter(5.5, 2.5)}, 6.5, 2), "not over models")
	assert.False(t, s.Standable(at(4.5, 2).Add(Offset{1, 0}), Normal, nothing), "nor into the gap")
	r := NewReach(s)
	r.Find(fighter(3.5, 2), jump, nothing, nil)
	assert.Equal(t, []Point{at(3.5, 2), at(6.5, 2)}, r.Path(s.Disc().ID(Offset{6, 0}), nil))
	assert.Equal(t, -1.0, reached(s, fighter(4.5, 4), jump, nothing, nil, 4.5, 8.5), "4.5 inches")
	assert.EqualValues(t, 4, reached(s, fighter(4.5, 4), jump, nothing, nil, 4.5, 8), "along the gap without jumping")
}

// DUEL-86: a leap is a straight leg over pieces small enough; heights cost
// nothing.
func TestLeap(t *testing.T) {
	s := sceneOf(t, Options{}, rect("wall", 5, 2, 1, 8), rect("tree", 2, 5.5, 0.5, 0.5))
	me := fighter(4, 6)
	assert.Equal(t, -1.0, reached(s, me, Move{Allowance: 4 * Inch, Leap: 6 * Inch}, nothing, nil, 7, 6), "8 inches long")
	assert.EqualValues(t, 3, reached(s, me, Move{Allowance: 4 * Inch, Leap: 8 * Inch}, nothing, nil, 7, 6))
	assert.EqualValues(t, 1.5, reached(s, me, Move{Allowance: 2 * Inch, Leap: 8 * Inch}, nothing, nil, 5.5, 6), "up 2 inches for nothing")
	assert.Equal(t, -1.0, reached(s, me, Move{Allowance: 2 * Inch, Leap: 6 * Inch}, nothing, nil, 5.5, 6), "nor onto what is 8 inches long")
	assert.Equal(t, -1.0, reached(s, me, Move{Allowance: 2 * Inch}, nothing, nil, 5.5, 6))
	assert.Equal(t, -1.0, reached(s, me, Move{Allowance: 4 * Inch, Leap: 8 * Inch}, nothing, []Model{fighter(7, 6.5)}, 7, 6), "taken")
}
