package cmd

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/open"
	"ringer/train/metrics"
)

func TestParseSeeds(t *testing.T) {
	for text, want := range map[string][]uint64{
		"1..3": {1, 2, 3}, "7": {7}, "1,3, 7": {1, 3, 7}, "5,1..2": {5, 1, 2}, "18446744073709551615": {math.MaxUint64},
	} {
		got, err := parseSeeds(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got)
	}
	for text, want := range map[string]string{
		"3..1": "smaller number first", "1,1": "1: given twice", "": "want numbers", "-1": "want numbers", "1..": "want numbers",
		"0..18446744073709551615": "at most 1000 seeds", "1..600,1001..1600": "at most 1000 seeds",
	} {
		_, err := parseSeeds(text)
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want)
	}
}

// kuhnSeeds is a study of a second.
var kuhnSeeds = []string{
	"train", "--config", "kuhn", "--set", "decisions=3000", "--set", "evaluation={every: 1, games: 20, exact: true, opponents: [random], final_games: 40}",
	"--seeds", "1..3", "--out", "runs/study",
}

func TestSeedsMakeAStudy(t *testing.T) {
	slowWhenRaced(t)
	inFolder(t)
	first := object(t, kuhnSeeds...)
	runs := elements(t, first, "runs")
	require.Len(t, runs, 3)
	hasKeys(t, runs[0], "seed", "run", "iterations", "evaluations")
	sums := elements(t, first, "summary")
	require.Len(t, sums, 2)
	hasKeys(t, sums[0], "measure", "opponent", "values", "games", "equal_share", "mean", "low", "high")

	// The mean and Student's interval (t = 4.303 with two degrees of freedom), computed
	// here from what each run reports.
	exact, sum, square := sums[0], 0.0, 0.0
	assert.Equal(t, "exploitability", exact["measure"])
	for _, r := range runs {
		sum += elements(t, r, "evaluations")[0]["exploitability"].(float64) / 3
	}
	for _, r := range runs {
		square += math.Pow(elements(t, r, "evaluations")[0]["exploitability"].(float64)-sum, 2)
	}
	half := 4.302653 * math.Sqrt(square/2) / math.Sqrt(3)
	assert.InDelta(t, sum, exact["mean"], 1e-12)
	assert.InDelta(t, sum+half, exact["high"], 1e-6)
	assert.InDelta(t, max(0, sum-half), exact["low"], 1e-6)
	assert.Equal(t, "random", sums[1]["opponent"])
	assert.EqualValues(t, 40, sums[1]["games"])

	// A run of a study is the run of that seed alone.
	alone := object(t, append(append([]string{}, kuhnSeeds[:len(kuhnSeeds)-4]...), "--seed", "2", "--out", "alone")...)
	assert.Equal(t, alone["evaluations"], runs[1]["evaluations"])

	// A run that is done is not trained again; a run that is missing is.
	kept := filepath.Join("runs", "study", "seed-1", open.ResultName)
	before, err := os.Stat(kept)
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(filepath.Join("runs", "study", "seed-2")))
	again := object(t, kuhnSeeds...)
	after, err := os.Stat(kept)
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime())
	assert.Equal(t, first["summary"], again["summary"])
	assert.Regexp(t, `exploitability +3 +exact +0\.\d+ \(0\.\d+ … 0\.\d+\)`, done(t, kuhnSeeds...))

	card := readText(t, filepath.Join("runs", "study", cardName))
	assert.Contains(t, card, "seeds 1, 2, 3")
	understood(t, shellLines(card)[0])

	o := ringer(t, "", append(append([]string{}, kuhnSeeds...), "--set", "ppo.clip=0.3")...)
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "holds a run of another configuration")
	for _, c := range [][2]string{{"--seed", "--seed and --seeds"}, {"--resume", "leave out --resume"}} {
		o := ringer(t, "", "train", "--config", "kuhn", "--seeds", "1..2", c[0], "4")
		assert.Equal(t, exitBadInput, o.exit)
		assert.Contains(t, o.errs, c[1])
	}
}

// An interrupted study says so, shows the seeds that are done, and goes on.
func TestSeedsGoOn(t *testing.T) {
	slowWhenRaced(t)
	inFolder(t)
	args := append(append([]string{}, kuhnSeeds...), "--json")
	ctx, cancel := context.WithCancel(t.Context())
	var out strings.Builder
	watch := cancelOn{text: "seed 3 (3 of 3)", cancel: cancel}
	assert.Equal(t, exitInterrupted, run(ctx, args, strings.NewReader(""), &out, &watch))
	assert.Contains(t, out.String(), `"interrupted": true`)
	assert.Contains(t, watch.all.String(), "2 seeds are done; the same command goes on")
	whole := object(t, kuhnSeeds...)
	assert.Equal(t, false, whole["interrupted"])
	assert.Len(t, elements(t, whole, "runs"), 3)
}

// cancelOn cancels when a text is written to it.
type cancelOn struct {
	all    strings.Builder
	text   string
	cancel context.CancelFunc
}

func (c *cancelOn) Write(b []byte) (int, error) {
	c.all.Write(b)
	if strings.Contains(c.all.String(), c.text) {
		c.cancel()
	}
	return len(b), nil
}

// A run's card names the game, the build and the figures, and its commands work: the
// same training gives the same card.
func TestEveryRunHasACard(t *testing.T) {
	inFolder(t)
	done(t, "train", "--config", "kuhn", "--set", "decisions=2000", "--set", "evaluation.opponents=[random]", "--set", "evaluation.final_games=40", "--out", "a")
	card := readText(t, filepath.Join("a", cardName))
	g, err := open.Game("kuhn")
	require.NoError(t, err)
	for _, want := range []string{"kuhn, seed 1", g.Spec().Hash, "Exploitability 0.", "1 × `random`", thisVersion().Vectors, "## Train it again"} {
		assert.Contains(t, card, want)
	}
	assert.Regexp(t, "1 × `random` +\\| +40 \\| +\\d+% \\(\\d+ … \\d+\\) \\| +50%", card)
	lines := shellLines(card)
	again := shellWords(lines[0])
	done(t, append(again[1:], "--out", "b")...)
	assert.Equal(t, card, readText(t, filepath.Join("b", cardName)))
	export := shellWords(lines[1])
	require.Equal(t, []string{"ringer", "export", "."}, export[:3])
	t.Chdir("a")
	done(t, append(export[1:4], "x.bot")...)

	// TensorBoard gets grouped tags, the settings and the final figures.
	files, err := filepath.Glob("events.*")
	require.NoError(t, err)
	require.Len(t, files, 1)
	events, err := metrics.ParseEvents([]byte(readText(t, files[0])))
	require.NoError(t, err)
	tags := map[string]bool{}
	for _, e := range events {
		for _, v := range e.Values {
			tags[v.Name] = true
		}
	}
	for _, want := range []string{"train/decisions", "time/seconds", "final/exploitability", "final/win_rate/random", "final/win_rate_low/random"} {
		assert.True(t, tags[want], want)
	}
	assert.Contains(t, readText(t, files[0]), "_hparams_/session_start_info")
	assert.Contains(t, readText(t, files[0]), "ppo.entropy")
}
