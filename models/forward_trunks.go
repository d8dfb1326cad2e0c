package models

import (
	"fmt"
	"slices"
)

// layer is a window into the weights.
type layer struct {
	weight []float32 // [in, out]
	bias   []float32 // [out]
}

func (w *Weights) layer(name string) layer {
	return layer{w.Tensor(name + "/weight"), w.Tensor(name + "/bias")}
}

// trunks runs all that follows the encoding of observations: trunks, heads, and the
// scores of items.
type trunks struct {
	weights *Weights
	policy  []layer  // trunk
	critic  []layer  // trunk of the value; nil when shared
	head    [2]layer // of the policy and the value
	scores  []forwardScore

	most    int          // rows that the memory below is for
	widest  int          // vector of the network
	hidden  [2][]float32 // [most, widest of Hidden]
	items   [][]float32  // [most, Count, ItemHidden] of each of Network.Items, written by the encoder
	context []float32    // [ItemHidden]
	sum     []float32    // [ItemHidden]
	scored  []float32    // [most Scores]
	active  nonzero      // [widest]
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
			t.critic = append(t.critic, w.layer(value[i]))
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
	t.widest = widest
	t.allocate(1)
	return t
}

// allocate makes memory for a number of rows at once.
func (t *trunks) allocate(rows int) {
	net := t.weights.Network
	t.most = rows
	for i := range t.hidden {
		t.hidden[i] = make([]float32, rows*slices.Max(net.Hidden))
	}
	t.items = make([][]float32, len(net.Items))
	most := 0
	for i, it := range net.Items {
		t.items[i] = make([]float32, rows*it.Count*net.ItemHidden)
		most = max(most, it.Scores())
	}
	t.context, t.sum = make([]float32, net.ItemHidden), make([]float32, net.ItemHidden)
	t.scored = make([]float32, most)
	t.active = nonzero{index: make([]int32, t.widest), value: make([]float32, t.widest)}
}

// itemsOf returns the items of a sort in a row, [Count, ItemHidden].
func (t *trunks) itemsOf(sort, row int) []float32 {
	net := t.weights.Network
	size := net.Items[sort].Count * net.ItemHidden
	return t.items[sort][row*size : (row+1)*size]
}

// heads writes the logits of n encodings and, unless it is nil, the values.
func (t *trunks) heads(encoded []float32, n int, logits, values []float32) {
	net := t.weights.Network
	if len(logits) != n*net.Actions {
		panic(fmt.Sprintf("models: %d logits for %d rows of %d actions", len(logits), n, net.Actions))
	}
	top := t.trunk(t.policy, encoded, n)
	width := len(top) / n
	for r := range n {
		of, to := top[r*width:(r+1)*width], logits[r*net.Actions:(r+1)*net.Actions]
		t.active.gather(of)
		t.active.dense(to, t.head[0])
		for i := range t.scores {
			t.score(&t.scores[i], r, of, to)
		}
	}
	if values == nil {
		return
	}
	if !net.SharedTrunk {
		top = t.trunk(t.critic, encoded, n)
		width = len(top) / n
	}
	for r := range n {
		values[r] = t.head[1].bias[0] + dot(top[r*width:(r+1)*width], t.head[1].weight)
	}
}

// trunk runs the layers on n rows, one layer after the other, and returns the last outputs.
func (t *trunks) trunk(layers []layer, in []float32, n int) []float32 {
	for i, l := range layers {
		from, to := len(in)/n, len(l.bias)
		out := t.hidden[i%2][:n*to]
		for r := range n {
			t.active.gather(in[r*from : (r+1)*from])
			t.active.dense(out[r*to:(r+1)*to], l)
			t.activate(out[r*to : (r+1)*to]) // by itself: the last few floats of a vector round otherwise
		}
		in = out
	}
	return in
}

func (t *trunks) activate(x []float32) {
	if t.tanh {
		tanh(x)
	} else {
		relu(x)
	}
}

// score adds what each item of a row says, beside the top of the trunk, to its logits.
func (t *trunks) score(s *forwardScore, r int, top, logits []float32) {
	net := t.weights.Network
	it, width, items := net.Items[s.items], net.ItemHidden, t.itemsOf(s.items, r)
	t.active.gather(top)
	t.active.dense(t.context, s.context)
	row, scores := t.sum, t.scored[:len(s.scores.bias)]
	for r := range it.Count {
		t.active.gather(items[r*width : (r+1)*width])
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
