package graph

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// windows is a weightSource for backends on the host: every tensor, or run of
// rows, that is asked for becomes a parameter of the graph with a buffer of its
// own, into which the flat weights are copied before a step. That is much
// cheaper than slicing in the graph. On another device it would be a way there
// and back.
type windows struct {
	graph   *gx.Graph
	backend compute.Backend
	at      map[string]int               // of a tensor in the flat weights
	info    map[string]models.TensorInfo // by name
	nodes   map[string]*Node             // by parameter name
	tensors []*tensors.Tensor            // in the order of the parameters
	from    []int                        // of each in the flat weights
}

func newWindows(g *gx.Graph, b compute.Backend, net *models.Network) *windows {
	w := &windows{graph: g, backend: b, at: map[string]int{}, info: map[string]models.TensorInfo{}, nodes: map[string]*Node{}}
	at := 0
	for _, t := range net.Tensors() {
		w.at[t.Name], w.info[t.Name] = at, t
		at += t.Size()
	}
	return w
}

func (w *windows) tensor(name string) *Node {
	return w.window(name, w.at[name], w.info[name].Shape...)
}

func (w *windows) rows(name string, from, to int) *Node {
	shape := w.info[name].Shape
	if from == 0 && to == shape[0] {
		return w.tensor(name)
	}
	return w.window(fmt.Sprintf("%s[%d:%d]", name, from, to), w.at[name]+from*shape[1], to-from, shape[1])
}

func (w *windows) window(parameter string, from int, shape ...int) *Node {
	if n := w.nodes[parameter]; n != nil {
		return n
	}
	t := newTensor(w.backend, dtypes.Float32, shape...)
	n := gx.Parameter(w.graph, parameter, t.Shape())
	w.nodes[parameter] = n
	w.tensors, w.from = append(w.tensors, t), append(w.from, from)
	return n
}

// copyFrom brings all windows up to date with the flat weights.
func (w *windows) copyFrom(flat *tensors.Tensor) {
	tensors.MustConstFlatData(flat, func(flat []float32) {
		for i, t := range w.tensors {
			tensors.MustMutableFlatData(t, func(window []float32) { copy(window, flat[w.from[i]:]) })
		}
	})
}
