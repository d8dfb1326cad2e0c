package space

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

var everyBase = []Base{Small, Normal, Large}

// twoBases returns two of the three sizes, drawn at random: a scene of two is
// quicker to prepare.
func twoBases(rng *rand.Rand) []Base {
	b := rng.IntN(len(everyBase))
	return []Base{everyBase[b], everyBase[(b+1)%len(everyBase)]}
}

// DUEL-3, DUEL-22, DUEL-24: on random tables, Reach finds exactly what Dijkstra's
// algorithm over every straight leg finds, at the same cost, and its paths are
// clear and as long as it says.
func TestReachAgainstBruteForce(t *testing.T) {
	scenes, turned, off := rounds(300), 0, 0
	for i := range scenes {
		progress(t, i)
		rng := env.Stream(uint64(i), "reach")
		s := randomScene(rng, Options{Radius: 4 * Inch, Bases: twoBases(rng), Avoid: []Kind{Water, Laser}[:rng.IntN(3)]})
		f := randomField(rng, s)
		models := randomModels(rng, s, f, 1+rng.IntN(5))
		if len(models) == 0 {
			continue
		}
		mover := models[0]
		allowance := Inch * Length(1+rng.IntN(2))
		if s.step == Inch {
			allowance += Inch
		}
		if rng.IntN(2) == 0 { // with precomputed Moves
			f = &Field{}
			if models = randomModels(rng, s, f, 1+rng.IntN(4)); len(models) == 0 {
				continue
			}
			mover = models[0]
			t := s.table(mover.Base)
			t.known = s.newKnown(allowance + s.step*Length(rng.IntN(2)))
		}
		r := NewReach(s)
		r.Find(mover, Move{Allowance: allowance}, f, models[1:])
		x := newDumb(s, f).trip(mover, Move{Allowance: allowance}, models[1:])
		want := x.reach()
		for id := range s.Disc().Len() {
			p := mover.At.Add(s.Disc().Offset(id))
			steps, ok := want[p]
			require.Equal(t, ok, r.Has(id), "scene %d: %v to %v, allowance %v\n%+v\n%+v", i, mover, p, allowance, s.source.Pieces, models[1:])
			if !ok {
				continue
			}
			require.InDelta(t, steps*float64(s.step), float64(r.Cost(id)), 1.001, "scene %d: %v to %v", i, mover, p)
			path := r.Path(id, nil)
			require.Equal(t, mover.At, path[0])
			require.Equal(t, p, path[len(path)-1])
			require.LessOrEqual(t, s.Length(path), r.Cost(id).Inches()+1e-9, "scene %d: %v to %v by %v", i, mover, p, path)
			if len(path) > 2 {
				turned++
			}
		}
		require.Equal(t, len(want), r.Count())
		if s.avoid == 0 {
			for e := range Edge(Edges) { // DUEL-32
				cost, ok := r.Exit(e)
				steps, leaves := x.exit(want, e)
				require.Equal(t, leaves, ok, "scene %d: leaving %v over %v", i, mover, e)
				if ok {
					require.InDelta(t, steps*float64(s.step), float64(cost), 1.001)
				}
				if ok && s.Height(mover.At, f) > 0 {
					off++
				}
			}
		}
	}
	t.Logf("%d scenes, %d ways with turns, %d off the area from a top", scenes, turned, off)
	assert.Positive(t, off, "nothing left from a top")
	assert.Greater(t, turned, scenes/5, "the scenes were too easy")
}

// DUEL-22: standing and heights against the definitions.
func TestStandingAgainstBruteForce(t *testing.T) {
	scenes, tops := rounds(300), 0
	for i := range scenes {
		progress(t, i)
		rng := env.Stream(uint64(i), "standing")
		s := randomScene(rng, Options{Radius: 1 * Inch, Bases: everyBase})
		f := randomField(rng, s)
		d := newDumb(s, f)
		for range 40 {
			p := s.PointAt(rng.IntN(s.Points()))
			require.Equal(t, d.height(p), s.Height(p, f), "scene %d at %v", i, p)
			for _, b := range everyBase {
				ok := s.Standable(p, b, f)
				require.Equal(t, d.standable(p, b), ok, "scene %d at %v, %v base\n%+v", i, p, b, s.source.Pieces)
				if ok && s.Height(p, f) > 0 {
					tops++
				}
			}
		}
	}
	t.Logf("%d scenes, %d places on top", scenes, tops)
	assert.Greater(t, tops, scenes/10, "hardly anything stood on top")
}

