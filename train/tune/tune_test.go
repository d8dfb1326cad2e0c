package tune_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/ppo"
	"ringer/train/tune"
)

// Short trainings of every shipped configuration are valid, from a bot and from nothing.
func TestSettings(t *testing.T) {
	for _, name := range configs.Names("train") {
		file := algos.Defaults()
		require.NoError(t, configs.Read("train", name, &file))
		long := file
		for _, decisions := range []int{1000, 200_000} {
			o := tune.Options{Game: file.Game, Seed: 7, Decisions: decisions, Against: "random", Points: 4, Games: 100, FinalGames: 200}
			short := tune.Settings(file, o)
			require.NoError(t, short.Validate(), name)
			assert.Equal(t, long, file, "the file itself stays")
			assert.Equal(t, decisions, short.Decisions)
			assert.Equal(t, file.Imitation.Agent, short.Imitation.Agent)
			if short.Imitation.Agent == "" {
				assert.Zero(t, short.Imitation.FixedShare, "nobody to imitate there")
			}
			assert.LessOrEqual(t, short.Imitation.Decisions, max(decisions/2, 1))
			assert.LessOrEqual(t, short.Collect.Batch, max(decisions/80, file.PPO.Minibatch))

			o.Start, o.Network = "bot(x)", train.NetworkConfig{Kind: "mlp", Hidden: []int{3}, Activation: "relu"}
			on := tune.Settings(file, o)
			require.NoError(t, on.Validate(), name)
			assert.Equal(t, []int{3}, on.Network.Hidden)
			assert.Empty(t, on.Imitation.Agent)
			assert.Empty(t, on.Imitation.Ask, "a short training goes on with all that its bot knows")
			assert.Zero(t, on.Imitation.FixedShare)
			if file.PPO.FinalEntropy >= 0 {
				assert.Equal(t, file.PPO.FinalEntropy, on.PPO.Entropy)
			}
			for kind, k := range file.PPO.Kinds {
				if k.FinalEntropy != nil && *k.FinalEntropy >= 0 {
					assert.Equal(t, *k.FinalEntropy, *on.PPO.Kinds[kind].Entropy, "%s, %s", name, kind)
					assert.NotNil(t, file.PPO.Kinds[kind].FinalEntropy)
				}
			}
			assert.InDelta(t, on.PPO.LearningRate/10, on.PPO.FinalLearningRate, 1e-12)
		}
	}
}

// A learner of values, whose logits are none of a policy, leaves going on from a bot to the default algorithm; from nothing it
// trains itself.
func TestWhoGoesOnFromABot(t *testing.T) {
	for algorithm, want := range map[string]string{"ppo": "ppo", "dqn": "ppo", "nfsp": "ppo"} {
		file := algos.Defaults()
		file.Game, file.Algorithm = "leduc", algorithm
		o := tune.Options{Game: "leduc", Decisions: 1000}
		assert.Equal(t, algorithm, tune.Settings(file, o).Algorithm)
		o.Start, o.Network = "bot(x)", file.Network
		on := tune.Settings(file, o)
		require.NoError(t, on.Validate())
		assert.Equal(t, want, on.Algorithm)
	}
}

// A kind whose entropy stays the same, -1, goes on with the entropy that it had.
func TestSettingsOfKindsThatKeepTheirEntropy(t *testing.T) {
	number := func(x float64) *float64 { return &x }
	file := algos.Defaults()
	file.Game = "leduc"
	file.PPO.Entropy, file.PPO.FinalEntropy = 0.05, 0.01
	file.PPO.Kinds = map[string]ppo.KindConfig{
		"bid":   {Entropy: number(0.2), FinalEntropy: number(-1)},
		"other": {FinalEntropy: number(-1)}, // of the entropy for all
	}
	on := tune.Settings(file, tune.Options{Game: "leduc", Decisions: 1000, Start: "bot(x)", Network: file.Network})
	require.NoError(t, on.Validate())
	assert.InDelta(t, 0.01, on.PPO.Entropy, 1e-12)
	assert.Equal(t, map[string]ppo.KindConfig{"bid": {Entropy: number(0.2)}, "other": {Entropy: number(0.05)}}, on.PPO.Kinds)
}

// A short training has batches that fill the minibatches of both learning and imitation.
func TestSettingsFillMinibatches(t *testing.T) {
	file := algos.Defaults()
	file.Game, file.Imitation.Agent = "leduc", "greedy"
	require.Greater(t, file.Imitation.Minibatch, file.PPO.Minibatch)
	short := tune.Settings(file, tune.Options{Game: "leduc", Decisions: 1000})
	require.NoError(t, short.Validate())
}
