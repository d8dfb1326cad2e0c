package models

import (
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
	layers
	given *Weights // [P]; layers are of the unembedded network
}

// NewBackprop returns the backpropagation of a network, or nil when it is no MLP.
func NewBackprop(net *Network) *Backprop {
	if net.Kind != "" {
		return nil
	}
	b := &Backprop{given: NewWeights(net)}
	plain := b.given
	if unembedded := net.Unembedded(); unembedded != net {
		plain = NewWeights(unembedded)
	}
	b.layers = newLayers(plain, true)
	return b
}

// NewTape returns room for rows.
func (b *Backprop) NewTape() *Tape {
	t := newTape(&b.layers)
	t.gradient = make([]float32, len(b.weights.Flat))
	return t
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
		parts, _ := b.given.Network.Parts()
		for _, p := range parts {
			if p.Kind == Counts {
				for _, trunk := range [][]*dense{b.policy, b.critic} {
					if trunk != nil {
						products += 3 * p.Size() * b.given.Network.Embedding * trunk[0].out
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
