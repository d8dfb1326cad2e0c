package qvalue

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models/graph"
)

// lossInputs are the arrays of the loss, in its order.
func lossInputs() []graph.Input {
	return []graph.Input{
		{Name: "action", DType: dtypes.Float32}, // a whole number
		{Name: "target", DType: dtypes.Float32},
		{Name: "weight", DType: dtypes.Float32}, // of the row among all
	}
}

// Scalars of the loss, in its order.
const (
	scalarScale = iota // of a logit by a value
	scalarDelta        // Config.Huber, or more than any error
	scalarValue
	numScalars
)

// lossMetrics names the metrics of the loss, in its order.
var lossMetrics = []string{"q_loss", "value_loss", "q_mean"}

// loss returns, for M rows whose action taken has the value q = logit/scale and an error e = q - target,
//
//   - mean weight * f(e), with f(e) = e^2 where |e| <= delta, and delta (2 |e| - delta) elsewhere   (P. J. Huber, "Robust
//     Estimation of a Location Parameter", Annals of Mathematical Statistics 35, 1964; twice his function)
//   - value * mean (value head - target)^2
//
// and the metrics of lossMetrics. Logits of other actions get no gradient.
func loss(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	action, target, weight := gx.ConvertDType(inputs[0], dtypes.Int32), inputs[1], inputs[2] // [M] each
	taken := gx.OneHot(action, logits.Shape().Dim(-1), dtypes.Float32)                       // [M, A]
	q := gx.Div(gx.ReduceSum(gx.Mul(logits, taken), -1), scalars[scalarScale])
	miss := gx.Sub(q, target)                                                                  // [M]
	near := gx.Min(gx.Max(miss, gx.Neg(scalars[scalarDelta])), scalars[scalarDelta])           // [M]; gx.Clip has no gradient
	fit := gx.ReduceAllMean(gx.Mul(weight, gx.Mul(near, gx.Sub(gx.MulScalar(miss, 2), near)))) // near = miss: miss^2
	state := gx.ReduceAllMean(gx.Square(gx.Sub(value, target)))                                // []
	return gx.Add(fit, gx.Mul(scalars[scalarValue], state)), []*graph.Node{fit, state, gx.ReduceAllMean(q)}
}

// plainLoss is loss and its gradient without a graph, for networks that this process computes. The tests hold it
// to loss.
func plainLoss() *graph.PlainLoss {
	return &graph.PlainLoss{Metrics: len(lossMetrics), Compute: computeLoss}
}

func computeLoss(m *graph.Minibatch) {
	action, target, weights := m.Inputs[0].([]float32), m.Inputs[1].([]float32), m.Inputs[2].([]float32)
	scale, delta, weight := float64(m.Scalars[scalarScale]), float64(m.Scalars[scalarDelta]), float64(m.Scalars[scalarValue])
	a, n := len(m.Logits)/len(m.Values), 1/float64(len(m.Values))
	var fit, state, mean float64
	clear(m.DLogits)
	for i, v := range m.Values {
		k := m.Row(i)
		taken := i*a + int(action[k])
		q := float64(m.Logits[taken]) / scale
		miss := q - float64(target[k])
		near := math.Min(math.Max(miss, -delta), delta)
		w := float64(weights[k])
		fit += float64(w * near * (2*miss - near))
		mean += q
		m.DLogits[taken] = float32(2 * w * near / scale * n)
		off := float64(v) - float64(target[k])
		state += float64(off * off)
		m.DValues[i] = float32(2 * weight * off * n)
	}
	m.Report[0] = float32(n * (fit + float64(weight*state)))
	m.Report[1], m.Report[2], m.Report[3] = float32(n*fit), float32(n*state), float32(n*mean)
}
