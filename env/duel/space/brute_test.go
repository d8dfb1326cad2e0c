package space

import (
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
			t.known = s.learn(t, allowance+s.step*Length(rng.IntN(2)))
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
