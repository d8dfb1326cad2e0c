package games_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// A run that was evaluated on its way says how long it took; records add up in a file.
func TestBenchStrength(t *testing.T) {
	dir := t.TempDir()
	run, out := filepath.Join(dir, "run"), filepath.Join(dir, "speed", "strength.jsonl")
	cmdtest.Done(t, "train", "--config", "kuhn", "--out", run, "--quiet", "--set", "decisions=12000",
		"--set", "evaluation={every: 2, exact: false, games: 200, opponents: [random], final_games: 100}")
	printed := cmdtest.Done(t, "bench", "strength", run, "--against", "random", "--targets", "0.2,0.99", "--name", "short", "--out", out, "--json")
	type until struct{ Median, Low, High *float64 }
	var got struct {
		Strengths []struct {
			Name, Game string
			Target     float64
			Reached    int
			Games      int
			Seconds    until
			Processor  until `json:"processor_seconds"`
		}
	}
	require.NoError(t, json.Unmarshal([]byte(printed), &got))
	require.Len(t, got.Strengths, 2)
	first, second := got.Strengths[0], got.Strengths[1]
	assert.Equal(t, []any{"short", "kuhn", .2, 1, 200}, []any{first.Name, first.Game, first.Target, first.Reached, first.Games})
	assert.Positive(t, *first.Seconds.Median)
	assert.Positive(t, *first.Processor.Median)
	assert.Zero(t, second.Reached)
	assert.Nil(t, second.Seconds.Median)

	printed = cmdtest.Done(t, "bench", "strength", run, "--against", "random", "--targets", "0.2", "--name", "short", "--out", out)
	assert.Regexp(t, `short +20% against random .* 1 of 1 `, printed)
	// A busy machine may look like another kind, whose records stand beside the first: report/speed tests that.
	kept := cmdtest.ReadText(t, out)
	assert.Equal(t, 1, strings.Count(kept, `"target":0.99,`), "the record of the other target stays")
	assert.Contains(t, kept, `"target":0.2,`)
	for args, want := range map[string]string{
		"--against expert --targets 0.4": "no evaluation against expert on its way",
		"--targets 1.5":                  "--targets 1.5: want shares between 0 and 1",
		"":                               "no --targets",
	} {
		o := cmdtest.Ringer(t, "", append([]string{"bench", "strength", run}, strings.Fields(args)...)...)
		assert.Equal(t, 2, o.Exit, args)
		assert.Contains(t, o.Errs, want)
	}
}
