package space_test

import (
	"reflect"
	"runtime"
	"sync"
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
	// It fits a table that is not square.
	m, err := space.Scatter{Width: 18, Depth: 12, Step: 1, Players: 2, Types: types}.Draw(5)
	require.NoError(t, err)
	assert.NotEmpty(t, m.Pieces)
}

func TestScatterFaults(t *testing.T) {
	_, err := space.Scatter{Width: 18, Depth: 12, Step: 0.5, Players: 3, Types: bookTypes(t)}.Draw(1)
	assert.ErrorContains(t, err, "depth: 12: want the width 18")
	_, err = space.Scatter{Width: 12, Depth: 12, Step: 0.5, Players: 2, Types: bookTypes(t)[:0]}.Draw(1)
	assert.ErrorContains(t, err, "at least one type")
}

// DUEL-2: the rule book's table of terrain, row by row: each example is walked
// through, seen through and gives cover as its row says. A piece that cannot be
// seen through hides a model behind it altogether.
func TestTerrainTable(t *testing.T) {
	types := bookTypes(t)
	rows := []struct {
		walk, see, cover bool
		examples         []string
	}{
		{true, true, true, []string{"wheat", "light_forest"}},
		{true, true, false, []string{"open", "shallows"}},
		{true, false, true, []string{"dense_forest", "door"}},
		{false, true, true, []string{"fence", "window", "barrier"}},
		{false, true, false, []string{"acid", "fireplace"}},
		{false, false, true, []string{"wall", "boulder"}},
	}
	at := func(x, y int8) space.Model {
		return space.Model{At: space.Point{X: 2 * x, Y: 2 * y}, Base: space.Normal}
	}
	a, b := at(3, 3), at(6, 3)
	for _, row := range rows {
		for _, id := range row.examples {
			m := space.Plains()
			m.Symmetry = space.SymmetryNone
			m.Types = types
			m.Pieces = []space.Piece{{Type: id, Rect: []float64{4, 0.5, 1, 5}}} // one inch deep, between them
			s, err := space.NewScene(m, space.Options{Radius: 4 * space.Inch, Bases: []space.Base{space.Normal}})
			require.NoError(t, err)
			var f space.Field
			assert.Equal(t, row.walk, s.TypeOf(0).Walk, id)
			assert.Equal(t, row.see, s.TypeOf(0).See, id)
			assert.Equal(t, row.cover, s.TypeOf(0).Cover, id)

			r := space.NewReach(s)
			r.Find(a, space.Move{Allowance: 3 * space.Inch}, &f, nil)
			assert.Equal(t, row.walk, r.Has(s.Disc().ID(b.At.Sub(a.At))), "walking through %s", id)

			tall := s.TopOf(0) >= space.StandingHeight
			v := s.Sight(a, b, &f)
			switch {
			case !row.see && tall:
				assert.False(t, v.Sees, "seeing through %s", id)
				assert.Equal(t, space.FullCover, v.Cover, id)
			case row.cover:
				assert.True(t, v.Sees, "seeing over or through %s", id)
				assert.NotEqual(t, space.NoCover, v.Cover, id)
			default:
				assert.Equal(t, space.View{Sees: true, Visible: space.FanPoints, Cover: space.NoCover}, v, id)
			}
			assert.Equal(t, v.Sees, s.Sees(b, a, &f))
		}
	}
}

// cutting returns a table with these pieces, of types of the rule book.
func cutting(t *testing.T, pieces ...space.Piece) *space.Scene {
	m := space.Plains()
	m.Symmetry = space.SymmetryNone
	m.Types, m.Pieces = bookTypes(t), pieces
	s, err := space.NewScene(m, space.Options{Radius: 4 * space.Inch, Bases: []space.Base{space.Normal}})
	require.NoError(t, err)
	return s
}

func standing(x, y float64) space.Model {
	return space.Model{At: space.Point{X: int8(2 * x), Y: int8(2 * y)}, Base: space.Normal}
}

