package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/open"
	"ringer/report/ladder"
)

// scaleKuhn is a scaling curve of a second or two.
var scaleKuhn = []string{
	"scaling", "--config", "kuhn", "--set", "decisions=8000", "--set", "evaluation={every: 0, exact: false, opponents: [random], final_games: 200}",
	"--out", "curve", "--runs", "kept", "--seeds", "2",
}

func TestScalingTrainsEachLengthOnce(t *testing.T) {
	slowWhenRaced(t)
	inFolder(t)
	short := elements(t, object(t, append(scaleKuhn, "--factors", "0.25")...), "runs")
	require.Len(t, short, 2)
	hasKeys(t, short[0], "config", "set", "game", "factor", "seed", "decisions", "seconds", "results", "vectors", "date")
	kept, err := os.Stat(filepath.Join("kept", "kuhn", "x0.25-1", open.ResultName))
	require.NoError(t, err)

	all := elements(t, object(t, append(scaleKuhn, "--factors", "1,0.25")...), "runs")
	require.Len(t, all, 4)
	assert.Equal(t, short, all[:2], "nothing is trained twice")
	again, err := os.Stat(filepath.Join("kept", "kuhn", "x0.25-1", open.ResultName))
	require.NoError(t, err)
	assert.Equal(t, kept.ModTime(), again.ModTime())
	for i, want := range []float64{.25, .25, 1, 1} {
		assert.InDelta(t, want, all[i]["factor"], 1e-12)
		assert.InDelta(t, 8000*want, all[i]["decisions"], 1100, "whole batches")
		assert.EqualValues(t, 200, elements(t, all[i], "results")[0]["games"])
	}
	assert.Contains(t, done(t, append(scaleKuhn, "--factors", "1")...), "× 0.25")

	for _, c := range []struct {
		want string
		args []string
	}{
		{`--config "nothing": want one of `, []string{"--config", "nothing"}},
		{"--factors 0: want a number above 0", []string{"--config", "kuhn", "--factors", "0,1"}},
		{"--seeds 0: want at least 1", []string{"--config", "kuhn", "--seeds", "0"}},
		{"--first-seed -1: want at least 0", []string{"--config", "kuhn", "--first-seed", "-1"}},
		{"evaluation: want opponents to compare by, or exact: true", []string{"--config", "kuhn", "--set", "evaluation={exact: false, opponents: []}"}},
	} {
		o := ringer(t, "", append([]string{"scaling"}, c.args...)...)
		assert.Equal(t, exitBadInput, o.exit, c.args)
		assert.Contains(t, o.errs, c.want)
	}
}

// A configuration that is evaluated exactly has no opponents to compare by: its report is
// the exploitability.
func TestScalingReportsExploitability(t *testing.T) {
	slowWhenRaced(t)
	inFolder(t)
	args := []string{"scaling", "--config", "kuhn", "--set", "evaluation={every: 0, exact: true}", "--set", "decisions=8000", "--factors", "0.25,1", "--seeds", "2", "--first-seed", "7", "--out", "curve", "--runs", "kept"}
	runs := elements(t, object(t, args...), "runs")
	require.Len(t, runs, 4)
	for i, seed := range []int{7, 8, 7, 8} {
		assert.EqualValues(t, seed, runs[i]["seed"])
		assert.Greater(t, runs[i]["exploitability"], 0.0)
		assert.Empty(t, runs[i]["results"])
	}
	assert.NotEqual(t, runs[0]["exploitability"], runs[1]["exploitability"], "another seed")
	done(t, "export", filepath.Join("kept", "kuhn", "x1-8"), "--out", "end.bot")
	exact := object(t, "exploit", "bot(end.bot)")
	assert.InDelta(t, exact["exploitability"], runs[3]["exploitability"], 1e-6)
	page := done(t, args...)
	assert.Contains(t, page, "exploitability")
	assert.Regexp(t, `× 1 .*0\.\d{4}; runs 0\.\d{4} to 0\.\d{4}`, page)
	assert.Contains(t, done(t, append(args, "--variant", "cold(ppo.entropy=0.01)")...), "cold")
}

