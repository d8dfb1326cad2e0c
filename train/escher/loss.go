package escher

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models/graph"
)

// lossInputs returns the arrays of both losses, in their order.
func lossInputs(actions int) []graph.Input {
	return []graph.Input{
		{Name: "mask", DType: dtypes.Float32, Row: []int{actions}},   // 1 legal, 0 not
		{Name: "target", DType: dtypes.Float32, Row: []int{actions}}, // regrets, or a policy; 0 where illegal
		{Name: "return", DType: dtypes.Float32},                      // what the policy is worth
		{Name: "weight", DType: dtypes.Float32},                      // the number of the iteration
	}
}

// Scalars of both losses, in their order.
const (
	scalarSetting = iota // of a regret the logit divided by it; of the average the weight of the value's loss
	scalarShare          // of a row the weight in the mean divided by weight
	numScalars
)

// Names of the metrics of each loss, in its order.
var (
	regretMetrics  = []string{"regret_loss"}
	averageMetrics = []string{"policy_loss", "value_loss"}
)

// regretLoss returns, over M rows, what the network of regrets minimises:
//
//	mean share * weight * sum_a (logit(a)/scale - regret(a))^2        over legal actions; arXiv 2206.04122, algorithm 1
//
// and the same as a metric. Illegal actions get no gradient, nor does the value.
func regretLoss(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	mask, target, weight := inputs[0], inputs[1], inputs[3]                                                  // [M, A], [M, A], [M]
	miss := gx.Mul(mask, gx.Sub(gx.Div(logits, scalars[scalarSetting]), target))                             // [M, A]
	fit := gx.ReduceAllMean(gx.Mul(gx.Mul(weight, scalars[scalarShare]), gx.ReduceSum(gx.Square(miss), -1))) // []
	return gx.Add(fit, gx.MulScalar(gx.ReduceAllMean(value), 0)), []*graph.Node{fit}
}

func plainRegretLoss() *graph.PlainLoss {
	return &graph.PlainLoss{Metrics: len(regretMetrics), Compute: computeRegretLoss}
}

func computeRegretLoss(m *graph.Minibatch) {
	mask, target, weight := m.Inputs[0].([]float32), m.Inputs[1].([]float32), m.Inputs[3].([]float32)
	scale, share := float64(m.Scalars[scalarSetting]), float64(m.Scalars[scalarShare])
	a, n := len(m.Logits)/len(m.Values), 1/float64(len(m.Values))
	fit := 0.0
	for i := range m.Values {
		k := m.Row(i)
		w := float64(weight[k]) * share
		for j, on := range mask[k*a : (k+1)*a] {
			miss := float64(on) * (float64(m.Logits[i*a+j])/scale - float64(target[k*a+j]))
			fit += float64(w * miss * miss)
			m.DLogits[i*a+j] = float32(2 * w * miss / scale * n)
		}
		m.DValues[i] = 0
	}
	m.Report[0], m.Report[1] = float32(n*fit), float32(n*fit)
}

// averageLoss returns, over M rows, what the average policy minimises:
//
//   - mean share * weight * -sum_a policy(a) log softmax(a)        arXiv 2206.04122, algorithm 1
//   - scalar * mean share * weight * (value - worth)^2
//
// and both as metrics. Illegal actions have no probability and get no gradient.
func averageLoss(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	mask, target, worth := inputs[0], inputs[1], inputs[2] // [M, A], [M, A], [M]
	weight := gx.Mul(inputs[3], scalars[scalarShare])      // [M]
	legal := gx.GreaterThan(mask, gx.ZerosLike(mask))      // [M, A]
	masked := gx.Where(legal, logits, gx.MulScalar(gx.OnesLike(logits), -1e9))
	cross := gx.Neg(gx.ReduceAllMean(gx.Mul(weight, gx.ReduceSum(gx.Mul(target, gx.LogSoftmax(masked, -1)), -1))))
	squared := gx.ReduceAllMean(gx.Mul(weight, gx.Square(gx.Sub(value, worth))))
	return gx.Add(cross, gx.Mul(scalars[scalarSetting], squared)), []*graph.Node{cross, squared}
}

func plainAverageLoss() *graph.PlainLoss {
	return &graph.PlainLoss{Metrics: len(averageMetrics), Compute: computeAverageLoss}
}

func computeAverageLoss(m *graph.Minibatch) {
	mask, target, worth, weight := m.Inputs[0].([]float32), m.Inputs[1].([]float32), m.Inputs[2].([]float32), m.Inputs[3].([]float32)
	setting, share := float64(m.Scalars[scalarSetting]), float64(m.Scalars[scalarShare])
	a, n := len(m.Logits)/len(m.Values), 1/float64(len(m.Values))
	var cross, squared float64
	for i, v := range m.Values {
		k := m.Row(i)
		w := float64(weight[k]) * share
		logits, d, legal, policy := m.Logits[i*a:(i+1)*a], m.DLogits[i*a:(i+1)*a], mask[k*a:(k+1)*a], target[k*a:(k+1)*a]
		top := math.Inf(-1)
		for j, on := range legal {
			if on > 0 {
				top = max(top, float64(logits[j]))
			}
		}
		all, mass := 0.0, 0.0
		for j, on := range legal {
			if on > 0 {
				all += math.Exp(float64(logits[j]) - top)
				mass += float64(policy[j])
			}
		}
		norm := top + math.Log(all)
		for j, on := range legal {
			d[j] = 0
			if on > 0 {
				log := float64(logits[j]) - norm
				cross -= float64(w * float64(policy[j]) * log)
				d[j] = float32(w * (mass*math.Exp(log) - float64(policy[j])) * n)
			}
		}
		off := float64(v) - float64(worth[k])
		squared += float64(w * off * off)
		m.DValues[i] = float32(2 * setting * w * off * n)
	}
	m.Report[0] = float32(n * (cross + float64(setting*squared)))
	m.Report[1], m.Report[2] = float32(n*cross), float32(n*squared)
}
