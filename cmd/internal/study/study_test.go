package study_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/open/study"
)

// scaleKuhn is a scaling curve of a second or two.
var scaleKuhn = []string{
	"study", "--config", "kuhn", "--set", "decisions=8000", "--set", "evaluation={every: 0, exact: false, opponents: [random], final_games: 200}",
	"--record", "curve/kuhn.jsonl", "--out", "kept", "--seeds", "1..2",
}

func TestStudyTrainsEachLengthOnce(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	short := cmdtest.Elements(t, cmdtest.Object(t, append(scaleKuhn, "--factors", "0.25")...), "runs")
	require.Len(t, short, 2)
	cmdtest.HasKeys(t, short[0], "config", "set", "game", "factor", "seed", "decisions", "seconds", "results", "vectors", "date")
	kept, err := os.Stat(filepath.Join("kept", "x0.25-1", open.ResultName))
	require.NoError(t, err)

	all := cmdtest.Elements(t, cmdtest.Object(t, append(scaleKuhn, "--factors", "1,0.25")...), "runs")
	require.Len(t, all, 4)
	assert.Equal(t, short, all[:2], "nothing is trained twice")
	again, err := os.Stat(filepath.Join("kept", "x0.25-1", open.ResultName))
	require.NoError(t, err)
	assert.Equal(t, kept.ModTime(), again.ModTime())
	for i, want := range []float64{.25, .25, 1, 1} {
		assert.InDelta(t, want, all[i]["factor"], 1e-12)
		assert.InDelta(t, 8000*want, all[i]["decisions"], 1100, "whole batches")
		assert.EqualValues(t, 200, cmdtest.Elements(t, all[i], "results")[0]["games"])
	}
	assert.Regexp(t, `LENGTH +DECISIONS .*\n× 0.25 .* random .*\n× 1 `, cmdtest.Done(t, append(scaleKuhn, "--factors", "1,0.25")...))

	for _, c := range []struct {
		want string
		args []string
	}{
		{"--config is missing", nil},
		{`no configuration "nothing" in train`, []string{"--config", "nothing"}},
		{"--factors 0: want a number above 0", []string{"--config", "kuhn", "--factors", "0,1"}},
		{`--seeds "0..": want numbers from 0 up`, []string{"--config", "kuhn", "--seeds", "0.."}},
		{"--workers 0: want at least 1", []string{"--config", "kuhn", "--workers", "0"}},
		{"evaluation: want opponents to compare by, or exact: true", []string{"--config", "kuhn", "--set", "evaluation={exact: false, opponents: []}"}},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"study"}, c.args...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, c.args)
		assert.Contains(t, o.Errs, c.want)
	}
}

// A configuration that is evaluated exactly has no opponents to compare by: its report is
// the exploitability.
func TestStudyReportsExploitability(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	args := []string{"study", "--config", "kuhn", "--set", "evaluation={every: 0, exact: true}", "--set", "decisions=8000", "--factors", "0.25,1", "--seeds", "7..8", "--record", "curve.jsonl", "--out", "kept"}
	runs := cmdtest.Elements(t, cmdtest.Object(t, args...), "runs")
	require.Len(t, runs, 4)
	for i, seed := range []int{7, 8, 7, 8} {
		assert.EqualValues(t, seed, runs[i]["seed"])
		assert.Greater(t, runs[i]["exploitability"], 0.0)
		assert.Empty(t, runs[i]["results"])
	}
	assert.NotEqual(t, runs[0]["exploitability"], runs[1]["exploitability"], "another seed")
	cmdtest.Done(t, "export", filepath.Join("kept", "x1-8"), "--out", "end.bot")
	exact := cmdtest.Object(t, "exploit", "bot(end.bot)")
	assert.InDelta(t, exact["exploitability"], runs[3]["exploitability"], 1e-6)
	page := cmdtest.Done(t, args...)
	assert.Contains(t, page, "exploitability")
	assert.Regexp(t, `× 1 .*exploitability +2 +exact +.* 0\.\d{4} 0\.\d{4}`, page)
	assert.Contains(t, cmdtest.Done(t, append(args, "--variant", "cold(ppo.entropy=0.01)")...), "cold")
}

