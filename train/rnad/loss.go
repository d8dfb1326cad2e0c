package rnad

import (
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models/graph"
	"ringer/train/policy"
)

// newLoss returns the loss of NeuRD (Hennes et al., arXiv 1906.00190) with logits that stay near
// each other: with y(a), the logits less the mean of the legal ones, the sum over legal actions of
//
//	-y(a) * force(a)
//
// without those actions whose y would be pushed further than threshold from 0.
func newLoss(actions int) *policy.Loss {
	return &policy.Loss{
		Inputs:  []graph.Input{{Name: "force", DType: dtypes.Float32, Row: []int{actions}}}, // 0 where illegal
		Scalars: 1,                                                                          // threshold
		OnGraph: func(p *policy.Nodes, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
			force, threshold := inputs[0], scalars[0]                                                                                // [M, A], []
			mean := gx.Div(gx.ReduceAndKeep(gx.Mul(p.Logits, p.Mask), gx.ReduceSum, -1), gx.ReduceAndKeep(p.Mask, gx.ReduceSum, -1)) // [M, 1]
			y := gx.Mul(gx.Sub(p.Logits, mean), p.Mask)                                                                              // [M, A]
			zeros := gx.ZerosLike(y)
			up := gx.Where(gx.LessThan(y, gx.BroadcastToShape(threshold, y.Shape())), gx.Max(force, zeros), zeros)
			down := gx.Where(gx.GreaterThan(y, gx.BroadcastToShape(gx.Neg(threshold), y.Shape())), gx.Min(force, zeros), zeros)
			return gx.Neg(gx.ReduceSum(gx.Mul(y, gx.StopGradient(gx.Add(up, down))), -1)), nil // [M]
		},
		OfRow: func(r *policy.Row, inputs []any, k int, scalars []float32) (loss float64) {
			a, threshold := len(r.Probs), float64(scalars[0])
			force := inputs[0].([]float32)[k*a : (k+1)*a]
			mean := 0.0
			for j, x := range r.Logits {
				if r.Mask[j] > 0 {
					mean += float64(x)
				}
			}
			mean /= float64(r.Legal)
			pushes := 0.0
			for j, x := range r.Logits {
				y, push := float64(x)-mean, float64(force[j])
				if r.Mask[j] <= 0 || push > 0 && y >= threshold || push < 0 && y <= -threshold {
					push = 0
				}
				loss -= float64(y * push)
				pushes += push
				r.Derivative[j] = -push
			}
			for j := range r.Derivative {
				if r.Mask[j] > 0 {
					r.Derivative[j] += pushes / float64(r.Legal)
				}
			}
			return loss
		},
	}
}
