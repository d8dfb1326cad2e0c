package train_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
)

// tiny is a run of a dozen iterations on Kuhn poker that uses everything.
func tiny() algos.File {
	f := small()
	f.Game = "kuhn"
	f.Decisions = 1500
	f.Collect = train.CollectConfig{Batch: 100, Tables: 12, Groups: 2}
	f.Network.Hidden = []int{8}
	f.Opponents.SnapshotEvery, f.Opponents.Pool, f.Opponents.RedrawEvery = 1, 2, 5
	f.Evaluation.Every, f.Evaluation.Games, f.Evaluation.FinalGames = 2, 20, 40
	f.Checkpoint = train.CheckpointConfig{Every: 2, Keep: 3}
	f.PPO.Minibatch = 20
	return f
}

// stopping is an algorithm that is interrupted in the middle of some updates.
type stopping struct {
	train.Algorithm
	when func() bool
}

// stoppedAt is done after a few looks, as a context that ends in the middle of work.
type stoppedAt struct {
	context.Context
	looks *int
}

func (c stoppedAt) Err() error {
	if *c.looks--; *c.looks < 0 {
		return context.Canceled
	}
	return nil
}

func (s *stopping) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	if !s.when() {
		return s.Algorithm.Update(ctx, b, progress, rng)
	}
	looks := 3
	return s.Algorithm.Update(stoppedAt{ctx, &looks}, b, progress, rng)
}

// guest is an opponent of evaluations, during whose nth decision an interrupt comes.
type guest struct {
	agents.Agent
	decides func()
}

func (g *guest) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	g.decides()
	return g.Agent.Decide(ctx, views)
}

// contents returns the files of a run that follow from its configuration: all but
// the events for TensorBoard, which hold times.
func contents(t *testing.T, dir string) map[string]string {
	files := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		require.NoError(t, err)
		if match, _ := filepath.Match("events.out.tfevents.*", d.Name()); d.IsDir() || match {
			return nil
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(data)
		return err
	}))
	return files
}

// Whatever is under way when the interrupt comes, the files at the end are the same as of a
// run that nobody interrupted: metrics and all checkpoints included.
func TestAnInterruptInAnyPhaseLosesNothing(t *testing.T) {
	whole := t.TempDir()
	run, err := checkpoint.Create(whole, nil)
	require.NoError(t, err)
	result, err := train.Run(t.Context(), tiny().Config, options(tiny(), run))
	require.NoError(t, err)
	last := result.Iterations
	require.NoError(t, run.Close())
	want := contents(t, whole)
	require.Contains(t, want["metrics.jsonl"], `"win_rate_against_random"`)

	moments := []int{1, 2, 3}
	if raced {
		moments = moments[1:2]
	}
	phases := map[train.Phase]int{}
	for _, phase := range []train.Phase{train.Training, train.Evaluating, train.Choosing, train.Reporting, "updating"} {
		for _, nth := range moments {
			t.Run(fmt.Sprint(phase, nth), func(t *testing.T) {
				dir := t.TempDir()
				run, err := checkpoint.Create(dir, nil)
				require.NoError(t, err)
				require.NoError(t, run.Close())
				stops := 0
				for {
					require.Less(t, stops, 5)
					run, _, err := checkpoint.Resume(dir)
					require.NoError(t, err)
					ctx, cancel := context.WithCancel(t.Context())
					opt := options(tiny(), run)
					var seen atomic.Int32 // matches ask their agents side by side
					see := func(now train.Phase) {
						if now == phase && stops < 4 && int(seen.Add(1)) == nth {
							cancel()
						}
					}
					opt.Progress = func(p train.Progress) {
						if p.Phase == train.Training {
							see(train.Training)
						}
					}
					built, atEnd := 0, 0
					opt.Agent = func(string) (agents.Agent, error) {
						if built++; built == 1 {
							return random.New(), nil // the fixed opponent
						}
						now := train.Evaluating
						if _, err := os.Stat(run.Path(last)); err == nil {
							if atEnd++; atEnd <= 2 { // the last and the averaged weights
								now = train.Choosing
							} else {
								now = train.Reporting
							}
						}
						return &guest{random.New(), func() { see(now) }}, nil
					}
					build := opt.Algorithm
					opt.Algorithm = func(w *models.Weights) (train.Algorithm, error) {
						a, err := build(w)
						return &stopping{a, func() bool {
							see("updating")
							return ctx.Err() != nil
						}}, err
					}
					r, err := train.Run(ctx, tiny().Config, opt)
					cancel()
					require.NoError(t, err)
					require.NoError(t, run.Close())
					if !r.Interrupted {
						break
					}
					stops++
					phases[phase]++
				}
				got := contents(t, dir)
				for name := range want {
					assert.Equal(t, want[name], got[name], name)
				}
				assert.Len(t, got, len(want), "no file more")
			})
		}
	}
	for _, phase := range []train.Phase{train.Training, train.Evaluating, train.Choosing, train.Reporting, "updating"} {
		assert.Positive(t, phases[phase], "never stopped while %s", phase)
	}
}