// Variants of a seed play each other once, and what was measured stays.
func TestStudyLetsVariantsPlayEachOther(t *testing.T) {
	cmdtest.Slow(t)
	cmdtest.InFolder(t)
	args := append(cmdtest.Instead(scaleKuhn, "--seeds", "1..1", "--factors", "0.25"), "--variant", "alone(opponents.past_share=0)", "--variant", "past(opponents={past_share: 0.5, past_slots: 2})")
	bare := cmdtest.Elements(t, cmdtest.Object(t, args...), "runs")
	require.Len(t, bare, 3)
	for i, want := range []string{"", "alone", "past"} {
		if want != "" {
			assert.Equal(t, want, bare[i]["variant"])
			assert.NotEmpty(t, bare[i]["change"])
		}
		assert.NotContains(t, bare[i], "peers")
	}
	args = append(args, "--deals", "30", "--exploit", "0.1")
	whole := cmdtest.Elements(t, cmdtest.Object(t, args...), "runs")
	rate := map[string]float64{}
	for i, name := range []string{"shipped", "alone", "past"} {
		assert.Equal(t, bare[i]["seconds"], whole[i]["seconds"], "nothing is trained twice")
		assert.Greater(t, whole[i]["exploitability"], 0.0)
		peers := cmdtest.Elements(t, whole[i], "peers")
		require.Len(t, peers, 2)
		for _, p := range peers {
			assert.EqualValues(t, 60, p["games"])
			assert.Less(t, p["low"], p["high"])
			rate[name+p["opponent"].(string)] = p["win_rate"].(float64)
		}
	}
	assert.InDelta(t, 1, rate["shippedalone"]+rate["aloneshipped"], 1e-9)
	assert.InDelta(t, 1, rate["alonepast"]+rate["pastalone"], 1e-9)

	file := filepath.Join("curve", "kuhn.jsonl")
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	page := cmdtest.Done(t, args...)
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	assert.Regexp(t, `past .* exploitability .*\n.* random .*\n.* shipped, of the same seed .*\n.* alone, of the same seed`, page)

	// Each of them meets the bot that ships, once.
	met := cmdtest.Elements(t, cmdtest.Object(t, append(args, "--ringer", "20")...), "runs")
	for i := range met {
		r := met[i]["ringer"].(map[string]any)
		assert.Equal(t, "bot(kuhn)", r["opponent"])
		assert.EqualValues(t, 40, r["games"])
		assert.Less(t, r["low"], r["high"])
		assert.Len(t, r["weights"], 64)
		assert.Equal(t, whole[i]["peers"], met[i]["peers"])
	}
	before, err = os.ReadFile(file)
	require.NoError(t, err)
	cmdtest.Done(t, append(args, "--ringer", "20")...)
	after, err = os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))

	// What another bot met is measured anew, when another ships or another number of deals is asked for.
	stale := regexp.MustCompile(`("ringer":\{[^}]*"weights":")[0-9a-f]{64}`).ReplaceAllString(string(before), "${1}"+strings.Repeat("0", 64))
	require.NotEqual(t, string(before), stale)
	require.NoError(t, os.WriteFile(file, []byte(stale), 0o644))
	cmdtest.Done(t, append(args, "--ringer", "20")...)
	after, err = os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	for _, r := range cmdtest.Elements(t, cmdtest.Object(t, append(args, "--ringer", "30")...), "runs") {
		assert.EqualValues(t, 60, r["ringer"].(map[string]any)["games"])
	}

	// Without a tree to walk, best responses are trained, once.
	nodes := exploit.WalkedNodes
	exploit.WalkedNodes = 1
	t.Cleanup(func() { exploit.WalkedNodes = nodes })
	require.NoError(t, os.Remove(file))
	args = append(cmdtest.Instead(scaleKuhn, "--seeds", "1..1", "--factors", "0.25"), "--exploit", "0.1")
	trained := cmdtest.Elements(t, cmdtest.Object(t, args...), "runs")
	assert.Equal(t, "0.1 of its own decisions: 3 seeds × 71, 4,000 games that choose, 10,000 games", trained[0]["budget"])
	assert.Len(t, cmdtest.Elements(t, trained[0], "gains"), 2)
	begun, err := os.ReadFile(file)
	require.NoError(t, err)
	cmdtest.Done(t, args...)
	again, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(begun), string(again))

	o := cmdtest.Ringer(t, "", append(scaleKuhn, "--variant", "alone")...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "changes nothing")
}

