package docs_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env/games"
	"ringer/eval/tree"
	"ringer/report/ladder"
	"ringer/report/records"
	"ringer/train/algos"
	"ringer/train/cfr"
)

const (
	calibrationPage   = "calibration.md"
	calibrationFolder = "calibration"
)

// The table of the calibration says what its runs and solutions say, and the runs are of
// the shipped configurations, as long as they are today.
func TestCalibrationIsUpToDate(t *testing.T) {
	runs := trainings(t, calibrationFolder)
	page, err := os.ReadFile(calibrationPage)
	require.NoError(t, err)
	want, err := records.Fill(string(page), "calibration", map[string]string{"table": ladder.CalibrationTable(runs, solutions(t))})
	require.NoError(t, err)
	generated(t, calibrationPage, want, calibrationFolder)
	for i := range runs {
		r := &runs[i]
		assert.Empty(t, r.Set, r.Config)
		assert.NotNil(t, r.Exploitability, r.Config)
		assert.InDelta(t, 1, r.Factor, 0, r.Config)
		file := algos.Defaults()
		require.NoError(t, configs.Read("train", r.Config, &file))
		assert.InEpsilon(t, file.Decisions, r.Decisions, 0.01, "%s is longer or shorter today; run: make calibration", r.Config)
	}
}

// solutions reads what ringer solve printed, game after game.
func solutions(t *testing.T) (all []ladder.Solved) {
	t.Helper()
	for _, pattern := range []string{"*.es-mccfr.json", "*.cfr+.json"} { // the columns
		files, err := filepath.Glob(filepath.Join(calibrationFolder, pattern))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var s ladder.Solved
			require.NoError(t, json.Unmarshal(text, &s), file)
			all = append(all, s)
		}
	}
	return all
}

// Today's algorithms give these solutions: the smallest game is solved once more.
func TestSolutionsAreOfTodaysAlgorithms(t *testing.T) {
	const game = "kuhn"
	g, err := games.New(game)
	require.NoError(t, err)
	walked, err := tree.Build(context.Background(), g, tree.DefaultLimit)
	require.NoError(t, err)
	solved := 0
	for _, s := range solutions(t) {
		if s.Game != game {
			continue
		}
		config := cfr.Defaults(cfr.Algorithm(s.Algorithm))
		config.Seed = 1
		solver, err := cfr.New(walked, config)
		require.NoError(t, err)
		solver.Iterate(s.Iterations)
		point, _ := solver.Measure(walked.Uniform())
		assert.InEpsilon(t, point.Exploitability, s.Exploitability, 1e-6, "%s: run: make calibration", s.Algorithm)
		solved++
	}
	assert.Equal(t, 2, solved)
}
