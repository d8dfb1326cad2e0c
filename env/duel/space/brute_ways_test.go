package space

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

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
