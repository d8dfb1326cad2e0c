package levels

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestChooseSpreadsRatingsEvenly(t *testing.T) {
	// Targets: 1100, 1200, 1300.
	chosen, ok := choose([]float64{1290, 1005, 1120, 1450, 1190, 1210, 1110}, 1000, 1400, 3)
	assert.True(t, ok)
	assert.Contains(t, [][]int{{6, 4, 0}, {6, 5, 0}}, chosen, "the one above the ringer never")
	_, ok = choose([]float64{1290, 1450}, 1000, 1400, 2)
	assert.False(t, ok, "one is above the ringer")
	// The nearest to both targets is one and the same: somebody else takes the other.
	chosen, ok = choose([]float64{1150, 1020, 1390}, 1000, 1400, 2) // 1133, 1267
	assert.True(t, ok)
	assert.Equal(t, []int{0, 2}, chosen)
}

// Against every choice of three of eight ratings.
func TestChooseIsTheBestChoice(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		ratings := make([]float64, 8)
		for i := range ratings {
			ratings[i] = 900 + 500*rng.Float64()
		}
		cost := func(chosen []int) (sum float64) {
			for k, i := range chosen {
				off := ratings[i] - (1000 + 500*float64(k+1)/4)
				sum += off * off
			}
			return sum
		}
		chosen, ok := choose(ratings, 1000, 1500, 3)
		assert.True(t, ok)
		for a := range ratings {
			for b := range ratings {
				for c := range ratings {
					if ratings[a] < ratings[b] && ratings[b] < ratings[c] {
						assert.LessOrEqual(t, cost(chosen), cost([]int{a, b, c})+1e-9)
					}
				}
			}
		}
	}
}

func TestSpreadIsDenseAtTheBeginning(t *testing.T) {
	var all []Self
	for i := 10; i <= 1000; i += 10 {
		all = append(all, Self{Iteration: i})
	}
	var got []int
	for _, s := range Spread(all, 5) {
		got = append(got, s.Iteration)
	}
	assert.Equal(t, []int{10, 30, 100, 320, 1000}, got)
	assert.Equal(t, all[:3], Spread(all[:3], 5))
	assert.Empty(t, Spread(all, 0))
	assert.Equal(t, all[99:], Spread(all, 1))
	for n := range 100 {
		chosen := Spread(all, n)
		assert.Len(t, chosen, n)
		for i := 1; i < len(chosen); i++ {
			assert.Less(t, chosen[i-1].Iteration, chosen[i].Iteration)
		}
	}
}
