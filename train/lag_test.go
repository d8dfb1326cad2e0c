package train_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/ppo"
)

// lagging is small with play ahead of learning, corrected where the lag is odd, and a magnet that is
// replaced. Past selves leave the pool so soon that some still play that have left it.
func lagging(lag int) algos.File {
	f := small()
	f.Collect.Lag = lag
	f.Opponents.SnapshotEvery, f.Opponents.Pool = 1, 2
	f.PPO.TargetEntropy = 0.4
	f.PPO.Magnet.ReplaceEvery = 7
	if lag%2 == 1 {
		f.PPO.VTrace = ppo.Truncated()
	}
	return f
}

func TestARunThatPlaysAheadResumesByteByByte(t *testing.T) {
	slowWhenRaced(t)
	resumesByteByByte(t, lagging(3))
}

// What an iteration is played with is as old as the configuration says, once there is
// anything so old. Without a lag nothing of it is written.
func TestTheLagIsTheAgeOfTheWeights(t *testing.T) {
	f := lagging(2)
	f.Decisions, f.Checkpoint.Keep = 3000, 1000
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	watched := &watchedPlayer{Player: newActors(t, f, 1)}
	opt := options(f, run)
	opt.Player = watched
	result, err := train.Run(t.Context(), f.Config, opt)
	require.NoError(t, err)
	require.Greater(t, result.Iterations, 6)
	for _, o := range watched.orders {
		require.Equal(t, max(0, o.Iteration-2), o.After)
		files, err := checkpoint.Load(run.Path(o.After))
		if o.After == 0 {
			continue // no checkpoint has the first weights
		}
		require.NoError(t, err)
		saved, err := train.ReadSaved(files)
		require.NoError(t, err)
		require.Equal(t, saved.Weights.Flat, o.Weights.Flat, "iteration %d", o.Iteration)
		if o.Iteration < result.Iterations {
			require.EqualValues(t, 2, metricsOf(t, run, o.Iteration+1)["staleness"])
		}
	}
	assert.Equal(t, result.Iterations, watched.saved)
	assert.True(t, watched.stopped)

	f.Collect.Lag = 0
	_, files := trainWhole(t, f)
	assert.NotContains(t, string(files["state.json"]), "orders")
	assert.Contains(t, string(files["state.json"]), `"format": 2,`)
	text, err := f.Text()
	require.NoError(t, err)
	assert.NotContains(t, string(text), "lag", "configurations of runs without it stay as they are")
}

type watchedPlayer struct {
	train.Player
	orders  []*train.Order
	saved   int
	stopped bool
}

func (w *watchedPlayer) Order(ctx context.Context, o *train.Order) error {
	w.orders = append(w.orders, o)
	return w.Player.Order(ctx, o)
}

func (w *watchedPlayer) Saved(_ context.Context, iteration int) error {
	w.saved = iteration
	return nil
}

func (w *watchedPlayer) Stop() { w.stopped = true }

// actors plays the groups of an iteration one by one, in any order, by any of several
// actors, and sends the batches through bytes.
type actors struct {
	testing.TB
	spec   *env.Spec
	cfg    train.Config
	actors []*train.Actor
	joiner *train.Joiner
	orders []*train.Order
	rng    *rand.Rand
	full   bool
}

func newActors(t testing.TB, f algos.File, n int) *actors {
	game, err := games.New(f.Game)
	require.NoError(t, err)
	a := &actors{TB: t, spec: game.Spec(), cfg: f.Config, joiner: train.NewJoiner(game.Spec()), rng: rand.New(rand.NewPCG(1, uint64(n)))}
	for range n {
		actor, err := train.NewActor(game, f.Config, random.New(), n)
		require.NoError(t, err)
		a.actors = append(a.actors, actor)
	}
	return a
}

func (a *actors) Order(_ context.Context, o *train.Order) error {
	a.orders = append(a.orders, o)
	return nil
}

