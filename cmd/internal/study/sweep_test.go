package study_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/open"
)

// sweepKuhn is a sweep of a few seconds.
var sweepKuhn = []string{
	"sweep", "--config", "kuhn", "--set", "decisions=2000", "--set", "ppo.entropy=0.003..0.1 log", "--set", "network.hidden=[8] | [16]",
	"--trials", "4", "--rungs", "2", "--eta", "2", "--seeds", "2", "--out", "runs/s",
}

func TestSweepSearchesAndGoesOn(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	first := cmdtest.Object(t, sweepKuhn...)
	cmdtest.HasKeys(t, first, "objective", "trials", "finalists", "best", "base", "gain", "config")
	assert.Equal(t, "exploitability", first["objective"])
	trials := cmdtest.Elements(t, first, "trials")
	require.Len(t, trials, 4)
	cmdtest.HasKeys(t, trials[0], "trial", "rung", "seeds", "score", "seconds", "pareto", "set")
	assert.EqualValues(t, 2, trials[0]["rung"])
	assert.EqualValues(t, 2, trials[0]["seeds"])
	assert.EqualValues(t, 1, trials[3]["rung"])
	assert.EqualValues(t, 1, trials[3]["seeds"])
	finalists := cmdtest.Elements(t, first, "finalists")
	require.Len(t, finalists, 3, "the configuration as it is, and the best of each bracket")
	assert.EqualValues(t, 0, finalists[0]["trial"])
	least := slices.MinFunc(finalists, func(a, b map[string]any) int { return cmp.Compare(a["mean"].(float64), b["mean"].(float64)) })
	assert.Equal(t, least["trial"], first["best"].(map[string]any)["trial"], "who did best with the seeds that choose")
	best := first["best"].(map[string]any)
	cmdtest.HasKeys(t, best, "trial", "runs", "mean", "low", "high", "seconds")
	assert.Len(t, best["runs"], 2)

	// What a rung compares has the same seeds; no run reports with a seed that chose.
	seeds := map[string][]string{}
	for kind, pattern := range map[string]string{"climb": "trials/*/seed-*", "choose": "finals/choose-*", "report": "finals/report-*"} {
		runs, err := filepath.Glob(filepath.Join("runs", "s", filepath.FromSlash(pattern), "config.yaml"))
		require.NoError(t, err)
		for _, file := range runs {
			_, rest, _ := strings.Cut(string(readFile(t, file)), "\nseed: ")
			seed, _, _ := strings.Cut(rest, "\n")
			if !slices.Contains(seeds[kind], seed) {
				seeds[kind] = append(seeds[kind], seed)
			}
		}
	}
	all := slices.Concat(seeds["climb"], seeds["choose"], seeds["report"])
	assert.Equal(t, []int{2, 2, 2}, []int{len(seeds["climb"]), len(seeds["choose"]), len(seeds["report"])})
	slices.Sort(all)
	assert.Len(t, slices.Compact(all), 6)

	// A run on the second rung is the one that paused on the first.
	climber := filepath.Join("runs", "s", "trials", fmt.Sprintf("%04.0f", trials[0]["trial"]), "seed-1")
	paused, err := open.ReadResult(filepath.Join(climber, open.PausedName))
	require.NoError(t, err)
	whole, err := open.ReadResult(filepath.Join(climber, open.ResultName))
	require.NoError(t, err)
	assert.True(t, paused.Paused && paused.Decisions >= 1000 && paused.Decisions < whole.Decisions, "%v of %v", paused.Decisions, whole.Decisions)
	assert.NoFileExists(t, filepath.Join("runs", "s", "trials", fmt.Sprintf("%04.0f", trials[3]["trial"]), "seed-1", open.ResultName))

	// The winner can be trained as it is written.
	out := cmdtest.Done(t, "train", "--config", first["config"].(string), "--set", "decisions=1000", "--out", "runs/best")
	assert.Contains(t, out, "exploitability")

	// Finished runs are not trained again; missing ones are, with the same result.
	kept := filepath.Join("runs", "s", "trials", "0001", "rung-1-seed-1.json")
	before, err := os.Stat(kept)
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(filepath.Join("runs", "s", "finals")))
	again := cmdtest.Object(t, append(sweepKuhn, "--workers", "2")...)
	after, err := os.Stat(kept)
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime())
	assert.Equal(t, scoresOf(t, first), scoresOf(t, again))

	// The number of runs at a time changes nothing.
	two := cmdtest.Object(t, append(slices.Clone(sweepKuhn[:len(sweepKuhn)-1]), "runs/two", "--workers", "3")...)
	assert.Equal(t, scoresOf(t, first), scoresOf(t, two))

	assert.Contains(t, strings.Join(strings.Fields(cmdtest.Done(t, sweepKuhn...)), " "), "RUNS OF SEEDS EXPLOITABILITY SECONDS EACH")
	o := cmdtest.Ringer(t, "", append(sweepKuhn, "--seed", "2")...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "holds a sweep of another configuration")
}

