package train_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/metrics"
)

const killedDir = "RINGER_TEST_TRAIN_DIR"

// TestMain lets the test binary stand in for a training process that gets
// killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv(killedDir); dir != "" {
		run, _, err := checkpoint.Resume(dir)
		if err == nil {
			_, err = train.Run(context.Background(), small().Config, options(small(), run))
		}
		if err != nil {
			println(err.Error())
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// small returns a run of a few dozen iterations that uses everything: past selves,
// fixed opponents, openings, averaged weights, a magnet.
func small() algos.File {
	f := algos.Defaults()
	f.Game = "leduc"
	f.Seed = 7
	f.Decisions = 12000
	f.Collect = train.CollectConfig{Batch: 256, Tables: 24, Groups: 3}
	f.Network.Hidden = []int{16}
	f.Opponents = train.OpponentConfig{PastShare: 0.25, PastSlots: 2, SnapshotEvery: 4, Pool: 3, RedrawEvery: 2, Fixed: []string{"random", "other"}, FixedShare: 0.2}
	f.Evaluation = train.EvaluationConfig{Every: 10, Games: 20, FinalGames: 40, Opponents: []string{"random"}}
	f.Openings = train.OpeningConfig{Agent: "another", Share: 0.2, Choices: 3}
	f.Checkpoint = train.CheckpointConfig{Every: 1, Keep: 4}
	f.PPO.Minibatch = 64
	f.PPO.Magnet.Coefficient = 0.02
	return f
}

func options(f algos.File, run *checkpoint.Run) train.Options {
	game, err := games.New(f.Game)
	if err != nil {
		panic(err)
	}
	return train.Options{
		Game:      game,
		Run:       run,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return f.New(w) },
		Agent:     func(string) (agents.Agent, error) { return random.New(), nil },
	}
}

// trainWhole runs without interruption and returns the files of the last
// checkpoint.
func trainWhole(t *testing.T, f algos.File) (*train.Result, map[string][]byte) {
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	result, err := train.Run(context.Background(), f.Config, options(f, run))
	require.NoError(t, err)
	assert.False(t, result.Interrupted)
	return result, last(t, run)
}

func last(t *testing.T, run *checkpoint.Run) map[string][]byte {
	_, files, err := run.Latest()
	require.NoError(t, err)
	return files
}

func TestAnInterruptedRunResumesByteByByte(t *testing.T) {
	slowWhenRaced(t)
	resumesByteByByte(t, small())
}

func resumesByteByByte(t *testing.T, f algos.File) {
	want, whole := trainWhole(t, f)

	dir := t.TempDir()
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	for round := 0; ; round++ {
		ctx, cancel := context.WithCancel(context.Background())
		opt := options(f, run)
		seen := 0
		opt.Progress = func(train.Progress) {
			if seen++; seen > 5+3*round {
				cancel()
			}
		}
		result, err := train.Run(ctx, f.Config, opt)
		cancel()
		require.NoError(t, err)
		if !result.Interrupted {
			assert.Equal(t, want.Iterations, result.Iterations)
			assert.Equal(t, want.Weights.Flat, result.Weights.Flat)
			assert.Equal(t, want.Evaluations, result.Evaluations)
			break
		}
		require.Less(t, round, 30, "the run never ends")
	}
	assert.Equal(t, whole, last(t, run))
}

// The seconds of a run count all its processes, also when it is resumed after its end,
// where nothing is left to train.
func TestSecondsAreThoseOfAllProcesses(t *testing.T) {
	slowWhenRaced(t)
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	opt := options(small(), run)
	opt.Progress = func(p train.Progress) {
		if p.Iteration == 2 {
			time.Sleep(200 * time.Millisecond)
			cancel()
		}
	}
	stopped, err := train.Run(ctx, small().Config, opt)
	require.NoError(t, err)
	require.True(t, stopped.Interrupted)
	assert.Greater(t, stopped.Seconds, .2)
	ended, err := train.Run(context.Background(), small().Config, options(small(), run))
	require.NoError(t, err)
	assert.Greater(t, ended.Seconds, stopped.Seconds)
	again, err := train.Run(context.Background(), small().Config, options(small(), run))
	require.NoError(t, err)
	assert.Greater(t, again.Seconds, stopped.Seconds, "it trained nothing, and has the time of both before it")
	assert.Positive(t, again.DecisionsPerSecond)
}

// dozing is random play that sleeps before it decides.
type dozing struct{ agents.Agent }

