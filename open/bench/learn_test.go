package bench_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/open"
	"ringer/open/bench"
	"ringer/open/study"
	"ringer/report/learners"
)

// shortPlan is a plan of seconds: two games, a change of one of them, a search, and solvers.
const shortPlan = `seeds: 1..2
evaluations: 3
tune: {trials: 2, share: 0.5, seeds: 2, seed: 5}
games:
  - {name: kuhn, config: kuhn, decisions: 4000}
  - {name: goof, config: goofspiel, set: ["game=goofspiel(cards=3)", "collect.batch=600"], decisions: 3000}
arms:
  - {name: ppo}
  - {name: bare, set: ["ppo.kl=3"], at: {goof: ["ema=0", "ppo.kl=4"]}}
  - {name: found, search: {ppo.kl: 0.5 | 1}, skip: [goof]}
  - {name: cfr, solver: cfr, iterations: 100}
  - {name: es, solver: es-mccfr, iterations: 30, skip: [kuhn]}
`

func inFolder(t *testing.T, plan string) {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("plan.yaml", []byte(plan), 0o600))
}

func learn(ctx context.Context, change func(*bench.Learn)) (bench.Learned, error) {
	l := bench.Learn{Trainer: &study.Trainer{Opener: &open.Opener{}}, Compute: func(string) error { return nil }, Plan: "plan.yaml", Dir: "runs"}
	if change != nil {
		change(&l)
	}
	return l.Measure(ctx)
}

// timeless removes from records what depends on the machine and the day.
func timeless(runs []learners.Run) []learners.Run {
	for i := range runs {
		runs[i].Date, runs[i].Revision, runs[i].Vectors = "", "", ""
		for k := range runs[i].Points {
			runs[i].Points[k].Processor = 0
		}
	}
	return runs
}

// A plan is trained, searched and solved; a plan that is stopped again and again has the records of one
// that never was, and trains nothing twice.
func TestLearn(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for seconds")
	}
	inFolder(t, shortPlan)
	told := 0
	whole, err := learn(t.Context(), func(l *bench.Learn) {
		l.Progress = func(_ string, done, total int) {
			assert.LessOrEqual(t, done, total)
			assert.GreaterOrEqual(t, done, 0)
			told++
		}
	})
	require.NoError(t, err)
	assert.Equal(t, whole.Of, whole.Done)
	assert.Greater(t, told, whole.Of)
	ended, err := filepath.Glob("runs/*/*/checkpoints")
	require.NoError(t, err)
	require.NotEmpty(t, ended)
	for _, dir := range ended {
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		assert.Empty(t, left, dir)
	}
	arms := map[string][]learners.Run{}
	for _, r := range whole.Runs {
		arms[r.Arm+" "+r.Game] = append(arms[r.Arm+" "+r.Game], r)
		assert.InDelta(t, map[string]float64{"kuhn": 0.458333, "goof": 2. / 3}[r.Game], r.Uniform, 1e-6)
		end := r.Points[len(r.Points)-1]
		assert.GreaterOrEqual(t, end.At, r.Budget)
		assert.Positive(t, end.Processor)
		if !r.Solver {
			assert.InDelta(t, min(end.Last, end.Kept()), r.Final, 0)
			assert.Greater(t, len(r.Points), 1, "measured on its way")
		}
	}
	assert.Len(t, arms, 8)
	for name, n := range map[string]int{"ppo kuhn": 2, "bare kuhn": 2, "found kuhn": 2, "cfr kuhn": 1, "ppo goof": 2, "bare goof": 2, "cfr goof": 1, "es goof": 2} {
		assert.Len(t, arms[name], n, name)
	}
	bare := arms["bare goof"][0]
	assert.Equal(t, []string{"game=goofspiel(cards=3)", "collect.batch=600", "ema=0", "ppo.kl=4"}, bare.Set, "what is nearer holds")
	assert.Nil(t, bare.Points[0].Averaged)
	assert.NotNil(t, arms["ppo goof"][0].Points[0].Averaged)
	assert.InDelta(t, 0.008226, arms["cfr kuhn"][0].Final, 1e-6, "published: CFR after 100 iterations")
	assert.Equal(t, []int{1, 2, 5, 10, 20, 50, 100}, func() (at []int) {
		for _, p := range arms["cfr kuhn"][0].Points {
			at = append(at, p.At)
		}
		return at
	}())
	require.NotNil(t, arms["found kuhn"][0].Tuned)
	assert.Equal(t, 2000, arms["found kuhn"][0].Tuned.Decisions)
	require.Len(t, arms["found kuhn"][0].Tuned.Chosen, 1, "large steps learn faster")
	assert.Equal(t, arms["found kuhn"][0].Tuned.Chosen, arms["found kuhn"][0].Set, "the runs have what was chosen")
	require.Len(t, whole.Standings, 2)

	// The search has seeds of its own.
	seeds, err := filepath.Glob(filepath.Join("runs", "kuhn-4000", "found-sweep", "*", "*", "*", "config.yaml"))
	require.NoError(t, err)
	finals, err := filepath.Glob(filepath.Join("runs", "kuhn-4000", "found-sweep", "finals", "*", "config.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, seeds)
	for _, file := range append(seeds, finals...) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, seed := range []string{"\nseed: 1\n", "\nseed: 2\n"} {
			assert.NotContains(t, string(text), seed)
		}
	}

	before, err := os.Stat(filepath.Join("runs", "kuhn-4000", "ppo-1", open.ResultName))
	require.NoError(t, err)
	again, err := learn(t.Context(), nil)
	require.NoError(t, err)
	after, err := os.Stat(filepath.Join("runs", "kuhn-4000", "ppo-1", open.ResultName))
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime())
	assert.Equal(t, timeless(whole.Runs), timeless(again.Runs))

	less, err := learn(t.Context(), func(l *bench.Learn) {
		l.Decisions, l.Games, l.Arms, l.Seeds, l.Out = 2000, []string{"kuhn"}, []string{"ppo", "cfr"}, "8", "less.jsonl"
	})
	require.NoError(t, err)
	require.Len(t, less.Runs, 2)
	assert.EqualValues(t, 8, less.Runs[0].Seed)
	assert.Equal(t, 2000, less.Standings[0].Decisions)

	stops := 0
	for wait := 30 * time.Millisecond; ; wait += 40 * time.Millisecond {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		stopped, err := learn(ctx, func(l *bench.Learn) { l.Dir = "stopped" })
		cancel()
		if err == nil {
			assert.Equal(t, timeless(whole.Runs), timeless(stopped.Runs))
			break
		}
		require.Error(t, ctx.Err(), err)
		stops++
	}
	assert.Positive(t, stops)
}

