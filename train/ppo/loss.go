package ppo

import (
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models/graph"
)

// Rows of a minibatch are M, actions A.

// lossInputs returns the arrays of the loss, in its order; the last one only with a
// magnet.
func lossInputs(actions int, magnet bool) []graph.Input {
	inputs := []graph.Input{
		{Name: "mask", DType: dtypes.Float32, Row: []int{actions}},          // 1 legal, 0 not
		{Name: "old_log_probs", DType: dtypes.Float32, Row: []int{actions}}, // of the behaviour policy; 0 where illegal
		{Name: "action", DType: dtypes.Int32},
		{Name: "advantage", DType: dtypes.Float32},
		{Name: "target", DType: dtypes.Float32},  // of the value
		{Name: "entropy", DType: dtypes.Float32}, // coefficient
	}
	if magnet {
		inputs = append(inputs, graph.Input{Name: "magnet_log_probs", DType: dtypes.Float32, Row: []int{actions}})
	}
	return inputs
}

// magnetInput is the place of the magnet among the inputs.
const magnetInput = 6

// Scalars of the loss, in its order.
const (
	scalarClip = iota
	scalarKL
	scalarValue
	scalarMagnet
	numScalars
)

// lossMetrics names the metrics of the loss, in its order.
func lossMetrics(magnet bool) []string {
	names := []string{"ratio_deviation", "policy_loss", "value_loss", "entropy", "kl", "clip_fraction"}
	if magnet {
		names = append(names, "magnet_kl")
	}
	return names
}

// veryNegative stands in for the logit of an illegal action: its probability
// is exactly 0 in float32, and nothing becomes NaN.
const veryNegative = -1e9

// loss returns the objective to minimise:
//
//   - mean min(ratio * advantage, clip(ratio, 1-clip, 1+clip) * advantage)   arXiv 1707.06347, equation 7
//   - mean entropy * H(policy)                                               equation 9, with a coefficient a row
//   - kl * mean KL(policy || behaviour policy)                               arXiv 2206.05825, section 4
//   - magnet * mean KL(policy || magnet)                                     arXiv 2206.05825, equation 2
//   - value * mean (value - target)^2                                        arXiv 1707.06347, equation 9
func loss(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	mask, oldLogProbs, action := inputs[0], inputs[1], inputs[2] // [M, A], [M, A], [M]
	advantage, target, bonus := inputs[3], inputs[4], inputs[5]  // [M], [M], [M]
	g := logits.Graph()

	legal := gx.GreaterThan(mask, gx.ZerosLike(mask))                                  // [M, A] bool
	masked := gx.Where(legal, logits, gx.MulScalar(gx.OnesLike(logits), veryNegative)) // [M, A]
	logProbs := gx.LogSoftmax(masked, -1)                                              // [M, A]
	// From here on 0 stands where illegal, so that 0 * log 0 is 0.
	logProbs = gx.Where(legal, logProbs, gx.ZerosLike(logProbs))
	probs := gx.Mul(gx.Exp(logProbs), mask) // [M, A]

	taken := gx.OneHot(action, logits.Shape().Dim(-1), dtypes.Float32)         // [M, A]
	logRatio := gx.ReduceSum(gx.Mul(gx.Sub(logProbs, oldLogProbs), taken), -1) // [M]
	ratio := gx.Exp(logRatio)                                                  // [M]
	one := gx.Scalar(g, dtypes.Float32, 1.0)
	low, high := gx.Sub(one, scalars[scalarClip]), gx.Add(one, scalars[scalarClip]) // []
	clipped := gx.Min(gx.Max(ratio, low), high)                                     // [M]; gx.Clip has no gradient
	policyLoss := gx.Neg(gx.ReduceAllMean(gx.Min(gx.Mul(ratio, advantage), gx.Mul(clipped, advantage))))

	entropy := gx.Neg(gx.ReduceSum(gx.Mul(probs, logProbs), -1)) // [M]
	divergence := func(from *graph.Node) *graph.Node {
		return gx.ReduceAllMean(gx.ReduceSum(gx.Mul(probs, gx.Sub(logProbs, from)), -1))
	}
	kl := divergence(oldLogProbs)
	valueLoss := gx.ReduceAllMean(gx.Square(gx.Sub(value, target)))

	total := gx.Sub(policyLoss, gx.ReduceAllMean(gx.Mul(bonus, entropy)))
	total = gx.Add(total, gx.Mul(scalars[scalarKL], kl))
	total = gx.Add(total, gx.Mul(scalars[scalarValue], valueLoss))

	deviation := gx.Abs(gx.Sub(ratio, one)) // [M]
	outside := gx.ConvertDType(gx.GreaterThan(deviation, scalars[scalarClip]), dtypes.Float32)
	metrics := []*graph.Node{gx.ReduceAllMax(deviation), policyLoss, valueLoss, gx.ReduceAllMean(entropy), kl, gx.ReduceAllMean(outside)}
	if len(inputs) > magnetInput {
		pull := divergence(inputs[magnetInput])
		total = gx.Add(total, gx.Mul(scalars[scalarMagnet], pull))
		metrics = append(metrics, pull)
	}
	return total, metrics
}
