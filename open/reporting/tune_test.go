package reporting

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/study"
	"ringer/report/balance"
)

// tuneOf returns a small search for a shorter game.
func tuneOf(t *testing.T) Tune {
	t.Helper()
	c := TuneDefaults()
	c.Game, c.Dir, c.Trainer = games.MustNew("heat(file=mini)"), filepath.Join(t.TempDir(), "out"), &study.Trainer{Opener: &open.Opener{}}
	c.Agent, c.Target, c.Knobs = "random", []string{"length.decisions=..5"}, []string{"start_money", "stages", "tokens"}
	c.Games, c.Rounds, c.Finals = 20, 2, 2
	return c
}

func tuned(t *testing.T, c Tune) *Tuned {
	t.Helper()
	r, err := TuneRules(t.Context(), c)
	require.NoError(t, err)
	return r
}

// A game of two stages is too long for the target, and of one stage it is not: that change is found among
// others, measured on fresh seeds, and its overlay gives its rules.
func TestTuneFindsTheChange(t *testing.T) {
	c := tuneOf(t)
	r := tuned(t, c)
	require.Len(t, r.Base, 1)
	assert.Equal(t, balance.Fail, r.Base[0].Verdict)
	require.NotNil(t, r.Best)
	assert.Equal(t, Change{Path: "stages", From: "2", Value: "1", Words: r.Best.Words, Steps: 1}, r.Best.Change)
	assert.Equal(t, balance.Pass, r.Best.Verdict)
	assert.Zero(t, r.Best.Score)
	require.Len(t, r.Best.Final, 1)
	assert.NotEqual(t, r.Best.Results[0].Estimate, r.Best.Final[0].Estimate, "of other deals")
	assert.Greater(t, r.Best.Final[0].N, r.Best.Results[0].N)
	assert.Equal(t, len(r.Candidates), r.Rounds[0])
	assert.Equal(t, max(1, r.Rounds[0]/thirds), r.Rounds[1])

	changed, err := games.NewChanged("heat(file=mini)", r.Overlay)
	require.NoError(t, err)
	want, err := games.NewChanged("heat(file=mini)", "stages=1")
	require.NoError(t, err)
	assert.Equal(t, want.Spec().Hash, changed.Spec().Hash)

	c.Target = []string{"length.decisions=..50"}
	met := tuned(t, c)
	assert.Nil(t, met.Best, "the rules as they are meet it")
	assert.Empty(t, met.Overlay)
	assert.Equal(t, balance.Pass, met.Base[0].Verdict)
}

// A search that was stopped goes on, and is the same for any number of workers.
func TestATuneGoesOn(t *testing.T) {
	c := tuneOf(t)
	whole := tuned(t, c)
	dir := c.Dir
	parts, err := os.ReadDir(filepath.Join(dir, partsDir))
	require.NoError(t, err)

	c.Dir, c.Workers = filepath.Join(t.TempDir(), "other"), 3
	ctx, stop := context.WithCancel(t.Context())
	seen := 0
	c.Progress = func(string, int, int) {
		if seen++; seen == 4 {
			stop()
		}
	}
	_, err = TuneRules(ctx, c)
	require.ErrorIs(t, err, context.Canceled)
	some, err := os.ReadDir(filepath.Join(c.Dir, partsDir))
	require.NoError(t, err)
	assert.Less(t, len(some), len(parts))
	assert.Greater(t, len(some), 1)

	c.Progress = nil
	again := tuned(t, c)
	again.Overlay = whole.Overlay
	assert.Equal(t, whole.Best.Final, again.Best.Final)
	for i := range again.Candidates {
		again.Candidates[i].game, whole.Candidates[i].game = nil, nil
	}
	assert.Equal(t, whole.Candidates, again.Candidates)
}

// All that is wrong with a search is said at once, before anything is played or written.
func TestFaultsOfATune(t *testing.T) {
	c := tuneOf(t)
	c.Games, c.Steps, c.Train, c.Agent = 1, 0, -1, "nobody"
	c.Knobs = []string{"stagez", "tokenz"}
	c.Target = []string{"length.decisions=5", "length.decisions=a..5"}
	_, err := TuneRules(t.Context(), c)
	require.ErrorAs(t, err, new(*input.Error))
	for _, says := range []string{"--games 1: want at least 10", "--steps 0: want", "--train -1: want", "--agent nobody: ", "--knob", `"stagez"`, `"tokenz"`, "want MEASURE=LOW..HIGH", `"a": want a number`} {
		assert.ErrorContains(t, err, says)
	}
	assert.NoDirExists(t, c.Dir)

	c = tuneOf(t)
	c.Target = []string{"length.decisionz=..5"}
	_, err = TuneRules(t.Context(), c)
	assert.ErrorContains(t, err, "a measure of reports of heat, such as length.")
}

// A miss counts in what the rules as they are miss; a target that they meet counts in half of their interval.
func TestScoresOfChanges(t *testing.T) {
	low, high := .45, .55
	of := func(x float64) balance.Result {
		return balance.Result{Target: balance.Target{Low: &low, High: &high}, Estimate: x, EstimateLow: x - .04, EstimateHigh: x + .04, N: 100}
	}
	w := &tuning{}
	w.scale([]balance.Result{of(.65), of(.5)})
	assert.InDelta(t, .5, w.score([]balance.Result{of(.65), of(.5)}), 1e-9)
	assert.InDelta(t, .25, w.score([]balance.Result{of(.6), of(.5)}), 1e-9)
	assert.InDelta(t, .5, w.score([]balance.Result{of(.55), of(.59)}), 1e-9, "what was met is missed by half of its interval")
	assert.Zero(t, w.score([]balance.Result{of(.54), of(.46)}))
}