// All faults of a plan are told at once, with file, line and field, and nothing is begun.
func TestBadPlans(t *testing.T) {
	inFolder(t, `seeds: 3..1
evaluations: 0
tune: {share: 2, seeds: 1, trials: 0}
games:
  - {name: kuhn, config: kuhn, decisions: 0}
  - {name: kuhn, decisions: 10, set: [seed=3, nothing]}
  - {name: "Kuhn!", config: kuhn, decisions: 1}
arms:
  - {name: ppo, iterations: 3, at: {leduc: [ema=0]}, skip: [nowhere]}
  - {name: ppo, search: {ppo.kl: 3, decisions: 1..2}}
  - {name: x, solver: cfr++, set: [ema=0]}
`)
	_, err := learn(t.Context(), nil)
	require.Error(t, err)
	for _, want := range []string{
		"plan.yaml:1:8: seeds: 3..1", "plan.yaml:2:14: evaluations: 0: want from 1 to 1000", "tune.share: 2", "tune.seeds: 1", "tune.trials: 0",
		"plan.yaml:5:43: games[0].decisions: 0", "plan.yaml:6:12: games[1].name: kuhn: want a name that no other has", "games[1].config", "games[1].set[0]: seed=3", "games[1].set[1]: nothing: want key=value",
		"games[2].name: Kuhn!", "arms[0].iterations: 3", "arms[0].at.leduc: leduc: want a game of the plan", "arms[0].skip[0]: nowhere", "arms[1].name: ppo", "arms[1].search.ppo.kl: 3",
		"arms[1].search.decisions", "arms[2].solver: cfr++: want one of cfr", "arms[2].iterations: 0", "no set, at and search beside it",
	} {
		assert.ErrorContains(t, err, want)
	}
	for text, wants := range map[string][]string{
		"seeds: 1..2\ngames: [{name: kuhn, config: kuhn, decisions: 10}]\narms: [{name: a, set: [ppo.kl=-1]}, {name: b, set: [ppo.lk=1]}, {name: c, search: {ppo.entropy: 1..99}}]\n": {
			"a at kuhn", "ppo.kl: -1", "b at kuhn", "ppo.lk", "c at kuhn", "ppo.entropy: 99",
		},
		"seeds: 1..2\ngames: [{name: kuhn, config: kuhn, decisions: 10, extra: 1}]\n": {"extra: unknown key", "arms: none"},
		"seeds: 1\ngames: [{name: heat, config: heat, decisions: 10}]\narms: [{name: cfr, solver: cfr, iterations: 1}]\n": {
			"nodes",
		},
	} {
		require.NoError(t, os.WriteFile("plan.yaml", []byte(text), 0o600))
		_, err := learn(t.Context(), nil)
		for _, want := range wants {
			assert.ErrorContains(t, err, want)
		}
		assert.NoFileExists(t, filepath.Join("runs", "learners.jsonl"))
	}
	require.NoError(t, os.WriteFile("plan.yaml", []byte(shortPlan), 0o600))
	_, err = learn(t.Context(), func(l *bench.Learn) {
		l.Games, l.Arms, l.Decisions = []string{"chess"}, []string{"sarsa"}, -1
		l.Seeds = "2..1"
	})
	for _, want := range []string{"--game chess: want one of the plan: kuhn, goof", "--arm sarsa: want one of the plan: ppo", "--decisions -1", `--seeds "2..1"`} {
		assert.ErrorContains(t, err, want)
	}
	assert.NoDirExists(t, "runs")
}

// The plans that ship can be trained as they are: every arm at every game.
func TestShippedPlans(t *testing.T) {
	require.Contains(t, configs.Names("learn"), "small")
	t.Chdir(t.TempDir())
	for _, name := range configs.Names("learn") {
		plan, err := bench.ReadLearnPlan(name)
		require.NoError(t, err)
		if name == "small" {
			assert.GreaterOrEqual(t, len(plan.Games), 7)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // once all is read and checked
		result, err := learn(ctx, func(l *bench.Learn) { l.Plan = name })
		require.ErrorIs(t, err, context.Canceled, name)
		assert.Positive(t, result.Of, name)
		assert.False(t, strings.Contains(err.Error(), "want"), "%s: %v", name, err)
	}
}
