package models

import "fmt"

// layer is a window into the weights.
type layer struct {
	weight []float32 // [in, out]
	bias   []float32 // [out]
}

func (w *Weights) layer(name string) layer {
	return layer{w.Tensor(name + "/weight"), w.Tensor(name + "/bias")}
}

// trunks runs all that follows the encoding of an observation: trunks, heads, and the
// scores of items.
type trunks struct {
	weights *Weights
	policy  []layer  // trunk
	value   []layer  // trunk; nil when shared
	head    [2]layer // of the policy and the value
	scores  []forwardScore

	hidden  [2][]float32
	items   [][]float32 // [Count, ItemHidden] of each of Network.Items, written by the encoder
	context []float32   // [ItemHidden]
	sum     []float32   // [ItemHidden]
	scored  []float32   // [most Scores]
	active  nonzero
	tanh    bool
}

// forwardScore scores one of Network.Items.
type forwardScore struct {
	items   int
	context layer     // of the top of the trunk, with the bias
	item    []float32 // [ItemHidden, ItemHidden]
	scores  layer
}

// newTrunks returns trunks whose scratch memory holds vectors of the widest.
func newTrunks(w *Weights, widest int) trunks {
	net := w.Network
	t := trunks{weights: w, tanh: net.Activation == Tanh}
	policy, value := net.TrunkLayers()
	for i := range policy {
		t.policy = append(t.policy, w.layer(policy[i]))
		if !net.SharedTrunk {
			t.value = append(t.value, w.layer(value[i]))
		}
		widest = max(widest, net.Hidden[i])
	}
	t.head = [2]layer{w.layer(PolicyHead), w.layer(ValueHead)}
	for i, it := range net.Items {
		if len(it.Logits) == 0 {
			continue
		}
		names := ScoreLayers(it.Name)
		first, split := w.layer(names[0]), net.ItemHidden*net.ItemHidden
		t.scores = append(t.scores, forwardScore{
			items: i, item: first.weight[:split], context: layer{first.weight[split:], first.bias}, scores: w.layer(names[1]),
		})
	}
	t.allocate(widest)
	return t
}

func (t *trunks) allocate(widest int) {
	net := t.weights.Network
	for i := range t.hidden {
		t.hidden[i] = make([]float32, widest)
	}
	t.items = make([][]float32, len(net.Items))
	most := 0
	for i, it := range net.Items {
		t.items[i] = make([]float32, it.Count*net.ItemHidden)
		most = max(most, it.Scores())
	}
	t.context, t.sum = make([]float32, net.ItemHidden), make([]float32, net.ItemHidden)
	t.scored = make([]float32, most)
	t.active = nonzero{index: make([]int32, widest), value: make([]float32, widest)}
}

// heads writes the logits of an encoding and returns the value.
func (t *trunks) heads(encoded, logits []float32) (value float32) {
	net := t.weights.Network
	if len(logits) != net.Actions {
		panic(fmt.Sprintf("models: %d logits for %d actions", len(logits), net.Actions))
	}
	t.active.gather(encoded)
	top := t.trunk(t.policy)
	t.active.gather(top)
	t.active.dense(logits, t.head[0])
	for i := range t.scores {
		t.score(&t.scores[i], top, logits)
	}
	if !net.SharedTrunk {
		t.active.gather(encoded)
		top = t.trunk(t.value)
	}
	return t.head[1].bias[0] + dot(top, t.head[1].weight)
}

// trunk runs the layers on the gathered input and returns the last output.
func (t *trunks) trunk(layers []layer) []float32 {
	var out []float32
	for i, l := range layers {
		if i > 0 {
			t.active.gather(out)
		}
		out = t.hidden[i%2][:len(l.bias)]
		t.active.dense(out, l)
		t.activate(out)
	}
	return out
}

func (t *trunks) activate(x []float32) {
	if t.tanh {
		tanh(x)
	} else {
		relu(x)
	}
}

// score adds what each item says, beside the top of the trunk, to its logits.
func (t *trunks) score(s *forwardScore, top, logits []float32) {
	net := t.weights.Network
	it, width := net.Items[s.items], net.ItemHidden
	t.active.gather(top)
	t.active.dense(t.context, s.context)
	row, scores := t.sum, t.scored[:len(s.scores.bias)]
	for r := range it.Count {
		t.active.gather(t.items[s.items][r*width : (r+1)*width])
		copy(row, t.context)
		accumulate(row, s.item, t.active.index[:t.active.n], t.active.value[:t.active.n])
		t.activate(row)
		t.active.gather(row)
		t.active.dense(scores, s.scores)
		at := 0
		for _, l := range it.Logits {
			for j := 0; j < l.Each && r >= l.Skip; j++ {
				logits[l.From+(r-l.Skip)*l.Each+j] += scores[at+j]
			}
			at += l.Each
		}
	}
}
