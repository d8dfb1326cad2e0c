package eval

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A bootstrap sees no spread in few clusters, or in equal ones: their interval is
// that of their number.
func TestFewOrEqualClustersGetTheIntervalOfTheirNumber(t *testing.T) {
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
	assert.Equal(t, Wilson(2, 29), shareInterval(rows(29, 2), 0, drawn), "too few")
	assert.Equal(t, Wilson(30, 30), shareInterval(rows(30, 30), 0, drawn), "all alike")
	assert.Equal(t, drawn, shareInterval(rows(30, 2), 0, drawn))
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
