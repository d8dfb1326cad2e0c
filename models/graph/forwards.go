package graph

import (
	"fmt"
	"sync"
	"weak"

	"github.com/gomlx/compute"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models"
)

// forwards holds the compiled forward passes of a network on a backend. All Inferences of
// equal networks share them, since weights are parameters: a training has one for each
// group of tables and opponent, and a compiler for devices takes a second for a graph.
type forwards struct {
	net     *models.Network
	backend compute.Backend

	mu     sync.Mutex
	bySize map[int]func() (*program, error) // batch size to graph, compiled at the first call
}

// known lists the forwards that some Inference holds. The others are garbage, with their
// graphs.
var known struct {
	mu  sync.Mutex
	all []weak.Pointer[forwards]
}

// forwardsOf returns the forward passes of a network on a backend.
func forwardsOf(b compute.Backend, net *models.Network) *forwards {
	known.mu.Lock()
	defer known.mu.Unlock()
	var found *forwards
	alive := known.all[:0]
	for _, p := range known.all {
		f := p.Value()
		if f == nil {
			continue
		}
		alive = append(alive, p)
		if f.backend == b && (f.net == net || f.net.Equal(net)) {
			found = f
		}
	}
	known.all = alive
	if found == nil {
		found = &forwards{net: net, backend: b, bySize: map[int]func() (*program, error){}}
		known.all = append(known.all, weak.Make(found))
	}
	return found
}

// graph returns the graph for a batch size. Whoever needs one that is being compiled waits
// for it; graphs of other sizes are compiled at the same time.
func (f *forwards) graph(size int) (*program, error) {
	f.mu.Lock()
	get := f.bySize[size]
	if get == nil {
		get = sync.OnceValues(func() (*program, error) { return f.compile(size) })
		f.bySize[size] = get
	}
	f.mu.Unlock()
	return get()
}

// compile compiles the graph for a batch size. Its parameters are the weights and the
// parts of the observation [size, part]; its outputs are logits [size, A] and value [size].
func (f *forwards) compile(size int) (p *program, err error) {
	defer catch(&err)
	g := gx.NewGraph(f.backend, fmt.Sprintf("forward%d", size))
	weights := parameters(g, f.net)
	logits, value := newPass(f.net, namedWeights{f.net, weights}, false).forward(size, observed(g, partsOf(f.net), size))
	return compile(g, logits, value)
}