// A fault that all lengths share is told once.
func TestStudyTellsAFaultOnce(t *testing.T) {
	cmdtest.InFolder(t)
	o := cmdtest.Ringer(t, "", "study", "--config", "kuhn", "--variant", "x(spin=1)", "--factors", "0.1,0.2,0.4", "--seeds", "1..2", "--set", "evaluation.exact=false")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Equal(t, 1, strings.Count(o.Errs, "spin: unknown key"), o.Errs)
	assert.Equal(t, 1, strings.Count(o.Errs, "want opponents to compare by"), o.Errs)
}

// ablateKuhn is an ablation of a few seconds.
var ablateKuhn = []string{
	"study", "--config", "kuhn", "--seeds", "1..2", "--out", "runs/a",
	"--set", "decisions=4000", "--set", "evaluation.exact=false", "--set", "evaluation.opponents=[random]", "--set", "evaluation.final_games=40",
}

func TestStudyComparesVariants(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	args := append(ablateKuhn, "--variant", "cold(ppo.entropy=0.01)")
	first := cmdtest.Object(t, args...)
	sums := cmdtest.Elements(t, first, "summary")
	require.Len(t, sums, 2)
	assert.NotContains(t, sums[0], "variant")
	assert.NotContains(t, sums[0], "gain")
	assert.Equal(t, "cold", sums[1]["variant"])
	assert.EqualValues(t, 40, sums[1]["games"])
	gain := sums[1]["gain"].(map[string]any)
	cmdtest.HasKeys(t, gain, "mean", "low", "high")
	assert.InDelta(t, sums[1]["mean"].(float64)-sums[0]["mean"].(float64), gain["mean"], 1e-9)
	assert.Regexp(t, `VARIANT +DECISIONS .* GAIN`, cmdtest.Done(t, args...))

	// Finished runs are not trained again, and missing ones are.
	kept := filepath.Join("runs", "a", "shipped-1", open.ResultName)
	before, err := os.Stat(kept)
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(filepath.Join("runs", "a", "cold-2")))
	assert.Equal(t, sums[1]["values"], cmdtest.Elements(t, cmdtest.Object(t, append(args, "--workers", "3")...), "summary")[1]["values"])
	after, err := os.Stat(kept)
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime())

	o := cmdtest.Ringer(t, "", append(ablateKuhn, "--variant", "cold(ppo.entropy=0.02)")...)
	assert.Equal(t, 2, o.Exit)
	assert.Contains(t, o.Errs, "holds a run of another configuration (ppo.")
}

func TestStudyRefusesBadVariants(t *testing.T) {
	cmdtest.InFolder(t)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"changes nothing", []string{"--variant", "cold"}},
		{"of this name already", []string{"--variant", "shipped(seed=2)"}},
		{"ppo.entrpy", []string{"--variant", "cold(ppo.entrpy=0.01)"}},
		{"no expert for kuhn", []string{"--variant", "bad(evaluation.opponents=[expert])"}},
	} {
		o := cmdtest.Ringer(t, "", append(append([]string{}, ablateKuhn...), c.args...)...)
		assert.Equal(t, 2, o.Exit, c.want)
		assert.Contains(t, o.Errs, c.want)
		assert.NoDirExists(t, "runs")
	}
}

