package models

import "fmt"

// Forward runs a network on one observation at a time, in plain Go and without
// allocating. It reads the weights that it was made for: a change of them counts from
// the next Eval on. It has scratch memory of its own: use one Forward per goroutine
// (Share), and do not write weights meanwhile.
type Forward struct {
	weights *Weights
	parts   []forwardPart
	policy  []layer // trunk
	value   []layer // trunk; nil when shared
	heads   [2]layer

	scores []forwardScore

	size    int       // D
	encoded []float32 // [E]; nil when the encoding is the observation itself
	hidden  [2][]float32
	entity  [2][]float32 // [max(SetHidden, ItemHidden)]
	items   [][]float32  // [Count, ItemHidden] of each part of items
	context []float32    // [ItemHidden]
	scored  []float32    // [most Scores]
	active  nonzero
	tanh    bool
}

type forwardPart struct {
	Part
	embedding []float32 // [Width, Embedding]
	set       [2]layer  // of a set, and of items
	items     int       // of items: their number in Network.Items
	places    []float32 // of items: [Rows, ItemHidden], or nil
}

// layer is a window into the weights.
type layer struct {
	weight []float32 // [in, out]
	bias   []float32 // [out]
}

// NewForward returns the forward pass of w.
func NewForward(w *Weights) *Forward {
	net := w.Network
	parts, encoded := net.Parts()
	f := &Forward{weights: w, tanh: net.Activation == Tanh, size: net.ObservationSize()}
	get := func(name string) layer { return layer{w.Tensor(name + "/weight"), w.Tensor(name + "/bias")} }
	widest := max(encoded, net.SetHidden, net.ItemHidden)
	plain, items := true, 0
	for _, p := range parts {
		fp := forwardPart{Part: p}
		switch p.Kind {
		case Counts:
			fp.embedding = w.Tensor(EmbeddingName(p.Name))
			plain = false
		case Set:
			for i, name := range SetLayers(p.Name) {
				fp.set[i] = get(name)
			}
			plain = false
		case Rows:
			for i, name := range ItemLayers(p.Name) {
				fp.set[i] = get(name)
			}
			fp.items = items
			if net.ItemPlaces {
				fp.places = w.Tensor(PlacesName(p.Name))
			}
			items++
			plain = false
		}
		widest = max(widest, p.Width)
		f.parts = append(f.parts, fp)
	}
	policy, value := net.TrunkLayers()
	for i := range policy {
		f.policy = append(f.policy, get(policy[i]))
		if !net.SharedTrunk {
			f.value = append(f.value, get(value[i]))
		}
		widest = max(widest, net.Hidden[i])
	}
	f.heads = [2]layer{get(PolicyHead), get(ValueHead)}
	for i, it := range net.Items {
		if len(it.Logits) == 0 {
			continue
		}
		names := ScoreLayers(it.Name)
		first, split := get(names[0]), net.ItemHidden*net.ItemHidden
		f.scores = append(f.scores, forwardScore{
			items: i, item: first.weight[:split], context: layer{first.weight[split:], first.bias}, scores: get(names[1]),
		})
	}
	f.allocate(plain, encoded, widest)
	return f
}

func (f *Forward) allocate(plain bool, encoded, widest int) {
	net := f.weights.Network
	if !plain {
		f.encoded = make([]float32, encoded)
	}
	for i := range f.hidden {
		f.hidden[i] = make([]float32, widest)
		f.entity[i] = make([]float32, max(net.SetHidden, net.ItemHidden))
	}
	f.items = make([][]float32, len(net.Items))
	for i, it := range net.Items {
		f.items[i] = make([]float32, it.Count*net.ItemHidden)
	}
	f.context = make([]float32, net.ItemHidden)
	most := 0
	for _, it := range net.Items {
		most = max(most, it.Scores())
	}
	f.scored = make([]float32, most)
	f.active = nonzero{index: make([]int32, widest), value: make([]float32, widest)}
}

