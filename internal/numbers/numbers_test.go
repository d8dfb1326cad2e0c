package numbers_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/numbers"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

// Digits follow the width of the interval.
func TestShare(t *testing.T) {
	for _, x := range []struct {
		want         string
		v, low, high float64
	}{
		{"46% (45 … 47)", .461, .452, .470},
		{"46.1% (45.7 … 46.6)", .461, .457, .466},
		{"28.5% (27.8 … 29.2)", .285, .278, .292}, // neither end is written as the value
		{"46.12% (46.09 … 46.15)", .46123, .4609, .4615},
		{"38% (9 … 78)", .375, .092, .781},
		{"50% (0 … 100)", .5, 0, 1},                  // one deal
		{"0% (0 … 37)", 0, 0, .369},                  // nothing won
		{"100% (63 … 100)", 1, .631, 1},              // everything won
		{"99.7% (98.1 … 100.0)", .997, .981, .99997}, // not everything won: not 100%
		{"0.3% (0.1 … 2.1)", .003, .0009, .0211},
		{"46.1%", .461, nan, nan}, // no interval
		{"25%", .25, .25, .25},    // exact
		{"0.0%", 1e-12, 1e-13, 1e-11},
		{"50.0%", .5, .4999999, .5000001},
		{"–", nan, 0, 0}, // no games
		{"–", nan, nan, nan},
	} {
		assert.Equal(t, x.want, numbers.Share(x.v, x.low, x.high))
	}
}

// An end of an interval does not touch the even share by rounding.
func TestShareBeside(t *testing.T) {
	assert.Equal(t, "51.1% (50.1 … 52.1)", numbers.ShareBeside(.511, .501, .521, .5))
	assert.Equal(t, "51% (50 … 52)", numbers.Share(.511, .501, .521))
	assert.Equal(t, "34.3% (33.4 … 35.2)", numbers.ShareBeside(.343, .334, .352, 1./3))
	assert.Equal(t, "34% (33 … 35)", numbers.ShareBeside(.339, .33, .35, 1./3))
	assert.Equal(t, "51% (50 … 52)", numbers.ShareBeside(.51, .5, .52, .5), "an end that is even stays even")
}

func TestPoints(t *testing.T) {
	assert.Equal(t, "+32 (+30 … +34)", numbers.Points(.322, .304, .339))
	assert.Equal(t, "+1.6 (+0.1 … +3.1)", numbers.Points(.016, .001, .031), "above 0, and written so")
	assert.Equal(t, "-12 (-57 … +41)", numbers.Points(-.124, -.573, .411))
	assert.Equal(t, "0.0 (-0.2 … +0.2)", numbers.Points(-.0001, -.002, .0021))
	assert.Equal(t, "+25", numbers.Points(.25, nan, nan))
	assert.Equal(t, numbers.None, numbers.Points(nan, nan, nan))
}

func TestMean(t *testing.T) {
	assert.Equal(t, "8.4 (8.1 … 8.7)", numbers.Mean(8.41, 8.13, 8.69))
	assert.Equal(t, "12,345 (11,944 … 12,746)", numbers.Mean(12345, 11944, 12746))
	assert.Equal(t, "1,234,567.1 (1,234,567.0 … 1,234,567.2)", numbers.Mean(1234567.1, 1234567, 1234567.2))
	assert.Equal(t, "8.41", numbers.Mean(8.4123, nan, nan))
	assert.Equal(t, "3", numbers.Mean(3, 3, 3))
	assert.Equal(t, "0.0005", numbers.Mean(.0005, nan, nan))
	assert.Equal(t, "12,345", numbers.Mean(12345.4, nan, nan))
	assert.Equal(t, "0", numbers.Mean(0, 0, 0))
	assert.Equal(t, "∞ (3 … ∞)", numbers.Mean(inf, 3, inf))
	assert.Equal(t, numbers.None, numbers.Mean(nan, 1, 2))
	assert.Equal(t, "+0.017 (-0.002 … +0.036)", numbers.Signed(.017, -.0021, .0361))
	assert.Equal(t, "-3 (-∞ … +∞)", numbers.Signed(-3, -inf, inf))
	assert.Equal(t, "0", numbers.Signed(0, 0, 0))
	assert.Equal(t, "+0.5 (-∞ … +∞)", numbers.Signed(.5, -inf, inf))
	assert.Equal(t, "+0.50 (+0.48 … +∞)", numbers.Signed(.5, .48, inf))
}

func TestRating(t *testing.T) {
	assert.Equal(t, "1523 (1500 … 1546)", numbers.Rating(1523.2, 1500.1, 1546.4))
	assert.Equal(t, "1000", numbers.Rating(1000, 1000, 1000))
	assert.Equal(t, "+23 (+8 … +38)", numbers.Above(23, 8, 38))
	assert.Equal(t, "0 (-4 … +4)", numbers.Above(-.2, -4, 4))
	assert.Equal(t, "1523 (-∞ … ∞)", numbers.Rating(1523, -inf, inf))
	assert.Equal(t, numbers.None, numbers.Rating(nan, nan, nan))
}

