package chart_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/chart"
)

// elements counts the elements of an SVG, which must be well-formed and hold no figure
// that is no number.
func elements(t *testing.T, svg []byte) map[string]int {
	t.Helper()
	count := map[string]int{}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
			for _, a := range e.Attr {
				assert.NotContains(t, a.Value, "NaN")
				assert.NotContains(t, a.Value, "Inf")
			}
		}
	}
}

func lines(points ...chart.Point) *chart.Lines {
	return &chart.Lines{
		Title: "The <finding> & more", Note: "n", Across: "decisions", Up: "wins", Share: true,
		Lines: []chart.Line{{Label: "a", Points: points}, {Label: "b", Points: points[:1], End: &points[len(points)-1]}},
	}
}

// A line has a path, a band where there are intervals, and marks; a line of one point, a
// figure without an interval and equal figures can be drawn too.
func TestLines(t *testing.T) {
	none := math.NaN()
	banded := elements(t, lines(chart.Point{X: 1, Value: .4, Low: .3, High: .5}, chart.Point{X: 2, Value: .6, Low: .5, High: .7}).SVG(760))
	bare := elements(t, lines(chart.Point{X: 1, Value: .4, Low: none, High: none}, chart.Point{X: 2, Value: .6, Low: none, High: none}).SVG(760))
	assert.Equal(t, 1, banded["path"]-bare["path"], "a band")
	assert.Equal(t, 2+1, bare["circle"], "two points and the name of the line")
	assert.Equal(t, 1+1+1+1, bare["rect"], "the paper, a point, its end, the name of the line")
	elements(t, lines(chart.Point{X: 0, Value: 0, Low: 0, High: 0}).SVG(360))
	elements(t, (&chart.Lines{Title: "t", Lines: []chart.Line{{Label: "nothing"}}}).SVG(360))
	assert.Contains(t, string(lines(chart.Point{Value: 1}).SVG(360)), "&lt;finding&gt; &amp; more")
}

// Figures stand where they are: the mark of a higher share is higher, and the edges of a
// share are 0 and 100%.
func TestLinesStandToScale(t *testing.T) {
	svg := string(lines(chart.Point{X: 0, Value: 0, Low: math.NaN(), High: math.NaN()}, chart.Point{X: 10, Value: 1, Low: math.NaN(), High: math.NaN()}).SVG(760))
	_, path, ok := strings.Cut(svg, `<path d="M`)
	require.True(t, ok)
	path, _, _ = strings.Cut(path, `"`)
	var x0, y0, x1, y1 float64
	_, err := fmt.Sscanf(path, "%f %fL%f %f", &x0, &y0, &x1, &y1)
	require.NoError(t, err)
	assert.Less(t, x0, x1)
	assert.InDelta(t, 240, y0-y1, .11, "the whole height")
	assert.Contains(t, svg, ">100%<")
	assert.Contains(t, svg, ">0%<")
}

// Names at the ends of lines that meet stand apart.
func TestNamesOfLinesStandApart(t *testing.T) {
	c := &chart.Lines{Title: "t", Across: "x", Up: "y"}
	for _, name := range []string{"alpha", "beta", "gamma", "delta"} {
		c.Lines = append(c.Lines, chart.Line{Label: name, Points: []chart.Point{{X: 0, Value: 1, Low: 1, High: 1}, {X: 1, Value: 2, Low: 2, High: 2}}})
	}
	svg := string(c.SVG(760))
	var at []float64
	for _, name := range []string{"alpha", "beta", "gamma", "delta"} {
		before, _, ok := strings.Cut(svg, ">"+name+"<")
		require.True(t, ok)
		y := before[strings.LastIndex(before, ` y="`)+4:]
		var v float64
		_, err := fmt.Sscanf(y, "%f", &v)
		require.NoError(t, err)
		for _, other := range at {
			assert.GreaterOrEqual(t, math.Abs(v-other), 15.9)
		}
		at = append(at, v)
	}
}

func TestStackKeepsEveryPicture(t *testing.T) {
	one := lines(chart.Point{X: 1, Value: .5, Low: .4, High: .6}, chart.Point{X: 2, Value: .5, Low: .4, High: .6})
	assert.Equal(t, 3, elements(t, chart.Stack([]*chart.Lines{one, one}, 760))["svg"])
}

// On a logarithmic axis equal ratios are equally far, rules stand at powers of ten, and a figure of 0 is
// a fault of the caller.
func TestLogarithmicLines(t *testing.T) {
	at := func(v float64) chart.Point { return chart.Point{X: v, Value: v, Low: math.NaN(), High: math.NaN()} }
	c := chart.Lines{Log: true, Lines: []chart.Line{{Label: "a", Points: []chart.Point{at(0.001), at(0.01), at(0.1)}}}}
	svg := string(c.SVG(760))
	var heights []float64
	for _, m := range regexp.MustCompile(`<circle cx="[\d.]+" cy="([\d.]+)"`).FindAllStringSubmatch(svg, -1) {
		y, err := strconv.ParseFloat(m[1], 64)
		require.NoError(t, err)
		heights = append(heights, y)
	}
	require.Len(t, heights, 4, "three points, and the mark of the label")
	assert.InDelta(t, heights[0]-heights[1], heights[1]-heights[2], 0.2)
	assert.Greater(t, heights[0]-heights[1], 50.)
	for _, label := range []string{">0.001<", ">0.005<", ">0.01<", ">0.1<"} {
		assert.Contains(t, svg, label)
	}
	c.Lines[0].Points[0].Value = 0
	assert.Panics(t, func() { c.SVG(760) })
	assert.NotPanics(t, func() { (&chart.Lines{Log: true}).SVG(760) })
}