// DUEL-4, DUEL-45: a model fully behind a fence is visible and in heavy cover;
// half behind a wall it is in light or heavy cover by how much is hidden; in the
// open it has no cover.
func TestDegreesOfCover(t *testing.T) {
	var f space.Field
	barrier := cutting(t, space.Piece{Type: "barrier", Rect: []float64{5, 0.5, 0.25, 5}})
	v := barrier.Sight(standing(2, 3), standing(8, 3), &f)
	assert.Equal(t, space.View{Sees: true, Visible: 0, Cover: space.HeavyCover}, v)

	// A wall that ends in front of the target: one, then two columns of three are hidden.
	for _, c := range []struct {
		until   float64
		visible uint8
		cover   space.Cover
	}{{2.5, 9, space.NoCover}, {2.9, 6, space.LightCover}, {3.2, 3, space.HeavyCover}} {
		s := cutting(t, space.Piece{Type: "wall", Rect: []float64{5.5, 0.5, 0.25, c.until - 0.5}})
		v := s.Sight(standing(2, 3), standing(8, 3), &f)
		assert.Equal(t, space.View{Sees: true, Visible: c.visible, Cover: c.cover}, v, "until %g", c.until)
	}

	// A low wall hides legs; it hides less of a shooter on its feet than of the
	// prone model it shoots at.
	low := cutting(t, space.Piece{Type: "crate", Rect: []float64{5, 0.5, 0.5, 5}})
	stands, lies := standing(3, 3), standing(8, 3)
	lies.Prone = true
	assert.Equal(t, space.HeavyCover, low.Sight(stands, standing(8, 3), &f).Cover)
	assert.Equal(t, space.LightCover, low.Sight(standing(4, 3), standing(11, 3), &f).Cover, "shooting over them")
	assert.Equal(t, space.NoCover, low.Sight(standing(4.5, 3), standing(11, 3), &f).Cover, "leaning over them")
	assert.NotEqual(t, space.NoCover, low.Sight(standing(11, 3), standing(4.5, 3), &f).Cover, "behind them")
	assert.False(t, low.Sees(stands, lies, &f), "prone behind crates")
	assert.False(t, low.Sees(lies, stands, &f))
}

// DUEL-4: touching cover covers from every side, unless the attacker touches the
// same piece.
func TestTouchingCover(t *testing.T) {
	var f space.Field
	s := cutting(t, space.Piece{Type: "wall", Rect: []float64{5, 4, 2, 0.5}})
	behind := standing(6, 5) // its base touches the wall
	assert.Equal(t, space.LightCover, s.Sight(standing(6, 9), behind, &f).Cover, "from its own side")
	assert.Equal(t, space.LightCover, s.Sight(standing(10, 5), behind, &f).Cover)
	assert.Equal(t, space.NoCover, s.Sight(behind, standing(6, 9), &f).Cover)
	assert.Equal(t, space.NoCover, s.Sight(standing(7.5, 4.5), behind, &f).Cover, "at the end of the same wall")
	assert.Equal(t, space.NoCover, s.Sight(standing(6, 9), standing(6, 5.5), &f).Cover, "a gap of 1/2 inch is no contact")

	field := cutting(t, space.Piece{Type: "wheat", Rect: []float64{4, 2, 4, 4}})
	assert.NotEqual(t, space.NoCover, field.Sight(standing(1, 4), standing(6, 4), &f).Cover, "into the field")
	assert.Equal(t, space.NoCover, field.Sight(standing(5, 4), standing(7, 4), &f).Cover, "both in the field")

	// A roof gives no cover to a model that stands on it.
	roof := cutting(t, space.Piece{Type: "house", Rect: []float64{4, 4, 2, 2}})
	assert.Zero(t, roof.Touched(space.Point{X: 10, Y: 10}, space.Normal, &f))
	assert.NotZero(t, roof.Touched(space.Point{X: 10, Y: 7}, space.Normal, &f))
}

