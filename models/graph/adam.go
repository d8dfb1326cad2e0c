package graph

import (
	"fmt"
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// AdamConfig holds the constants of Adam (Kingma and Ba 2015).
type AdamConfig struct {
	Beta1, Beta2, Epsilon float64
}

// DefaultAdam returns the constants that are usual for policy gradients.
func DefaultAdam() AdamConfig { return AdamConfig{Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-5} }

// What the update graph reads beside the state and the gradients. Both depend
// on the step, and are computed in float64 beforehand.
const (
	rateOverFirst = iota // learning rate over the bias correction of the first moment
	rootOfSecond         // 1 over the square root of the bias correction of the second
	numRates
)

// compileUpdate builds the graph that moves the weights.
//
// Parameters: weights, first and second moments [P], the gradient of every
// shard [P], rates [2]. Outputs: the first three after the step, and the norm
// [1] of the mean gradient before clipping.
func (l *Learner) compileUpdate() error {
	g := gx.NewGraph(l.backend, "update")
	var state [3]*Node // [P]
	for i, name := range []string{"weights", "first", "second"} {
		state[i] = gx.Parameter(g, name, l.state[i].Shape())
	}
	var gradient *Node // [P]
	for i := range l.shards {
		piece := gx.Parameter(g, fmt.Sprintf("gradient/%d", i), l.state[0].Shape())
		if gradient == nil {
			gradient = piece
		} else {
			gradient = gx.Add(gradient, piece)
		}
	}
	if n := len(l.shards); n > 1 {
		gradient = gx.MulScalar(gradient, 1/float64(n))
	}
	rates := gx.Parameter(g, "rates", l.rates.Shape())
	rate := func(i int) *Node { return gx.Reshape(gx.Slice(rates, gx.AxisRange(i, i+1))) } // []

	norm := gx.Sqrt(gx.ReduceAllSum(gx.Mul(gradient, gradient))) // []
	if limit := l.cfg.MaxGradNorm; limit > 0 {
		// min(1, limit/norm); the tiny number keeps 0/0 out
		scale := gx.Min(gx.OnesLike(norm), gx.Div(gx.Scalar(g, dtypes.Float32, limit), gx.AddScalar(norm, 1e-12)))
		gradient = gx.Mul(gradient, scale)
	}
	b1, b2 := l.cfg.Adam.Beta1, l.cfg.Adam.Beta2
	first := gx.Add(gx.MulScalar(state[1], b1), gx.MulScalar(gradient, 1-b1))
	second := gx.Add(gx.MulScalar(state[2], b2), gx.MulScalar(gx.Mul(gradient, gradient), 1-b2))
	root := gx.AddScalar(gx.Mul(gx.Sqrt(second), rate(rootOfSecond)), l.cfg.Adam.Epsilon)
	weights := gx.Sub(state[0], gx.Mul(gx.Div(first, root), rate(rateOverFirst)))
	var err error
	l.update, err = compile(g, weights, first, second, gx.Reshape(norm, 1))
	return err
}

// ratesOf returns the rates of the next step.
func (l *Learner) ratesOf(learningRate float64) (overFirst, ofSecond float32) {
	t := float64(l.steps + 1)
	return float32(learningRate / (1 - math.Pow(l.cfg.Adam.Beta1, t))), float32(1 / math.Sqrt(1-math.Pow(l.cfg.Adam.Beta2, t)))
}

// apply moves the weights by the gradients that the shards hold, and returns
// the norm of their mean. State and gradients are given away: the backend may
// write the new state over them.
func (l *Learner) apply(learningRate float64) (norm float32) {
	tensors.MustMutableFlatData(l.rates, func(flat []float32) {
		flat[rateOverFirst], flat[rootOfSecond] = l.ratesOf(learningRate)
	})
	var buffers []compute.Buffer
	var donate []bool
	give := func(t *tensors.Tensor) {
		buffers = append(buffers, must(t.DonateBuffer(l.backend, 0)))
		donate = append(donate, true)
	}
	for i, t := range l.state {
		give(t)
		l.state[i] = nil
	}
	for _, s := range l.shards {
		give(s.outputs[0])
		s.outputs = nil
	}
	buffers, donate = append(buffers, must(l.rates.Buffer(l.backend, 0))), append(donate, false)
	outputs := l.update.run(buffers, donate)
	copy(l.state[:], outputs)
	l.weightsChanged()
	l.steps++
	tensors.MustConstFlatData(outputs[3], func(flat []float32) { norm = flat[0] })
	outputs[3].MustFinalizeAll()
	return norm
}
