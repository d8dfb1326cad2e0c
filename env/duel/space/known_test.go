package space

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// Knowledge of the table without models changes no Move: with it and without it,
// Find reaches the same offsets and edges at the same costs.
func TestKnownMovesChangeNothing(t *testing.T) {
	near, taught := 0, 0
	for i := range rounds(100) {
		progress(t, i)
		rng := env.Stream(uint64(i), "known")
		s := randomScene(rng, Options{Radius: 4 * Inch, Bases: twoBases(rng), Avoid: []Kind{Water, Laser}[:rng.IntN(3)]})
		s.prepareWays()
		with, without := NewReach(s), NewReach(s)
		for range 12 {
			f := &Field{}
			models := randomModels(rng, s, f, 1+rng.IntN(6))
			if len(models) == 0 {
				continue
			}
			move := Move{Allowance: s.step * Length(1+rng.IntN(int(4*Inch/s.step)))}
			mover := models[0]
			with.Find(mover, move, f, models[1:])
			facts := s.table(mover.Base)
			known := facts.known
			facts.known = nil
			without.Find(mover, move, f, models[1:])
			facts.known = known
			for id := range s.disc.Len() {
				require.Equal(t, without.Has(id), with.Has(id), "scene %d: %v by %v, allowance %v\n%+v\n%+v", i, mover, s.disc.Offset(id), move.Allowance, s.source.Pieces, models[1:])
				if with.Has(id) {
					require.Equal(t, without.Cost(id), with.Cost(id), "scene %d: %v by %v, allowance %v\n%+v\n%+v", i, mover, s.disc.Offset(id), move.Allowance, s.source.Pieces, models[1:])
				}
			}
			if with.nNear == 0 && s.topsLead() {
				continue
			}
			require.Equal(t, without.exits, with.exits, "scene %d: %v, allowance %v\n%+v\n%+v", i, mover, move.Allowance, s.source.Pieces, models[1:])
			if near += with.nNear; with.nNear > 0 {
				for id := range s.disc.Len() {
					if with.Has(id) && with.inTerrain(id) {
						taught++
					}
				}
			}
		}
	}
	t.Logf("%d models in the way, %d ways onto terrain", near, taught)
	assert.Greater(t, near, rounds(100))
	assert.Greater(t, taught, rounds(100))
}

// Moves from a point are worked out once, whoever asks first.
func TestKnownMovesAreSafeToShare(t *testing.T) {
	s := randomScene(env.Stream(1, "share"), Options{Radius: 2 * Inch, Bases: everyBase})
	s.prepareWays()
	models := randomModels(env.Stream(2, "share"), s, &Field{}, 3)
	require.NotEmpty(t, models)
	want := NewReach(s)
	want.Find(models[0], Move{Allowance: 2 * Inch}, &Field{}, models[1:])
	s.prepareWays()
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			r := NewReach(s)
			r.Find(models[0], Move{Allowance: 2 * Inch}, &Field{}, models[1:])
			assert.Equal(t, want.cost, r.cost)
		})
	}
	all.Wait()
}
