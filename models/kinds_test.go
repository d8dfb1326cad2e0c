package models_test

import (
	"math"
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

// recurrent returns networks that read sequences, alone and beside every other sort of field.
func recurrent() []*models.Network {
	sequence := func(name string, rows, width int) models.Field {
		return models.Field{Name: name, Shape: []int{rows, width}, Sequence: true}
	}
	alone := &models.Network{
		Kind: models.GRU, Settings: map[string]int{models.SettingWidth: 5},
		Fields:  []models.Field{{Name: "round", Shape: []int{2}}, sequence("past", 4, 3)},
		Actions: 3, Hidden: []int{6}, Activation: models.ReLU,
	}
	beside, many := table(), lanes(false)
	for _, n := range []*models.Network{beside, many} {
		n.Kind, n.Settings = models.GRU, map[string]int{models.SettingWidth: 7}
	}
	beside.Fields = append([]models.Field{sequence("bids", 3, 4)}, beside.Fields...)
	many.Fields = append(many.Fields, sequence("bids", 1, 2), sequence("moves", 5, 3))
	return []*models.Network{alone, beside, many}
}

// fill draws an observation such as games write: of whole numbers, with some entities and the
// newest rows of sequences there.
func fill(net *models.Network, obs []float32, rng *rand.Rand) {
	for i := range obs {
		obs[i] = float32(rng.IntN(3))
	}
	at := 0
	for _, f := range net.Fields {
		width := f.Shape[len(f.Shape)-1]
		newest := rng.IntN(f.Size()/width + 1)
		for r := range f.Size() / width {
			row := obs[at+r*width:][:width]
			switch {
			case f.Sequence && r >= newest:
				clear(row)
			case f.Sequence:
				row[0] = 1
			case f.Set:
				row[0] = float32(rng.IntN(2)) // is it there?
			}
		}
		at += f.Size()
	}
}

// A GRU computes its equations, read from the oldest row that is there, in 64-bit floats.
func TestGRUEquations(t *testing.T) {
	net := recurrent()[0]
	rng := rand.New(rand.NewPCG(1, 2))
	w := models.Init(net, 1)
	for i := range w.Flat {
		w.Flat[i] += float32(rng.NormFloat64() * 0.5)
	}
	f, obs, logits := models.NewForward(w), make([]float32, net.ObservationSize()), make([]float32, net.Actions)
	names := models.SequenceLayers("past")
	at := func(name string, row, column int) float64 {
		tensor := w.Tensor(name)
		if row < 0 {
			return float64(tensor[column])
		}
		return float64(tensor[row*15+column])
	}
	const h = 5
	for range 30 {
		fill(net, obs, rng)
		state := make([]float64, h)
		for r := 3; r >= 0; r-- {
			x := obs[2+3*r:][:3]
			if x[0] == 0 {
				continue
			}
			sum := func(gate, j int) (read, kept float64) {
				read, kept = at(names[0]+"/bias", -1, gate*h+j), at(names[1]+"/bias", -1, gate*h+j)
				for i, v := range x {
					read += float64(v) * at(names[0]+"/weight", i, gate*h+j)
				}
				for i, v := range state {
					kept += v * at(names[1]+"/weight", i, gate*h+j)
				}
				return read, kept
			}
			sigmoid := func(x, y float64) float64 { return 1 / (1 + math.Exp(-x-y)) }
			next := make([]float64, h)
			for j := range next {
				z, rest := sigmoid(sum(0, j)), sigmoid(sum(1, j))
				read, kept := sum(2, j)
				next[j] = z*state[j] + (1-z)*math.Tanh(read+rest*kept)
			}
			state = next
		}
		// The trunk and the head on the plain field and the last state.
		f.Eval(obs, logits)
		encoded := []float64{float64(obs[0]), float64(obs[1])}
		encoded = append(encoded, state...)
		want := make([]float64, net.Actions)
		for j := range want {
			want[j] = float64(w.Tensor("policy/bias")[j])
			for k := range 6 {
				top := float64(w.Tensor("actor/0/bias")[k])
				for i, v := range encoded {
					top += v * float64(w.Tensor("actor/0/weight")[i*6+k])
				}
				want[j] += max(top, 0) * float64(w.Tensor("policy/weight")[k*net.Actions+j])
			}
			assert.InDelta(t, want[j], logits[j], 1e-5)
		}
	}
}

// The order of what happened counts, and what is in rows that are not there does not.
func TestSequencesHaveAnOrder(t *testing.T) {
	net := recurrent()[0]
	f := models.NewForward(models.Init(net, 1))
	a, b := make([]float32, 3), make([]float32, 3)
	value := f.Eval([]float32{1, 0, 1, 2, 3, 1, -1, 4, 0, 0, 0, 0, 0, 0}, a)
	assert.NotEqual(t, value, f.Eval([]float32{1, 0, 1, -1, 4, 1, 2, 3, 0, 0, 0, 0, 0, 0}, b))
	assert.Equal(t, value, f.Eval([]float32{1, 0, 1, 2, 3, 1, -1, 4, 0, 9, 9, 0, 7, 0}, b))
	assert.Equal(t, a, b)
}

// Rows get the same bits alone and in every batch.
func TestBatchesDoNotMatterToSequences(t *testing.T) {
	for _, net := range recurrent() {
		const n = 70
		rng := rand.New(rand.NewPCG(1, 2))
		d, a := net.ObservationSize(), net.Actions
		obs, logits, values, one := make([]float32, n*d), make([]float32, n*a), make([]float32, n), make([]float32, a)
		for i := range n {
			fill(net, obs[i*d:(i+1)*d], rng)
		}
		f := models.NewForward(models.Init(net, 1))
		f.(models.BatchForward).EvalBatch(obs, n, logits, values)
		for i := range n {
			assert.Equal(t, values[i], f.Eval(obs[i*d:(i+1)*d], one))
			assert.Equal(t, logits[i*a:(i+1)*a], one)
		}
	}
}

func TestRangeOfSequences(t *testing.T) {
	for _, net := range recurrent() {
		largest := make([]float32, net.ObservationSize())
		for i := range largest {
			largest[i] = 2
		}
		require.NoError(t, models.Init(net, 1).CheckRange(largest))
		for _, f := range net.Fields {
			if !f.Sequence {
				continue
			}
			both := models.Init(net, 1)
			for _, name := range models.SequenceLayers(f.Name) {
				both.Tensor(name + "/bias")[0] = 6e29
				w := models.Init(net, 1)
				w.Tensor(name + "/weight")[0] = 1e30
				assert.ErrorContains(t, w.CheckRange(largest), name)
			}
			assert.ErrorContains(t, both.CheckRange(largest), "sum of gru/", "both sums are small enough by themselves")
		}
	}
}

func TestGRUIsValidated(t *testing.T) {
	net := recurrent()[0]
	require.NoError(t, net.Validate())
	net.Settings["width"] = 513
	assert.ErrorContains(t, net.Validate(), "network.settings.width: 513: want a number from 1 to 512")
	net = recurrent()[0]
	net.Fields[1].Shape = []int{2048, 3}
	assert.ErrorContains(t, net.Validate(), "want at most 1024 rows in all sequences")
	net.Fields[1] = models.Field{Name: "past", Shape: []int{4, 3}}
	assert.ErrorContains(t, net.Validate(), "network.kind: gru: want a field that is a sequence, or mlp")
	net.Fields[1] = models.Field{Name: "past", Shape: []int{12}, Sequence: true}
	assert.ErrorContains(t, net.Validate(), "want [n, features] for a sequence")
	net.Fields[1] = models.Field{Name: "past", Shape: []int{4, 3}, Sequence: true, Set: true}
	assert.ErrorContains(t, net.Validate(), "neither a set nor of a vocabulary")
}

func TestKindsForgetNothing(t *testing.T) {
	for _, net := range append(attentive(), recurrent()...) {
		require.NoError(t, net.Validate())
		rng := rand.New(rand.NewPCG(1, 2))
		w := models.Init(net, 1)
		for i := range w.Flat {
			w.Flat[i] += float32(rng.NormFloat64() * 0.3)
		}
		f, g := models.NewForward(w), models.NewForward(w).Share()
		obs, other := make([]float32, net.ObservationSize()), make([]float32, net.ObservationSize())
		fill(net, obs, rng)
		fill(net, other, rng)
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
	assert.ErrorContains(t, net.Validate(), `network.kind: "lstm": want none, for the MLP, or one of: attention, gru, mlp`)
}