func (a *actors) Collect(ctx context.Context) (*train.Batch, error) {
	groups := make([]*train.Batch, a.cfg.Collect.Groups)
	for _, i := range a.rng.Perm(len(groups)) {
		b, err := a.actors[a.rng.IntN(len(a.actors))].Play(ctx, a.orders[0], i)
		if err != nil {
			return nil, err
		}
		data, err := b.Encode()
		require.NoError(a, err)
		groups[i], err = (&train.Task{Spec: a.spec, Config: &a.cfg, Order: a.orders[0], Group: i}).Decode(data)
		require.NoError(a, err)
	}
	a.orders = a.orders[1:]
	return a.joiner.Join(groups), nil
}

func (a *actors) Saved(context.Context, int) error { return nil }
func (a *actors) Failed()                          {}
func (a *actors) Full() bool                       { return a.full }
func (a *actors) Stop()                            {}

// Whoever plays the groups, the run has the same bytes.
func TestActorsPlayAsTheCollectorDoes(t *testing.T) {
	slowWhenRaced(t)
	for _, game := range []string{"leduc", "goofspiel(cards=4)", "heat(players=3)"} {
		for _, lag := range []int{0, 2, 3} {
			f := lagging(lag)
			f.Game = game
			f.Decisions = 2500
			f.Collect.Batch, f.Collect.Tables = 250, 13 // groups of two sizes
			if strings.HasPrefix(game, "heat") {
				f.Decisions, f.Evaluation.Every = 1500, 0
			}
			f.Evaluation.FinalGames = 2
			want, whole := trainWhole(t, f)
			run, err := checkpoint.Create(t.TempDir(), nil)
			require.NoError(t, err)
			opt := options(f, run)
			opt.Player = newActors(t, f, 3)
			got, err := train.Run(t.Context(), f.Config, opt)
			require.NoError(t, err)
			name := fmt.Sprint(game, " lag ", lag)
			assert.Equal(t, want.Weights.Flat, got.Weights.Flat, name)
			assert.Equal(t, whole, last(t, run), name)
		}
	}
}

// A player that has much waiting gets a checkpoint at once, and the run keeps those that
// it would have kept.
func TestAFullPlayerSavesEarly(t *testing.T) {
	slowWhenRaced(t)
	f := small()
	f.Checkpoint = train.CheckpointConfig{Every: 5, Keep: 2}
	kept := func(full bool) []int {
		run, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		player := newActors(t, f, 1)
		player.full = full
		opt := options(f, run)
		opt.Player = player
		saves := 0
		opt.Progress = func(p train.Progress) {
			if its, err := run.Iterations(); err == nil && len(its) > 0 && p.Phase == train.Training && its[len(its)-1] == p.Iteration-1 {
				saves++
			}
		}
		_, err = train.Run(t.Context(), f.Config, opt)
		require.NoError(t, err)
		assert.Equal(t, full, saves > 20, "%d checkpoints", saves)
		its, err := run.Iterations()
		require.NoError(t, err)
		return its
	}
	assert.Equal(t, kept(false), kept(true))
}

// Orders that no run has written are refused, with their place.
func TestOrdersThatNoRunHasAreRefused(t *testing.T) {
	f := lagging(2)
	f.Decisions = 1000
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	_, err = train.Run(t.Context(), f.Config, options(f, run))
	require.NoError(t, err)
	iteration, files, err := run.Latest()
	require.NoError(t, err)
	state := string(files["state.json"])
	require.Contains(t, state, fmt.Sprintf(`"after": %d,`, iteration-1))
	for edit, fault := range map[string]string{
		fmt.Sprintf(`"after": %d,`, iteration+9): "orders[1]",
		`"after": -1,`:                           "orders[1]",
		`"after": 1,`:                            "after-00000001.safetensors",
	} {
		files["state.json"] = []byte(strings.Replace(state, fmt.Sprintf(`"after": %d,`, iteration-1), edit, 1))
		bad, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		require.NoError(t, bad.Save(iteration, files))
		for _, name := range []string{"1", "2", "3", "4", "5"} {
			data, err := run.LoadPool("0000000" + name + ".safetensors")
			if err == nil {
				require.NoError(t, bad.SavePool("0000000"+name+".safetensors", data))
			}
		}
		f.Decisions = 2000
		_, err = train.Run(t.Context(), f.Config, options(f, bad))
		require.ErrorContains(t, err, fault)
	}
}