func (d dozing) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	time.Sleep(10 * time.Millisecond)
	return d.Agent.Decide(ctx, views)
}

// Evaluations on the way count for the seconds of a run, and not for its seconds of training.
func TestSecondsOfTrainingLeaveEvaluationsOut(t *testing.T) {
	f := small()
	f.Evaluation.Opponents = []string{"dozing"}
	f.Evaluation.Every = 2
	f.Decisions = 1500
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	opt := options(f, run)
	opt.Agent = func(name string) (agents.Agent, error) {
		if name == "dozing" {
			return dozing{random.New()}, nil
		}
		return random.New(), nil
	}
	_, err = train.Run(t.Context(), f.Config, opt)
	require.NoError(t, err)
	files, err := run.EventFiles()
	require.NoError(t, err)
	events, err := metrics.ParseEvents(files[0])
	require.NoError(t, err)
	last := map[string]float64{}
	for _, e := range events {
		for _, v := range e.Values {
			last[v.Name] = v.Value
		}
	}
	seconds, training := last["time/seconds"], last["time/training_seconds"]
	assert.Positive(t, training)
	assert.Greater(t, seconds-training, .019, "two evaluations, each of which sleeps")
	assert.Positive(t, last["time/training_processor_seconds"])
}

// A past self plays for as many iterations as the configuration says, unless it leaves
// the pool.
func TestAPastSelfStaysUntilItIsDrawnAnew(t *testing.T) {
	f := small()
	f.Decisions = 6000
	f.Opponents.SnapshotEvery, f.Opponents.Pool, f.Opponents.RedrawEvery = 1, 8, 4
	f.Checkpoint.Keep = 1000
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	_, err = train.Run(t.Context(), f.Config, options(f, run))
	require.NoError(t, err)
	iterations, err := run.Iterations()
	require.NoError(t, err)
	type self struct{ Iteration int }
	type drawn struct {
		Past []int
		Pool []self
	}
	var before drawn
	stayed, all := 0, map[int]bool{}
	for _, iteration := range iterations {
		files, err := checkpoint.Load(run.Path(iteration))
		require.NoError(t, err)
		var state drawn
		require.NoError(t, json.Unmarshal(files["state.json"], &state))
		for slot, past := range before.Past {
			there := slices.ContainsFunc(before.Pool, func(e self) bool { return e.Iteration == past })
			if there && (iteration-1)%4 != 0 {
				assert.Contains(t, state.Past, past, "slot %d in iteration %d", slot, iteration)
				stayed++
			}
		}
		for _, past := range state.Past {
			all[past] = true
		}
		before = state
	}
	assert.Len(t, before.Past, 2)
	assert.Greater(t, stayed, 16)
	assert.Greater(t, len(all), 2)
}

// The more the learner loses to a fixed opponent, the more tables it has: one that
// folds whenever it may has next to none against one that plays by an equilibrium.
func TestFixedOpponentsShareTheirTablesByPriority(t *testing.T) {
	slowWhenRaced(t)
	f := small()
	f.Game = "kuhn"
	f.Decisions = 20000
	f.Opponents.PastShare, f.Opponents.FixedShare = 0.25, 0.3
	f.Opponents.Fixed = []string{"coward", "random"}
	f.Evaluation.Every, f.Evaluation.FinalGames = 0, 10
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	opt := options(f, run)
	opt.Agent = func(name string) (agents.Agent, error) {
		if name == "coward" {
			return coward{}, nil
		}
		return random.New(), nil
	}
	result, err := train.Run(t.Context(), f.Config, opt)
	require.NoError(t, err)
	first, last := metricsOf(t, run, 1), metricsOf(t, run, result.Iterations)
	assert.InDelta(t, 0.15, first["tables_against_coward"], 0.05)
	assert.InDelta(t, 0.3, last["tables_against_coward"]+last["tables_against_random"], 1e-9)
	assert.InDelta(t, 0.25, last["tables_against_past"], 1e-9)
	assert.Less(t, last["tables_against_coward"], last["tables_against_random"]/3, "%v", last)
	assert.Greater(t, last["tables_against_coward"], 0.0, "no opponent leaves the play")
	assert.Greater(t, last["share_against_coward"], last["share_against_random"])
}

// coward passes in kuhn whatever it holds, so whoever bets wins.
type coward struct{}

func (coward) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		out[i].Probs = make([]float32, len(v.Legal))
		out[i].Probs[0] = 1
	}
	return out, nil
}