func TestEvenAndCount(t *testing.T) {
	assert.Equal(t, []string{"50%", "33.3%", "25%", "20%", "0%"}, []string{numbers.Even(.5), numbers.Even(1. / 3), numbers.Even(.25), numbers.Even(.2), numbers.Even(0)})
	assert.Equal(t, []string{"0", "999", "1,000", "-999", "-1,000", "12,345,678"},
		[]string{numbers.Count(0), numbers.Count(999), numbers.Count(1000), numbers.Count(-999), numbers.Count(-1000), numbers.Count(12345678)})
}

func TestLaTeX(t *testing.T) {
	assert.Equal(t, `$46\%\ (45\ldots 47)$`, numbers.LaTeX(numbers.Share(.461, .452, .470)))
	assert.Equal(t, `$-3\ (-\infty\ldots +\infty)$`, numbers.LaTeX(numbers.Signed(-3, -inf, inf)))
}

func TestBeats(t *testing.T) {
	assert.Equal(t, "beats three experts in 46% (45 … 47) of 12,000 games; even would be 25%",
		numbers.Beats(numbers.Opponents(3, "expert"), .461, .452, .470, 12000, .25))
	assert.Equal(t, "beats the expert in 50% (0 … 100) of 1 game; even would be 50%", numbers.Beats(numbers.Opponents(1, "expert"), .5, 0, 1, 1, .5))
	assert.Equal(t, "has played no game against two of bot(kuhn)", numbers.Beats(numbers.Opponents(2, "bot(kuhn)"), 0, 0, 0, 0, .5))
	assert.Equal(t, "has played no game against a greedy player", numbers.Beats(numbers.Opponents(1, "greedy"), nan, nan, nan, 8, .5))
	assert.Equal(t, []string{"twelve", "13"}, []string{numbers.Word(12), numbers.Word(13)})
}

// Every kind of number, of every size, with every kind of interval: the text is of the one
// spelling, it says what the number says, and ends stay on their side.
func TestCrossNumbers(t *testing.T) {
	kinds := map[string]func(x, low, high float64) string{
		"share": numbers.Share, "points": numbers.Points, "mean": numbers.Mean, "signed": numbers.Signed, "rating": numbers.Rating, "above": numbers.Above,
		"beside": func(x, low, high float64) string { return numbers.ShareBeside(x, low, high, .25) },
	}
	const number = `[-+]?(\d{1,3}(,\d{3})*(\.\d+)?|\d+|∞)`
	spelling := regexp.MustCompile(`^(–|` + number + `%?( \(` + number + ` … ` + number + `\))?)$`)
	values := []float64{0, 1, -1, .25, .2500001, -1e-7, .9999999, 1523.5, 123456789, -1e15, nan, inf, -inf}
	widths := []float64{0, 1e-12, .0004, .004, .5, 3000, 1e12, inf, nan}
	for kind, write := range kinds {
		for _, x := range values {
			for _, below := range widths {
				for _, above := range widths {
					low, high := x-below, x+above
					text := write(x, low, high)
					what := fmt.Sprint(kind, " of ", x, " from ", low, " to ", high, ": ", text)
					assert.Regexp(t, spelling, text, what)
					assert.Equal(t, math.IsNaN(x), text == numbers.None, what)
					assert.NotRegexp(t, `[-+]0(\.0*)?($|[ %)])`, text, what) // no sign before nothing
					value, interval, shown := strings.Cut(text, " (")
					assert.NotContains(t, interval, "%", what)
					if math.IsNaN(low) || math.IsNaN(high) || low == high {
						assert.False(t, shown, what)
					} else if high-low > 2 && math.Abs(x) < 1e12 {
						assert.True(t, shown, what)
					}
					assert.Equal(t, math.IsInf(x, 0), strings.Contains(value, "∞"), what)
				}
			}
		}
	}
}

// The writers of other languages, in python/ringer and play/web, write these cases alike:
// their tests read the same file.
func TestCasesOfOtherLanguages(t *testing.T) {
	const file = "testdata/cases.json"
	type line struct {
		X, Low, High float64
		Even         *float64
		Want         string
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var cases struct{ Shares, Signed []line }
	require.NoError(t, json.Unmarshal(text, &cases))
	for _, c := range cases.Shares {
		var beside []float64
		if c.Even != nil {
			beside = append(beside, *c.Even)
		}
		assert.Equal(t, c.Want, numbers.ShareBeside(c.X, c.Low, c.High, beside...))
	}
	for _, c := range cases.Signed {
		assert.Equal(t, c.Want, numbers.Signed(c.X, c.Low, c.High))
	}
	assert.Greater(t, len(cases.Shares)+len(cases.Signed), 30)
}
