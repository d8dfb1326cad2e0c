package models

import "fmt"

// NewForward returns the forward pass of w.
func NewForward(w *Weights) Forward { return w.Network.architecture().Forward(w) }

// forward is that of an MLP.
type forward struct {
	trunks
	parts []forwardPart

	size    int          // D
	encoded []float32    // [E]; nil when the encoding is the observation itself
	entity  [2][]float32 // [max(SetHidden, ItemHidden)]
}

type forwardPart struct {
	Part
	embedding []float32 // [Width, Embedding]
	set       [2]layer  // of a set, and of items
	items     int       // of items: their number in Network.Items
	places    []float32 // of items: [Rows, ItemHidden], or nil
}

func newForward(w *Weights) *forward {
	net := w.Network
	parts, encoded := net.Parts()
	f := &forward{size: net.ObservationSize()}
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
				fp.set[i] = w.layer(name)
			}
			plain = false
		case Rows:
			for i, name := range ItemLayers(p.Name) {
				fp.set[i] = w.layer(name)
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
	if !plain {
		f.encoded = make([]float32, encoded)
	}
	f.trunks = newTrunks(w, widest)
	f.allocate()
	return f
}

func (f *forward) allocate() {
	if f.encoded != nil {
		f.encoded = make([]float32, len(f.encoded))
	}
	net := f.weights.Network
	for i := range f.entity {
		f.entity[i] = make([]float32, max(net.SetHidden, net.ItemHidden))
	}
}

func (f *forward) Share() Forward {
	g := *f
	g.trunks.allocate(len(f.active.index))
	g.allocate()
	return &g
}

func (f *forward) Eval(observation, logits []float32) (value float32) {
	return f.heads(f.encode(observation), logits)
}

// encode returns the encoding of the observation, which is the observation
// itself when all fields are plain.
func (f *forward) encode(observation []float32) []float32 {
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
func (f *forward) encodeSet(p *forwardPart, in, out []float32) {
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
