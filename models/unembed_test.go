package models_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/models"
)

// withCards has every kind of part: fields of two vocabularies, of which neighbours share
// one, plain ones between them, a set, and items with and without fields of their own.
func withCards(raw, shared bool) *models.Network {
	return &models.Network{
		Fields: []models.Field{
			{Name: "round", Shape: []int{2}},
			{Name: "hand", Shape: []int{3}, Vocab: "card"},
			{Name: "piles", Shape: []int{2, 3}, Vocab: "card"},
			{Name: "places", Shape: []int{4}, Vocab: "place"},
			{Name: "units", Shape: []int{2, 3}, Set: true},
			{Name: "money", Shape: []int{2}},
		},
		Items:      []models.Items{{Name: "seat", Count: 2, Fields: []models.ItemField{{Name: "piles"}, {Name: "money"}}}},
		ItemHidden: 3, Actions: 5, Embedding: 2, VocabRaw: raw, SetHidden: 3, Hidden: []int{19, 6}, SharedTrunk: shared, Activation: models.ReLU,
	}
}

func noise(n int, rng *rand.Rand) []float32 {
	x := make([]float32, n)
	for i := range x {
		if rng.IntN(3) > 0 {
			x[i] = float32(rng.NormFloat64())
		}
	}
	return x
}

func TestUnembeddedComputesTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, raw := range []bool{true, false} {
		for _, shared := range []bool{true, false} {
			w := models.Init(withCards(raw, shared), 7)
			copy(w.Flat, noise(len(w.Flat), rng))
			net := w.Network.Unembedded()
			assert.Zero(t, net.Embedding)
			plain := models.NewWeights(net)
			w.Unembed(plain)
			for range 20 {
				obs := noise(net.ObservationSize(), rng)
				want, got := make([]float32, net.Actions), make([]float32, net.Actions)
				value := models.NewForward(w).Eval(obs, want)
				assert.InDelta(t, value, models.NewForward(plain).Eval(obs, got), 1e-3)
				assert.InDeltaSlice(t, want, got, 1e-3)
				assert.Equal(t, len(want), len(got))
			}
		}
	}
	bare := &models.Network{Fields: []models.Field{{Name: "o", Shape: []int{2}}}, Actions: 1, Hidden: []int{2}, Activation: models.Tanh}
	assert.Same(t, bare, bare.Unembedded(), "nothing is embedded")
}

// Rows of a batch get the bits that they get alone, whatever comes before and after them.
func TestBatchesHaveTheBitsOfRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, activation := range []string{models.ReLU, models.Tanh} {
		net := withCards(true, false)
		net.Activation = activation
		f := models.NewForward(models.Init(net, 7))
		d, a := net.ObservationSize(), net.Actions
		for _, n := range []int{1, 2, 31, 32, 33, 70} {
			obs := noise(n*d, rng)
			logits, values := make([]float32, n*a), make([]float32, n)
			f.(models.BatchForward).EvalBatch(obs, n, logits, values)
			alone := make([]float32, n*a)
			f.(models.BatchForward).EvalBatch(obs, n, alone, nil)
			assert.Equal(t, logits, alone)
			one := f.Share()
			for i := range n {
				assert.Equal(t, values[i], one.Eval(obs[i*d:(i+1)*d], alone[i*a:(i+1)*a]))
			}
			assert.Equal(t, logits, alone)
		}
	}
}
