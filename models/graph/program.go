package graph

import (
	"sync"
	"sync/atomic"

	"github.com/gomlx/compute"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models/graph/device"
)

// program is a compiled graph. Several goroutines may run it at once, but for its first run,
// which happens alone: whoever comes meanwhile waits for its end.
//
// github.com/gomlx/compute v0.1.14 needs that. Each node of a graph chooses its kernel in its
// first run, among several that it tries in order, and notes the choice. A vector kernel asks
// whether any choice was noted and takes that for its own (execAddSIMD in
// internal/gobackend/ops): when another goroutine has noted the generic kernel in between, it
// takes its input away, finds that it cannot do the work, and leaves nothing for the generic
// one, which meets a nil pointer. Once all nodes have chosen, nothing is written any more.
type program struct {
	graph *gx.Graph
	runs  func(inputs []compute.Buffer, donate []bool) []*tensors.Tensor

	first sync.Mutex
	ran   atomic.Bool // a run has come to its end
}

// compile compiles a graph. It is the only way to one that runs.
func compile(g *gx.Graph, outputs ...*Node) (*program, error) {
	if err := g.Compile(outputs...); err != nil {
		return nil, err
	}
	p := &program{graph: g, runs: func(inputs []compute.Buffer, donate []bool) []*tensors.Tensor {
		return g.RunWithBuffers(inputs, donate, 0)
	}}
	if s, ok := g.Backend().(*device.Simulated); ok {
		operations, run := products(outputs...), p.runs
		p.runs = func(inputs []compute.Buffer, donate []bool) []*tensors.Tensor {
			s.Runs(operations)
			return run(inputs, donate)
		}
	}
	return p, nil
}

// run runs the graph on the buffers of its parameters, those with donate set given away. It
// panics as GoMLX does; the next run then counts as the first.
func (p *program) run(inputs []compute.Buffer, donate []bool) []*tensors.Tensor {
	if p.ran.Load() {
		return p.runs(inputs, donate)
	}
	p.first.Lock()
	if p.ran.Load() { // the first run has ended meanwhile
		p.first.Unlock()
		return p.runs(inputs, donate)
	}
	defer p.first.Unlock()
	outputs := p.runs(inputs, donate)
	p.ran.Store(true)
	return outputs
}
