package train

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env/games"
	"ringer/models"
)

// A network with a frame of its own learns from rows in which its seat stands in the first corner: what it saw, what
// was legal and what it chose belong together, against itself, against past selves of either frame, and where it imitates.
func TestRowsInTheirOwnFrame(t *testing.T) {
	game := games.MustNew("duel(file=skirmish)")
	spec, frames := game.Spec(), game.Spec().Frames
	settings := Defaults().Network
	settings.Hidden = []int{16}
	plain, err := NewNetwork(spec, settings)
	require.NoError(t, err)
	settings.Frame = models.FrameOwn
	own, err := NewNetwork(spec, settings)
	require.NoError(t, err)
	assert.False(t, own.Equal(plain))
	assert.Equal(t, settings.Frame, NetworkConfigOf(own).Frame)
	weights := models.Init(own, 3)
	forward := models.NewForward(weights)
	c, err := NewCollector(game, own, CollectConfig{Batch: 600, Tables: 12, Groups: 2}, 5)
	require.NoError(t, err)
	logits, want := make([]float32, spec.NumActions()), make([]float32, spec.NumActions())
	mask := make([]bool, spec.NumActions())
	opponents := []Opponent{{ID: 1, Share: 0.3, Weights: models.Init(own, 4)}, {ID: 2, Share: 0.3, Weights: models.Init(plain, 5)}, {ID: -1, Share: 0.2, Agent: random.New()}}
	check := func(b *Batch, uniform bool) {
		require.NotZero(t, b.Rows)
		for i := range b.Rows {
			observation := b.Observation[i*b.ObservationSize : (i+1)*b.ObservationSize]
			require.Nil(t, frames.Of(observation), "row %d is seen from another corner", i)
			legal := 0
			for a := range mask {
				if mask[a] = b.Mask[i*b.NumActions+a] == 1; mask[a] {
					legal++
				}
			}
			require.True(t, mask[b.Action[i]])
			forward.Eval(observation, logits)
			logSoftmax(logits, mask, want)
			for a, ok := range mask {
				if uniform && ok {
					want[a] = float32(-math.Log(float64(legal)))
				}
				require.InDelta(t, want[a], b.LogProbs[i*b.NumActions+a], 1e-3)
			}
		}
	}
	b, err := c.Collect(t.Context(), &Order{Weights: weights, Opponents: opponents})
	require.NoError(t, err)
	check(b, false)
	assert.Len(t, b.Stats.Opponents, 3)
	b, err = c.Demonstrate(t.Context(), 0, random.New(), nil)
	require.NoError(t, err)
	check(b, true)
}

// The frame of one's own is refused where no turn of the table leads to it.
func TestFrameNeedsTurns(t *testing.T) {
	cfg := Defaults()
	cfg.Network.Frame = models.FrameOwn
	for _, name := range []string{"leduc", "duel(players=3,map=canyon)", "payday"} {
		cfg.Game = name
		assert.ErrorContains(t, cfg.Fits(games.MustNew(name)), "network.frame: own: want table for "+name+", whose table looks the same from no two corners")
	}
	cfg.Game = "duel"
	require.NoError(t, cfg.Fits(games.MustNew("duel")))
	require.NoError(t, cfg.Validate())
	cfg.Network.Frame = models.FrameTable
	n, err := NewNetwork(games.MustNew("duel").Spec(), cfg.Network)
	require.NoError(t, err)
	assert.Empty(t, n.Frame, "what is said in full is what is usual")
	cfg.Network.Frame = "mine"
	assert.ErrorContains(t, cfg.Validate(), "network.frame: mine: want table or own")
}
