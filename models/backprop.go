package models

import (
	"slices"
	"strings"
	"sync"
)

// Backprop computes what an MLP makes of observations, and the gradient of its weights by
// backpropagation, in plain Go. Observations, activations and the gradients of most logits
// are zero nearly everywhere, and what zero multiplies is left out.
//
// Load takes weights; several Tapes, each with rows of its own, may then be used at once;
// Gradient collects what they have found.
type Backprop struct {
	net     *Network
	given   *Weights // [P]
	weights *Weights // of net.Unembedded(): given, where they are the same
	parts   []Part   // of the unembedded network
	encoded int      // E: floats of its encoding

	policy, critic []*dense // layers of the trunks; critic is nil when the trunk is shared
	heads          [2]*dense
	encoders       []*encoder
	scores         []*scoring
	turns          []*dense // layers whose matrix is turned
}

// dense is a layer y = activation(x·weight + bias), or a run of its inputs.
type dense struct {
	name    string
	at      [2]int // of weight and bias in the flat weights
	in, out int
	weight  []float32 // [in, out], a window
	bias    []float32 // [out], a window
	turned  []float32 // [out, in], or nil when no gradient of x is wanted
}

// encoder is the two layers of a set or of items, and the runs of the first layers of the
// trunks that read what they make.
type encoder struct {
	part   Part
	items  int // number in Network.Items, or -1 of a set
	layers [2]*dense
	places []float32 // [Rows, width], a window, or nil
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

// NewBackprop returns the backpropagation of a network, or nil when it is no MLP.
func NewBackprop(net *Network) *Backprop {
	if net.Kind != "" {
		return nil
	}
	b := &Backprop{net: net, given: NewWeights(net)}
	b.weights = b.given
	if plain := net.Unembedded(); plain != net {
		b.weights = NewWeights(plain)
	}
	b.parts, b.encoded = b.weights.Network.Parts()
	trunk := func(names []string) (layers []*dense) {
		for i, name := range names {
			layers = append(layers, b.layer(name, i > 0))
		}
		return layers
	}
	policy, value := net.TrunkLayers()
	b.policy = trunk(policy)
	if !net.SharedTrunk {
		b.critic = trunk(value)
	}
	b.heads = [2]*dense{b.layer(PolicyHead, true), b.layer(ValueHead, false)}
	for _, p := range b.parts {
		switch p.Kind {
		case Set:
			b.addEncoder(p, SetLayers(p.Name), -1)
		case Rows:
			i := slices.IndexFunc(net.Items, func(it Items) bool { return it.Name == p.Name })
			b.addEncoder(p, ItemLayers(p.Name), i)
		}
	}
	for i, it := range net.Items {
		if len(it.Logits) == 0 {
			continue
		}
		names := ScoreLayers(it.Name)
		first := b.layer(names[0], false)
		b.scores = append(b.scores, &scoring{
			encoder: slices.IndexFunc(b.encoders, func(e *encoder) bool { return e.items == i }), items: it,
			item:    b.run(first, 0, net.ItemHidden),
			context: b.run(first, net.ItemHidden, first.in),
			scores:  b.layer(names[1], true),
		})
	}
	return b
}

// layer returns a layer by name. backward says that the gradient of its input is wanted.
func (b *Backprop) layer(name string, backward bool) *dense {
	l := &dense{name: name}
	at := 0
	for _, t := range b.weights.Infos() {
		switch t.Name {
		case name + "/weight":
			l.in, l.out, l.at[0] = t.Shape[0], t.Shape[1], at
		case name + "/bias":
			l.at[1] = at
		}
		at += t.Size()
	}
	l.weight, l.bias = b.weights.Tensor(name+"/weight"), b.weights.Tensor(name+"/bias")
	if backward {
		b.turn(l)
	}
	return l
}

// run returns the inputs from, from+1, … to-1 of a layer; the bias stays with the layer.
func (b *Backprop) run(of *dense, from, to int) *dense {
	l := *of
	l.in, l.at[0], l.weight = to-from, of.at[0]+from*of.out, of.weight[from*of.out:to*of.out]
	b.turn(&l)
	return &l
}

func (b *Backprop) turn(l *dense) {
	l.turned = make([]float32, l.in*l.out)
	b.turns = append(b.turns, l)
}

func (b *Backprop) addEncoder(p Part, names [2]string, items int) {
	e := &encoder{part: p, items: items, width: p.Out / 2}
	e.layers = [2]*dense{b.layer(names[0], false), b.layer(names[1], true)}
	if items >= 0 && b.net.ItemPlaces {
		name := PlacesName(p.Name)
		e.places = b.weights.Tensor(name)
		for _, t := range b.weights.Infos() {
			if t.Name == name {
				break
			}
			e.at += t.Size()
		}
	}
	for _, trunk := range [][]*dense{b.policy, b.critic} {
		if trunk != nil {
			e.trunks = append(e.trunks, b.run(trunk[0], p.To, p.To+p.Out))
		}
	}
	b.encoders = append(b.encoders, e)
}

// atOnce runs functions on goroutines of their own, and waits.
func atOnce(do ...func()) {
	var wait sync.WaitGroup
	for _, f := range do[1:] {
		wait.Go(f)
	}
	do[0]()
	wait.Wait()
}

// Load takes the weights [P]. No Tape may be in use.
func (b *Backprop) Load(flat []float32) {
	copy(b.given.Flat, flat)
	if b.weights != b.given {
		b.given.Unembed(b.weights)
	}
	half := len(b.turns) / 2
	turn := func(layers []*dense) {
		for _, l := range layers {
			transpose(l.weight, l.turned, l.out)
		}
	}
	atOnce(func() { turn(b.turns[:half]) }, func() { turn(b.turns[half:]) })
}

// Gradient writes the gradient [P] of the weights, the sum over tapes whose Backward has
// run.
func (b *Backprop) Gradient(tapes []*Tape, gradient []float32) {
	sum := tapes[0].gradient
	half := len(sum) / 2
	add := func(from, to int) {
		for _, t := range tapes[1:] {
			AddTo(sum[from:to], t.gradient[from:to])
		}
	}
	atOnce(func() { add(0, half) }, func() { add(half, len(sum)) })
	if b.weights == b.given {
		copy(gradient, sum)
		return
	}
	b.given.unembedGradient(b.weights, sum, gradient)
}

// Operations returns the floating-point operations of all matrix products of a forward and a
// backward pass on a number of rows, as if none were left out: a multiplication and the
// addition of its result are two.
func (b *Backprop) Operations(rows int) float64 {
	products := 0 // of a forward pass, of the gradient of weights, and of the gradient of inputs
	count := func(l *dense, rows int, input bool) {
		products += 2 * rows * l.in * l.out
		if input {
			products += rows * l.in * l.out
		}
	}
	for _, trunk := range [][]*dense{b.policy, b.critic} {
		for i, l := range trunk {
			count(l, rows, i > 0)
		}
	}
	count(b.heads[0], rows, true)
	count(b.heads[1], rows, true)
	for _, e := range b.encoders {
		count(e.layers[0], rows*e.part.Rows, false)
		count(e.layers[1], rows*e.part.Rows, true)
		for _, l := range e.trunks {
			products += rows * l.in * l.out
		}
	}
	for _, s := range b.scores {
		count(s.item, rows*s.items.Count, true)
		count(s.context, rows, true)
		count(s.scores, rows*s.items.Count, true)
	}
	if b.weights != b.given {
		parts, _ := b.net.Parts()
		for _, p := range parts {
			if p.Kind == Counts {
				for _, trunk := range [][]*dense{b.policy, b.critic} {
					if trunk != nil {
						products += 3 * p.Size() * b.net.Embedding * trunk[0].out
					}
				}
			}
		}
	}
	return 2 * float64(products)
}

// isFirst reports whether a tensor is the matrix of a trunk's first layer.
func (n *Network) isFirst(tensor string) bool {
	policy, value := n.TrunkLayers()
	layer, ok := strings.CutSuffix(tensor, "/weight")
	return ok && (layer == policy[0] || layer == value[0])
}