// ruined is an algorithm that fails in its third update, by an error or by weights that are
// no numbers.
type ruined struct {
	train.Algorithm
	err     error
	updates int
}

func (r *ruined) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	if r.updates++; r.updates == 3 && r.err != nil {
		return nil, r.err
	}
	return r.Algorithm.Update(ctx, b, progress, rng)
}

func (r *ruined) Weights(dst *models.Weights) {
	if r.Algorithm.Weights(dst); r.updates == 3 {
		dst.Flat[0] = float32(math.NaN())
	}
}

// disappointed is a player that counts how often nobody could learn from its rows.
type disappointed struct {
	train.Player
	failed int
}

func (d *disappointed) Failed() { d.failed++ }

// A player hears of rows that nobody can learn from, and of no others.
func TestAPlayerHearsThatLearningFailed(t *testing.T) {
	f := tiny()
	for said, failure := range map[string]error{"training diverged": nil, "no such rows": errors.New("no such rows")} {
		run, err := checkpoint.Create(t.TempDir(), nil)
		require.NoError(t, err)
		opt := options(f, run)
		build := opt.Algorithm
		opt.Algorithm = func(w *models.Weights) (train.Algorithm, error) {
			a, err := build(w)
			return &ruined{Algorithm: a, err: failure}, err
		}
		player := &disappointed{Player: newActors(t, f, 1)}
		opt.Player = player
		_, err = train.Run(t.Context(), f.Config, opt)
		require.ErrorContains(t, err, said)
		assert.Equal(t, 1, player.failed)
	}
	run, err := checkpoint.Create(t.TempDir(), nil)
	require.NoError(t, err)
	player := &disappointed{Player: newActors(t, f, 1)}
	opt := options(f, run)
	opt.Player = player
	_, err = train.Run(t.Context(), f.Config, opt)
	require.NoError(t, err)
	assert.Zero(t, player.failed)
}

// exploring is an algorithm whose seats respond now and then with its own weights, and explore
// less and less.
type exploring struct{ train.Algorithm }

func (e *exploring) Acting(progress float64) train.Acting {
	network, err := train.NewNetwork(games.MustNew("leduc").Spec(), lagging(0).Network)
	if err != nil {
		panic(err)
	}
	w := models.NewWeights(network)
	e.Weights(w)
	return train.Acting{Greedy: true, Epsilon: 0.5 - 0.4*progress, Responds: 0.3, Response: w}
}

// How an iteration is played goes on after an interrupt, whoever plays it and however far it is
// ahead: the bytes at the end are the same as of a run that nobody stopped.
func TestActingResumesByteByByte(t *testing.T) {
	slowWhenRaced(t)
	for _, lag := range []int{0, 3} {
		f := lagging(lag)
		f.Decisions, f.Evaluation.Every = 2500, 0
		trained := func(run *checkpoint.Run, stopAfter int, player train.Player) *train.Result {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			opt := options(f, run)
			opt.Player = player
			build := opt.Algorithm
			opt.Algorithm = func(w *models.Weights) (train.Algorithm, error) {
				a, err := build(w)
				return &exploring{a}, err
			}
			opt.Progress = func(p train.Progress) {
				if p.Phase == train.Training && p.Iteration == stopAfter {
					cancel()
				}
			}
			result, err := train.Run(ctx, f.Config, opt)
			require.NoError(t, err)
			return result
		}
		create := func() *checkpoint.Run {
			run, err := checkpoint.Create(t.TempDir(), nil)
			require.NoError(t, err)
			return run
		}
		whole, stopped, elsewhere := create(), create(), create()
		trained(whole, -1, nil)
		require.True(t, trained(stopped, 3, nil).Interrupted)
		trained(stopped, -1, nil)
		trained(elsewhere, -1, newActors(t, f, 2))
		assert.Equal(t, last(t, whole), last(t, stopped), "lag %d", lag)
		assert.Equal(t, last(t, whole), last(t, elsewhere), "lag %d", lag)
		if lag > 0 {
			assert.Contains(t, string(last(t, whole)["state.json"]), `"responds": 0.3`)
		}
	}
}