// A sweep that is stopped again and again ends with the runs of one that never was.
func TestSweepStopsAndGoesOn(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	args := append(sweepKuhn, "--finalists", "1", "--json")
	stops := 0
	for wait := 20 * time.Millisecond; ; wait += 30 * time.Millisecond {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		var out, errs bytes.Buffer
		exit := program.Run(ctx, args, strings.NewReader(""), &out, &errs)
		cancel()
		if exit == shell.ExitDone {
			break
		}
		require.Equal(t, shell.ExitInterrupted, exit, errs.String())
		assert.Empty(t, out.String())
		stops++
	}
	require.Positive(t, stops)
	stopped := scoresOf(t, cmdtest.Object(t, args[:len(args)-1]...))
	require.NoError(t, os.RemoveAll("runs"))
	assert.Equal(t, scoresOf(t, cmdtest.Object(t, args[:len(args)-1]...)), stopped)
}

// scoresOf returns the scores of the trials, and of the report.
func scoresOf(t *testing.T, sweep map[string]any) []any {
	t.Helper()
	var scores []any
	for _, trial := range cmdtest.Elements(t, sweep, "trials") {
		scores = append(scores, trial["trial"], trial["rung"], trial["score"], trial["set"])
	}
	return append(scores, sweep["best"].(map[string]any)["runs"], sweep["base"].(map[string]any)["runs"])
}

// A training that fails is the worst of results, and no reason to stop.
func TestSweepOutlivesFailures(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	out := cmdtest.Object(t, "sweep", "--config", "kuhn", "--set", "decisions=3000", "--set", "game=kuhn | heat(players=3)", // whose tree is too large to measure by
		"--trials", "4", "--rungs", "1", "--seeds", "2", "--finalists", "1", "--out", "runs/s")
	failed := 0
	for _, trial := range cmdtest.Elements(t, out, "trials") {
		big := trial["set"].([]any)[0] == "game=heat(players=3)"
		assert.Equal(t, big, trial["score"] == nil)
		if big {
			failed++
		}
	}
	assert.Positive(t, failed)
	assert.Less(t, failed, 4)
}

