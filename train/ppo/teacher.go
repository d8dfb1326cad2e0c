package ppo

import (
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models/graph"
	"ringer/train"
)

// teacherMetric is the mean cross-entropy of the policy to the teacher's, over the rows
// that have targets.
const teacherMetric = "teacher_cross_entropy"

// scalarTeacher follows the scalars of loss.
const scalarTeacher = numScalars

// teacherInput has the teacher's probabilities, 0 on rows without a target.
func teacherInput(actions int) graph.Input {
	return graph.Input{Name: "teacher", DType: dtypes.Float32, Row: []int{actions}}
}

// taughtLoss returns the objective of loss plus the last scalar times
//
//	mean of -Σ target · log policy    (Danihelka et al. 2022, equation 12, up to a constant)
//
// The mean is over all rows, so that the scalar is to make up for those without a target.
func taughtLoss(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	last := len(inputs) - 1
	total, metrics := loss(logits, value, inputs[:last], scalars[:numScalars])
	mask, target := inputs[0], inputs[last] // [M, A], [M, A]

	legal := gx.GreaterThan(mask, gx.ZerosLike(mask))
	logProbs := gx.LogSoftmax(gx.Where(legal, logits, gx.MulScalar(gx.OnesLike(logits), veryNegative)), -1)
	logProbs = gx.Where(legal, logProbs, gx.ZerosLike(logProbs)) // 0 · log 0 is 0
	cross := gx.Neg(gx.ReduceAllMean(gx.ReduceSum(gx.Mul(target, logProbs), -1)))
	total = gx.Add(total, gx.Mul(scalars[scalarTeacher], cross))
	return total, append(metrics, cross)
}

// rarity returns how many rows there are for each that has a target; 0 when none has.
func rarity(b *train.Batch) float64 {
	if b.Taught == 0 {
		return 0
	}
	return float64(b.Rows) / float64(b.Taught)
}
