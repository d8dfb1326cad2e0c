package models

import "slices"

// layers are the weights of a network by what they do. They are windows: a change of the
// weights counts at once, but for matrices that are turned.
type layers struct {
	net     *Network
	weights *Weights
	parts   []Part
	encoded int // E: floats of the encoding

	policy, critic []*dense // layers of the trunks; critic is nil when the trunk is shared
	heads          [2]*dense
	embeddings     [][]float32 // [Width, Embedding] of each part of counts
	encoders       []*encoder  // of sets and items
	sequences      []sequence
	scores         []*scoring

	backward bool
	turns    []*dense // layers whose matrix is turned
}

// dense is a layer y = activation(x·weight + bias), or a run of its inputs.
type dense struct {
	at      [2]int // of weight and bias in the flat weights
	in, out int
	weight  []float32 // [in, out]
	bias    []float32 // [out]
	turned  []float32 // [out, in], or nil when no gradient of x is wanted
}

// encoder is the two layers of a set or of items, and the runs of the first layers of the
// trunks that read what they make. In a network of the kind Attention, it has neither.
type encoder struct {
	part   Part
	items  int // number in Network.Items, or -1 of a set
	layers [2]*dense
	places []float32 // [Rows, width], or nil
	at     int       // of places in the flat weights
	width  int
	trunks []*dense // [2 width, H] each: the policy's and, unless the trunk is shared, the value's
}

// scoring is the score layers of one of Network.Items.
type scoring struct {
	encoder int
	items   Items
	item    *dense // [ItemHidden, ItemHidden], without a bias
	context *dense // [H, ItemHidden], of the top of the trunk
	scores  *dense // [ItemHidden, Scores]
}

// newLayers returns the layers of weights. backward says that gradients are wanted.
func newLayers(w *Weights, backward bool) layers {
	l := layers{net: w.Network, weights: w, backward: backward}
	l.parts, l.encoded = l.net.Parts()
	trunk := func(names []string) (layers []*dense) {
		for i, name := range names {
			layers = append(layers, l.layer(name, i > 0))
		}
		return layers
	}
	policy, value := l.net.TrunkLayers()
	l.policy = trunk(policy)
	if !l.net.SharedTrunk {
		l.critic = trunk(value)
	}
	l.heads = [2]*dense{l.layer(PolicyHead, true), l.layer(ValueHead, false)}
	items := 0
	for _, p := range l.parts {
		switch p.Kind {
		case Counts:
			l.embeddings = append(l.embeddings, w.Tensor(EmbeddingName(p.Name)))
		case Set:
			if l.net.Kind != Attention {
				l.addEncoder(p, SetLayers(p.Name), -1, l.net.SetHidden)
			}
		case Steps:
			names := SequenceLayers(p.Name)
			l.sequences = append(l.sequences, sequence{p, w.layer(names[0]), w.layer(names[1])})
		case Rows:
			l.addEncoder(p, ItemLayers(p.Name), items, l.net.ItemHidden)
			items++
		}
	}
	for i, it := range l.net.Items {
		if len(it.Logits) == 0 {
			continue
		}
		names := ScoreLayers(it.Name)
		first := l.layer(names[0], false)
		l.scores = append(l.scores, &scoring{
			encoder: slices.IndexFunc(l.encoders, func(e *encoder) bool { return e.items == i }), items: it,
			item:    l.run(first, 0, l.net.ItemHidden),
			context: l.run(first, l.net.ItemHidden, first.in),
			scores:  l.layer(names[1], true),
		})
	}
	return l
}

// layer returns a layer by name. input says that the gradient of its input may be wanted.
func (l *layers) layer(name string, input bool) *dense {
	weight, bias := l.weights.find(name+"/weight"), l.weights.find(name+"/bias")
	shape := l.weights.infos[weight].Shape
	d := &dense{
		at: [2]int{l.weights.offsets[weight], l.weights.offsets[bias]},
		in: shape[0], out: shape[1], weight: l.weights.At(weight), bias: l.weights.At(bias),
	}
	if input {
		l.turn(d)
	}
	return d
}

// run returns the inputs from, from+1, … to-1 of a layer.
func (l *layers) run(of *dense, from, to int) *dense {
	d := *of
	d.in, d.at[0], d.weight = to-from, of.at[0]+from*of.out, of.weight[from*of.out:to*of.out]
	l.turn(&d)
	return &d
}

func (l *layers) turn(d *dense) {
	if l.backward {
		d.turned = make([]float32, d.in*d.out)
		l.turns = append(l.turns, d)
	}
}

func (l *layers) addEncoder(p Part, names [2]string, items, width int) {
	e := &encoder{part: p, items: items, width: width}
	l.encoders = append(l.encoders, e)
	if l.net.Kind == Attention {
		return
	}
	e.layers = [2]*dense{l.layer(names[0], false), l.layer(names[1], true)}
	if items >= 0 && l.net.ItemPlaces {
		places := l.weights.find(PlacesName(p.Name))
		e.places, e.at = l.weights.At(places), l.weights.offsets[places]
	}
	for _, trunk := range [][]*dense{l.policy, l.critic} {
		if trunk != nil {
			e.trunks = append(e.trunks, l.run(trunk[0], p.To, p.To+p.Out))
		}
	}
}

func (l *layers) activate(x []float32) {
	if l.net.Activation == Tanh {
		tanh(x)
	} else {
		relu(x)
	}
}

// slope turns the gradient d of activations y into the gradient of the sums before.
func (l *layers) slope(y, d []float32) {
	if l.net.Activation == Tanh {
		bend(y, d)
		return
	}
	cut(y, d)
}
