package models_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
)

// attentive returns attention networks of every sort of token.
func attentive() []*models.Network {
	attend := func(n *models.Network, heads, blocks int) *models.Network {
		n.Kind, n.Embedding, n.VocabRaw, n.SetHidden, n.ItemHidden = models.Attention, 0, false, 0, 4
		n.Settings = map[string]int{models.SettingHeads: heads, models.SettingBlocks: blocks}
		return n
	}
	both := lanes(false)
	both.Fields = append([]models.Field{{Name: "units", Shape: []int{3, 2}, Set: true}}, both.Fields...)
	return []*models.Network{attend(table(), 2, 1), attend(lanes(false), 4, 2), attend(lanes(true), 1, 1), attend(both, 2, 2)}
}

func TestAttentionForgetsNothing(t *testing.T) {
	for _, net := range attentive() {
		require.NoError(t, net.Validate())
		rng := rand.New(rand.NewPCG(1, 2))
		w := models.Init(net, 1)
		for i := range w.Flat {
			w.Flat[i] += float32(rng.NormFloat64() * 0.3)
		}
		f, g := models.NewForward(w), models.NewForward(w).Share()
		obs, other := make([]float32, net.ObservationSize()), make([]float32, net.ObservationSize())
		for i := range obs {
			obs[i], other[i] = float32(rng.IntN(2)), float32(rng.IntN(3))
		}
		first, again := make([]float32, net.Actions), make([]float32, net.Actions)
		value := f.Eval(obs, first)
		f.Eval(other, again)
		assert.NotEqual(t, first, again)
		assert.Equal(t, value, f.Eval(obs, again), "what was read before does not count")
		assert.Equal(t, first, again)
		assert.Equal(t, value, g.Eval(obs, again))
		assert.Equal(t, first, again)
		assert.Zero(t, testing.AllocsPerRun(20, func() { f.Eval(obs, again) }))
	}
}

// Entities have no order, and rows without one change nothing.
func TestTokensHaveNoOrder(t *testing.T) {
	net := &models.Network{
		Kind: models.Attention, Fields: []models.Field{{Name: "units", Shape: []int{4, 3}, Set: true}, {Name: "round", Shape: []int{1}}},
		Actions: 3, ItemHidden: 8, Hidden: []int{8}, Activation: models.ReLU,
	}
	f := models.NewForward(models.Init(net, 1))
	a, b := make([]float32, 3), make([]float32, 3)
	value := f.Eval([]float32{1, 2, 3, 0, 0, 0, 1, -1, 4, 0, 9, 9 /* not there */, 5}, a)
	assert.InDelta(t, value, f.Eval([]float32{0, 0, 0, 1, -1, 4, 1, 2, 3, 0, 0, 0, 5}, b), 1e-6)
	assert.InDeltaSlice(t, a, b, 1e-6)
	assert.NotEqual(t, value, f.Eval([]float32{0, 0, 0, 1, -1, 4, 1, 2, 2, 0, 0, 0, 5}, b))
}

// The range holds for tokens: a weight far too large is named, and with sound weights no
// observation within the bounds leaves it.
func TestRangeOfAttention(t *testing.T) {
	for _, net := range attentive() {
		largest := make([]float32, net.ObservationSize())
		for i := range largest {
			largest[i] = 2
		}
		w := models.Init(net, 1)
		require.NoError(t, w.CheckRange(largest))
		for _, name := range []string{"token/rest", "block/0/qkv", "block/0/out", "block/0/up", "block/0/down", "policy", "value"} {
			w := models.Init(net, 1)
			for i := range w.Tensor(name + "/bias") {
				w.Tensor(name + "/bias")[i] = 2e30
			}
			assert.ErrorContains(t, w.CheckRange(largest), name)
		}
	}
}

func TestAttentionIsValidated(t *testing.T) {
	net := attentive()[1]
	net.ItemHidden = 6
	assert.ErrorContains(t, net.Validate(), "network.item_hidden: 6: want a multiple of the heads, 4")
	net.Settings["heads"] = 0
	net.Settings["depth"] = 1
	err := net.Validate()
	assert.ErrorContains(t, err, "network.settings.heads: 0: want a number from 1 to 16")
	assert.ErrorContains(t, err, "network.settings.depth: 1: want one of: blocks, heads")
	net.Kind = "lstm"
	assert.ErrorContains(t, net.Validate(), `network.kind: "lstm": want none, for the MLP, or one of: attention, mlp`)
}
