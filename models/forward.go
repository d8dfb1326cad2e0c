package models

import (
	"fmt"
)

// NewForward returns the forward pass of w.
func NewForward(w *Weights) Forward { return w.Network.architecture().Forward(w) }

// forward is the forward pass of an MLP.
type forward struct {
	trunks
	parts []forwardPart

	size    int          // D
	width   int          // E
	encoded []float32    // [most, E]; nil when the encoding is the observation itself
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
	f.width = encoded
	f.trunks = newTrunks(w, widest)
	f.allocate(1)
	return f
}

// allocate makes memory for a number of rows at once.
func (f *forward) allocate(rows int) {
	f.trunks.allocate(rows)
	if f.encoded != nil {
		f.encoded = make([]float32, rows*f.width)
	}
	net := f.weights.Network
	for i := range f.entity {
		f.entity[i] = make([]float32, max(net.SetHidden, net.ItemHidden))
	}
}

func (f *forward) Share() Forward {
	g := *f
	g.allocate(1)
	return &g
}

func (f *forward) Eval(observation, logits []float32) (value float32) {
	var values [1]float32
	f.EvalBatch(observation, 1, logits, values[:])
	return values[0]
}

// rowsAtOnce is the most rows that go through a layer before the next.
const rowsAtOnce = 32

func (f *forward) EvalBatch(observations []float32, n int, logits, values []float32) {
	if len(observations) != n*f.size {
		panic(fmt.Sprintf("models: %d rows in %d floats for a network that reads %d", n, len(observations), f.size))
	}
	if most := min(n, rowsAtOnce); most > f.most {
		f.allocate(most)
	}
	a := f.weights.Network.Actions
	for from := 0; from < n; from += rowsAtOnce {
		to := min(from+rowsAtOnce, n)
		var out []float32
		if values != nil {
			out = values[from:to]
		}
		f.heads(f.encode(observations[from*f.size:to*f.size], to-from), to-from, logits[from*a:to*a], out)
	}
}

// encode returns the encodings of n observations, which are the observations
// themselves when all fields are plain.
func (f *forward) encode(observations []float32, n int) []float32 {
	if f.encoded == nil {
		return observations
	}
	for r := range n {
		f.encodeRow(r, observations[r*f.size:(r+1)*f.size], f.encoded[r*f.width:(r+1)*f.width])
	}
	return f.encoded[:n*f.width]
}

// encodeRow writes the encoding of one observation, and its items.
func (f *forward) encodeRow(row int, observation, encoded []float32) {
	for i := range f.parts {
		p := &f.parts[i]
		out := encoded[p.To : p.To+p.Out]
		if p.Kind == Rows {
			f.encodeItems(p, row, observation, out)
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

// encodeItems runs every item of a row through two layers, keeps the result and pools it.
func (f *forward) encodeItems(p *forwardPart, row int, observation, out []float32) {
	clear(out)
	width, items := len(out)/2, f.itemsOf(p.items, row)
	for r := range p.Rows {
		f.active.pick(observation, p.Index[r*p.Width:(r+1)*p.Width])
		item := items[r*width : (r+1)*width]
		var extra []float32
		if p.places != nil {
			extra = p.places[r*width : (r+1)*width]
		}
		f.twoLayers(p, extra, item)
		pool(out[:width], out[width:], item, r == 0)
	}
}

// twoLayers runs the gathered row of a set or of items through its two layers. extra
// is a bias of the row, or nil.
func (f *forward) twoLayers(p *forwardPart, extra, out []float32) {
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
