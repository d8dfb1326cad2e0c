package models

import (
	"fmt"
	"math"
	"slices"
)

// maxActivation bounds every number that a network may compute. Sums of larger
// ones can leave float32, and the ONNX form takes -1e30 for the logit of an action
// that is not legal.
const maxActivation = 1e30

// CheckRange returns an error when a number of the network, from the encoding to the
// logits and the value, could be larger than 1e30 for an observation that lies
// within bounds: largest[i] bounds the size of its i-th float. A network that passes
// never computes an infinity or NaN, whatever it reads within these bounds. The
// error names the first layer that breaks it.
//
// The bounds of a layer are |bias| + Σ bound·|weight|, for every output.
func (w *Weights) CheckRange(largest []float32) error {
	net := w.Network
	if len(largest) != net.ObservationSize() {
		panic(fmt.Sprintf("models: bounds of %d floats for a network that reads %d", len(largest), net.ObservationSize()))
	}
	return net.architecture().CheckRange(w, largest)
}

// newRanger returns a ranger and the bounds of the observation.
func newRanger(w *Weights, largest []float32) (*ranger, []float64) {
	r := &ranger{weights: w, tanh: w.Network.Activation == Tanh}
	in := make([]float64, len(largest))
	for i, v := range largest {
		in[i] = math.Abs(float64(v))
	}
	return r, in
}

// ranger carries bounds of sizes through a network. It keeps the first fault.
type ranger struct {
	weights *Weights
	tanh    bool
	items   [][]float64 // [Count * ItemHidden] of each of Network.Items
	err     error
}

// linear returns the bounds of bias + x·weight; bias is nil where there is none.
func (r *ranger) linear(name string, x []float64, weight, bias []float32) []float64 {
	width := len(weight) / len(x)
	out := make([]float64, width)
	for j, b := range bias {
		out[j] = math.Abs(float64(b))
	}
	for i, v := range x {
		if v == 0 {
			continue
		}
		for j, w := range weight[i*width : (i+1)*width] {
			out[j] += v * math.Abs(float64(w))
		}
	}
	return r.check(name, out)
}

// check notes the first bound that is too large.
func (r *ranger) check(name string, out []float64) []float64 {
	for j, v := range out {
		if !(v <= maxActivation) && r.err == nil {
			r.err = fmt.Errorf("%s: output %d can reach %.3g: want weights that keep it below %g", name, j, v, maxActivation)
		}
	}
	return out
}

// layer returns the bounds of a layer with its activation.
func (r *ranger) layer(name string, x []float64) []float64 { return r.placed(name, x, nil) }

// placed is layer with another bias beside the layer's own.
func (r *ranger) placed(name string, x []float64, extra []float32) []float64 {
	out := r.linear("layer "+name, x, r.weights.Tensor(name+"/weight"), r.weights.Tensor(name+"/bias"))
	for j, v := range extra {
		out[j] += math.Abs(float64(v))
	}
	r.check("layer "+name, out)
	if r.tanh {
		for j := range out {
			out[j] = min(out[j], 1)
		}
	}
	return out
}

func (r *ranger) trunk(layers []string, x []float64) []float64 {
	for _, name := range layers {
		x = r.layer(name, x)
	}
	return x
}

func (r *ranger) head(name string, x []float64) []float64 {
	return r.linear("layer "+name, x, r.weights.Tensor(name+"/weight"), r.weights.Tensor(name+"/bias"))
}

// encode returns the bounds of the encoding.
func (r *ranger) encode(in []float64) []float64 {
	net := r.weights.Network
	parts, _ := net.Parts()
	var out []float64
	r.check("observation", in)
	for _, p := range parts {
		var x []float64
		if p.Kind != Rows {
			x = in[p.From : p.From+p.Size()]
		}
		switch p.Kind {
		case Plain:
			out = append(out, x...)
		case Counts:
			name := EmbeddingName(p.Name)
			for i := range p.Rows {
				out = append(out, r.linear(name, x[i*p.Width:(i+1)*p.Width], r.weights.Tensor(name), nil)...)
			}
			if net.VocabRaw {
				out = append(out, x...)
			}
		case Set:
			out = append(out, r.set(p, x)...)
		case Steps:
			out = append(out, r.sequence(p, x)...)
		case Rows:
			for _, at := range p.Index {
				x = append(x, in[at])
			}
			pooled, items := r.rows(p, x, ItemLayers(p.Name), net.ItemHidden)
			out = append(out, pooled...)
			r.items = append(r.items, items)
		}
	}
	return out
}

// set returns the bounds of the sums and of the maxima over the entities of a set.
func (r *ranger) set(p Part, in []float64) []float64 {
	pooled, _ := r.rows(p, in, SetLayers(p.Name), r.weights.Network.SetHidden)
	return pooled
}

// rows returns the bounds of the sums and of the maxima over rows, and the bounds of the
// rows [Rows * width].
func (r *ranger) rows(p Part, in []float64, layers [2]string, width int) (pooled, each []float64) {
	pooled = make([]float64, 2*width)
	var places []float32
	if p.Kind == Rows && r.weights.Network.ItemPlaces {
		places = r.weights.Tensor(PlacesName(p.Name))
	}
	for i := range p.Rows {
		row := in[i*p.Width : (i+1)*p.Width]
		if places == nil {
			row = r.layer(layers[0], row)
		} else {
			row = r.placed(layers[0], row, places[i*width:(i+1)*width])
		}
		row = r.layer(layers[1], row)
		for j, v := range row {
			pooled[j] += v
			pooled[width+j] = max(pooled[width+j], v)
		}
		each = append(each, row...)
	}
	return r.check("sum of "+p.Name, pooled), each
}

// scores adds the bounds of the scores of items to the bounds of the logits.
func (r *ranger) scores(logits, top []float64) {
	net := r.weights.Network
	for i, it := range net.Items {
		if len(it.Logits) == 0 {
			continue
		}
		names, width := ScoreLayers(it.Name), net.ItemHidden
		for k := range it.Count {
			score := r.head(names[1], r.layer(names[0], slices.Concat(r.items[i][k*width:(k+1)*width], top)))
			at := 0
			for _, l := range it.Logits {
				for j := 0; j < l.Each && k >= l.Skip; j++ {
					logits[l.From+(k-l.Skip)*l.Each+j] += score[at+j]
				}
				at += l.Each
			}
		}
		r.check("sum of the scores of "+it.Name, logits)
	}
}