// A past self that has left the pool since it was drawn is drawn anew, also between
// the iterations in which another one is due, and a run without past selves
// draws none.
func TestAPastSelfThatIsGoneIsDrawnAnew(t *testing.T) {
	slowWhenRaced(t)
	past := func(f algos.File) (drawn [][]int) {
		run, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		f.Checkpoint = train.CheckpointConfig{Every: 1, Keep: 100}
		_, err = train.Run(t.Context(), f.Config, options(f, run))
		require.NoError(t, err)
		its, err := run.Iterations()
		require.NoError(t, err)
		for _, it := range its {
			files, err := checkpoint.Load(run.Path(it))
			require.NoError(t, err)
			var state struct{ Past []int }
			require.NoError(t, json.Unmarshal(files["state.json"], &state))
			drawn = append(drawn, state.Past)
		}
		return drawn
	}
	f := tiny()
	f.Evaluation.Every = 0
	f.Decisions = 3000
	f.Opponents.RedrawEvery = 3 // of two that are kept: the first, and the newest, which leaves at once
	drawn := past(f)
	assert.Empty(t, drawn[0], "there is none to draw in the first iteration")
	between := 0
	for i := 1; i < len(drawn); i++ {
		require.Len(t, drawn[i], min(i, f.Opponents.PastSlots))
		for _, past := range drawn[i] {
			assert.LessOrEqual(t, past, i, "of the past")
		}
		if i > 2 && i%3 != 0 && !slices.Equal(drawn[i], drawn[i-1]) {
			between++
		}
	}
	assert.Positive(t, between, "some left the pool between two draws")

	f.Opponents.PastShare = 0
	for _, d := range past(f) {
		assert.Empty(t, d)
	}
}

// A run of an attention network gives the same bytes on one processor as on all, and when
// it is stopped and goes on.
func TestAttentionTrainsByteByByte(t *testing.T) {
	slowWhenRaced(t)
	f := small()
	f.Game, f.Decisions = "fivepossessions", 1500
	f.Network.Kind, f.Network.Items, f.Network.Settings = models.Attention, 8, map[string]int{models.SettingHeads: 2}
	f.Evaluation = train.EvaluationConfig{FinalGames: 4, Games: 4, Opponents: []string{"random"}}
	_, want := trainWhole(t, f)

	old := runtime.GOMAXPROCS(1)
	_, got := trainWhole(t, f)
	runtime.GOMAXPROCS(old)
	assert.Equal(t, want, got)

	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	opt := options(f, run)
	seen := 0
	opt.Progress = func(train.Progress) {
		if seen++; seen == 3 {
			stop()
		}
	}
	result, err := train.Run(ctx, f.Config, opt)
	require.NoError(t, err)
	require.True(t, result.Interrupted)
	_, err = train.Run(context.Background(), f.Config, options(f, run))
	require.NoError(t, err)
	assert.Equal(t, want, last(t, run))
}

// FuzzCheckpoint reads checkpoints in which one file is anything, the manifest with its
// checksums included: what is read is whole, an error names the file, and no small file
// takes much memory.
func FuzzCheckpoint(f *testing.F) {
	run, err := checkpoint.Create(f.TempDir(), nil)
	require.NoError(f, err)
	cfg := tiny()
	cfg.Decisions = 50 // one iteration
	_, err = train.Run(f.Context(), cfg.Config, options(cfg, run))
	require.NoError(f, err)
	_, whole, err := run.Latest()
	require.NoError(f, err)
	names := []string{"state.json", "weights.safetensors", "average.safetensors", "manifest.json"}
	manifest, err := os.ReadFile(filepath.Join(run.Path(1), "manifest.json"))
	require.NoError(f, err)
	f.Add(uint8(3), manifest)
	for i, name := range names[:3] {
		f.Add(uint8(i), whole[name])
		f.Add(uint8(i), whole[name][:len(whole[name])/2])
	}
	state := string(whole["state.json"])
	for _, edit := range []string{
		`"hidden":[2000000000]`, `"hidden":[8,8,8]`, `"actions":1e9`, `"fields":[]`, `"shape":[1099511627776,1099511627776]`, `"embedding":-1`,
	} {
		key, _, _ := strings.Cut(edit, ":")
		if at := strings.Index(state, key); at >= 0 {
			f.Add(uint8(0), []byte(state[:at]+edit+","+state[at:]))
		}
	}
	f.Add(uint8(3), []byte(`{"../../../../etc/passwd":""}`))
	f.Add(uint8(3), []byte(`{"state.json":"0"}`))
	f.Add(uint8(1), append([]byte{255, 255, 255, 255, 255, 255, 255, 127}, "{}"...))

	dir := run.Path(1)
	f.Fuzz(func(t *testing.T, which uint8, content []byte) {
		if len(content) > 1<<16 {
			return
		}
		name := names[int(which)%len(names)]
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		files := maps.Clone(whole)
		files[name] = content // with a checksum that fits
		if name == "manifest.json" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o644))
			var err error
			if files, err = checkpoint.Load(dir); err != nil {
				require.ErrorContains(t, err, dir)
				return
			}
		}
		saved, err := train.ReadSaved(files)
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
		if err != nil {
			require.Regexp(t, `state\.json|weights\.safetensors|average\.safetensors`, err.Error())
			return
		}
		// A checkpoint that is read is whole, and can be written again.
		require.NoError(t, saved.Network.Validate())
		require.NoError(t, saved.Weights.Finite())
		require.Len(t, saved.Weights.Flat, saved.Network.Parameters())
		var again bytes.Buffer
		require.NoError(t, saved.Weights.Write(&again, nil))
	})
}