// DUEL-25: nobody sees into or out of a thicket; two inside see each other; it
// hides models behind it. A type that neither is seen through nor covers is
// refused.
func TestThickets(t *testing.T) {
	var f space.Field
	s := cutting(t, space.Piece{Type: "dense_forest", Rect: []float64{4, 2, 3, 4}})
	in, too, out, beyond := standing(5, 4), standing(6.5, 3), standing(2, 4), standing(9, 4)
	assert.False(t, s.Sees(in, out, &f))
	assert.False(t, s.Sees(out, in, &f))
	assert.True(t, s.Sees(in, too, &f))
	assert.False(t, s.Sees(out, beyond, &f))
	assert.Equal(t, space.FullCover, s.Sight(out, in, &f).Cover)
	f.Remove(0)
	assert.True(t, s.Sees(out, beyond, &f))

	m := space.Plains()
	m.Types = []space.Type{{ID: "fog", Walk: true}}
	assert.ErrorContains(t, m.Validate(), "types[0].cover: false: want true: what cannot be seen through covers")
}

// DUEL-50: a model in water has cover, though water has no height.
func TestWaterCovers(t *testing.T) {
	var f space.Field
	s := cutting(t, space.Piece{Type: "pond", Rect: []float64{4, 2, 3, 4}}, space.Piece{Type: "shallows", Rect: []float64{8, 2, 3, 4}})
	assert.Equal(t, space.LightCover, s.Sight(standing(1, 4), standing(5.5, 4), &f).Cover)
	assert.Equal(t, space.NoCover, s.Sight(standing(6, 4), standing(5, 4), &f).Cover, "both in it")
	assert.Equal(t, space.NoCover, s.Sight(standing(5, 4), standing(9.5, 4), &f).Cover, "shallow water")
	assert.Equal(t, space.NoCover, s.Sight(standing(1, 8), standing(5.5, 6.5), &f).Cover, "beside it")
	assert.EqualValues(t, 1, s.Inside(space.Point{X: 11, Y: 8}, &f))
}

// DUEL-4: models do not hide, mobs do (DUEL-103).
func TestMobsHide(t *testing.T) {
	var f space.Field
	s := cutting(t)
	a, b := standing(1, 6), standing(11, 6)
	assert.True(t, s.Sees(a, b, &f))
	require.True(t, f.PutMob(space.Mob{At: space.Point{X: 12, Y: 12}, Radius: 5 * space.Inch / 2}))
	assert.False(t, s.Sees(a, b, &f))
	f.Mobs()[0].At = space.Point{X: 12, Y: 18}
	assert.True(t, s.Sees(a, b, &f))
}

// DUEL-4: heights matter: a roof looks over walls, and its edge hides models close
// below.
func TestSightFromAbove(t *testing.T) {
	var f space.Field
	s := cutting(t, space.Piece{Type: "house", Rect: []float64{1, 4, 3, 3}}, space.Piece{Type: "wall", Rect: []float64{6.5, 2, 0.5, 7}})
	roof, far, near := standing(3.5, 5.5), standing(11, 5.5), standing(5, 5.5)
	assert.False(t, s.Sees(standing(5.25, 5.5), far, &f), "on the ground the wall hides it")
	assert.True(t, s.Sees(roof, far, &f))
	assert.True(t, s.Sees(roof, near, &f))
	back := standing(1.5, 5.5)
	assert.False(t, s.Sees(back, near, &f), "the roof is in between")
	assert.Equal(t, s.Sees(roof, far, &f), s.Sees(far, roof, &f))
}

