package graph

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

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

// adamBlock is the number of weights that one goroutine takes at a time. Sums of squares
// are made by block, so that their bits do not depend on the number of processors.
const adamBlock = 1 << 14

// applyOnHost is apply where the weights are in the memory of this process: in place, and
// in one pass over them.
func (l *Learner) applyOnHost(learningRate float64) (norm float32) {
	var tapes []*models.Tape
	for _, s := range l.shards {
		tapes = append(tapes, s.tape)
	}
	l.onHost.Gradient(tapes, l.flat)
	sums := make([]float64, (len(l.flat)+adamBlock-1)/adamBlock)
	l.blocks(func(i, from, to int) {
		g := l.flat[from:to]
		sums[i] = float64(models.Dot(g, g))
	})
	sum := 0.0
	for _, s := range sums {
		sum += s
	}
	scale := 1 / float64(len(l.shards)) // of the sum over shards
	length := math.Sqrt(sum) * scale
	if limit := l.cfg.MaxGradNorm; limit > 0 {
		scale *= min(1, limit/(length+1e-12))
	}
	step := models.AdamStep{
		Beta1: float32(l.cfg.Adam.Beta1), Beta2: float32(l.cfg.Adam.Beta2), Epsilon: float32(l.cfg.Adam.Epsilon),
		Scale: float32(scale),
	}
	step.Rate, step.Root = l.ratesOf(learningRate)
	var state [3][]float32
	for i, t := range l.state {
		tensors.MustMutableFlatData(t, func(flat []float32) { state[i] = flat }) // on the host they stay where they are
	}
	l.blocks(func(_, from, to int) {
		step.Apply(state[0][from:to], state[1][from:to], state[2][from:to], l.flat[from:to])
	})
	l.steps++
	l.weightsChanged()
	return float32(length)
}

// blocks runs a function for every block of the weights, on all processors.
func (l *Learner) blocks(do func(i, from, to int)) {
	n := (len(l.flat) + adamBlock - 1) / adamBlock
	var next atomic.Int64
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			do(i, i*adamBlock, min((i+1)*adamBlock, len(l.flat)))
		}
	}
	var wait sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}