// metricsOf returns the numbers of an iteration.
func metricsOf(t *testing.T, run *checkpoint.Run, iteration int) map[string]float64 {
	line, err := run.MetricsOf(iteration)
	require.NoError(t, err)
	var numbers map[string]float64
	require.NoError(t, json.Unmarshal(line, &numbers), "%s", line)
	return numbers
}

// A checkpoint of format 1 names one past self by a number and keeps no records of fixed
// opponents: its run goes on. A format of tomorrow is refused.
func TestOlderStatesAreRead(t *testing.T) {
	slowWhenRaced(t)
	f := small()
	f.Decisions = 4000
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	_, err = train.Run(t.Context(), f.Config, options(f, run))
	require.NoError(t, err)
	iteration, files, err := run.Latest()
	require.NoError(t, err)
	var state map[string]any
	require.NoError(t, json.Unmarshal(files["state.json"], &state))
	require.Len(t, state["fixed"], 2)
	past := state["past"].([]any)[0]
	delete(state, "fixed")
	state["format"], state["past"] = 1, past
	text, err := json.Marshal(state)
	require.NoError(t, err)
	files["state.json"] = text
	require.NoError(t, run.Keep(nil, nil))
	old, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	require.NoError(t, old.Save(iteration, files))
	_, err = train.Run(t.Context(), f.Config, options(f, old))
	require.ErrorContains(t, err, "pool", "the past selves are needed as before")

	state["pool"] = []any{}
	for format, fault := range map[int]string{1: "", 0: "format 0: want 1 to 3", 4: "format 4: want 1 to 3, which this build reads"} {
		state["format"] = format
		files["state.json"], err = json.Marshal(state)
		require.NoError(t, err)
		old, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		require.NoError(t, old.Save(iteration, files))
		more := f
		more.Decisions = 6000
		result, err := train.Run(t.Context(), more.Config, options(more, old))
		if fault != "" {
			require.ErrorContains(t, err, fault)
			continue
		}
		require.NoError(t, err)
		assert.Greater(t, result.Iterations, iteration)
	}
}

// stopper plays at random and cancels a training when it has decided so often.
type stopper struct {
	agents.Agent
	left   atomic.Int64
	cancel func()
}

func (s *stopper) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	if s.left.Add(-1) == 0 {
		s.cancel()
	}
	return s.Agent.Decide(ctx, views)
}

// A run that is stopped in the middle of an iteration saves the state before it, to the
// byte: also which past self was drawn.
func TestAnIterationThatIsStoppedLeavesNoTrace(t *testing.T) {
	lags := []int{0, 2}
	if raced {
		lags = lags[1:] // which has the more goroutines
	}
	for _, lag := range lags {
		f := small()
		f.Collect.Lag = lag
		stopsWithoutTrace(t, f)
	}
}

func stopsWithoutTrace(t *testing.T, f algos.File) {
	f.Decisions = 4000
	f.Checkpoint.Keep = 1000
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	_, err = train.Run(t.Context(), f.Config, options(f, run))
	require.NoError(t, err)

	f.Checkpoint.Every = 1000
	stopped := map[int]bool{}
	step := int64(60)
	if raced {
		step = 150
	}
	for calls := int64(150); ; calls += step {
		cut, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		agent := &stopper{Agent: random.New(), cancel: cancel}
		agent.left.Store(calls)
		opt := options(f, cut)
		opt.Agent = func(string) (agents.Agent, error) { return agent, nil }
		result, err := train.Run(ctx, f.Config, opt)
		cancel()
		require.NoError(t, err)
		if !result.Interrupted {
			break // it ended before
		}
		iteration, files, err := cut.Latest()
		require.NoError(t, err)
		stopped[iteration] = true
		whole, err := checkpoint.Load(run.Path(iteration))
		require.NoError(t, err)
		assert.Equal(t, string(whole["state.json"]), string(files["state.json"]), "after iteration %d", iteration)
	}
	assert.Greater(t, len(stopped), 4, "stopped in %v", stopped)
}

