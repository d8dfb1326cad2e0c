package train_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/agents/random"
	"ringer/configs"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
)

// long skips tests that train to strength unless they are asked for.
func long(t *testing.T) {
	if os.Getenv("RINGER_LONG") == "" {
		t.Skip("trains for a minute: set RINGER_LONG=1 (make long)")
	}
}

// trainConfig trains a shipped configuration with changes and returns the result
// and the metrics of every iteration by name.
func trainConfig(t *testing.T, name string, set ...string) (*train.Result, *tree.Tree) {
	f := algos.Defaults()
	require.NoError(t, configs.Read("train", name, &f, set...))
	game, err := games.New(f.Game)
	require.NoError(t, err)
	result, err := train.Run(context.Background(), f.Config, train.Options{
		Game:      game,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return f.New(w) },
		Agent:     func(string) (agents.Agent, error) { return random.New(), nil },
	})
	require.NoError(t, err)
	tr, err := tree.Build(t.Context(), game, 1_000_000)
	require.NoError(t, err)
	return result, tr
}

// A learner that does not learn shows here: the shipped configurations must
// reach what is known to be reachable, on every seed.
func TestSelfPlayReachesKnownExploitability(t *testing.T) {
	long(t)
	for _, c := range []struct {
		config string
		most   float64
	}{
		{"kuhn", 0.02},
		{"leduc", 0.24},
		{"goofspiel", 0.04},
		{"liarsdice", 0.07},
	} {
		for seed := 1; seed <= 2; seed++ {
			t.Run(fmt.Sprintf("%s seed %d", c.config, seed), func(t *testing.T) {
				result, _ := trainConfig(t, c.config, fmt.Sprintf("seed=%d", seed), "evaluation.every=0")
				require.NotNil(t, result.Evaluations[0].Exploitability)
				t.Logf("exploitability %.4f, averaged weights %v, %.0f decisions/s", *result.Evaluations[0].Exploitability, result.Averaged, result.DecisionsPerSecond)
				assert.Less(t, *result.Evaluations[0].Exploitability, c.most)
			})
		}
	}
}

// largeSteps sets what a calibrated configuration keeps small.
var largeSteps = []string{
	"evaluation.every=0", "ema=0.98", "collect.batch=1024", "ppo.minibatch=256", "ppo.learning_rate=0.001", "ppo.final_learning_rate=0",
}

// Advantages normalised over an iteration make self-play on hidden simultaneous
// bids collapse to a near-deterministic policy that is worse than uniform, and
// the run must say so.
func TestNormalizedAdvantagesCollapseAndAlarm(t *testing.T) {
	long(t)
	f := algos.Defaults()
	require.NoError(t, configs.Read("train", "goofspiel", &f, append(largeSteps, "decisions=300000", "ppo.normalize_advantages=true", "ppo.entropy=0.05", "ppo.final_entropy=0.05", "ppo.kl=0.1")...))
	game, err := games.New(f.Game)
	require.NoError(t, err)
	alarms := map[string]bool{}
	result, err := train.Run(context.Background(), f.Config, train.Options{
		Game:      game,
		Algorithm: func(w *models.Weights) (train.Algorithm, error) { return f.New(w) },
		Progress: func(p train.Progress) {
			for _, a := range p.Alarms {
				alarms[a.Name] = true
			}
		},
	})
	require.NoError(t, err)
	t.Logf("exploitability %.4f", *result.Evaluations[0].Exploitability)
	assert.Greater(t, *result.Evaluations[0].Exploitability, 0.5)
	assert.NotEmpty(t, alarms)
}

// A best response trained against a frozen uniform opponent reaches the exact
// value within 2% of what there is to gain over playing uniformly.
func TestTrainedBestResponseReachesTheExactValue(t *testing.T) {
	long(t)
	for _, config := range []string{"kuhn", "leduc"} {
		t.Run(config, func(t *testing.T) {
			result, tr := trainConfig(t, config, append(largeSteps, "decisions=1500000", "evaluation.exact=false",
				"opponents.fixed=[random]", "opponents.fixed_share=1", "ppo.entropy=0.005", "ppo.final_entropy=0", "ppo.kl=0.02")...)
			agent, err := neural.FromWeights(tr.Spec, result.Weights)
			require.NoError(t, err)
			network, err := eval.Tabulate(context.Background(), tr, agent, 1)
			require.NoError(t, err)
			uniform := tr.Uniform()
			base := tr.Values(uniform)
			for seat := range tr.Players() {
				mixed := append(tree.Policy(nil), uniform...)
				for i := range tr.Infosets() {
					if int(tr.Player[i]) == seat {
						copy(tr.At(mixed, int32(i)), tr.At(network, int32(i)))
					}
				}
				best, _ := tr.BestResponse(uniform, seat)
				got := tr.Values(mixed)[seat]
				t.Logf("seat %d: uniform %.4f, learned %.4f, exact %.4f", seat, base[seat], got, best)
				assert.InDelta(t, best, got, 0.02*(best-base[seat]))
			}
		})
	}
}
