package eval

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// A bootstrap sees too little spread in few clusters, and none in equal ones.
func TestFewOrEqualClustersGetAnotherInterval(t *testing.T) {
	rows := func(n, ones int) [][]float64 {
		list := make([][]float64, n)
		for i := range list {
			list[i] = []float64{0}
			if i < ones {
				list[i][0] = 1
			}
		}
		return list
	}
	drawn := Interval{0.4, 0.6}
	single, few := Wilson(2, 29), shareInterval(rows(29, 2), 0, drawn)
	assert.InDelta(t, single.Low, few.Low, .01, "too few, of one game each")
	assert.InDelta(t, single.High, few.High, .02)
	assert.Equal(t, Wilson(30, 30), shareInterval(rows(30, 30), 0, drawn), "all alike")
	assert.Equal(t, Wilson(0, 5), shareInterval(rows(5, 0), 0, drawn), "few and all alike")
	assert.Equal(t, drawn, shareInterval(rows(30, 2), 0, drawn))
}

// Of few deals of four games, about 95% of the intervals hold the true share, and they are
// as narrow as the number of games allows.
func TestCoverageOfFewDeals(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	const trials, games = 2000, 4
	rng := env.Stream(6, "test/few")
	for _, rate := range []float64{.2, .5} {
		for _, deals := range []int{8, 20, 28} {
			held, width := 0, 0.0
			for range trials {
				rows := make([][]float64, deals)
				for i := range rows {
					rows[i] = []float64{0}
					for range games {
						if rng.Float64() < rate {
							rows[i][0] += 1.0 / games
						}
					}
				}
				got := shareInterval(rows, 0, Interval{})
				if got.Low <= rate && rate <= got.High {
					held++
				}
				width += (got.High - got.Low) / trials
			}
			alone := wilson(rate*float64(games*deals), float64(games*deals), z95)
			name := fmt.Sprintf("%v of %d deals", rate, deals)
			assert.InDelta(t, .96, float64(held)/trials, .025, name)
			assert.InDelta(t, 1.1, width/(alone.High-alone.Low), .15, name+": width beside that of independent games")
		}
	}
}

// Rows beyond the last whole group count as much as any other.
func TestClustersLeftOverCount(t *testing.T) {
	const n = 2*mostClusters + 2 // groups of 3, and one row left over
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = []float64{0}
	}
	rows[n-1][0] = 4
	groups := thin(rows)
	require.Len(t, groups, n/3)
	assert.InDelta(t, 1, groups[len(groups)-1][0], 1e-12, "four rows, one of which has 4")
}
