package space

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// at returns the point of the half inch lattice at x, y inches.
func at(x, y float64) Point { return Point{int8(x * 2), int8(y * 2)} }

func fighter(x, y float64) Model { return Model{At: at(x, y), Base: Normal} }

func rect(kind string, x, y, w, d float64) Piece {
	return Piece{Type: kind, Rect: []float64{x, y, w, d}}
}

// reached finds a Move and returns the cost of the way to x, y in inches, -1 when
// it cannot be reached.
func reached(s *Scene, m Model, move Move, f *Field, models []Model, x, y float64) float64 {
	r := NewReach(s)
	r.Find(m, move, f, models)
	if id := s.Disc().ID(at(x, y).Sub(m.At)); id >= 0 && r.Has(id) {
		return r.Cost(id).Inches()
	}
	return -1
}

var nothing = &Field{}

// DUEL-110: every pair of bases has at least four contact points on both
// lattices, and contact is a gap of at most half a step.
func TestContactCounts(t *testing.T) {
	for _, step := range []float64{0.5, 1} {
		m := board()
		m.Step = step
		s, err := NewScene(m, Options{Radius: 4 * Inch, Bases: everyBase})
		require.NoError(t, err)
		middle := Point{int8(6 / step), int8(6 / step)}
		for _, a := range everyBase {
			for _, b := range everyBase {
				with := Model{At: middle, Base: a}
				points := s.ContactPoints(with, b, nothing, []Model{with}, nil)
				assert.GreaterOrEqual(t, len(points), 4, "%v and %v, step %g", a, b, step)
				for _, p := range points {
					gap := s.Range(with, Model{At: p, Base: b}, nothing)
					assert.LessOrEqual(t, gap, step/2+1e-9)
				}
				count := 0 // by hand, over the whole table
				for i := range s.Points() {
					d := s.Distance(middle, s.PointAt(i)) - (a.Radius() + b.Radius()).Inches()
					if d >= -1e-9 && d <= step/2+1e-9 {
						count++
					}
				}
				assert.Len(t, points, count)
			}
		}
	}
}

// DUEL-1, DUEL-5, DUEL-117: offsets form a disc, whose ids do not depend on the place.
func TestDiscSizes(t *testing.T) {
	s := sceneOf(t, Options{})
	nx, ny := s.Size()
	assert.Equal(t, []int{25, 25, 625}, []int{nx, ny, s.Points()}, "12 inches by half inches, edges included")
	for i := range s.Points() {
		assert.Equal(t, i, s.Index(s.PointAt(i)))
	}
	for inches, n := range map[Length]int{4: 197, 6: 441, 8: 797, 10: 1257} {
		d := NewDisc(inches*Inch, Inch/2)
		assert.Equal(t, n, d.Len(), "%d inches", inches)
		for id := range d.Len() {
			assert.Equal(t, id, d.ID(d.Offset(id)))
		}
		assert.Equal(t, Offset{}, d.Offset(d.Origin()))
		assert.Equal(t, -1, d.ID(Offset{int8(inches*2) + 1, 0}))
		assert.Equal(t, -1, d.ID(Offset{int8(inches * 2), 1}))
	}
}

