package imitation_test

import (
	"context"
	"strings"
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

// A caller of Kuhn poker never bets by itself, and calls every bet. A bettor always bets.
type player struct{ bets bool }

func raised(v *agents.View) bool { return strings.HasSuffix(v.InformationState(), "b") }

func (p player) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i, d := range decisions {
		clear(d.Probs)
		if p.bets || raised(&views[i]) {
			d.Probs[1] = 1
		} else {
			d.Probs[0] = 1
		}
	}
	return decisions, nil
}

// calls returns how likely a network that has imitated a caller is to call, and to pass where
// nobody has bet, over choices of random games.
func calls(t *testing.T, share float64, fixed ...agents.Agent) (call, pass float64) {
	game, err := games.New("kuhn")
	require.NoError(t, err)
	network, err := train.NewNetwork(game.Spec(), train.NetworkConfig{Hidden: []int{32}, Activation: models.Tanh})
	require.NoError(t, err)
	c, err := train.NewCollector(game, network, train.CollectConfig{Batch: 1024, Tables: 32, Groups: 2}, 3)
	require.NoError(t, err)
	weights, cfg := models.Init(network, 3), config()
	cfg.FixedShare, cfg.LearningRate = share, 0.005
	require.NoError(t, imitation.Start(t.Context(), cfg, c, player{}, fixed, weights, 3, nil))
	agent, err := neural.FromWeights(game.Spec(), weights)
	require.NoError(t, err)
	viewer, rng := agents.NewViewer(game), env.Stream(9, "choices")
	var sum, n [2]float64
	for range 200 {
		for s := game.NewInitialState(); ; {
			seat, err := drive.Roll(s, rng)
			require.NoError(t, err)
			if seat == env.Terminal {
				break
			}
			view := viewer.View(s, rng)
			d, err := agents.Ask(t.Context(), agent, []agents.View{view})
			require.NoError(t, err)
			at := 0
			if raised(&view) {
				at = 1
			}
			sum[at] += float64(d[0].Probs[at])
			n[at]++
			require.NoError(t, s.Apply(view.Legal[rng.IntN(len(view.Legal))]))
		}
	}
	return sum[1] / n[1], sum[0] / n[0]
}

// Where an agent's like never bets, only opponents that do show what it does about bets; and
// what they do themselves is not imitated.
func TestOpponentsShowWhatItsLikeNeverDoes(t *testing.T) {
	call, pass := calls(t, 0)
	assert.Less(t, call, 0.8, "nobody ever bet")
	assert.Greater(t, pass, 0.98)
	for _, share := range []float64{1, 0.5} {
		call, pass = calls(t, share, player{bets: true}, player{})
		again, _ := calls(t, share, player{bets: true}, player{})
		assert.Equal(t, call, again, "the same seed, the same weights")
		assert.Greater(t, call, 0.95, "a share of %v", share)
		assert.Greater(t, pass, 0.95, "a share of %v", share)
	}
}

func TestFaultsOfTheFixedShare(t *testing.T) {
	for _, share := range []float64{-0.1, 1.1} {
		cfg := config()
		cfg.FixedShare = share
		assert.ErrorContains(t, cfg.Validate(), "fixed_share: ")
	}
}
