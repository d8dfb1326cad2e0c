package policy

import (
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models/graph"
)

// Loss is the objective that an algorithm minimises: the mean over rows of a number for each policy,
// plus value * (value - target)^2. It is written twice, on a graph and in plain Go, and Difference
// tells how far the two are apart.
type Loss struct {
	Inputs  []graph.Input // of a row, beside its mask and target, which every loss has
	Scalars int           // beside the weight of the value loss, which every loss has
	Metrics []string      // of the algorithm alone

	// OnGraph returns the loss of every row [M], and the metrics of every row [M] each.
	OnGraph func(p *Nodes, inputs, scalars []*graph.Node) (loss *graph.Node, metrics []*graph.Node)

	// OfRow returns the loss of a row, and writes its derivatives by the logits and its metrics
	// into the row. inputs belong to the whole batch, of which it is row k.
	OfRow func(r *Row, inputs []any, k int, scalars []float32) float64
}

// Nodes are the policies of a minibatch of M rows and A actions on a graph.
type Nodes struct {
	Logits   *graph.Node // [M, A]
	Mask     *graph.Node // [M, A], 1 for legal actions, 0 for others
	LogProbs *graph.Node // [M, A], 0 where illegal
	Probs    *graph.Node // [M, A]
}

// Inputs and scalars that every loss begins with.
const (
	inputMask = iota
	inputTarget
	firstInput
)

const (
	scalarValue = iota
	firstScalar
)

// commonMetrics name the metrics that every loss begins with.
var commonMetrics = []string{"policy_loss", "value_loss", "entropy"}

// inputs lists the arrays of the loss, in its order.
func (l *Loss) inputs(actions int) []graph.Input {
	return append([]graph.Input{
		{Name: "mask", DType: dtypes.Float32, Row: []int{actions}},
		{Name: "target", DType: dtypes.Float32},
	}, l.Inputs...)
}

// veryNegative stands in for the logit of an illegal action: its probability is exactly 0 in
// float32, and nothing becomes NaN.
const veryNegative = -1e9

// graph adds the loss to a graph: a graph.LossFunc.
func (l *Loss) graph(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	mask := inputs[inputMask]                                                          // [M, A]
	legal := gx.GreaterThan(mask, gx.ZerosLike(mask))                                  // [M, A] bool
	masked := gx.Where(legal, logits, gx.MulScalar(gx.OnesLike(logits), veryNegative)) // [M, A]
	logProbs := gx.LogSoftmax(masked, -1)                                              // [M, A]
	// From here on 0 stands where illegal, so that 0 * log 0 is 0.
	logProbs = gx.Where(legal, logProbs, gx.ZerosLike(logProbs))
	p := &Nodes{Logits: gx.Where(legal, logits, gx.ZerosLike(logits)), Mask: mask, LogProbs: logProbs, Probs: gx.Mul(gx.Exp(logProbs), mask)}
	rows, own := l.OnGraph(p, inputs[firstInput:], scalars[firstScalar:])
	policyLoss := gx.ReduceAllMean(rows)
	valueLoss := gx.ReduceAllMean(gx.Square(gx.Sub(value, inputs[inputTarget])))
	entropy := gx.Neg(gx.ReduceAllMean(gx.ReduceSum(gx.Mul(p.Probs, p.LogProbs), -1)))
	metrics := []*graph.Node{policyLoss, valueLoss, entropy}
	for _, m := range own {
		metrics = append(metrics, gx.ReduceAllMean(m))
	}
	return gx.Add(policyLoss, gx.Mul(scalars[scalarValue], valueLoss)), metrics
}