// DUEL-3: a path leads around blocking pieces, and may end on top of one within
// the distance in space; the pieces on which it starts and ends do not block.
func TestPathsAndTops(t *testing.T) {
	s := sceneOf(t, Options{}, rect("wall", 5, 5, 1, 2), rect("crate", 8, 5.5, 1, 1))
	four := Move{Allowance: 4 * Inch}
	me := fighter(4, 6)
	assert.EqualValues(t, 4, reached(s, fighter(4, 2), four, nothing, nil, 4, 6), "a straight line")
	around := reached(s, me, four, nothing, nil, 6.5, 6)
	assert.Equal(t, -1.0, around, "around the wall takes more than 4 inches")
	six := sceneOf(t, Options{Radius: 6 * Inch}, rect("wall", 5, 5, 1, 2))
	around = reached(six, me, Move{Allowance: 6 * Inch}, nothing, nil, 7, 6)
	assert.InDelta(t, 5.16, around, 0.01, "by (4.5, 7.5) and (6.5, 7.5)")
	assert.InDelta(t, 2.5, reached(s, me, four, nothing, nil, 5.5, 6), 0.01, "the top of the wall, 1.5 away and 2 high")
	assert.Equal(t, -1.0, reached(s, fighter(2, 6), four, nothing, nil, 5.5, 6), "3.5 away and 2 high: more than 4 in space")
	assert.InDelta(t, 3.65, reached(s, fighter(5, 8.5), four, nothing, nil, 8.5, 8), 0.2, "past the crate")
	top := Model{At: at(5.5, 6), Base: Normal}
	assert.InDelta(t, 2.5, reached(s, top, four, nothing, nil, 7, 6), 0.01, "down again")
}

// DUEL-22, DUEL-23: a model enters walked-through terrain at ground level; it
// stands on top where a disc of half its base fits; distances and contact count
// heights.
func TestHeightsAndDistances(t *testing.T) {
	s := sceneOf(t, Options{}, rect("crate", 5.5, 5.5, 1, 1), rect("wood", 2, 2, 2, 2), rect("fence", 8, 2, 2, 0.5), rect("acid", 8, 8, 1, 1))
	assert.Equal(t, Inch, s.Height(at(6, 6), nothing))
	assert.Zero(t, s.Height(at(3, 3), nothing), "woods have no top")
	assert.True(t, s.Standable(at(3, 3), Normal, nothing))
	assert.True(t, s.Standable(at(6, 6), Large, nothing), "half of 3/4 inch fits on one inch")
	assert.False(t, s.Standable(at(6.5, 6), Normal, nothing), "on the edge of the crate")
	assert.False(t, s.Standable(at(6.5, 6), Small, nothing))
	assert.False(t, s.Standable(at(9, 2), Small, nothing), "a fence has no top")
	assert.False(t, s.Standable(at(8.5, 8.5), Small, nothing), "in acid")
	assert.False(t, s.Standable(at(9, 9.5), Large, nothing), "its base would hang over the acid")
	assert.True(t, s.Standable(at(9, 9.5), Normal, nothing))
	assert.False(t, s.Standable(at(0, 6), Normal, nothing), "not wholly inside the area")
	assert.True(t, s.Standable(at(0.5, 6), Normal, nothing))
	a, b := fighter(6, 6), fighter(6, 7)
	assert.False(t, s.Contact(a, b, nothing), "an inch higher")
	assert.InDelta(t, 1, s.Range(a, b, nothing), 1e-9, "no gap, one inch up")
	assert.InDelta(t, 5, s.Range(fighter(6, 6), Model{At: at(6, 11), Base: Normal}, nothing)+0.88, 0.01)
	f := &Field{}
	f.Remove(0)
	assert.Zero(t, s.Height(at(6, 6), f), "without the crate")
	assert.True(t, s.Standable(at(6.5, 6), Normal, f))
	assert.True(t, s.Contact(a, b, f))
}

