package imitation_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/models"
	"ringer/train"
	"ringer/train/imitation"
)

// tilted plays the first legal action with probability 0.7 and the others
// equally.
type tilted struct{}

func (tilted) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i, d := range decisions {
		n := len(views[i].Legal)
		for j := range d.Probs {
			d.Probs[j] = 1
			if n > 1 {
				d.Probs[j] = 0.3 / float32(n-1)
				if j == 0 {
					d.Probs[j] = 0.7
				}
			}
		}
	}
	return decisions, nil
}

func config() imitation.Config {
	cfg := imitation.Defaults()
	cfg.Agent, cfg.Decisions, cfg.Minibatch = "tilted", 25_000, 128
	return cfg
}

// imitate returns the weights of a small leduc network after imitation.
func imitate(t *testing.T, cfg imitation.Config, seed uint64) (env.Game, *models.Weights) {
	game, err := games.New("leduc")
	require.NoError(t, err)
	network, err := train.NewNetwork(game.Spec(), train.NetworkConfig{Hidden: []int{32}, Activation: models.Tanh})
	require.NoError(t, err)
	c, err := train.NewCollector(game, network, train.CollectConfig{Batch: 1024, Tables: 32, Groups: 2}, seed)
	require.NoError(t, err)
	weights := models.Init(network, seed)
	seen := 0
	require.NoError(t, imitation.Start(context.Background(), cfg, c, tilted{}, nil, weights, seed, func(done, total int) {
		assert.GreaterOrEqual(t, done, seen)
		assert.Equal(t, cfg.Decisions, total)
		seen = done
	}))
	assert.Equal(t, cfg.Decisions, seen)
	return game, weights
}

func TestTheNetworkComesToPlayLikeTheAgent(t *testing.T) {
	game, weights := imitate(t, config(), 3)
	tr, err := tree.Build(t.Context(), game, 20_000)
	require.NoError(t, err)
	agent, err := neural.FromWeights(game.Spec(), weights)
	require.NoError(t, err)
	learned, err := eval.Tabulate(context.Background(), tr, agent, 1)
	require.NoError(t, err)
	want, err := eval.Tabulate(context.Background(), tr, tilted{}, 1)
	require.NoError(t, err)
	distance, states := 0.0, 0
	for i := range tr.Infosets() {
		got, goal := tr.At(learned, int32(i)), tr.At(want, int32(i))
		for j := range goal {
			distance += abs(got[j]-goal[j]) / 2
		}
		states++
	}
	assert.Less(t, distance/float64(states), 0.05, "mean total variation over all information states")
}

func TestImitationIsDeterministic(t *testing.T) {
	cfg := config()
	cfg.Decisions = 4000
	_, one := imitate(t, cfg, 5)
	_, two := imitate(t, cfg, 5)
	_, other := imitate(t, cfg, 6)
	assert.Equal(t, one.Flat, two.Flat)
	assert.NotEqual(t, one.Flat, other.Flat)
}

// A temperature sharpens the copy, and changes nothing before that.
func TestTheCopyGoesOnAtItsTemperature(t *testing.T) {
	cfg := config()
	cfg.Decisions = 4000
	_, plain := imitate(t, cfg, 5)
	cfg.Temperature = 0.5
	_, sharp := imitate(t, cfg, 5)
	assert.NotEqual(t, plain.Flat, sharp.Flat)
	assert.Equal(t, plain.Sharpened(0.5).Flat, sharp.Flat)
}

func TestFaults(t *testing.T) {
	cfg := imitation.Config{Agent: "expert", Decisions: 0, Epochs: 0, Minibatch: 3, Shards: 2, LearningRate: -1, Value: -1, Temperature: 0}
	var faults env.Faults
	require.ErrorAs(t, cfg.Validate(), &faults)
	assert.Len(t, faults, 6)
	cfg.Agent = ""
	assert.NoError(t, cfg.Validate(), "nobody is imitated, so nothing else matters")
}

func abs(x float64) float64 { return max(x, -x) }
