package models

import (
	"fmt"
	"math"
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