// DUEL-23: standing and prone models are in the way, friend or foe; a model can
// always stay (DUEL-24).
func TestModelsBlock(t *testing.T) {
	s := sceneOf(t, Options{Radius: 6 * Inch})
	me, six := fighter(6, 2), Move{Allowance: 6 * Inch}
	for _, prone := range []bool{false, true} {
		other := Model{At: at(6, 4), Base: Normal, Prone: prone}
		cost := reached(s, me, six, nothing, []Model{other}, 6, 6)
		assert.InDelta(t, 4.61, cost, 0.01, "by (7, 3.5) and (7, 4.5); the string pulled taut is 4.51")
		assert.Equal(t, -1.0, reached(s, me, six, nothing, []Model{other}, 6, 4.5), "overlapping")
		assert.EqualValues(t, 1, reached(s, me, six, nothing, []Model{other}, 6, 3), "in contact")
	}
	on := fighter(6, 4.5) // put on top of another by force: neither holds the other
	assert.EqualValues(t, 1, reached(s, fighter(6, 4), six, nothing, []Model{on}, 5, 4))
	assert.Equal(t, -1.0, reached(s, fighter(6, 4), six, nothing, []Model{on}, 6, 5))
	// A base hangs over the edge of a roof: models below are in its way if they
	// reach up to it.
	for kind, overlap := range map[string]bool{"crate": true, "wall": false} {
		s := sceneOf(t, Options{}, rect(kind, 4.25, 8, 2, 2))
		up, down := fighter(4.5, 9), Model{At: at(3.5, 9), Base: Large}
		assert.True(t, s.Standable(up.At, Normal, nothing))
		assert.Equal(t, overlap, s.Overlap(up, down, nothing), kind)
		assert.Equal(t, overlap, s.Overlap(down, up, nothing), kind)
		assert.Equal(t, !overlap, s.Free(up, nothing, []Model{down}))
		assert.Equal(t, !overlap, reached(s, fighter(5.5, 9), Move{Allowance: 2 * Inch}, nothing, []Model{down}, 4.5, 9) > 0)
	}
	var ring []Model
	for _, o := range []Offset{{2, 0}, {-2, 0}, {0, 2}, {0, -2}, {2, 2}, {2, -2}, {-2, 2}, {-2, -2}} {
		ring = append(ring, Model{At: at(6, 6).Add(o), Base: Normal})
	}
	r := NewReach(s)
	r.Find(fighter(6, 6), Move{Allowance: 4 * Inch}, nothing, ring)
	assert.Equal(t, 1, r.Count())
	assert.True(t, r.Has(s.Disc().Origin()))
	r.Find(fighter(6, 6), Move{}, nothing, nil)
	assert.Equal(t, 1, r.Count())
}

// DUEL-24: paths go around water and lasers where the allowance permits, else
// through them, the shortest way.
func TestPathsAvoidWater(t *testing.T) {
	pond := rect("pond", 5, 4.75, 1, 1.5)
	s := sceneOf(t, Options{Radius: 6 * Inch, Avoid: []Kind{Water, Laser}}, pond)
	me := fighter(4, 5.5)
	assert.EqualValues(t, 3, reached(s, me, Move{Allowance: 3 * Inch}, nothing, nil, 7, 5.5), "through the pond")
	dry := reached(s, me, Move{Allowance: 6 * Inch}, nothing, nil, 7, 5.5)
	assert.InDelta(t, 4.2, dry, 0.6, "around the pond")
	assert.Greater(t, dry, 3.3)
	assert.EqualValues(t, 1.5, reached(s, me, Move{Allowance: 6 * Inch}, nothing, nil, 5.5, 5.5), "into the pond")
	whole := sceneOf(t, Options{Radius: 6 * Inch, Avoid: []Kind{Water}}, pond)
	assert.EqualValues(t, 3, reached(whole, me, Move{Allowance: 3 * Inch}, nothing, nil, 7, 5.5), "though a longer Move is known to go around")
	r := NewReach(s)
	r.Find(me, Move{Allowance: 6 * Inch}, nothing, nil)
	path := r.Path(s.Disc().ID(at(7, 5.5).Sub(me.At)), nil)
	_, wet := s.Crossed(path, Normal, 0)
	assert.False(t, wet)
	r.Find(me, Move{Allowance: 3 * Inch}, nothing, nil)
	path = r.Path(s.Disc().ID(at(7, 5.5).Sub(me.At)), path[:0])
	assert.Equal(t, []Point{at(4, 5.5), at(7, 5.5)}, path)
	after, wet := s.Crossed(path, Normal, 0)
	assert.True(t, wet)
	assert.InDelta(t, 0.5, after, 0.01, "the base comes to the water after half an inch")
	plain := sceneOf(t, Options{Radius: 6 * Inch}, pond)
	assert.EqualValues(t, 3, reached(plain, me, Move{Allowance: 6 * Inch}, nothing, nil, 7, 5.5), "water is plain ground without the rule")
}