// A run that pauses is measured where it pauses, and ends as one that never did; that
// it is asked to pause at its end, or where it has been, changes nothing.
func TestAPausedRunGoesOnByteByByte(t *testing.T) {
	slowWhenRaced(t)
	for name, change := range map[string]func(*algos.File){
		"itself": func(*algos.File) {},
		"a lag":  func(f *algos.File) { f.Collect.Lag = 1 },
	} {
		f := small()
		f.Decisions, f.EMA = 6000, 0.9
		change(&f)
		want, whole := trainWhole(t, f)
		run, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		at := 0
		for _, until := range []int{1500, 1500, 1000, 4000} {
			opt := options(f, run)
			opt.Until = until
			paused, err := train.Run(t.Context(), f.Config, opt)
			require.NoError(t, err)
			assert.True(t, paused.Interrupted && paused.Paused, name)
			assert.GreaterOrEqual(t, paused.Decisions, until, name)
			assert.Less(t, paused.Decisions, until+2000, name)
			assert.GreaterOrEqual(t, paused.Decisions, at, name)
			at = paused.Decisions
			require.Len(t, paused.Evaluations, 1, name)
			assert.Equal(t, f.Evaluation.Games, paused.Evaluations[0].Games, "%s: the games that choose", name)
		}
		opt := options(f, run)
		opt.Until = f.Decisions
		result, err := train.Run(t.Context(), f.Config, opt)
		require.NoError(t, err)
		assert.False(t, result.Interrupted || result.Paused, name)
		assert.Equal(t, want.Evaluations, result.Evaluations, name)
		assert.Equal(t, want.Weights.Flat, result.Weights.Flat, name)
		assert.Equal(t, whole, last(t, run), name)
	}
}

// A run that is measured exactly records the last weights beside the averaged ones, on its way and
// at its end; one without averaged weights has but one figure.
func TestExactFiguresOfBothWeights(t *testing.T) {
	for _, ema := range []float64{0, 0.95} {
		f := small()
		f.Game, f.Decisions, f.EMA, f.Opponents.FixedShare, f.Opponents.Fixed = "kuhn", 4000, ema, 0, nil
		f.Evaluation = train.EvaluationConfig{Every: 3, Games: 2, FinalGames: 2, Exact: true}
		run, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		result, err := train.Run(t.Context(), f.Config, options(f, run))
		require.NoError(t, err)
		lines, err := run.MetricsLines()
		require.NoError(t, err)
		differ := 0
		for i, line := range lines {
			var numbers map[string]float64
			require.NoError(t, json.Unmarshal(line, &numbers))
			one, measured := numbers["exploitability"]
			other, beside := numbers["exploitability_of_last"]
			assert.Equal(t, (i+1)%3 == 0 && i+1 < len(lines), measured, i)
			assert.Equal(t, measured && ema > 0, beside, i)
			if beside && one != other {
				differ++
			}
		}
		if ema == 0 {
			assert.Nil(t, result.LastExploitability)
			assert.Nil(t, result.AveragedExploitability)
			continue
		}
		assert.Greater(t, differ, 2)
		require.NotNil(t, result.LastExploitability)
		require.NotNil(t, result.AveragedExploitability)
		assert.NotEqual(t, *result.LastExploitability, *result.AveragedExploitability)
		assert.InDelta(t, min(*result.LastExploitability, *result.AveragedExploitability), *result.Evaluations[0].Exploitability, 0, "the better of them")
	}
}
