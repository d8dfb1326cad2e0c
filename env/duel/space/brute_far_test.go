package space

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

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
