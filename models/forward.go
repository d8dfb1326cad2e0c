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

	encoded []float32 // [E]; nil when the encoding is the observation itself
	hidden  [2][]float32
	entity  [2][]float32 // [SetHidden]
	active  nonzero
	tanh    bool
}

type forwardPart struct {
	Part
	embedding []float32 // [Width, Embedding]
	set       [2]layer
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
	f := &Forward{weights: w, tanh: net.Activation == Tanh}
	get := func(name string) layer { return layer{w.Tensor(name + "/weight"), w.Tensor(name + "/bias")} }
	widest := max(encoded, net.SetHidden)
	plain := true
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
	f.allocate(plain, encoded, widest)
	return f
}

func (f *Forward) allocate(plain bool, encoded, widest int) {
	if !plain {
		f.encoded = make([]float32, encoded)
	}
	for i := range f.hidden {
		f.hidden[i] = make([]float32, widest)
		f.entity[i] = make([]float32, f.weights.Network.SetHidden)
	}
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
	last := f.parts[len(f.parts)-1]
	if len(observation) != last.From+last.Size() {
		panic(fmt.Sprintf("models: observation of %d floats for a network that reads %d", len(observation), last.From+last.Size()))
	}
	if f.encoded == nil {
		return observation
	}
	for i := range f.parts {
		p := &f.parts[i]
		in := observation[p.From : p.From+p.Size()]
		out := f.encoded[p.To : p.To+p.Out]
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
		f.active.dense(f.entity[0], p.set[0])
		f.activate(f.entity[0])
		f.active.gather(f.entity[0])
		f.active.dense(f.entity[1], p.set[1])
		f.activate(f.entity[1])
		for j, v := range f.entity[1] {
			sums[j] += v
			if first || v > maxima[j] {
				maxima[j] = v
			}
		}
		first = false
	}
}
