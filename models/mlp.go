package models

import (
	"fmt"
	"strings"
)

// mlp is the architecture of multi-layer perceptrons: encoders of fields and items,
// trunks and heads, as the package comment draws them.
type mlp struct{}

func (mlp) Doc() string {
	return "fields as they are or embedded, sets and items through small shared layers and pooled, then hidden layers"
}

func (mlp) Settings() []Setting { return nil }

func (mlp) Validate(n *Network, fault Fault) {
	vocab, sets := false, false
	for _, f := range n.Fields {
		vocab, sets = vocab || f.Vocab != "", sets || f.Set
	}
	width := widthFault(fault)
	switch {
	case vocab && n.Embedding == 0 && !n.VocabRaw:
		fault("embedding", 0, "a width of at least 1 (a field has a vocabulary), or vocab_raw")
	case n.Embedding != 0:
		width("embedding", n.Embedding)
	}
	if sets || n.SetHidden != 0 {
		width("set_hidden", n.SetHidden)
	}
	if len(n.Items) > 0 || n.ItemHidden != 0 {
		width("item_hidden", n.ItemHidden)
	}
}

func (mlp) Start(_ *Network, t TensorInfo) Start {
	if strings.HasSuffix(t.Name, "/places") { // no difference at first
		return Start{}
	}
	return startOf(t)
}

func (mlp) LogitLayers(n *Network) []string { return n.logitLayers() }

func (mlp) Forward(w *Weights) Forward { return newForward(w) }

func (mlp) CheckRange(w *Weights, largest []float32) error {
	net := w.Network
	r, in := newRanger(w, largest)
	encoded := r.encode(in)
	policy, value := net.TrunkLayers()
	top := r.trunk(policy, encoded)
	r.scores(r.head(PolicyHead, top), top)
	r.head(ValueHead, r.trunk(value, encoded))
	return r.err
}

// NewForward returns the forward pass of w.
func NewForward(w *Weights) Forward { return w.Network.architecture().Forward(w) }

// forward is the forward pass of an MLP.
type forward struct{ tape *Tape }

func newForward(w *Weights) *forward {
	l := newLayers(w, false)
	return &forward{newTape(&l)}
}

func (f *forward) Share() Forward { return &forward{newTape(f.tape.b)} }

func (f *forward) Eval(observation, logits []float32) (value float32) {
	var values [1]float32
	f.EvalBatch(observation, 1, logits, values[:])
	return values[0]
}

// rowsAtOnce is the most rows that go through a layer before the next.
const rowsAtOnce = 32

func (f *forward) EvalBatch(observations []float32, n int, logits, values []float32) {
	net := f.tape.b.net
	d, a := net.ObservationSize(), net.Actions
	if len(observations) != n*d || len(logits) != n*a {
		panic(fmt.Sprintf("models: %d rows in %d floats and %d logits for a network of %d and %d", n, len(observations), len(logits), d, a))
	}
	for from := 0; from < n; from += rowsAtOnce {
		to := min(from+rowsAtOnce, n)
		f.tape.read(observations[from*d:to*d], to-from, nil)
		of, value := f.tape.heads(values != nil)
		copy(logits[from*a:to*a], of)
		if values != nil {
			copy(values[from:to], value)
		}
	}
}

// layer is a window into the weights.
type layer struct {
	weight []float32 // [in, out]
	bias   []float32 // [out]
}

func (w *Weights) layer(name string) layer {
	return layer{w.Tensor(name + "/weight"), w.Tensor(name + "/bias")}
}

// pool adds a row to sums and maxima; the first row is the maximum so far.
func pool(sums, maxima, row []float32, first bool) {
	for j, v := range row {
		sums[j] += v
		if first || v > maxima[j] {
			maxima[j] = v
		}
	}
}