func TestAKilledRunResumesByteByByte(t *testing.T) {
	slowWhenRaced(t)
	_, whole := trainWhole(t, small())
	dir := t.TempDir()
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	require.NoError(t, run.Close())
	for round := range 3 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), killedDir+"="+dir)
		require.NoError(t, cmd.Start())
		// Every iteration is saved, so most of the time a kill lands in a save.
		require.Eventually(t, func() bool {
			names, _ := filepath.Glob(filepath.Join(dir, "checkpoints", "0*"))
			return len(names) > 0 && filepath.Base(names[len(names)-1]) >= []string{"00000003", "00000011", "00000023"}[round]
		}, 10*time.Minute, time.Millisecond)
		time.Sleep(time.Duration(round) * 2 * time.Millisecond)
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait()
	}
	run, _, err = checkpoint.Resume(dir)
	require.NoError(t, err)
	_, err = train.Run(context.Background(), small().Config, options(small(), run))
	require.NoError(t, err)
	assert.Equal(t, whole, last(t, run))
}

// A slow run is saved between its regular checkpoints as well, and leaves the same folder.
func TestASlowRunIsSavedBetweenCheckpoints(t *testing.T) {
	f := tiny()
	f.Checkpoint.Every = 5
	train1 := func() (run *checkpoint.Run, seen []int) {
		run, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		opt := options(f, run)
		opt.Progress = func(p train.Progress) {
			if p.Phase == train.Training {
				its, err := run.Iterations()
				require.NoError(t, err)
				if len(its) > 0 {
					seen = append(seen, its[len(its)-1])
				}
			}
		}
		_, err = train.Run(t.Context(), f.Config, opt)
		require.NoError(t, err)
		return run, slices.Compact(seen)
	}
	quick, seen := train1()
	assert.Equal(t, []int{5, 10}, seen)
	train.SaveAfter(t, 0)
	slow, seen := train1()
	require.Greater(t, len(seen), 10)
	for i, it := range seen {
		assert.Equal(t, i+1, it)
	}
	assert.Equal(t, last(t, quick), last(t, slow))
	its, err := slow.Iterations()
	require.NoError(t, err)
	want, err := quick.Iterations()
	require.NoError(t, err)
	assert.Equal(t, want, its, "what lies between is gone")
}

func TestTheNumberOfProcessorsDoesNotMatter(t *testing.T) {
	slowWhenRaced(t)
	_, want := trainWhole(t, small())
	old := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(old)
	_, got := trainWhole(t, small())
	assert.Equal(t, want, got)
}

func TestSeedsMatter(t *testing.T) {
	slowWhenRaced(t)
	f := small()
	one, _ := trainWhole(t, f)
	f.Seed++
	two, _ := trainWhole(t, f)
	assert.NotEqual(t, one.Weights.Flat, two.Weights.Flat)
}

func TestARunOfAnotherGameIsRefused(t *testing.T) {
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	f := small()
	f.Decisions = 300
	_, err = train.Run(context.Background(), f.Config, options(f, run))
	require.NoError(t, err)
	f.Game = "kuhn"
	_, err = train.Run(context.Background(), f.Config, options(f, run))
	require.ErrorContains(t, err, "spec hash")
}

func TestFaultsAreReportedAllAtOnce(t *testing.T) {
	f := small()
	f.Decisions = 0
	f.Collect.Groups = 99
	f.EMA = 1
	f.PPO.Minibatch = 0
	f.Openings = train.OpeningConfig{Share: 0.5}
	f.Teacher = map[string]float64{"share": 0.1}
	f.Opponents.FixedShare = 0.9
	var faults env.Faults
	require.ErrorAs(t, f.Validate(), &faults)
	var paths []string
	for _, fault := range faults {
		paths = append(paths, fault.(*env.Fault).Path)
	}
	assert.Equal(t, []string{"decisions", "collect.groups", "opponents.fixed_share", "openings.agent", "openings.choices", "teacher.share", "ema", "ppo.minibatch"}, paths)
}

// What would take memory without end is refused with the rest.
func TestCountsOfAConfigurationAreBounded(t *testing.T) {
	f := small()
	f.Collect.Batch, f.Collect.Tables = math.MaxInt, math.MaxInt
	f.Evaluation.Every, f.Evaluation.Games, f.Evaluation.FinalGames = 1, math.MaxInt, math.MaxInt
	err := f.Validate()
	for _, path := range []string{"collect.batch", "collect.tables", "evaluation.games", "evaluation.final_games"} {
		assert.ErrorContains(t, err, path+": 9223372036854775807: want at most ")
	}
}

// slowWhenRaced leaves a test out under the race detector, which makes training twenty
// times slower: other tests run the same goroutines.
func slowWhenRaced(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("trains: too slow under the race detector")
	}
}
