package mmd

import (
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models/graph"
	"ringer/train/policy"
)

// Inputs of the loss, in its order.
const (
	inputPull  = iota // [M]
	inputScore        // [M, A], 0 where illegal
	inputOld          // [M, A], 0 where illegal
)

// newLoss returns the loss of a row: with the policy p, what pulls it together c and the scores s
// of actions (see Scores), the sum over actions of
//
//	p(a) * (c * log p(a) - s(a))
//
// whose least value the softmax of s/c has. It is equation 10 of the paper times -1, but for what
// no policy changes.
func newLoss(actions int) *policy.Loss {
	return &policy.Loss{
		Inputs: []graph.Input{
			{Name: "pull", DType: dtypes.Float32},
			{Name: "score", DType: dtypes.Float32, Row: []int{actions}},
			{Name: "old_log_probs", DType: dtypes.Float32, Row: []int{actions}},
		},
		Metrics: []string{"kl"},
		OnGraph: func(p *policy.Nodes, inputs, _ []*graph.Node) (*graph.Node, []*graph.Node) {
			pull := gx.ExpandAxes(inputs[inputPull], -1)                                                        // [M, 1]
			loss := gx.ReduceSum(gx.Mul(p.Probs, gx.Sub(gx.Mul(pull, p.LogProbs), inputs[inputScore])), -1)     // [M]
			return loss, []*graph.Node{gx.ReduceSum(gx.Mul(p.Probs, gx.Sub(p.LogProbs, inputs[inputOld])), -1)} // [M]
		},
		OfRow: func(r *policy.Row, inputs []any, k int, _ []float32) (loss float64) {
			a := len(r.Probs)
			pull := float64(inputs[inputPull].([]float32)[k])
			score, old := inputs[inputScore].([]float32)[k*a:(k+1)*a], inputs[inputOld].([]float32)[k*a:(k+1)*a]
			kl := 0.0
			for j, p := range r.Probs {
				r.Derivative[j] = float64(pull*r.LogProbs[j]) - float64(score[j])
				loss += float64(p * r.Derivative[j])
				kl += float64(p * (r.LogProbs[j] - float64(old[j])))
			}
			for j, p := range r.Probs {
				r.Derivative[j] = p * (r.Derivative[j] - loss)
			}
			r.Metrics[0] = kl
			return loss
		},
	}
}
