package graph_test

import (
	"math/rand/v2"
	"slices"

	"ringer/models"
)

// architectures covers every encoder, activation and trunk.
func architectures() map[string]*models.Network {
	plain := []models.Field{{Name: "flat", Shape: []int{11}}}
	cards := []models.Field{
		{Name: "phase", Shape: []int{3}},
		{Name: "hand", Shape: []int{9}, Vocab: "card"},
		{Name: "piles", Shape: []int{2, 9}, Vocab: "card"},
		{Name: "round", Shape: []int{1}},
		{Name: "seen", Shape: []int{9}, Vocab: "card"},
		{Name: "tokens", Shape: []int{4}, Vocab: "token"},
	}
	entities := []models.Field{
		{Name: "units", Shape: []int{5, 6}, Set: true},
		{Name: "phase", Shape: []int{3}},
		{Name: "walls", Shape: []int{3, 4}, Set: true},
	}
	lanes := []models.Field{
		{Name: "lanes", Shape: []int{3, 4}},
		{Name: "phase", Shape: []int{2}},
		{Name: "open", Shape: []int{3, 9}, Vocab: "card"},
		{Name: "odds", Shape: []int{2, 3}},
		{Name: "hand", Shape: []int{9}, Vocab: "card"},
		{Name: "seats", Shape: []int{2, 2}},
		{Name: "slots", Shape: []int{6, 2}},
	}
	lane := models.Items{
		Name: "lane", Count: 3,
		Fields: []models.ItemField{{Name: "lanes"}, {Name: "open"}, {Name: "odds", Axis: 1}, {Name: "slots"}},
		Logits: []models.ItemLogits{{From: 1, Each: 1}, {From: 4, Each: 2, Skip: 1}},
	}
	whole := lane
	whole.Logits = []models.ItemLogits{{From: 0, Each: 2}}
	seat := models.Items{Name: "seat", Count: 2, Fields: []models.ItemField{{Name: "seats"}}}
	past := models.Field{Name: "past", Shape: []int{4, 3}, Sequence: true}
	moves := models.Field{Name: "moves", Shape: []int{2, 5}, Sequence: true}
	width := map[string]int{models.SettingWidth: 7}
	all := append(append([]models.Field{}, cards...), entities[0], entities[2])
	heads := func(heads, blocks int) map[string]int {
		return map[string]int{models.SettingHeads: heads, models.SettingBlocks: blocks}
	}
	return map[string]*models.Network{
		"plain tanh":    {Fields: plain, Actions: 4, Hidden: []int{16, 16}, Activation: models.Tanh},
		"plain relu":    {Fields: plain, Actions: 7, Hidden: []int{24}, Activation: models.ReLU},
		"shared":        {Fields: plain, Actions: 4, Hidden: []int{16, 8, 12}, Activation: models.Tanh, SharedTrunk: true},
		"cards":         {Fields: cards, Actions: 5, Embedding: 6, Hidden: []int{16, 16}, Activation: models.Tanh},
		"cards raw":     {Fields: cards, Actions: 5, Embedding: 6, VocabRaw: true, Hidden: []int{16, 16}, Activation: models.ReLU},
		"counts only":   {Fields: cards, Actions: 5, VocabRaw: true, Hidden: []int{16}, Activation: models.Tanh},
		"entities":      {Fields: entities, Actions: 5, SetHidden: 8, Hidden: []int{16, 16}, Activation: models.Tanh},
		"entities relu": {Fields: entities, Actions: 5, SetHidden: 8, Hidden: []int{16, 16}, Activation: models.ReLU},
		"everything":    {Fields: all, Actions: 6, Embedding: 5, VocabRaw: true, SetHidden: 7, Hidden: []int{20, 12}, Activation: models.Tanh, SharedTrunk: true},
		"items":         {Fields: lanes, Actions: 11, Embedding: 5, Items: []models.Items{lane, seat}, ItemHidden: 6, ItemPlaces: true, Hidden: []int{12, 14}, Activation: models.Tanh},
		"items only":    {Fields: lanes, Actions: 6, Embedding: 5, VocabRaw: true, Items: []models.Items{whole, seat}, ItemHidden: 6, ItemsOnly: true, Hidden: []int{12, 14}, Activation: models.ReLU, SharedTrunk: true},

		"attention":       {Kind: models.Attention, Fields: lanes, Actions: 11, Items: []models.Items{lane, seat}, ItemHidden: 6, ItemPlaces: true, Hidden: []int{12, 14}, Activation: models.Tanh, Settings: heads(2, 2)},
		"attention sets":  {Kind: models.Attention, Fields: entities, Actions: 5, ItemHidden: 8, Hidden: []int{12}, Activation: models.Tanh, Settings: heads(1, 1)},
		"attention alone": {Kind: models.Attention, Fields: plain, Actions: 4, ItemHidden: 4, Hidden: []int{8}, Activation: models.Tanh},
		"attention only":  {Kind: models.Attention, Fields: append(slices.Clone(entities[:1]), lanes...), Actions: 6, VocabRaw: true, Items: []models.Items{whole, seat}, ItemHidden: 6, ItemsOnly: true, Hidden: []int{12}, Activation: models.ReLU, SharedTrunk: true, Settings: heads(3, 1)},

		"gru":            {Kind: models.GRU, Fields: []models.Field{past, plain[0], moves}, Actions: 4, Hidden: []int{12, 10}, Activation: models.Tanh, Settings: width},
		"gru everything": {Kind: models.GRU, Fields: append(slices.Clone(all), past, moves), Actions: 6, Embedding: 5, VocabRaw: true, SetHidden: 7, Hidden: []int{12}, Activation: models.ReLU, SharedTrunk: true, Settings: width},
		"gru items":      {Kind: models.GRU, Fields: append(slices.Clone(lanes), moves), Actions: 11, Embedding: 5, Items: []models.Items{lane, seat}, ItemHidden: 6, ItemPlaces: true, Hidden: []int{12, 14}, Activation: models.Tanh, Settings: width},
	}
}

// observations draws n rows such as games write: counts, entities of which some
// are absent, numbers.
func observations(net *models.Network, n int, rng *rand.Rand) []float32 {
	var out []float32
	for range n {
		for _, f := range net.Fields {
			switch {
			case f.Set:
				for range f.Shape[0] {
					there := rng.IntN(3) > 0
					for j := range f.Shape[1] {
						v := float32(0)
						if there {
							v = float32(rng.NormFloat64())
							if j == 0 {
								v = 1
							}
						}
						out = append(out, v)
					}
				}
			case f.Sequence:
				newest := rng.IntN(f.Shape[0] + 1)
				for r := range f.Shape[0] {
					for j := range f.Shape[1] {
						v := float32(0)
						if r < newest {
							v = float32(rng.NormFloat64())
							if j == 0 {
								v = 1
							}
						}
						out = append(out, v)
					}
				}
			case f.Vocab != "":
				for range f.Size() {
					out = append(out, float32(max(0, rng.IntN(6)-3)))
				}
			default:
				for range f.Size() {
					out = append(out, float32(rng.NormFloat64()))
				}
			}
		}
	}
	return out
}

// jitter moves the weights off their initial zeros, so that biases and heads
// matter.
func jitter(w *models.Weights, rng *rand.Rand) *models.Weights {
	for i := range w.Flat {
		w.Flat[i] += float32(0.2 * rng.NormFloat64())
	}
	return w
}
