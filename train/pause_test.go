package train_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// A run that pauses is measured where it pauses, and ends as one that never did; that
// it is asked to pause at its end, or where it has been, changes nothing.
func TestAPausedRunGoesOnByteByByte(t *testing.T) {
	slowWhenRaced(t)
	for name, change := range map[string]func(*algos.File){
		"itself": func(*algos.File) {},
		"a lag":  func(f *algos.File) { f.Collect.Lag = 1 },
	} {
		f := small()
		f.Decisions, f.EMA = 6000, 0.9
		change(&f)
		want, whole := trainWhole(t, f)
		run, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		at := 0
		for _, until := range []int{1500, 1500, 1000, 4000} {
			opt := options(f, run)
			opt.Until = until
			paused, err := train.Run(t.Context(), f.Config, opt)
			require.NoError(t, err)
			assert.True(t, paused.Interrupted && paused.Paused, name)
			assert.GreaterOrEqual(t, paused.Decisions, until, name)
			assert.Less(t, paused.Decisions, until+2000, name)
			assert.GreaterOrEqual(t, paused.Decisions, at, name)
			at = paused.Decisions
			require.Len(t, paused.Evaluations, 1, name)
			assert.Equal(t, f.Evaluation.Games, paused.Evaluations[0].Games, "%s: the games that choose", name)
		}
		opt := options(f, run)
		opt.Until = f.Decisions
		result, err := train.Run(t.Context(), f.Config, opt)
		require.NoError(t, err)
		assert.False(t, result.Interrupted || result.Paused, name)
		assert.Equal(t, want.Evaluations, result.Evaluations, name)
		assert.Equal(t, want.Weights.Flat, result.Weights.Flat, name)
		assert.Equal(t, whole, last(t, run), name)
	}
}

// A run that is measured exactly records the last weights beside the averaged ones, on its way and
// at its end; one without averaged weights has but one figure.
func TestExactFiguresOfBothWeights(t *testing.T) {
	for _, ema := range []float64{0, 0.95} {
		f := small()
		f.Game, f.Decisions, f.EMA, f.Opponents.FixedShare, f.Opponents.Fixed = "kuhn", 4000, ema, 0, nil
		f.Evaluation = train.EvaluationConfig{Every: 3, Games: 2, FinalGames: 2, Exact: true}
		run, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		result, err := train.Run(t.Context(), f.Config, options(f, run))
		require.NoError(t, err)
		lines, err := run.MetricsLines()
		require.NoError(t, err)
		differ := 0
		for i, line := range lines {
			var numbers map[string]float64
			require.NoError(t, json.Unmarshal(line, &numbers))
			one, measured := numbers["exploitability"]
			other, beside := numbers["exploitability_of_last"]
			assert.Equal(t, (i+1)%3 == 0 && i+1 < len(lines), measured, i)
			assert.Equal(t, measured && ema > 0, beside, i)
			if beside && one != other {
				differ++
			}
		}
		if ema == 0 {
			assert.Nil(t, result.LastExploitability)
			assert.Nil(t, result.AveragedExploitability)
			continue
		}
		assert.Greater(t, differ, 2)
		require.NotNil(t, result.LastExploitability)
		require.NotNil(t, result.AveragedExploitability)
		assert.NotEqual(t, *result.LastExploitability, *result.AveragedExploitability)
		assert.InDelta(t, min(*result.LastExploitability, *result.AveragedExploitability), *result.Evaluations[0].Exploitability, 0, "the better of them")
	}
}
