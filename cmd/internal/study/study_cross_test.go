package study_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/internal/cover"
	"ringer/open"
	"ringer/open/study"
)

// studyAxes vary what a study trains, and how.
var studyAxes = []cover.Axis{
	{Name: "seeds", Values: []string{"1", "1..2", "3,1"}},
	{Name: "variants", Values: []string{"none", "one", "with decisions of its own"}},
	{Name: "factors", Values: []string{"none", "1", "1,0.5"}},
	{Name: "evaluation", Values: []string{"opponents", "exact", "both"}},
	{Name: "workers", Values: []string{"1", "3"}},
	{Name: "before", Values: []string{"nothing", "stopped", "fewer seeds", "over"}},
	{Name: "measures", Values: []string{"nothing", "deals", "ringer", "exploit"}},
}

// A run of a study has the bytes of the same training alone, whatever else is trained, how many
// at a time, and what there was before; and a study that is over trains nothing.
func TestCrossStudy(t *testing.T) {
	cmdtest.InFolder(t)
	evaluations := map[string]string{
		"opponents": "{every: 0, exact: false, opponents: [random], games: 4, final_games: 8}",
		"exact":     "{every: 0, exact: true, opponents: [], games: 4, final_games: 8}",
		"both":      "{every: 0, exact: true, opponents: [random], games: 4, final_games: 8}",
	}
	variants := map[string]string{"one": "cold(ppo.entropy=0.01)", "with decisions of its own": "cold(ppo.entropy=0.01,decisions=400)"}
	flags := map[string][]string{"deals": {"--deals", "4"}, "ringer": {"--ringer", "4"}, "exploit": {"--exploit", "0.5"}}
	cover.Run(t, studyAxes, 3, nil, func(t *testing.T, pick func(string) string) {
		t.Chdir(t.TempDir())
		set := []string{
			"--set", "decisions=600", "--set", "collect={batch: 300, tables: 8, groups: 1}", "--set", "ppo.minibatch=64", "--set", "network.hidden=[8]",
			"--set", "evaluation=" + evaluations[pick("evaluation")],
		}
		args := func(seeds string) []string {
			args := append([]string{"study", "--config", "kuhn", "--out", "s", "--seeds", seeds, "--workers", pick("workers")}, set...)
			if v := variants[pick("variants")]; v != "" {
				args = append(args, "--variant", v)
			}
			if pick("factors") != "none" {
				args = append(args, "--factors", pick("factors"))
			}
			return append(args, flags[pick("measures")]...)
		}
		seeds, err := study.ParseSeeds(pick("seeds"))
		require.NoError(t, err)
		switch pick("before") {
		case "stopped":
			ctx, stop := context.WithCancel(t.Context())
			stop()
			var out, errs strings.Builder
			require.Equal(t, shell.ExitInterrupted, program.Run(ctx, args(pick("seeds")), strings.NewReader(""), &out, &errs), errs.String())
			assert.Contains(t, errs.String(), "the same command goes on in s")
		case "fewer seeds":
			cmdtest.Done(t, args("1")...)
		case "over":
			cmdtest.Done(t, args(pick("seeds"))...)
		}
		o := cmdtest.Object(t, args(pick("seeds"))...)
		assert.Equal(t, false, o["interrupted"])
		arms := 1 + min(1, len(variants[pick("variants")]))
		lengths := 1 + strings.Count(pick("factors"), ",")
		assert.Len(t, o["runs"], arms*lengths*len(seeds))
		measures := 0 // of each arm; the tree of kuhn is walked for --exploit
		if pick("measures") == "ringer" {
			measures++
		}
		if pick("measures") == "deals" {
			measures += arms - 1
		}
		if pick("evaluation") != "opponents" || pick("measures") == "exploit" {
			measures++
		}
		if pick("evaluation") != "exact" {
			measures++
		}
		assert.Len(t, o["summary"], arms*lengths*measures)
		for _, s := range cmdtest.Elements(t, o, "summary") {
			assert.Len(t, s["values"], len(seeds))
			assert.Equal(t, s["variant"] != nil && len(seeds) > 1 && s["measure"] != "win_rate_against_variant", s["gain"] != nil)
			assert.Equal(t, len(seeds) > 1 || s["measure"] != "exploitability", s["low"] != nil)
		}

		// The last run alone: the last arm, of the longest length, with the last seed.
		dir, alone := "seed", append([]string{"train", "--config", "kuhn", "--out", "alone"}, set...)
		whole := "600"
		switch pick("variants") {
		case "one":
			dir, alone = "cold", append(alone, "--set", "ppo.entropy=0.01")
		case "with decisions of its own":
			dir, alone, whole = "cold", append(alone, "--set", "ppo.entropy=0.01"), "400"
		}
		if pick("factors") != "none" {
			dir = strings.TrimSuffix("x1-"+dir, "-seed")
		}
		for i, a := range alone {
			if a == "decisions=600" {
				alone[i] = "decisions=" + whole
			}
		}
		last := pick("seeds")[len(pick("seeds"))-1:]
		cmdtest.Done(t, append(alone, "--seed", last)...)
		dir = filepath.Join("s", dir+"-"+last)
		for _, file := range []string{"config.yaml", "metrics.jsonl", "CARD.md"} {
			assert.Equal(t, cmdtest.ReadText(t, filepath.Join("alone", file)), cmdtest.ReadText(t, filepath.Join(dir, file)), file)
		}
		assert.Equal(t, checkpointOf(t, "alone"), checkpointOf(t, dir))

		before, err := os.Stat(filepath.Join(dir, open.ResultName))
		require.NoError(t, err)
		assert.Equal(t, o, cmdtest.Object(t, args(pick("seeds"))...))
		after, err := os.Stat(filepath.Join(dir, open.ResultName))
		require.NoError(t, err)
		assert.Equal(t, before.ModTime(), after.ModTime(), "nothing is trained twice")
	})
}

// checkpointOf returns the weights of the last checkpoint of a run.
func checkpointOf(t *testing.T, dir string) string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "checkpoints", "*", "weights.safetensors"))
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return cmdtest.ReadText(t, list[len(list)-1])
}
