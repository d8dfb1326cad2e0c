package ratio_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/report/ratio"
)

// Cases of two kinds share the luck of their game. Of a known difference, the interval holds it in
// about 95 of 100 studies, and is shorter than the interval of two kinds that share nothing.
func TestPairsOfTheSameGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	held, shared, apart := 0, 0., 0.
	for range 400 {
		var with, without, alone ratio.Pair
		for range 80 {
			luck := rng.NormFloat64()
			for range 1 + rng.IntN(3) {
				with.Add(.3 + luck + .2*rng.NormFloat64())
			}
			for range 1 + rng.IntN(3) {
				without.Add(luck + .2*rng.NormFloat64())
			}
			alone.Add(rng.NormFloat64())
			with.Close()
			without.Close()
			alone.Close()
		}
		f := with.Beyond(&without, 20)
		if f.Low <= .3 && f.High >= .3 {
			held++
		}
		shared += f.High - f.Low
		far := with.Beyond(&alone, 20)
		apart += far.High - far.Low
	}
	assert.InDelta(t, 380, held, 16)
	assert.Less(t, shared, apart/2)
}

// What few games have is worth nothing that anybody knows.
func TestPairsOfFewGames(t *testing.T) {
	var with, without ratio.Pair
	for i := range 40 {
		if i < 19 {
			with.Add(1)
		}
		without.Add(0)
		with.Close()
		without.Close()
	}
	assert.Zero(t, with.Beyond(&without, 20).Of)
	assert.Zero(t, without.Beyond(&with, 20).Of)
	assert.Equal(t, 19, with.Beyond(&without, 19).Of)
	assert.InDelta(t, 1, with.Beyond(&without, 19).Value, 1e-12)
}
