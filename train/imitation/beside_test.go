package imitation_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/imitation"
)

// far returns the mean total variation between two agents, by kind of decision, over choices
// of random games.
func far(t *testing.T, game env.Game, a, b agents.Agent) map[string]float64 {
	sum, n := map[string]float64{}, map[string]float64{}
	viewer, rng := agents.NewViewer(game), env.Stream(9, "choices")
	for range 60 {
		s := game.NewInitialState()
		for {
			seat, err := drive.Roll(s, rng)
			require.NoError(t, err)
			if seat == env.Terminal {
				break
			}
			view := viewer.View(s, rng)
			if len(view.Legal) > 1 {
				one, err := agents.Ask(context.Background(), a, []agents.View{view})
				require.NoError(t, err)
				two, err := agents.Ask(context.Background(), b, []agents.View{view})
				require.NoError(t, err)
				kind := game.Spec().Kinds()[game.Spec().Kind(view.Observation, view.Legal)]
				for i, p := range one[0].Probs {
					sum[kind] += abs(float64(p-two[0].Probs[i])) / 2
				}
				n[kind]++
			}
			require.NoError(t, s.Apply(view.Legal[rng.IntN(len(view.Legal))]))
		}
	}
	for kind := range sum {
		sum[kind] /= n[kind]
	}
	return sum
}

// The kinds that are asked for come to be the agent's, and the others stay as they were.
func TestOnlyTheKindsThatAreAskedForMove(t *testing.T) {
	game, err := games.New("fourdowns(file=mini)")
	require.NoError(t, err)
	spec := game.Spec()
	network, err := train.NewNetwork(spec, train.NetworkConfig{Hidden: []int{64}, Activation: models.Tanh, VocabRaw: true})
	require.NoError(t, err)
	c, err := train.NewCollector(game, network, train.CollectConfig{Batch: 1024, Tables: 32, Groups: 2}, 4)
	require.NoError(t, err)
	before := models.Init(network, 4)
	after := before.Clone()
	both, err := imitation.Beside(spec, after, tilted{}, []string{"bid"})
	require.NoError(t, err)
	cfg := config()
	cfg.Agent, cfg.Ask, cfg.Kinds = "", "tilted", []string{"bid"}
	require.NoError(t, imitation.Start(t.Context(), cfg, c, both, nil, after, 4, nil))
	one, err := neural.FromWeights(spec, before)
	require.NoError(t, err)
	two, err := neural.FromWeights(spec, after)
	require.NoError(t, err)

	assert.Zero(t, far(t, game, both, one)["play"], "what it began with stays the target, though the weights moved")
	assert.Zero(t, far(t, game, both, tilted{})["bid"])
	was, is := far(t, game, one, tilted{}), far(t, game, two, tilted{})
	assert.Greater(t, was["bid"], 0.15)
	assert.Less(t, is["bid"], 0.05)
	assert.InDelta(t, was["play"], is["play"], 0.03)
	assert.Less(t, far(t, game, one, two)["play"], 0.05)
}

func TestFaultsOfAsking(t *testing.T) {
	for want, change := range map[string]func(c *imitation.Config){
		"ask: greedy: want no agent beside it (expert)":         func(c *imitation.Config) { c.Agent, c.Ask, c.Kinds = "expert", "greedy", []string{"bid"} },
		"kinds: []: want kinds of decisions where ask names":    func(c *imitation.Config) { c.Ask = "greedy" },
		"kinds: [bid]: want kinds of decisions where ask names": func(c *imitation.Config) { c.Kinds = []string{"bid"} },
		"temperature: 0.6: want 1 beside ask":                   func(c *imitation.Config) { c.Ask, c.Kinds, c.Temperature = "greedy", []string{"bid"}, 0.6 },
		"decisions: 0: want at least 1":                         func(c *imitation.Config) { c.Ask, c.Kinds, c.Decisions = "greedy", []string{"bid"}, 0 },
	} {
		cfg := imitation.Defaults()
		change(&cfg)
		assert.ErrorContains(t, cfg.Validate(), want)
	}
	cfg := imitation.Defaults()
	cfg.Ask, cfg.Kinds = "greedy", []string{"bid", "trade"}
	require.NoError(t, cfg.Validate())
	require.NoError(t, cfg.CheckKinds([]string{"trade", "bid"}))
	assert.ErrorContains(t, cfg.CheckKinds([]string{"bid", "play"}), "kinds[1]: trade: want one of: bid, play")
}
