package models

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Attention is the kind of networks that let entities attend to one another.
const Attention = "attention"

// attention is an encoder of a set of tokens: one for every entity of a set field that is
// there, one for every item, and one for the rest of the observation. Tokens have the
// width ItemHidden. After blocks of self-attention (Vaswani and others 2017, without
// normalisation, as the networks are shallow), the trunks read the mean and the maximum
// of the tokens (Set Transformers pool as well: Lee and others 2019) beside the plain
// fields; an item's logits are scored from its token, as in the MLP.
//
//	token   [T, W]  act(row·E + b), E of the field or the items; with ItemPlaces, a bias
//	                for each item
//	block   x += concat over heads of softmax(q·kᵀ/√d)·v, through a matrix
//	        x += two layers of width 2W and W, the first with activation
//	encoded         plain fields, mean and maximum over the tokens that are there
type attention struct{}

// Settings of Attention.
const (
	SettingHeads  = "heads"
	SettingBlocks = "blocks"
)

// maxTokens bounds the work of one decision, which grows with its square.
const maxTokens = 1024

func (attention) Doc() string {
	return "one token for every entity, item and the rest of the observation, which attend to one another; an item's actions are scored from its token"
}

func (attention) Settings() []Setting {
	return []Setting{
		{Name: SettingHeads, Default: 4, Min: 1, Max: 16, Doc: "heads of each block, which share the width"},
		{Name: SettingBlocks, Default: 1, Min: 1, Max: 4, Doc: "blocks of attention and two layers"},
	}
}

func (attention) Validate(n *Network, fault Fault) {
	widthFault(fault)("item_hidden", n.ItemHidden)
	if heads := n.Setting(SettingHeads); n.ItemHidden%heads != 0 {
		fault("item_hidden", n.ItemHidden, fmt.Sprintf("a multiple of the heads, %d", heads))
	}
	if n.Embedding != 0 {
		fault("embedding", n.Embedding, "0: a token has a matrix for its counts")
	}
	if n.SetHidden != 0 {
		fault("set_hidden", n.SetHidden, "0: tokens have the width item_hidden")
	}
	parts, _ := n.Parts()
	tokens, plain := 1, false
	for _, p := range parts {
		if p.Kind == Plain {
			plain = true
		} else {
			tokens += p.Rows
		}
	}
	if !plain {
		fault("items_only", n.ItemsOnly, "a field that is neither a set nor read through items alone")
	}
	if tokens > maxTokens {
		fault("items", tokens-1, fmt.Sprintf("at most %d entities and items", maxTokens-1))
	}
}

// RestToken is the layer of the token of all plain fields.
const RestToken = "token/rest"

// TokenLayer returns the layer that makes tokens of a set field or of items.
func TokenLayer(p Part) string {
	if p.Kind == Set {
		return "token/set/" + p.Name
	}
	return "token/items/" + p.Name
}

// TokenPlaces returns the tensor [Count, ItemHidden] of the biases of the items.
func TokenPlaces(items string) string { return "token/items/" + items + "/places" }

// AttentionLayers are the layers of a block.
type AttentionLayers struct {
	QKV      string // [W, 3W]: queries, keys and values, each of all heads
	Out      string // [W, W]
	Up, Down string // [W, 2W], [2W, W]
}

// BlockLayers returns the layers of a block.
func BlockLayers(block int) AttentionLayers {
	at := "block/" + strconv.Itoa(block)
	return AttentionLayers{QKV: at + "/qkv", Out: at + "/out", Up: at + "/up", Down: at + "/down"}
}

// RestSize returns the number of floats of plain fields that the rest token reads.
func (n *Network) RestSize() int {
	parts, _ := n.Parts()
	size := 0
	for _, p := range parts {
		if p.Kind == Plain {
			size += p.Size()
		}
	}
	return size
}

func (attention) Tensors(n *Network) []TensorInfo {
	var out tensorList
	parts, encoded := n.Parts()
	w := n.ItemHidden
	out.layer(RestToken, n.RestSize(), w)
	for _, p := range parts {
		if p.Kind == Plain {
			continue
		}
		out.layer(TokenLayer(p), p.Width, w)
		if p.Kind == Rows && n.ItemPlaces {
			out = append(out, TensorInfo{TokenPlaces(p.Name), []int{p.Rows, w}})
		}
	}
	for b := range n.Setting(SettingBlocks) {
		names := BlockLayers(b)
		out.layer(names.QKV, w, 3*w)
		out.layer(names.Out, w, w)
		out.layer(names.Up, w, 2*w)
		out.layer(names.Down, 2*w, w)
	}
	out.trunks(n, encoded)
	return out
}

// Start begins with small steps of the residual stream: 1/√(2·blocks), as Radford and
// others 2019 do.
func (attention) Start(n *Network, t TensorInfo) Start {
	switch {
	case strings.HasPrefix(t.Name, "token/") && strings.HasSuffix(t.Name, "/places"):
		return Start{}
	case !strings.HasPrefix(t.Name, "block/"):
	case strings.HasSuffix(t.Name, "/qkv/weight"):
		return Start{Gain: 1}
	case strings.HasSuffix(t.Name, "/out/weight"), strings.HasSuffix(t.Name, "/down/weight"):
		return Start{Gain: 1 / math.Sqrt(2*float64(n.Setting(SettingBlocks)))}
	}
	return startOf(t)
}

func (attention) LogitLayers(n *Network) []string { return n.logitLayers() }

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
