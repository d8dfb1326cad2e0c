package graph

import (
	"errors"
	"fmt"
	"math"

	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models"
)

// Kind is a kind of network of another module: its name, which is also the value of
// network.kind in training configurations, and its two halves.
type Kind struct {
	Name    string
	Network models.Architecture
	Build   Builder
}

// Builder adds the forward pass of a network to a graph, for learning: it reads
// observations [N, D] and tensors by their names, and returns logits [N, A] and values
// [N]. It computes what the Forward of the architecture computes (see Difference). The
// gradient is GoMLX's.
type Builder func(net *models.Network, observations *Node, tensor func(name string) *Node) (logits, values *Node)

// builders make the kinds of other modules.
var builders = map[string]Builder{}

// Register adds kinds of networks, both halves, so that descriptions may name them from
// then on. It is for the beginning of a program: no other function of this package and of
// package models may run beside it. cmd.Main calls it for the networks that it is given.
func Register(kinds ...Kind) error {
	var faults []error
	for _, k := range kinds {
		if k.Build == nil || k.Network == nil {
			faults = append(faults, fmt.Errorf("network %q: want both Network and Build", k.Name))
			continue
		}
		if err := models.Register(k.Name, k.Network); err != nil {
			faults = append(faults, err)
			continue
		}
		builders[k.Name] = k.Build
	}
	return errors.Join(faults...)
}

// pass is a network in a graph: forward once, then backward once.
type pass interface {
	// forward takes the parts of observations, [batch, size] each, and returns logits
	// [batch, A] and values [batch].
	forward(batch int, parts []*Node) (logits, value *Node)

	// backward takes their gradients and returns the gradient of every tensor.
	backward(dLogits, dValue *Node) gradients
}

// newPass prepares a network; fold as in newTape.
func newPass(net *models.Network, weights weightSource, fold bool) pass {
	if build := builders[net.Kind]; build != nil {
		return &builtPass{net: net, weights: weights, build: build}
	}
	return newTape(net, weights, fold)
}

// partsOf lists the parts of the observation that the pass of a network reads.
func partsOf(net *models.Network) []models.Part {
	if builders[net.Kind] != nil {
		return []models.Part{{Rows: 1, Width: net.ObservationSize()}}
	}
	parts, _ := net.Parts()
	return parts
}

// builtPass is a network of another module.
type builtPass struct {
	net           *models.Network
	weights       weightSource
	build         Builder
	logits, value *Node
}

func (p *builtPass) forward(n int, parts []*Node) (logits, value *Node) {
	p.logits, p.value = p.build(p.net, parts[0], p.weights.tensor)
	if err := errors.Join(
		shaped("logits", p.logits, n, p.net.Actions),
		shaped("values", p.value, n),
	); err != nil {
		panic(fmt.Errorf("network %q: %w", p.net.Kind, err))
	}
	return p.logits, p.value
}

// shaped returns an error unless a node has the given dimensions.
func shaped(what string, n *Node, want ...int) error {
	if err := n.Shape().CheckDims(want...); err != nil {
		return fmt.Errorf("%s of shape %s: want %v", what, n.Shape(), want)
	}
	return nil
}

func (p *builtPass) backward(dLogits, dValue *Node) gradients {
	sum := gx.Add(
		gx.ReduceAllSum(gx.Mul(p.logits, gx.StopGradient(dLogits))),
		gx.ReduceAllSum(gx.Mul(p.value, gx.StopGradient(dValue))),
	)
	byName := map[string]*Node{}
	for _, t := range p.net.Tensors() {
		byName[t.Name] = p.weights.tensor(t.Name)
	}
	return autodiff(sum, p.net, byName)
}

// Difference returns the largest difference between the graph and Forward, over logits
// and values, of a network on rows of observations [n, D]. About 1e-6 is usual; a
// network of one's own should have a test that it is below 1e-4.
func Difference(w *models.Weights, obs []float32) (largest float64, err error) {
	defer catch(&err)
	net := w.Network
	b, err := Backend()
	if err != nil {
		return 0, err
	}
	d, a := net.ObservationSize(), net.Actions
	n := len(obs) / d
	inference := newInference(b, net, n)
	defer inference.Close()
	if err := inference.allocate(); err != nil {
		return 0, err
	}
	if err := inference.Load(w); err != nil {
		return 0, err
	}
	logits, values := make([]float32, n*a), make([]float32, n)
	if err := inference.run(obs, n, logits, values); err != nil {
		return 0, err
	}
	f, want := models.NewForward(w), make([]float32, a)
	for i := range n {
		value := f.Eval(obs[i*d:(i+1)*d], want)
		largest = max(largest, math.Abs(float64(value-values[i])))
		for j, v := range want {
			largest = max(largest, math.Abs(float64(v-logits[i*a+j])))
		}
	}
	return largest, nil
}