// DUEL-4, DUEL-25, DUEL-45: sight and cover against exact fractions.
func TestSightAgainstBruteForce(t *testing.T) {
	var covers [4]int
	scenes := rounds(300)
	for i := range scenes {
		progress(t, i)
		rng := env.Stream(uint64(i), "sight")
		s := randomScene(rng, Options{Radius: 1 * Inch, Bases: everyBase})
		f := randomField(rng, s)
		if rng.IntN(3) == 0 {
			f.PutMob(Mob{At: s.PointAt(rng.IntN(s.Points())), Radius: Inch * 5 / 2})
		}
		models := randomModels(rng, s, f, 3)
		d := newDumb(s, f)
		for _, a := range models {
			for _, b := range models {
				if a == b {
					continue
				}
				want, got := d.sight(a, b), s.Sight(a, b, f)
				if !want.Sees {
					want.Visible, got.Visible = 0, 0
				}
				require.Equal(t, want, got, "scene %d: %+v sees %+v\n%+v", i, a, b, s.source.Pieces)
				require.Equal(t, got.Sees, s.Sees(a, b, f))
				require.Equal(t, got.Sees, s.Sees(b, a, f), "sight is mutual")
				covers[got.Cover]++
			}
		}
	}
	t.Logf("%d scenes, degrees of cover: %v", scenes, covers)
	for c, n := range covers {
		assert.Greater(t, n, scenes/20, "cover %v hardly occurred", Cover(c))
	}
}

// DUEL-117, DUEL-86: the longest Moves that any rule gives, ten inches on the half
// inch lattice, of all sizes of base among a crowd, obstacles and mobs, with and
// without leaping, against brute force.
func TestFarReachAgainstBruteForce(t *testing.T) {
	scenes, turned, far := min(rounds(8), 2000), 0, 0
	for i := range scenes {
		progress(t, i)
		rng := env.Stream(uint64(i), "far")
		m := randomMap(rng)
		m.Width, m.Depth, m.Step = 9, 9, 0.5
		c, err := tryCompile(m)
		require.NoError(t, err)
		s := newScene(m, c, Options{Radius: 10 * Inch, Bases: everyBase})
		f := &Field{}
		models := randomModels(rng, s, f, 3+rng.IntN(9))
		for range 4 { // obstacles of Heroes (DUEL-89)
			if block, ok := s.Block(models[rng.IntN(len(models))], rng.IntN(Directions), f, models); ok {
				f.Put(block)
			}
		}
		f.PutMob(Mob{At: s.PointAt(rng.IntN(s.Points())), Radius: Inch * 5 / 2}) // walked through (DUEL-103)
		move := Move{Allowance: Inch * Length(7+rng.IntN(4)), Leap: 2 * Inch * Length(rng.IntN(4))}
		r := NewReach(s)
		r.Find(models[0], move, f, models[1:])
		want := newDumb(s, f).trip(models[0], move, models[1:]).reach()
		for id := range s.Disc().Len() {
			p := models[0].At.Add(s.Disc().Offset(id))
			steps, ok := want[p]
			require.Equal(t, ok, r.Has(id), "scene %d: %+v to %v, %+v\n%+v\n%+v", i, models[0], p, move, s.source.Pieces, models[1:])
			if !ok {
				continue
			}
			require.InDelta(t, steps*float64(s.step), float64(r.Cost(id)), 1.001, "scene %d: %v to %v", i, models[0], p)
			path := r.Path(id, nil)
			require.LessOrEqual(t, s.Length(path), r.Cost(id).Inches()+1e-9)
			if len(path) > 2 {
				turned++
			}
			if r.Cost(id) > 7*Inch {
				far++
			}
		}
		require.Equal(t, len(want), r.Count())
	}
	t.Logf("%d scenes, %d ways with turns, %d longer than seven inches", scenes, turned, far)
	assert.Greater(t, turned, scenes)
	assert.Greater(t, far, scenes)
}