// Variants of a seed play each other once, and what was measured stays.
func TestScalingComparesVariants(t *testing.T) {
	slow(t)
	inFolder(t)
	args := append(instead(scaleKuhn, "--seeds", "1", "--factors", "0.25"), "--variant", "alone(opponents.past_share=0)", "--variant", "past(opponents={past_share: 0.5, past_slots: 2})")
	bare := elements(t, object(t, args...), "runs")
	require.Len(t, bare, 3)
	for i, want := range []string{"", "alone", "past"} {
		if want != "" {
			assert.Equal(t, want, bare[i]["variant"])
			assert.NotEmpty(t, bare[i]["change"])
		}
		assert.NotContains(t, bare[i], "peers")
	}
	args = append(args, "--deals", "30", "--exploit", "0.1")
	whole := elements(t, object(t, args...), "runs")
	rate := map[string]float64{}
	for i, name := range []string{"shipped", "alone", "past"} {
		assert.Equal(t, bare[i]["seconds"], whole[i]["seconds"], "nothing is trained twice")
		assert.Greater(t, whole[i]["exploitability"], 0.0)
		peers := elements(t, whole[i], "peers")
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
	page := done(t, args...)
	after, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	assert.Contains(t, page, "opponents={past_share: 0.5, past_slots: 2}")
	assert.Contains(t, page, "Networks against each other")

	// Each of them meets the bot that ships, once.
	met := elements(t, object(t, append(args, "--ringer", "20")...), "runs")
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
	done(t, append(args, "--ringer", "20")...)
	after, err = os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))

	// What another bot met is measured anew, when another ships or another number of deals is asked for.
	stale := regexp.MustCompile(`("ringer":\{[^}]*"weights":")[0-9a-f]{64}`).ReplaceAllString(string(before), "${1}"+strings.Repeat("0", 64))
	require.NotEqual(t, string(before), stale)
	require.NoError(t, os.WriteFile(file, []byte(stale), 0o644))
	done(t, append(args, "--ringer", "20")...)
	after, err = os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after))
	for _, r := range elements(t, object(t, append(args, "--ringer", "30")...), "runs") {
		assert.EqualValues(t, 60, r["ringer"].(map[string]any)["games"])
	}

	// Without a tree to walk, exploiters are trained, once.
	nodes := walkedNodes
	walkedNodes = 1
	t.Cleanup(func() { walkedNodes = nodes })
	require.NoError(t, os.Remove(file))
	args = append(instead(scaleKuhn, "--seeds", "1", "--factors", "0.25"), "--exploit", "0.1")
	trained := elements(t, object(t, args...), "runs")
	assert.Equal(t, "0.1 of its own decisions: 3 seeds × 71, 4,000 games that choose, 10,000 games", trained[0]["budget"])
	assert.Len(t, elements(t, trained[0], "gains"), 2)
	begun, err := os.ReadFile(file)
	require.NoError(t, err)
	done(t, args...)
	again, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(begun), string(again))

	o := ringer(t, "", append(scaleKuhn, "--variant", "alone")...)
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "changes nothing")
}

// A fault that all lengths share is told once.
func TestScalingTellsAFaultOnce(t *testing.T) {
	inFolder(t)
	o := ringer(t, "", "scaling", "--config", "kuhn", "--variant", "x(spin=1)", "--factors", "0.1,0.2,0.4", "--seeds", "2", "--set", "evaluation.exact=false")
	assert.Equal(t, exitBadInput, o.exit)
	assert.Equal(t, 1, strings.Count(o.errs, "spin: unknown key"), o.errs)
	assert.Equal(t, 1, strings.Count(o.errs, "want opponents to compare by"), o.errs)
}

// A run that was not trained again keeps all measurements beside its training.
func TestScalingRecallsWhatWasMeasured(t *testing.T) {
	exact := 0.5
	old := ladder.Training{
		Config: "kuhn", Game: "kuhn", Factor: 1, Seed: 7, Decisions: 100, Seconds: 3,
		Peers: []ladder.Report{{Opponent: "alone"}}, Ringer: &ladder.RingerReport{Weights: "abc"}, Exploitability: &exact,
		Responses: ladder.Responses{Gains: []ladder.Gain{{Seat: 1}}, Budget: "a budget", Unlearned: 0.4},
	}
	kept := scalingFile{all: []ladder.Training{old}}
	one := old
	one.Peers, one.Ringer, one.Exploitability, one.Responses = nil, nil, nil, ladder.Responses{}
	other := one
	kept.recall(&one)
	assert.Equal(t, old, one)
	other.Seconds = 4
	kept.recall(&other)
	assert.Empty(t, other.Budget, "trained again")
}
