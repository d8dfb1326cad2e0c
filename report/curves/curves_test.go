package curves_test

import (
	"encoding/csv"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/report/curves"
)

// run makes a run whose exploitability falls to last, and that wins against random.
func run(label string, seed uint64, last float64, steps int) curves.Run {
	r := curves.Run{Dir: label + string(rune('0'+seed)), Label: label, Seed: seed, Final: map[string]curves.Figure{}}
	for i := range steps {
		at := float64(i+1) / float64(steps)
		r.Points = append(r.Points, curves.Sample{
			Step: i + 1, Decisions: 100 * float64(i+1), Seconds: float64(i) + float64(seed),
			Values: map[string]curves.Figure{
				curves.Exploitability: curves.Bare(1 - at*(1-last)),
				"win_rate/random":     {Value: .5, Low: .4, High: .6, Of: 100},
				"loss":                curves.Bare(at),
			},
		})
	}
	r.Final[curves.Exploitability] = curves.Bare(last / 2)
	return r
}

// Runs of one configuration are their mean with Student's interval: t is 12.706 with one
// degree of freedom. The steps that not all have reached are left out.
func TestSeedsAreOneCurve(t *testing.T) {
	m := curves.New([]curves.Run{run("a", 1, .1, 4), run("a", 2, .3, 4), run("b", 1, .5, 4)}, curves.Exploitability)
	require.Len(t, m.Curves, 2)
	a := m.Curves[0]
	assert.Equal(t, []uint64{1, 2}, a.Seeds)
	require.Len(t, a.Points, 4)
	last := a.Points[3]
	half := 12.7062 * math.Sqrt(.02) / math.Sqrt(2)
	assert.InDelta(t, .2, last.Value, 1e-12)
	assert.InDelta(t, .2+half, last.High, 1e-4)
	assert.Zero(t, last.Low, "exploitability is not negative")
	assert.InDelta(t, 400, last.Decisions, 1e-9)
	assert.InDelta(t, 4.5, last.Seconds, 1e-9)
	assert.InDelta(t, .1, a.Final.Value, 1e-12)
	assert.True(t, math.IsNaN(m.Curves[1].Points[0].Low), "one seed has no interval")

	short := curves.New([]curves.Run{run("a", 1, .1, 4), run("a", 2, .3, 2)}, "loss")
	assert.Len(t, short.Curves[0].Points, 2)
}

func TestOneSeedHasTheIntervalOfItsGames(t *testing.T) {
	m := curves.New([]curves.Run{run("a", 1, .1, 4)}, "win_rate/random")
	assert.Equal(t, .4, m.Curves[0].Points[0].Low)
	assert.Contains(t, m.Note(), "say nothing of other seeds")
}

func TestFindingsFollowFromTheFigures(t *testing.T) {
	one := curves.New([]curves.Run{run("a", 1, .1, 4)}, curves.Exploitability)
	assert.Equal(t, "Exploitability goes from 0.7750 to 0.0500 after 400 decisions", one.Finding())
	clear := curves.New([]curves.Run{run("bad", 1, .80, 4), run("bad", 2, .82, 4), run("good", 1, .2, 4), run("good", 2, .21, 4)}, curves.Exploitability)
	assert.Contains(t, clear.Finding(), "Best in exploitability: good 0.10 (0.07 … 0.13), then bad 0.4 (")
	level := curves.New([]curves.Run{run("bad", 1, .8, 4), run("bad", 2, .2, 4), run("good", 1, .2, 4), run("good", 2, .3, 4)}, curves.Exploitability)
	assert.Contains(t, level.Finding(), "cannot be told apart")
	alone := curves.New([]curves.Run{run("bad", 1, .8, 4), run("good", 1, .2, 4)}, curves.Exploitability)
	assert.Contains(t, alone.Finding(), "cannot be told apart", "one seed proves nothing")
}

func TestMetricsOfEvaluationsComeFirst(t *testing.T) {
	assert.Equal(t, []string{curves.Exploitability, "win_rate/random", "loss"}, curves.Names([]curves.Run{run("a", 1, .1, 4)}))
}

// The page holds everything itself, and its data are the data of the curves.
func TestPage(t *testing.T) {
	runs := []curves.Run{run("<a>", 1, .1, 4), run("<a>", 2, .3, 4)}
	metrics := []curves.Metric{curves.New(runs, curves.Exploitability), curves.New(runs, "win_rate/random")}
	page := curves.Page("Curves", "made", metrics)
	assert.NotContains(t, page, "<a>")
	assert.NotContains(t, strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), "http")
	assert.Equal(t, 2*2*2, strings.Count(page, "<svg "), "two metrics, two axes, two widths")
	rows, err := csv.NewReader(strings.NewReader(curves.CSV(metrics))).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+4+1+4)
	assert.Equal(t, []string{"exploitability", "<a>", "2", "training", "1", "100", "1.5", "0.8"}, rows[1][:8])
	assert.Equal(t, "report", rows[5][3])

	for i := range runs {
		for k := range runs[i].Points {
			runs[i].Points[k].Seconds = math.NaN()
		}
	}
	assert.Equal(t, 2, strings.Count(curves.Page("Curves", "made", []curves.Metric{curves.New(runs, curves.Exploitability)}), "<svg "), "by time nothing is known")
}
