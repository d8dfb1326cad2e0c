package graph

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
	"ringer/models/graph/device"
)

// Inference runs the forward pass of a network on batches.
//
// On the Go backend rows go through the network's Forward: what a row gets depends on the row and
// the weights alone. Observations are mostly zeros, which a Forward leaves out and a graph
// multiplies. Networks of other modules do so everywhere. Elsewhere graphs run:
//
// A graph is compiled for each of a fixed list of batch sizes, once for all Inferences of
// equal networks; a batch is padded
// with rows of zeros to the next one, and one that is larger than all of them
// is run in pieces. Batches that come while one is run go together into the next. The result of a row depends on the row, the weights, the padded
// size and the row's place in the piece, and on nothing else: not on its
// neighbours and not on how many rows are padding. Different padded sizes may
// differ in the last bits, because the backend adds in another order.
//
// Weights are copied in by Load, so that an Inference shares no buffer with the
// learner or any other holder. Run may be called from several goroutines
// at once; Load waits for them and they for it.
type Inference struct {
	net     *models.Network
	backend compute.Backend
	sizes   []int // ascending

	weightsMu sync.RWMutex
	weights   []*tensors.Tensor // one per tensor of the network
	loaded    bool
	plain     *plainRows // in place of the graphs, or nil

	forwards *forwards

	mu   sync.Mutex
	free map[int][]*partition // by batch size: input buffers that no Run is using

	joint device.Joint // of the batches of several goroutines, where graphs run

	served served
}

// rowTile is the number of rows that the matrix kernels take at once. A single
// row left over costs more than four.
const rowTile = 4

// NewInference returns an Inference for batches of the given sizes, in any order, each rounded
// up to a multiple of four. Graphs are compiled when a size is first needed.
func NewInference(net *models.Network, sizes ...int) (*Inference, error) {
	return NewGroupInference(1, net, sizes...)
}

// NewGroupInference returns an Inference for one of several groups that run batches at the
// same time. The results are the same as with NewInference; with as many groups as
// processors it takes less processor time.
func NewGroupInference(groups int, net *models.Network, sizes ...int) (*Inference, error) {
	return newGroupInference(groups, net, false, sizes...)
}