func TestStudyOfSeeds(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	first := cmdtest.Object(t, kuhnSeeds...)
	runs := cmdtest.Elements(t, first, "runs")
	require.Len(t, runs, 3)
	cmdtest.HasKeys(t, runs[0], "config", "game", "seed", "decisions", "seconds", "results", "exploitability")
	sums := cmdtest.Elements(t, first, "summary")
	require.Len(t, sums, 2)
	cmdtest.HasKeys(t, sums[0], "measure", "seeds", "values", "games", "equal_share", "mean", "low", "high", "decisions", "decisions_per_second")

	// The mean and Student's interval (t = 4.303 with two degrees of freedom), computed
	// here from what each run reports.
	exact, sum, square := sums[0], 0.0, 0.0
	assert.Equal(t, "exploitability", exact["measure"])
	for _, r := range runs {
		sum += r["exploitability"].(float64) / 3
	}
	for _, r := range runs {
		square += math.Pow(r["exploitability"].(float64)-sum, 2)
	}
	half := 4.302653 * math.Sqrt(square/2) / math.Sqrt(3)
	assert.InDelta(t, sum, exact["mean"], 1e-12)
	assert.InDelta(t, sum+half, exact["high"], 1e-6)
	assert.InDelta(t, max(0, sum-half), exact["low"], 1e-6)
	assert.Equal(t, "random", sums[1]["opponent"])
	assert.EqualValues(t, 40, sums[1]["games"])

	// A run of a study is the run of that seed alone.
	alone := cmdtest.Elements(t, cmdtest.Object(t, append(append([]string{"train"}, kuhnSeeds[1:len(kuhnSeeds)-4]...), "--seed", "2", "--out", "alone")...), "evaluations")
	assert.Equal(t, alone[0]["exploitability"], runs[1]["exploitability"])
	assert.Equal(t, alone[1]["win_rate"], cmdtest.Elements(t, runs[1], "results")[0]["win_rate"])

	// A run that is done is not trained again; a run that is missing is.
	kept := filepath.Join("runs", "study", "seed-1", open.ResultName)
	before, err := os.Stat(kept)
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(filepath.Join("runs", "study", "seed-2")))
	again := cmdtest.Object(t, kuhnSeeds...)
	after, err := os.Stat(kept)
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime())
	for i, s := range cmdtest.Elements(t, again, "summary") {
		assert.Equal(t, sums[i]["values"], s["values"])
	}
	assert.Regexp(t, `exploitability +3 +exact +0\.\d+ \(0\.\d+ … 0\.\d+\)`, cmdtest.Done(t, kuhnSeeds...))

	card := cmdtest.ReadText(t, filepath.Join("runs", "study", study.CardName))
	assert.Contains(t, card, "seeds 1, 2, 3")
	cmdtest.Understood(t, cmdtest.ShellLines(card)[0])

	o := cmdtest.Ringer(t, "", append(append([]string{}, kuhnSeeds...), "--set", "ppo.clip=0.3")...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "holds a run of another configuration (ppo.")
}

// A study goes on against the opponents that it began with: where a file has become another
// bot, old and new runs would not compare.
func TestStudyKeepsItsOpponents(t *testing.T) {
	cmdtest.InFolder(t)
	write := func(name string) {
		bot, err := open.Bot("kuhn")
		require.NoError(t, err)
		bot.Manifest.Name = name
		var file bytes.Buffer
		require.NoError(t, botfile.Write(&file, *bot))
		require.NoError(t, os.WriteFile("my.bot", file.Bytes(), 0o600))
	}
	write("mine")
	args := append([]string{"study", "--config", "kuhn", "--out", "s"}, cmdtest.TrainedShortly[:6]...)
	args = append(args, "--set", "evaluation={every: 0, exact: false, opponents: ['bot(my.bot)'], games: 4, final_games: 4}", "--seeds")
	cmdtest.Done(t, append(args, "1")...)
	write("theirs")
	o := cmdtest.Ringer(t, "", append(args, "1..2")...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "seed-1 holds a run of another configuration (another opponent than its own, opponents")
	assert.NoDirExists(t, filepath.Join("s", "seed-2"), "nothing is begun")
	write("mine")
	cmdtest.Done(t, append(args, "1..2")...)
}

// An interrupted study says so, shows the seeds that are done, and goes on.
func TestStudyGoesOn(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	args := append(append([]string{}, kuhnSeeds...), "--json")
	ctx, cancel := context.WithCancel(t.Context())
	var out strings.Builder
	watch := cmdtest.CancelOn{Text: "is over, 2 of 3", Cancel: cancel}
	assert.Equal(t, shell.ExitInterrupted, program.Run(ctx, args, strings.NewReader(""), &out, &watch))
	assert.Contains(t, out.String(), `"interrupted": true`)
	assert.Contains(t, watch.All.String(), "2 of 3 runs are over; the same command goes on")
	whole := cmdtest.Object(t, kuhnSeeds...)
	assert.Equal(t, false, whole["interrupted"])
	assert.Len(t, cmdtest.Elements(t, whole, "runs"), 3)
}

// kuhnSeeds is a study of a second.
var kuhnSeeds = []string{
	"study", "--config", "kuhn", "--set", "decisions=3000", "--set", "evaluation={every: 1, games: 20, exact: true, opponents: [random], final_games: 40}",
	"--seeds", "1..3", "--out", "runs/study",
}
