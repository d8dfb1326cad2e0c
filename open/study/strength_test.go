package study

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/report/curves"
)

const wins = "win_rate/expert"

// learner is a run with these shares of wins, a minute of training and 40 processor seconds apart.
func learner(label string, seed uint64, half float64, shares ...float64) curves.Run {
	r := curves.Run{Dir: "runs/x", Label: label, Seed: seed}
	for i, p := range shares {
		n := float64(i + 1)
		r.Points = append(r.Points, curves.Sample{
			Step: i, Decisions: 1000 * n, Seconds: 90 * n, Training: 60 * n, Processor: 100 * n,
			Values: map[string]curves.Figure{wins: {Value: p, Low: p - half, High: p + half, Of: 400}},
		})
	}
	return r
}

func one(t *testing.T, target float64, runs ...curves.Run) Strength {
	t.Helper()
	list, err := Strengths(runs, "expert", []float64{target})
	require.NoError(t, err)
	require.Len(t, list, 1)
	return list[0]
}

func TestTimeToStrength(t *testing.T) {
	s := one(t, .4, learner("x", 3, 1e-9, .1, .3, .5, .6))
	assert.InDelta(t, 150, s.Seconds.Median, 1e-3, "half-way between the second evaluation and the third; evaluations take no time")
	assert.InDelta(t, 250, s.Processor.Median, 1e-3)
	assert.InDelta(t, 2500, s.Decisions.Median, 1e-3)
	assert.InDelta(t, s.Seconds.Low, s.Seconds.High, 1e-3, "no noise")
	assert.Equal(t, []int{1, 4, 400}, []int{s.Reached, s.Evaluations, s.Games})
	assert.Equal(t, []uint64{3}, s.Seeds)

	assert.InDelta(t, 60, one(t, .05, learner("x", 1, .01, .1, .3)).Seconds.Median, 1e-9, "from the first evaluation on")
	never := one(t, .7, learner("x", 1, .001, .1, .3, .5, .6))
	assert.True(t, math.IsInf(never.Seconds.Median, 1))
	assert.Zero(t, never.Reached)
	assert.InDelta(t, 250, one(t, .4, learner("x", 1, .01, .1, .45, .1, .3, .6)).Seconds.Median, 20, "a peak from which it falls surely does not count")
	assert.True(t, math.IsInf(one(t, .4, learner("x", 1, .01, .1, .5, .5, .5, .3)).Seconds.Median, 1), "it does not stay")
	noisy := one(t, .4, learner("x", 1, .1, .1, .3, .41, .38, .43, .41, .5))
	assert.InDelta(t, 252, noisy.Seconds.Median, 1, "a dip that noise explains is pooled with its neighbours")
	assert.Less(t, noisy.Seconds.Low, noisy.Seconds.Median)
	assert.Greater(t, noisy.Seconds.High, noisy.Seconds.Median)
}

// The median of several runs, with an interval that holds their spread; configurations apart.
func TestTimeToStrengthOfSeveralRuns(t *testing.T) {
	a, b, c := learner("x", 1, .001, .1, .5, .6, .6), learner("x", 2, .001, .1, .3, .5, .6), learner("x", 3, .001, .1, .2, .3, .3)
	s := one(t, .4, a, b, c)
	assert.InDelta(t, 150, s.Seconds.Median, 1)
	assert.Equal(t, 2, s.Reached)
	assert.Less(t, s.Seconds.Low, 110.)
	assert.True(t, math.IsInf(s.Seconds.High, 1))
	d := learner("y", 1, .001, .1, .6)
	list, err := Strengths([]curves.Run{a, b, d}, "expert", []float64{.2, .4})
	require.NoError(t, err)
	require.Len(t, list, 4)
	assert.Equal(t, []string{"x", "x", "y", "y"}, []string{list[0].Configuration, list[1].Configuration, list[2].Configuration, list[3].Configuration})
	assert.Equal(t, []uint64{1, 2}, list[1].Seeds)
	again, err := Strengths([]curves.Run{a, b, d}, "expert", []float64{.2, .4})
	require.NoError(t, err)
	assert.Equal(t, list, again, "the same draws")
}

// The interval holds the true time of a known curve about as often as it says.
func TestCoverageOfTimeToStrength(t *testing.T) {
	rng, held, trials := env.Stream(2, "test/strength"), 0, 40
	for range trials {
		shares := make([]float64, 40)
		for i := range shares {
			p := .5 * float64(i+1) / 40 // .4 after 32 minutes
			shares[i] = p + math.Sqrt(p*(1-p)/1000)*rng.NormFloat64()
		}
		s := one(t, .4, learner("x", 1, 1.96*math.Sqrt(.24/1000), shares...))
		if s.Seconds.Low <= 32*60 && 32*60 <= s.Seconds.High {
			held++
		}
	}
	assert.Greater(t, held, 33)
}

func TestStrengthRefuses(t *testing.T) {
	r := learner("x", 1, .01, .1, .5)
	_, err := Strengths([]curves.Run{r}, "greedy", []float64{.4})
	assert.ErrorContains(t, err, "runs/x: no evaluation against greedy on its way")
	r.Points[1].Processor = math.NaN()
	_, err = Strengths([]curves.Run{r}, "expert", []float64{.4})
	assert.ErrorContains(t, err, "no seconds of training at step 1")
}

func TestIsotonic(t *testing.T) {
	assert.Equal(t, []float64{1, 2.5, 2.5, 4}, isotonic([]float64{1, 3, 2, 4}))
	assert.Equal(t, []float64{2, 2, 2}, isotonic([]float64{3, 2, 1}))
	assert.Empty(t, isotonic(nil))
}