// randomTrip returns a Move of one of a few models on a random table of some types
// of terrain.
func randomTrip(rng *rand.Rand, o Options, move Move, use ...string) (*trip, bool) {
	o.Radius, o.Bases = move.Allowance, twoBases(rng)
	s := randomScene(rng, o, use...)
	f := randomField(rng, s)
	models := randomModels(rng, s, f, 1+rng.IntN(4))
	if len(models) == 0 {
		return nil, false
	}
	return newDumb(s, f).trip(models[0], move, models[1:]), true
}

// gapped reports whether a way has a leg over a gap, and that all others are
// clear.
func (t *trip) gapped(tt *testing.T, path []Point, stop []body) bool {
	jumps := 0
	for i := 1; i < len(path); i++ {
		if t.clear(path[i-1], path[i], stop) {
			continue
		}
		width, _, ok := t.gaps(path[i-1], path[i], stop)
		require.True(tt, ok && width > 0, "a leg that is neither clear nor a jump: %v", path)
		jumps++
	}
	require.LessOrEqual(tt, jumps, 1, "one jump in a Move: %v", path)
	return jumps > 0
}

// DUEL-54, DUEL-86: ways with a jump over gaps and leaps, against all legs and
// all jumps tried one by one.
func TestJumpsAndLeapsAgainstBruteForce(t *testing.T) {
	scenes, jumps, leaps := rounds(100), 0, 0
	for i := range scenes {
		progress(t, i)
		rng := env.Stream(uint64(i), "jumps")
		move := Move{Allowance: Inch * Length(2+rng.IntN(3)), JumpRise: Inch}
		switch rng.IntN(4) {
		case 0:
			move.JumpWidth = Inch
		case 1, 2:
			move.JumpWidth = move.Allowance
		}
		if rng.IntN(3) == 0 {
			move.Leap = Inch * Length(1+rng.IntN(3))
		}
		x, ok := randomTrip(rng, Options{Avoid: []Kind{Water, Laser}[:rng.IntN(3)]}, move,
			"gap", "gap", "gap", "wall", "crate", "wheat", "fence", "pond", "laser", "tree")
		if !ok {
			continue
		}
		s, r := x.s, NewReach(x.s)
		r.Find(x.mover, move, x.f, x.models)
		want := x.reach()
		for id := range s.Disc().Len() {
			p := x.mover.At.Add(s.Disc().Offset(id))
			steps, ok := want[p]
			require.Equal(t, ok, r.Has(id), "scene %d: %+v to %v, %+v\n%+v\n%+v", i, x.mover, p, move, s.source.Pieces, x.models)
			if !ok {
				continue
			}
			require.InDelta(t, steps*float64(s.step), float64(r.Cost(id)), 1.001, "scene %d: %v to %v", i, x.mover, p)
			path := r.Path(id, nil)
			require.Equal(t, x.mover.At, path[0])
			require.Equal(t, p, path[len(path)-1])
			require.LessOrEqual(t, s.Length(path), r.Cost(id).Inches()+1e-9, "scene %d: %v to %v by %v", i, x.mover, p, path)
			if r.how[id] == leaping {
				leaps++
			} else if x.gapped(t, path, x.waysTo(p, r.how[id]&wading == 0).stop) {
				jumps++
			}
		}
		require.Equal(t, len(want), r.Count())
	}
	t.Logf("%d scenes, %d ways with a jump, %d leaps", scenes, jumps, leaps)
	assert.Greater(t, jumps, scenes/4, "the scenes were too easy")
	assert.Greater(t, leaps, scenes/10, "the scenes were too easy")
}

