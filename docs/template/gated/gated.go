// Package gated is a kind of network of a module's own: one layer of gated linear units
// (Y. Dauphin and others, arXiv 1612.08083) between the observation and both heads.
//
//	h = sigmoid(x·G + g) * (x·V + v)    logits = h·P + p    value = h·c
//
// It is here twice: in plain Go for play, and as a graph for learning.
package gated

import (
	"math"
	"ringer/models"
	"ringer/models/graph"

	gx "github.com/gomlx/gomlx/core/graph"
)

// Kind is the kind of network, for cmd.Network.
var Kind = graph.Kind{Name: "gated", Network: architecture{}, Build: build}

const width = "width"

type architecture struct{}

func (architecture) Doc() string { return "one layer of gated linear units before both heads" }

func (architecture) Settings() []models.Setting {
	return []models.Setting{{Name: width, Default: 32, Min: 1, Max: 1024, Doc: "gated units"}}
}

func (architecture) Validate(*models.Network, models.Fault) {}

func (architecture) Tensors(n *models.Network) []models.TensorInfo {
	d, h, a := n.ObservationSize(), n.Setting(width), n.Actions
	return []models.TensorInfo{
		{Name: "gate/weight", Shape: []int{d, h}},
		{Name: "gate/bias", Shape: []int{h}},
		{Name: "unit/weight", Shape: []int{d, h}},
		{Name: "unit/bias", Shape: []int{h}},
		{Name: "policy/weight", Shape: []int{h, a}},
		{Name: "policy/bias", Shape: []int{a}},
		{Name: "value/weight", Shape: []int{h}},
	}
}

func (architecture) Start(_ *models.Network, t models.TensorInfo) models.Start {
	switch t.Name {
	case "policy/weight":
		return models.Start{Gain: 0.01}
	case "value/weight":
		return models.Start{Spread: 0.1}
	}
	return models.Start{Gain: 1}
}

func (architecture) LogitLayers(*models.Network) []string { return []string{"policy"} }

// CheckRange has nothing to add: with finite weights, what a gate lets through is finite for
// the bounded observations of games.
func (architecture) CheckRange(*models.Weights, []float32) error { return nil }

func (architecture) Forward(w *models.Weights) models.Forward {
	h := w.Network.Setting(width)
	return &forward{w, make([]float32, h), make([]float32, h)}
}

// forward is the network in plain Go.
type forward struct {
	w          *models.Weights
	gate, unit []float32 // [H], scratch
}

func (f *forward) Share() models.Forward { return architecture{}.Forward(f.w) }

func (f *forward) Eval(observation, logits []float32) (value float32) {
	dense(f.w, "gate", observation, f.gate)
	dense(f.w, "unit", observation, f.unit)
	critic := f.w.Tensor("value/weight")
	for i, g := range f.gate {
		f.unit[i] *= float32(1 / (1 + math.Exp(-float64(g))))
		value += f.unit[i] * critic[i]
	}
	dense(f.w, "policy", f.unit, logits)
	return value
}

// dense writes x·weight + bias of a layer into y.
func dense(w *models.Weights, layer string, x, y []float32) {
	weight := w.Tensor(layer + "/weight")
	copy(y, w.Tensor(layer+"/bias"))
	for i, v := range x {
		if v == 0 {
			continue
		}
		for j := range y {
			y[j] += v * weight[i*len(y)+j]
		}
	}
}

// build is the network as a graph, for learning: x is [N, D].
func build(net *models.Network, x *graph.Node, tensor func(name string) *graph.Node) (logits, values *graph.Node) {
	layer := func(name string, x *graph.Node, width int) *graph.Node { // [N, width]
		return gx.Add(gx.Dot(x, tensor(name+"/weight")).Product(), gx.Reshape(tensor(name+"/bias"), 1, width))
	}
	h := net.Setting(width)
	units := gx.Mul(gx.Sigmoid(layer("gate", x, h)), layer("unit", x, h)) // [N, H]
	return layer("policy", units, net.Actions), gx.Dot(units, tensor("value/weight")).Product()
}
