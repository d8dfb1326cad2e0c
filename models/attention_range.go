package models

import (
	"fmt"
	"slices"
)

// CheckRange carries bounds through tokens and blocks. A token takes a mixture of
// values, which lies within the bounds of all of them.
func (attention) CheckRange(w *Weights, largest []float32) error {
	net := w.Network
	r, in := newRanger(w, largest)
	r.check("observation", in)
	parts, _ := net.Parts()
	var rest []float64
	for _, p := range parts {
		if p.Kind == Plain {
			rest = append(rest, in[p.From:p.From+p.Size()]...)
		}
	}
	tokens := [][]float64{r.layer(RestToken, rest)}
	for _, p := range parts {
		if p.Kind != Plain {
			tokens = append(tokens, r.tokens(p, in)...)
		}
	}
	for b := range net.Setting(SettingBlocks) {
		r.block(BlockLayers(b), tokens)
	}
	top := slices.Clone(tokens[0])
	for _, t := range tokens[1:] {
		for j, v := range t {
			top[j] = max(top[j], v)
		}
	}
	at := len(tokens)
	for i := len(net.Items) - 1; i >= 0; i-- {
		count := net.Items[i].Count
		at -= count
		r.items = slices.Insert(r.items, 0, slices.Concat(tokens[at:at+count]...))
	}
	encoded := slices.Concat(rest, top, top)
	policy, value := net.TrunkLayers()
	up := r.trunk(policy, encoded)
	r.scores(r.head(PolicyHead, up), up)
	r.head(ValueHead, r.trunk(value, encoded))
	return r.err
}

// tokens returns the bounds of the tokens of a part.
func (r *ranger) tokens(p Part, in []float64) (all [][]float64) {
	width := r.weights.Network.ItemHidden
	var places []float32
	if p.Kind == Rows && r.weights.Network.ItemPlaces {
		places = r.weights.Tensor(TokenPlaces(p.Name))
	}
	for i := range p.Rows {
		row := make([]float64, p.Width)
		for j := range row {
			if p.Kind == Rows {
				row[j] = in[p.Index[i*p.Width+j]]
			} else {
				row[j] = in[p.From+i*p.Width+j]
			}
		}
		var extra []float32
		if places != nil {
			extra = places[i*width : (i+1)*width]
		}
		all = append(all, r.placed(TokenLayer(p), row, extra))
	}
	return all
}

// block carries the bounds of tokens through a block.
func (r *ranger) block(names AttentionLayers, tokens [][]float64) {
	w := r.weights.Network.ItemHidden
	query, key, value := make([]float64, w), make([]float64, w), make([]float64, w)
	for _, t := range tokens {
		for j, v := range r.head(names.QKV, t) {
			of := [][]float64{query, key, value}[j/w]
			of[j%w] = max(of[j%w], v)
		}
	}
	score := 0.0
	for j := range w {
		score += query[j] * key[j]
	}
	r.check(fmt.Sprintf("scores of %s", names.QKV), []float64{score})
	for _, t := range tokens {
		for j, v := range r.head(names.Out, value) {
			t[j] += v
		}
		for j, v := range r.head(names.Down, r.layer(names.Up, r.check("sum of "+names.Out, t))) {
			t[j] += v
		}
		r.check("sum of "+names.Down, t)
	}
}