// DUEL-24: everything the base sweeps over is touched, in order.
func TestTokensOnThePath(t *testing.T) {
	s := sceneOf(t, Options{})
	path := []Point{at(2, 2), at(5, 2), at(5, 5)}
	inches, ok := s.Swept(path, Normal, at(4, 2), Inch/4)
	assert.True(t, ok)
	assert.InDelta(t, 1.25, inches, 0.01)
	inches, ok = s.Swept(path, Normal, at(5, 4.5), Inch/4)
	assert.True(t, ok)
	assert.InDelta(t, 4.75, inches, 0.01)
	_, ok = s.Swept(path, Normal, at(3, 3), Inch/4)
	assert.False(t, ok)
	assert.InDelta(t, 6, s.Length(path), 1e-9)
}

// DUEL-14, DUEL-116: whole inches of a path lie at the nearest free point.
func TestAlongThePath(t *testing.T) {
	s := sceneOf(t, Options{})
	me := fighter(2, 2)
	path := []Point{at(2, 2), at(4.5, 5)}
	p := s.Along(path, 1, me, nothing, nil) // at (2.64, 2.77)
	assert.Equal(t, at(2.5, 3), p)
	assert.Equal(t, at(2.5, 2.5), s.Along(path, 1, me, nothing, []Model{fighter(3, 3.5)}))
	assert.Equal(t, at(2, 2), s.Along(path, 0, me, nothing, nil))
	assert.Equal(t, at(2, 2), s.Along([]Point{at(2, 2), at(4, 2)}, 0.25, me, nothing, nil), "half way: the first in lattice order")
	assert.Equal(t, at(2, 2), s.Along([]Point{at(2, 2), at(3, 3)}, math.Sqrt2/4, me, nothing, nil), "amid four")
	assert.Equal(t, at(4.5, 5), s.Along(path, 99, me, nothing, nil))
}

// DUEL-32: leaving costs the path and the rest of the way to the edge.
func TestLeaving(t *testing.T) {
	s := sceneOf(t, Options{}, rect("wall", 0, 4, 2, 0.5))
	r := NewReach(s)
	r.Find(fighter(3, 2), Move{Allowance: 4 * Inch}, nothing, nil)
	cost, ok := r.Exit(South)
	assert.True(t, ok)
	assert.Equal(t, 2*Inch, cost)
	cost, ok = r.Exit(West)
	assert.True(t, ok)
	assert.Equal(t, 3*Inch, cost)
	_, ok = r.Exit(North)
	assert.False(t, ok)
	_, ok = r.Exit(East)
	assert.False(t, ok)
	guard := []Model{{At: at(3, 1), Base: Normal}} // across the way
	r.Find(fighter(3, 2), Move{Allowance: 2 * Inch}, nothing, guard)
	_, ok = r.Exit(South)
	assert.False(t, ok)
	r.Find(fighter(3, 2), Move{Allowance: 3 * Inch}, nothing, guard)
	cost, ok = r.Exit(South)
	assert.True(t, ok)
	assert.Greater(t, cost, 2*Inch)
}

// DUEL-43: a charge ends at the contact point nearest the charger, if the sweep
// is free and short enough.
func TestCharge(t *testing.T) {
	s := sceneOf(t, Options{Radius: 6 * Inch}, rect("wall", 5.5, 8, 1, 0.5))
	r, six := NewReach(s), Move{Allowance: 6 * Inch}
	me, enemy := fighter(6, 2), fighter(6, 7)
	to, ok := r.Charge(me, enemy, six, nothing, []Model{enemy})
	assert.True(t, ok)
	assert.Equal(t, at(6, 6), to)
	_, ok = r.Charge(me, enemy, Move{Allowance: 3 * Inch}, nothing, []Model{enemy})
	assert.False(t, ok, "too far")
	_, ok = r.Charge(me, enemy, six, nothing, []Model{enemy, fighter(5.5, 4), fighter(6.5, 4)})
	assert.False(t, ok, "models in the way")
	to, ok = r.Charge(me, enemy, six, nothing, []Model{enemy, {At: at(6.5, 6), Base: Small}})
	assert.True(t, ok)
	assert.Equal(t, at(5.5, 6), to, "the nearest is taken: beside it")
	_, ok = r.Charge(fighter(6, 11), enemy, six, nothing, []Model{enemy})
	assert.False(t, ok, "a wall in the way")
}

