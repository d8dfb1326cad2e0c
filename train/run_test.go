package train_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
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
// fixed opponents, averaged weights.
func small() algos.File {
	f := algos.Defaults()
	f.Game = "leduc"
	f.Seed = 7
	f.Decisions = 12000
	f.Collect = train.CollectConfig{Batch: 256, Tables: 24, Groups: 3}
	f.Network.Hidden = []int{16}
	f.Opponents = train.OpponentConfig{PastShare: 0.25, SnapshotEvery: 4, Pool: 3, RedrawEvery: 2, Fixed: []string{"random"}, FixedShare: 0.2}
	f.Evaluation = train.EvaluationConfig{Every: 10, Games: 20, FinalGames: 40, Opponents: []string{"random"}}
	f.Checkpoint = train.CheckpointConfig{Every: 1, Keep: 4}
	f.PPO.Minibatch = 64
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
	want, whole := trainWhole(t, small())

	dir := t.TempDir()
	run, err := checkpoint.Create(dir, nil)
	require.NoError(t, err)
	for round := 0; ; round++ {
		ctx, cancel := context.WithCancel(context.Background())
		opt := options(small(), run)
		seen := 0
		opt.Progress = func(train.Progress) {
			if seen++; seen > 5+3*round {
				cancel()
			}
		}
		result, err := train.Run(ctx, small().Config, opt)
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

func TestAKilledRunResumesByteByByte(t *testing.T) {
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

func TestTheNumberOfProcessorsDoesNotMatter(t *testing.T) {
	_, want := trainWhole(t, small())
	old := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(old)
	_, got := trainWhole(t, small())
	assert.Equal(t, want, got)
}

func TestSeedsMatter(t *testing.T) {
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
	f.Opponents.FixedShare = 0.9
	var faults env.Faults
	require.ErrorAs(t, f.Validate(), &faults)
	var paths []string
	for _, fault := range faults {
		paths = append(paths, fault.(*env.Fault).Path)
	}
	assert.Equal(t, []string{"decisions", "collect.groups", "opponents.fixed_share", "ema", "ppo.minibatch"}, paths)
}
