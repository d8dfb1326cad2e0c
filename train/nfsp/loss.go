package nfsp

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models/graph"
)

// lossInputs returns the arrays of the loss, in its order.
func lossInputs(actions int) []graph.Input {
	return []graph.Input{
		{Name: "mask", DType: dtypes.Float32, Row: []int{actions}}, // 1 legal, 0 not
		{Name: "action", DType: dtypes.Float32},                    // a whole number
		{Name: "return", DType: dtypes.Float32},
	}
}

// lossMetrics names the metrics of the loss, in its order.
var lossMetrics = []string{"average_loss", "value_loss"}

// loss returns, over M rows, what the average policy minimises:
//
//   - mean -log policy(action)                     arXiv 1603.01121, algorithm 1
//   - scalar * mean (value - return)^2
//
// and both as metrics. Illegal actions have no probability and get no gradient.
func loss(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	mask, action, ret := inputs[0], gx.ConvertDType(inputs[1], dtypes.Int32), inputs[2] // [M, A], [M], [M]
	legal := gx.GreaterThan(mask, gx.ZerosLike(mask))                                   // [M, A]
	masked := gx.Where(legal, logits, gx.MulScalar(gx.OnesLike(logits), -1e9))
	taken := gx.OneHot(action, logits.Shape().Dim(-1), dtypes.Float32) // [M, A]
	cross := gx.Neg(gx.ReduceAllMean(gx.ReduceSum(gx.Mul(taken, gx.LogSoftmax(masked, -1)), -1)))
	squared := gx.ReduceAllMean(gx.Square(gx.Sub(value, ret)))
	return gx.Add(cross, gx.Mul(scalars[0], squared)), []*graph.Node{cross, squared}
}

// plainLoss is loss and its gradient without a graph, for networks that this process computes. The tests hold it
// to loss.
func plainLoss() *graph.PlainLoss {
	return &graph.PlainLoss{Metrics: len(lossMetrics), Compute: computeLoss}
}

func computeLoss(m *graph.Minibatch) {
	mask, action, ret := m.Inputs[0].([]float32), m.Inputs[1].([]float32), m.Inputs[2].([]float32)
	weight := float64(m.Scalars[0])
	a, n := len(m.Logits)/len(m.Values), 1/float64(len(m.Values))
	var cross, squared float64
	for i, v := range m.Values {
		k := m.Row(i)
		taken := int(action[k])
		logits, d, legal := m.Logits[i*a:(i+1)*a], m.DLogits[i*a:(i+1)*a], mask[k*a:(k+1)*a]
		top := logits[taken]
		for j, on := range legal {
			if on > 0 {
				top = max(top, logits[j])
			}
		}
		all := 0.0
		for j, on := range legal {
			d[j] = 0
			if on > 0 {
				p := math.Exp(float64(logits[j] - top))
				d[j] = float32(p)
				all += p
			}
		}
		cross += math.Log(all) - float64(logits[taken]-top)
		share := n / all
		for j := range d {
			d[j] = float32(float64(d[j]) * share)
		}
		d[taken] -= float32(n)
		off := float64(v) - float64(ret[k])
		squared += float64(off * off)
		m.DValues[i] = float32(2 * weight * off * n)
	}
	m.Report[0] = float32(n * (cross + float64(weight*squared)))
	m.Report[1], m.Report[2] = float32(n*cross), float32(n*squared)
}