// DUEL-48, DUEL-121: the nearest free point, no higher than a height.
func TestNearest(t *testing.T) {
	s := sceneOf(t, Options{}, rect("wall", 4, 4, 4, 4))
	p, ok := s.Nearest(at(5, 6), Normal, 0, nothing, nil)
	assert.True(t, ok)
	assert.Equal(t, at(3.5, 6), p)
	p, ok = s.Nearest(at(5, 6), Normal, 2*Inch, nothing, nil)
	assert.True(t, ok)
	assert.Equal(t, at(5, 6), p)
	p, ok = s.Nearest(at(5, 6), Normal, 0, nothing, []Model{fighter(3.5, 6)})
	assert.True(t, ok)
	assert.Equal(t, at(3.5, 5), p, "the first in lattice order of those as near")
	_, ok = s.Nearest(at(5, 6), Normal, -1, nothing, nil)
	assert.False(t, ok)
}

// DUEL-111: deployment takes the smallest radius of at least 4 inches that has
// room; DUEL-112: points nearest to a disc.
func TestDeployment(t *testing.T) {
	m := board()
	m.Step = 1
	s, err := NewScene(m, Options{Radius: 4 * Inch, Bases: everyBase})
	require.NoError(t, err)
	var models []Model
	for range 20 { // at most 8 fit within 4 inches on this lattice
		free := s.NearCorner(0, Normal, nothing, models, nil)
		require.NotEmpty(t, free)
		far := s.Distance(s.Corner(0), free[len(free)-1])
		if len(models) < 8 {
			assert.LessOrEqual(t, far, 4.0)
		}
		models = append(models, Model{At: free[0], Base: Normal})
	}
	beyond := s.NearCorner(0, Normal, nothing, models, nil)
	for _, p := range beyond {
		assert.Greater(t, s.Distance(s.Corner(0), p), 4.0)
		assert.Equal(t, s.Distance(s.Corner(0), beyond[0]), s.Distance(s.Corner(0), p))
	}
	flag := s.NearPoint(Point{0, 0}, 0, Normal, nothing, nil, nil)
	assert.Equal(t, []Point{{1, 1}}, flag)
}

