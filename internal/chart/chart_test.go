package chart_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/internal/chart"
	"ringer/report/ratio"
)

// Figures on both sides of zero stand about a dark line at it, between round figures.
func TestChartShowsZero(t *testing.T) {
	draw := func(low, value, high float64) string {
		return string((&chart.Chart{
			Title: "t", Series: []chart.Series{{Name: "a", Mark: chart.Mark{Colour: "red"}}},
			Rows: []chart.Row{{Label: "one", Cells: []ratio.Figure{{Name: "a", Low: low, Value: value, High: high}}}},
		}).SVG())
	}
	const dark = `stroke="#2b2a27"`
	svg := draw(-1.2, 4, 10.6)
	for _, label := range []string{"-2", "0", "2", "4", "6", "8", "10", "12"} {
		assert.Contains(t, svg, ">"+label+"</text>")
	}
	assert.Equal(t, 1, strings.Count(svg, dark))
	for _, label := range []string{"-0.3", "-0.2", "0", "0.05"} {
		assert.Contains(t, draw(-.27, -.1, .04), ">"+label+"</text>")
	}
	assert.NotContains(t, draw(1, 4, 10.6), dark)
}