// Share returns a Forward on the same weights with scratch memory of its own.
func (f *Forward) Share() *Forward {
	g := *f
	g.allocate(f.encoded == nil, len(f.encoded), len(f.active.index))
	return &g
}

// Eval reads an observation [D], writes one logit per action [A], and returns
// the value. Logits of illegal actions mean nothing: see MaskedSoftmax.
func (f *Forward) Eval(observation, logits []float32) (value float32) {
	net := f.weights.Network
	if len(logits) != net.Actions {
		panic(fmt.Sprintf("models: %d logits for %d actions", len(logits), net.Actions))
	}
	encoded := f.encode(observation)
	f.active.gather(encoded)
	top := f.trunk(f.policy)
	f.active.gather(top)
	f.active.dense(logits, f.heads[0])
	for i := range f.scores {
		f.score(&f.scores[i], top, logits)
	}
	if !net.SharedTrunk {
		f.active.gather(encoded)
		top = f.trunk(f.value)
	}
	return f.heads[1].bias[0] + dot(top, f.heads[1].weight)
}

// trunk runs the layers on the gathered input and returns the last output.
func (f *Forward) trunk(layers []layer) []float32 {
	var out []float32
	for i, l := range layers {
		if i > 0 {
			f.active.gather(out)
		}
		out = f.hidden[i%2][:len(l.bias)]
		f.active.dense(out, l)
		f.activate(out)
	}
	return out
}

func (f *Forward) activate(x []float32) {
	if f.tanh {
		tanh(x)
	} else {
		relu(x)
	}
}

// encode returns the encoding of the observation, which is the observation
// itself when all fields are plain.
func (f *Forward) encode(observation []float32) []float32 {
	if len(observation) != f.size {
		panic(fmt.Sprintf("models: observation of %d floats for a network that reads %d", len(observation), f.size))
	}
	if f.encoded == nil {
		return observation
	}
	for i := range f.parts {
		p := &f.parts[i]
		out := f.encoded[p.To : p.To+p.Out]
		if p.Kind == Rows {
			f.encodeItems(p, observation, out)
			continue
		}
		in := observation[p.From : p.From+p.Size()]
		switch p.Kind {
		case Plain:
			copy(out, in)
		case Counts:
			width := f.weights.Network.Embedding
			for r := range p.Rows {
				f.active.gather(in[r*p.Width : (r+1)*p.Width])
				f.active.dense(out[r*width:(r+1)*width], layer{weight: p.embedding})
			}
			copy(out[p.Rows*width:], in) // nothing is left of out without VocabRaw
		case Set:
			f.encodeSet(p, in, out)
		}
	}
	return f.encoded
}

// encodeSet runs every entity that is there through two layers and pools: sums
// into the first half of out, maxima into the second. Of no entity, both are 0.
func (f *Forward) encodeSet(p *forwardPart, in, out []float32) {
	clear(out)
	sums, maxima := out[:len(out)/2], out[len(out)/2:]
	first := true
	for r := range p.Rows {
		row := in[r*p.Width : (r+1)*p.Width]
		if row[0] == 0 {
			continue
		}
		f.active.gather(row)
		entity := f.entity[1][:len(sums)]
		f.twoLayers(p, nil, entity)
		pool(sums, maxima, entity, first)
		first = false
	}
}

// twoLayers runs the gathered row of a set or of items through its two layers. extra
// is a bias of the row, or nil.
func (f *Forward) twoLayers(p *forwardPart, extra, out []float32) {
	hidden := f.entity[0][:len(out)]
	f.active.dense(hidden, p.set[0])
	for j, v := range extra {
		hidden[j] += v
	}
	f.activate(hidden)
	f.active.gather(hidden)
	f.active.dense(out, p.set[1])
	f.activate(out)
}

// pool adds a row to sums and maxima; the first row is the maximum so far.
func pool(sums, maxima, row []float32, first bool) {
	for j, v := range row {
		sums[j] += v
		if first || v > maxima[j] {
			maxima[j] = v
		}
	}
}