func TestSweepRefusesBadInput(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("ranges.yaml", []byte("ppo.entropy: 0.1..0.2 lgo\n"), 0o600))
	for _, c := range []struct {
		want string
		args []string
	}{
		{"--config is missing", []string{"--config", ""}},
		{"--set is missing a range", nil},
		{"want key=range", []string{"--set", "ppo.entropy"}},
		{"given twice", []string{"--set", "ppo.kl=1|2", "--set", "ppo.kl=3|4"}},
		{"ppo.entropy: 0..0: want the smaller number first", []string{"--set", "ppo.entropy=0..0 log"}},
		{"--set: ppo.entrpy: unknown key", []string{"--set", "ppo.entrpy=0.1..0.2"}},
		{`ppo.entropy: "lgo": want log or int`, []string{"--params", "ranges.yaml"}},
		{"--set: ppo.entropy: 20: want a number from 0 to 10", []string{"--set", "ppo.entropy=0.1..20"}},
		{"--set: network.activation: sigmoid", []string{"--set", "network.activation=tanh | sigmoid"}},
		{"seed: every run has its own", []string{"--set", "seed=1|2"}},
		{"--seeds 1: want at least 2", []string{"--seeds", "1"}},
		{"--eta 1: want at least 2", []string{"--eta", "1"}},
		{`--objective "best": want exploitability or mean or worst`, []string{"--set", "ppo.kl=1|2", "--objective", "best"}},
		{"want opponents to measure by", []string{"--set", "ppo.kl=1|2", "--objective", "worst"}},
		{"want evaluation.exact=true", []string{"--set", "ppo.kl=1|2", "--objective", "exploitability", "--set", "evaluation.exact=false"}},
	} {
		args := append([]string{"sweep"}, c.args...)
		if !slices.Contains(args, "--config") {
			args = append(args, "--config", "kuhn")
		}
		o := cmdtest.Ringer(t, "", args...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, c.want)
		assert.Contains(t, o.Errs, c.want)
		assert.NoDirExists(t, "runs")
	}
}

// Win rates are objectives as well: the mean, or the worst over the opponents.
func TestSweepByWinRates(t *testing.T) {
	cmdtest.Slow(t)
	cmdtest.InFolder(t)
	args := []string{
		"sweep", "--config", "kuhn", "--set", "decisions=2000", "--set", "evaluation={every: 0, games: 20, opponents: [random, greedy], final_games: 40}",
		"--set", "ppo.entropy=0.01 | 0.1", "--trials", "2", "--rungs", "1", "--seeds", "2",
	}
	for _, objective := range []string{"mean", "worst"} {
		out := cmdtest.Object(t, append(args, "--objective", objective, "--out", "runs/"+objective)...)
		assert.Equal(t, objective, out["objective"])
		for _, trial := range cmdtest.Elements(t, out, "trials") {
			assert.True(t, trial["score"].(float64) < 0 && trial["score"].(float64) > -1, "%v", trial)
		}
	}
	assert.Regexp(t, `as it is, to report +2 +[\d.]+% +`, cmdtest.Done(t, append(args, "--objective", "mean", "--out", "runs/mean")...))
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return text
}

// A grid tries every combination once, the best ones with more decisions; its file may
// name the configuration.
func TestSweepOfAGrid(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("grid.yaml", []byte("config: kuhn\ndecisions: 2000\nppo.entropy: 0.01 | 0.1\nema: 0 | 0.9\n"), 0o600))
	out := cmdtest.Object(t, "sweep", "grid.yaml", "--grid", "--rungs", "2", "--eta", "2", "--seeds", "2", "--finalists", "1", "--out", "s")
	tried := map[string]float64{}
	for _, trial := range cmdtest.Elements(t, out, "trials") {
		set := trial["set"].([]any)
		tried[set[0].(string)+" "+set[1].(string)] = trial["rung"].(float64)
	}
	require.Len(t, tried, 4)
	for _, want := range []string{"ema=0 ppo.entropy=0.01", "ema=0 ppo.entropy=0.1", "ema=0.9 ppo.entropy=0.01", "ema=0.9 ppo.entropy=0.1"} {
		assert.Contains(t, tried, want)
	}
	higher := 0
	for _, rung := range tried {
		higher += int(rung) - 1
	}
	assert.Equal(t, 2, higher, "half of them go on, of all as one bracket")
	for _, c := range [][]string{
		{"leave out --trials", "grid.yaml", "--grid", "--trials", "3"},
		{"want VALUE | VALUE in a grid", "grid.yaml", "--grid", "--set", "ppo.kl=1..2"},
		{"both name the settings", "grid.yaml", "--params", "grid.yaml"},
		{"grid.yaml says kuhn", "grid.yaml", "--config", "leduc"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"sweep"}, c[1:]...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, c[0])
		assert.Contains(t, o.Errs, c[0])
	}
}