// DUEL-33, DUEL-119: a map without a way from every corner to the objective is
// refused, and the fault names the place.
func TestWalledIn(t *testing.T) {
	for name, c := range map[string]struct {
		pieces []Piece
		want   string
	}{
		"a corner":      {[]Piece{rect("wall", 0, 4.5, 5, 0.25), rect("wall", 4.75, 0, 0.25, 4.5)}, "pieces: corner south-east is walled in: want a way for the large base"},
		"a full corner": {[]Piece{rect("tree", 0, 0, 5, 5)}, ""},
		"the objective": {[]Piece{rect("tree", 4.5, 4.5, 3, 3)}, "objective: (12,12): want a way for the large base from the corners"},
	} {
		t.Run(name, func(t *testing.T) {
			err := board(c.pieces...).Validate()
			if c.want == "" { // DUEL-111: further out
				assert.NoError(t, err)
				return
			}
			assert.ErrorContains(t, err, c.want)
			_, err = NewScene(board(c.pieces...), Options{Radius: 4 * Inch, Bases: everyBase})
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// DUEL-52, DUEL-89, DUEL-120: logs and obstacles need room, block, and do not
// grow without bound.
func TestLogsAndObstacles(t *testing.T) {
	s := sceneOf(t, Options{}, Piece{Type: "tree", Circle: []float64{6, 7, 0.5}}, rect("wall", 2, 6.5, 1.5, 1))
	_, ok := s.Topple(0, 4, nothing, nil)
	assert.False(t, ok, "onto the wall")
	_, ok = s.Topple(0, 0, nothing, []Model{fighter(9, 7)})
	assert.False(t, ok, "onto a model")
	log, ok := s.Topple(0, 0, nothing, []Model{fighter(9, 8)})
	require.True(t, ok)
	assert.Equal(t, [4]Spot{{6, 6.75}, {10, 6.75}, {10, 7.25}, {6, 7.25}}, log.Corners())
	f := &Field{}
	f.Remove(0)
	require.True(t, f.Put(log))
	assert.Equal(t, -1.0, reached(s, fighter(8, 6), Move{Allowance: 4 * Inch}, f, nil, 8, 8))
	v := s.Sight(fighter(8, 6), fighter(8, 10), f)
	assert.True(t, v.Sees, "over the log")
	block, ok := s.Block(fighter(8, 10), 2, f, nil)
	require.True(t, ok)
	assert.Equal(t, [4]Spot{{7.5, 10.5}, {8.5, 10.5}, {8.5, 11.5}, {7.5, 11.5}}, block.Corners())
	assert.False(t, block.See())
	require.True(t, f.Put(block))
	assert.True(t, s.Standable(at(8, 11), Normal, f), "an obstacle has a top")
	assert.Equal(t, Inch, s.Height(at(8, 11), f))
	for f.Put(block) {
	}
	assert.Len(t, f.Added(), MaxAdded)
	f.TakeAway(1)
	assert.Len(t, f.Added(), MaxAdded-1)
}

// DUEL-118: a mob keeps off blocking terrain and the edges.
func TestRoomForMobs(t *testing.T) {
	s := sceneOf(t, Options{}, rect("wall", 5, 5, 1, 1))
	assert.True(t, s.RoomFor(at(9, 9), Inch*5/2, nothing))
	assert.False(t, s.RoomFor(at(7, 7), Inch*5/2, nothing))
	assert.False(t, s.RoomFor(at(10, 9), Inch*5/2, nothing))
}

// DUEL-30: a push goes straight away, stops at terrain, models and edges, and
// snaps to a free point.
func TestPush(t *testing.T) {
	s := sceneOf(t, Options{}, rect("wall", 9, 5, 1, 2), rect("crate", 2, 8, 2, 2))
	push := func(m Model, from Point, inches Length, others ...Model) (Point, bool, bool) {
		return s.Push(m, from, inches*Inch, nothing, others)
	}
	to, stopped, edge := push(fighter(5, 6), at(4, 6), 2)
	assert.Equal(t, at(7, 6), to)
	assert.False(t, stopped || edge)
	to, stopped, edge = push(fighter(7.5, 6), at(6, 6), 3)
	assert.Equal(t, at(8.5, 6), to, "up to the wall")
	assert.True(t, stopped)
	assert.False(t, edge)
	to, stopped, _ = push(fighter(5, 6), at(4, 6), 3, fighter(8, 6))
	assert.Equal(t, at(7, 6), to, "up to a model")
	assert.True(t, stopped)
	to, stopped, edge = push(fighter(11, 2), at(10, 2), 2)
	assert.Equal(t, at(11.5, 2), to)
	assert.True(t, stopped && edge)
	to, stopped, _ = push(fighter(6, 3), at(5, 2), 2)
	assert.Equal(t, at(7.5, 4.5), to, "2 inches north-east end at (7.41, 4.41)")
	assert.False(t, stopped)
	to, stopped, _ = push(fighter(3.5, 9), at(2.5, 9), 2)
	assert.Equal(t, at(5.5, 9), to, "off the crate")
	assert.False(t, stopped)
	to, _, _ = push(fighter(5, 6), at(5, 6), 2)
	assert.Equal(t, at(5, 6), to, "from nowhere")
}
