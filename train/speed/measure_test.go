package speed_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/configs"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/speed"
)

func measure(t *testing.T, ctx context.Context, seconds float64, set ...string) (*speed.Result, error) {
	t.Helper()
	f := algos.Defaults()
	small := []string{"game=heat", "network={hidden: [8], embedding: 0, vocab_raw: true}", "collect={tables: 32, groups: 2, batch: 512}", "ppo={epochs: 2, minibatch: 256}"}
	require.NoError(t, configs.ReadAll(&f, configs.Assignments("test", append(small, set...)...)))
	game, err := games.New(f.Game)
	require.NoError(t, err)
	return speed.Measure(ctx, f.Config, speed.Options{
		Game:      game,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return f.New(w) },
		Agent:     func(string) (agents.Agent, error) { return random.New(), nil },
		Seconds:   seconds,
	})
}

// The figures follow from each other, and every phase of a real training is found in its
// profile: a function that gets another name shows here.
func TestMeasure(t *testing.T) {
	seen := map[speed.Phase]bool{}
	for range 100 { // a profile has 100 samples a second: of a small phase it may have none
		r, err := measure(t, t.Context(), 0.5, "opponents={past_share: 0.25, past_slots: 2, fixed: [random], fixed_share: 0.25}")
		require.NoError(t, err)
		assert.Equal(t, "heat", r.Game)
		assert.Equal(t, 32, r.Tables)
		assert.Positive(t, r.Iterations)
		assert.GreaterOrEqual(t, r.Decisions, 512*r.Iterations)
		assert.GreaterOrEqual(t, r.Seconds, 0.5)
		assert.InEpsilon(t, r.Seconds, r.Collecting+r.Updating, 1e-9)
		assert.InEpsilon(t, float64(r.Decisions), r.DecisionsPerSecond*r.Seconds, 1e-9)
		assert.InEpsilon(t, float64(r.Decisions), r.CollectedPerSecond*r.Collecting, 1e-9)
		learned := r.LearnedPerSecond * r.Updating
		assert.InDelta(t, 2*float64(r.Decisions), learned, float64(2*r.Minibatch*r.Iterations), "rows that fill no minibatch are left out")
		assert.Less(t, r.Inference.Mean, 16.0, "a group has 16 tables")
		assert.Greater(t, r.Inference.Mean, 2.0)

		network := networkOf(t, r)
		row, err := graph.ForwardProducts(network, 1)
		require.NoError(t, err)
		rows := r.Inference.Mean * float64(r.Inference.Batches)
		assert.InEpsilon(t, row*rows, r.Products.Inference, 1e-9)
		assert.Greater(t, rows, float64(r.Decisions), "past selves decide as well")
		assert.Greater(t, r.Products.Update, 1.5*row*learned)
		assert.Less(t, r.Products.Update, 3*row*learned)
		for p, share := range r.Processor.Shares {
			seen[p] = seen[p] || share > 0
		}
		if r.Processor.Samples > 0 {
			assert.Less(t, r.Products.Whole, 1.0, "nothing is faster than the peak")
		}
		if allOf(seen) || testing.Short() {
			return
		}
	}
	assert.Fail(t, "phases without a sample", "%v", seen)
}

func allOf(seen map[speed.Phase]bool) bool {
	for _, p := range speed.Phases() {
		if !seen[p] && p != speed.Other {
			return false
		}
	}
	return true
}

// networkOf makes the network of the configuration again.
func networkOf(t *testing.T, r *speed.Result) *models.Network {
	t.Helper()
	f := algos.Defaults()
	require.NoError(t, configs.ReadAll(&f, configs.Assignments("test", "game=heat", "network={hidden: [8], embedding: 0, vocab_raw: true}")))
	game, err := games.New(r.Game)
	require.NoError(t, err)
	network, err := train.NewNetwork(game.Spec(), f.Network)
	require.NoError(t, err)
	assert.Equal(t, network.Parameters(), r.Weights)
	return network
}

// What an iteration did that was cut short is not counted. In self-play every row is a
// decision.
func TestMeasureInterrupted(t *testing.T) {
	for wait := 200 * time.Millisecond; ; wait *= 2 {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(wait, cancel)
		r, err := measure(t, ctx, 1e6, "opponents={past_share: 0}")
		require.ErrorIs(t, err, context.Canceled)
		if r != nil {
			assert.InEpsilon(t, float64(r.Decisions), r.Inference.Mean*float64(r.Inference.Batches), 1e-9)
			return
		}
	}
}

func TestMeasureRefuses(t *testing.T) {
	f := algos.Defaults()
	_, err := speed.Measure(t.Context(), f.Config, speed.Options{})
	require.ErrorContains(t, err, "game")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := measure(t, ctx, 1)
	require.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, r, "nothing was measured")
	failed := errors.New("full disk")
	g := games.MustNew("leduc")
	require.NoError(t, configs.Read("train", "leduc", &f))
	f.PPO.Minibatch = 8192 // which reading refuses
	_, err = speed.Measure(t.Context(), f.Config, speed.Options{
		Game: g, Seconds: 1, Algorithm: func(w *models.Weights) (train.Algorithm, error) { return f.New(w) },
	})
	require.ErrorContains(t, err, "does not fill a minibatch")
	_, err = speed.Measure(t.Context(), f.Config, speed.Options{
		Game: g, Algorithm: func(*models.Weights) (train.Algorithm, error) { return nil, failed },
	})
	require.ErrorIs(t, err, failed)
}