// newGroupInference is NewGroupInference at a place.
func newGroupInference(groups int, net *models.Network, inGraph bool, sizes ...int) (*Inference, error) {
	if err := net.Validate(); err != nil {
		return nil, err
	}
	if len(sizes) == 0 || slices.Min(sizes) < 1 {
		return nil, fmt.Errorf("graph: batch sizes %v: want at least one, all positive", sizes)
	}
	sizes = slices.Clone(sizes)
	for i, s := range sizes {
		sizes[i] = (s + rowTile - 1) / rowTile * rowTile
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	b, err := backendFor(groups)
	if err != nil {
		return nil, err
	}
	f := newInference(b, net, sizes...)
	if net.Kind != "" || b.HasSharedBuffers() && !inGraph {
		f.plain = newPlainRows(net, groups)
		return f, nil
	}
	return f, f.allocate()
}

// newInference returns an Inference without buffers. sizes are ascending.
func newInference(b compute.Backend, net *models.Network, sizes ...int) *Inference {
	return &Inference{net: net, backend: b, sizes: sizes, forwards: forwardsOf(b, net), free: map[int][]*partition{}}
}

// allocate makes the buffers of the weights.
func (f *Inference) allocate() error {
	for _, t := range f.net.Tensors() {
		w, err := tensors.FromShapeForBackend(f.backend, 0, shapes.Make(dtypes.Float32, t.Shape...))
		if err != nil {
			f.Close()
			return fmt.Errorf("graph: %w", err)
		}
		f.weights = append(f.weights, w)
	}
	return nil
}

// Load copies the weights in. They must be of the same network.
func (f *Inference) Load(w *models.Weights) error {
	if w.Network != f.net && !w.Network.Equal(f.net) {
		return fmt.Errorf("graph: weights of another network")
	}
	f.weightsMu.Lock()
	defer f.weightsMu.Unlock()
	if f.plain != nil {
		w.Unembed(f.plain.weights)
	}
	for i, t := range f.weights {
		if err := tensors.AssignFlatData(t, w.At(i)); err != nil {
			return fmt.Errorf("graph: loading weights: %w", err)
		}
	}
	f.loaded = true
	return nil
}

// Run reads n observations from obs [n, D] and writes their logits [n, A] and, unless
// it is nil, values [n]. The slices may be longer; what lies beyond is not touched. Rows
// must be finite.
func (f *Inference) Run(obs []float32, n int, logits, values []float32) error {
	d, a := f.net.ObservationSize(), f.net.Actions
	if n < 0 || len(obs) < n*d || len(logits) < n*a || values != nil && len(values) < n {
		return fmt.Errorf("graph: %d rows in slices of %d observations, %d logits and %d values", n, len(obs)/d, len(logits)/a, len(values))
	}
	f.weightsMu.RLock()
	defer f.weightsMu.RUnlock()
	if !f.loaded {
		return fmt.Errorf("graph: Run before Load")
	}
	begun := time.Now()
	defer func() { f.served.nanoseconds.Add(int64(time.Since(begun))) }()
	if f.plain != nil {
		f.plain.run(obs, n, logits, values)
		f.served.add(n, n)
		return nil
	}
	largest := f.sizes[len(f.sizes)-1]
	for from := 0; from < n; from += largest {
		to := min(from+largest, n)
		r := &device.Request{Obs: obs[from*d : to*d], N: to - from, Logits: logits[from*a : to*a]}
		if values != nil {
			r.Values = values[from:to]
		}
		if err := f.joint.Run(r, d, a, largest, f.run); err != nil {
			return err
		}
	}
	return nil
}

func (f *Inference) run(obs []float32, n int, logits, values []float32) (err error) {
	defer catch(&err)
	size := f.sizes[0]
	for _, s := range f.sizes {
		if size = s; s >= n {
			break
		}
	}
	f.served.add(n, size)
	forward, err := f.forwards.graph(size)
	if err != nil {
		return err
	}
	input := f.acquire(size)
	defer f.release(size, input)
	input.fill(obs, n, nil)
	buffers := make([]compute.Buffer, 0, len(f.weights)+len(input.tensors))
	for _, t := range f.weights {
		buffers = append(buffers, must(t.Buffer(f.backend, 0)))
	}
	for _, t := range input.tensors {
		buffers = append(buffers, must(t.Buffer(f.backend, 0)))
	}
	outputs := forward.run(buffers, make([]bool, len(buffers)))
	tensors.MustConstFlatData(outputs[0], func(flat []float32) { copy(logits, flat) })
	tensors.MustConstFlatData(outputs[1], func(flat []float32) { copy(values, flat) })
	for _, t := range outputs {
		t.MustFinalizeAll() // gives the buffer back to the backend's pool
	}
	return nil
}

// acquire returns free input buffers for a batch size.
func (f *Inference) acquire(size int) *partition {
	f.mu.Lock()
	defer f.mu.Unlock()
	free := f.free[size]
	if len(free) == 0 {
		return newPartition(f.backend, f.net, partsOf(f.net), size)
	}
	f.free[size] = free[:len(free)-1]
	return free[len(free)-1]
}

func (f *Inference) release(size int, input *partition) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.free[size] = append(f.free[size], input)
}

// Close frees the buffers. Nothing may be run meanwhile or after.
func (f *Inference) Close() {
	f.weightsMu.Lock()
	defer f.weightsMu.Unlock()
	for _, t := range f.weights {
		t.MustFinalizeAll()
	}
	f.weights, f.loaded = nil, false
	for _, free := range f.free {
		for _, input := range free {
			input.free()
		}
	}
	f.free, f.forwards = nil, nil
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