func TestMapFaults(t *testing.T) {
	m := space.Plains()
	m.Types = bookTypes(t)
	m.Width, m.Symmetry = 13, "mirror"
	m.SpawnPoints = []space.Spot{{0.3, 4}, {20, 1}}
	m.Pieces = []space.Piece{
		{Type: "lava", Rect: []float64{1, 1, 1, 1}},
		{Type: "wall", Rect: []float64{1, 1, 1}},
		{Type: "wall"},
		{Type: "wall", Rect: []float64{1, 1, 1, 1}, Circle: []float64{1, 1, 1}},
		{Type: "wall", Polygon: [][2]float64{{1, 1}, {3, 1}, {2, 1.2}, {2, 3}}},
		{Type: "wall", Circle: []float64{0.5, 5, 1}},
		{Type: "wall", Rect: []float64{1, 1, 1, 1.005}},
		{Type: "wall", Rect: []float64{1, 1, 1, 1}, Height: 99},
		{Type: "gap", Rect: []float64{1, 1, 1, 1}, Height: 1},
	}
	err := m.Validate()
	for _, want := range []string{
		"spawn_points[0]: [0.3 4]: want a point of the lattice",
		"spawn_points[1]: [20 1]:",
		"pieces[0].type: lava: want one of the types: wheat, light_forest,",
		"pieces[1].rect: [1 1 1]: want x, y, and a width and depth above 0",
		"pieces[2]: 0 outlines: want exactly one of rect, polygon and circle",
		"pieces[3]: 2 outlines:",
		"pieces[4].polygon:",
		"pieces[5]: leaves the area",
		"pieces[6].rect[3]: 1.005: want a multiple of 0.01 inches",
		"pieces[7].height: 99: want a length from 0 to 24 inches",
		"pieces[8].height: 1: want none: a gap has no height",
	} {
		assert.ErrorContains(t, err, want)
	}
	for name, c := range map[string]struct {
		change func(*space.Map)
		want   string
	}{
		"size":     {func(m *space.Map) { m.Width, m.Depth = 12.25, 49 }, "width: 12.25: want a multiple of step from 6 to 48 inches\ndepth: 49:"},
		"step":     {func(m *space.Map) { m.Step = 0.25 }, "step: 0.25: want 0.5 or 1"},
		"symmetry": {func(m *space.Map) { m.Symmetry = "mirror" }, "symmetry: mirror: want none, half or quarter"},
		"unequal": {
			func(m *space.Map) { m.Pieces = []space.Piece{{Type: "wall", Rect: []float64{2, 3, 1, 1}}} },
			"pieces[0]: wall: want a piece like it where it comes to lie when the table is turned (symmetry: quarter)",
		},
		"oblong": {func(m *space.Map) { m.Width = 14 }, "symmetry: quarter: want none or half: only a square"},
		"aside":  {func(m *space.Map) { m.Objective = space.Spot{4, 4} }, "objective[0]: (8,8): want one where"},
		"twice":  {func(m *space.Map) { m.Types = append(m.Types, m.Types[0]) }, "id: wheat: want a name of its own (types[0] has it)"},
		"types": {func(m *space.Map) {
			m.Types = []space.Type{{ID: "", See: true, Walk: true, Stand: true}, {ID: "x", See: true, Kind: space.Water}, {ID: "y", See: true, Walk: true, Kind: space.Gap, Height: 1}, {ID: "z", See: true, Depth: 2, Symbol: "zz", Kind: space.Tree}}
		}, `types[0].id: "": want a name`},
	} {
		t.Run(name, func(t *testing.T) {
			m := space.Plains()
			m.Types = bookTypes(t)
			require.NoError(t, m.Validate())
			c.change(&m)
			assert.ErrorContains(t, m.Validate(), c.want)
		})
	}
}

// Games with the same map and options share a scene, others do not, and a faulty map is refused
// each time.
func TestSharedScene(t *testing.T) {
	m, o := shipped(t, "city"), space.Options{Radius: 2 * space.Inch, Bases: []space.Base{space.Normal}}
	m.Step = 1
	var all sync.WaitGroup
	got := make([]*space.Scene, 8)
	for i := range got {
		all.Go(func() {
			s, err := space.SharedScene(m, o)
			assert.NoError(t, err)
			got[i] = s
		})
	}
	all.Wait()
	for _, s := range got {
		require.Same(t, got[0], s)
	}
	other := o
	other.Climbing = true
	s, err := space.SharedScene(m, other)
	require.NoError(t, err)
	assert.NotSame(t, got[0], s)
	walls := m
	walls.Pieces = walls.Pieces[1:]
	s, err = space.SharedScene(walls, o)
	if err == nil { // the map may have lost its symmetry
		assert.NotSame(t, got[0], s)
	}
	m.Width = 7.3
	for range 2 {
		_, err = space.SharedScene(m, o)
		assert.ErrorContains(t, err, "width")
	}
	runtime.KeepAlive(got)
}
