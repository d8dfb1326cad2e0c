package chart_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/internal/chart"
)

// Every figure of a dot chart has its mark and, where there is one, its interval; figures
// that are unknown, equal or far out can be drawn.
func TestDots(t *testing.T) {
	none := math.NaN()
	c := &chart.Dots{
		Title: "The finding", Note: "n 3", Axis: "uplift", Level: &chart.Level{Name: "none"}, Band: &chart.Band{Name: "wanted", Low: -.1, High: .1},
		Names: []string{"experts", "ringers"},
		Rows: []chart.DotRow{
			{Label: "one", Note: "n 12", Strong: true, Dots: []chart.Dot{{Value: .1, Low: 0, High: .2}, {Series: 1, Value: .3, Low: none, High: none}}},
			{Label: "two", Dots: []chart.Dot{{Value: none, Low: none, High: none}}},
		},
	}
	for _, wide := range []int{760, 358} {
		bare := elements(t, (&chart.Dots{Title: "The finding", Axis: "uplift", Rows: c.Rows[1:]}).SVG(wide))
		all := elements(t, c.SVG(wide))
		assert.Equal(t, 0, bare["circle"])
		assert.Equal(t, 2, all["circle"], "a dot, and the sign of its series")
		assert.Equal(t, 4, all["rect"], "paper, band, a dot of the second series, and its sign")
	}
	same := &chart.Dots{Rows: []chart.DotRow{{Label: "a", Dots: []chart.Dot{{Value: .25, Low: .25, High: .25}}}}}
	assert.Equal(t, 1, elements(t, same.SVG(760))["circle"])
	elements(t, (&chart.Dots{}).SVG(760))
}

// A grid has a cell for each figure and prints it.
func TestGrid(t *testing.T) {
	c := &chart.Grid{
		Title: "A cycle", Down: "style", Across: "against", Middle: .5, Share: true, Rows: []string{"rock", "paper"}, Columns: []string{"rock", "a rather long name"},
		Cells: [][]float64{{.5, .25}, {math.NaN(), .5}},
	}
	for _, wide := range []int{760, 358} {
		svg := c.SVG(wide)
		assert.Equal(t, 4, elements(t, svg)["rect"], "paper and three cells")
		assert.Contains(t, string(svg), ">25%<")
	}
}