// DUEL-44: a Move with climbing leads along a shortest way, pays for the heights
// under that way, and reaches the destinations that it can then pay for. Where
// several ways are equally short, any of them may be the one.
func TestClimbingAgainstBruteForce(t *testing.T) {
	scenes, climbs, steep, off := rounds(100), 0, 0, 0
	for n := range scenes + 1 {
		i := n
		if n == scenes {
			i = 54859 // two ways are equally short, and only one of them stays on the roofs
		}
		progress(t, i)
		rng := env.Stream(uint64(i), "climbing")
		move := Move{Allowance: Inch * Length(3+rng.IntN(3))}
		if rng.IntN(2) == 0 {
			move.JumpWidth, move.JumpRise = 3*Inch, Inch*Length(1+rng.IntN(3))/2
		}
		x, ok := randomTrip(rng, Options{Climbing: true}, move, "crate", "crate", "wall", "ladder", "fence", "gap")
		if !ok {
			continue
		}
		s, r := x.s, NewReach(x.s)
		r.Find(x.mover, move, x.f, x.models)
		for id := range s.Disc().Len() {
			p := x.mover.At.Add(s.Disc().Offset(id))
			if !s.Holds(p) || p == x.mover.At {
				continue
			}
			w := x.waysTo(p, false)
			length := w.length(p)
			if r.Has(id) {
				path := r.Path(id, nil)
				require.True(t, x.room(p), "scene %d: %+v to %v", i, x.mover, p)
				x.gapped(t, path, w.stop)
				require.InDelta(t, length*s.step.Inches(), s.Length(path), 1e-6, "scene %d: %+v to %v by %v", i, x.mover, p, path)
				up := x.climb(path, w.stop)
				require.InDelta(t, (length+up)*float64(s.step), float64(r.Cost(id)), 1.001, "scene %d: %+v to %v by %v, %+v\n%+v\n%+v", i, x.mover, p, path, move, s.source.Pieces, x.f.Added())
				require.LessOrEqual(t, r.Cost(id), move.Allowance)
				if up > 0 {
					climbs++
				}
				continue
			}
			if length > x.limit || !x.room(p) {
				continue
			}
			chains, ok := x.chains(w, p)
			if !ok {
				continue
			}
			most := 0.0
			for _, path := range chains {
				most = max(most, length+x.climb(path, w.stop))
			}
			require.Greater(t, most, x.limit, "scene %d: %+v does not reach %v, though all ways fit: %v, %+v\n%+v\n%+v", i, x.mover, p, chains, move, s.source.Pieces, x.f.Added())
			steep++
		}
		off += x.leavesDown(t, r, i)
	}
	t.Logf("%d scenes, %d ways that climb, %d too steep", scenes, climbs, steep)
	assert.Greater(t, climbs, scenes/3, "the scenes were too easy")
	assert.Greater(t, steep, scenes/10, "the scenes were too easy")
	assert.Positive(t, off, "nothing left from a top")
}

// leavesDown requires that a Move from a top leaves the area at the cost of one of the
// ways that it finds to the last row, straight on and down (DUEL-32); it returns how
// many edges that leads over.
func (t *trip) leavesDown(tt *testing.T, r *Reach, scene int) (edges int) {
	if t.height(t.mover.At) == 0 {
		return 0
	}
	for e := range Edge(Edges) {
		best := math.Inf(1)
		for id := range t.s.Disc().Len() {
			p := t.mover.At.Add(t.s.Disc().Offset(id))
			if !r.Has(id) || !t.unhindered(t.mover, t.models, p, e) {
				continue
			}
			v, w := t.off(p, e)
			on := math.Hypot(float64(w.x-v.x), float64(w.y-v.y))
			path := r.Path(id, nil)
			best = min(best, t.s.Length(path)*float64(Inch)+on+t.climbOff(path, t.waysTo(p, false).stop, on))
		}
		cost, ok := r.Exit(e)
		require.Equal(tt, best <= float64(t.move.Allowance)+tiny, ok, "scene %d: %+v over %v for %v, %+v\n%+v", scene, t.mover, e, best, t.move, t.s.source.Pieces)
		if ok {
			require.InDelta(tt, best, float64(cost), 1.001, "scene %d: %+v over %v", scene, t.mover, e)
			edges++
		}
	}
	return edges
}
