package graph

import (
	"fmt"
	"math"

	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models"
)

// ForwardProducts returns the floating-point operations of all matrix products in one
// forward pass on a number of rows: a multiplication and the addition of its result are
// two. It follows from the shapes in the graph, whoever runs it.
func ForwardProducts(net *models.Network, rows int) (operations float64, err error) {
	defer catch(&err)
	if err := net.Validate(); err != nil {
		return 0, err
	}
	if rows < 1 {
		return 0, fmt.Errorf("graph: products of %d rows: want at least 1", rows)
	}
	b, err := Backend()
	if err != nil {
		return 0, err
	}
	g := gx.NewGraph(b, "products")
	defer g.Finalize()
	param := parameters(g, net)
	logits, value := newPass(net, namedWeights{net, param}, false).forward(rows, observed(g, partsOf(net), rows))
	return products(logits, value), nil
}

// Products returns the floating-point operations of all matrix products in one Step,
// forward and backward, counted as ForwardProducts does: those with zeros that are left
// out too.
func (l *Learner) Products() float64 { return l.products * float64(l.cfg.Shards) }

// Minibatch returns the number of rows of one Step.
func (l *Learner) Minibatch() int { return l.cfg.Minibatch }

// products adds up the matrix products that some nodes need, each once.
func products(of ...*Node) float64 {
	sum, seen := 0.0, map[*Node]bool{}
	var visit func(n *Node)
	visit = func(n *Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		sum += product(n)
		for _, in := range n.Inputs() {
			visit(in)
		}
	}
	for _, n := range of {
		visit(n)
	}
	return sum
}

// product returns the floating-point operations of a node that multiplies matrices, and 0
// of any other.
func product(n *Node) float64 {
	switch in := n.Inputs(); n.Type() {
	case gx.NodeTypeFusedDense:
		return 2 * size(n) * summed(in[1], n)
	case gx.NodeTypeFusedDenseVJP: // of x, weight, bias, y and dy: dx and the gradient of the weight
		return 4 * size(in[4]) * summed(in[1], in[4])
	case gx.NodeTypeDotGeneral:
		// Operands are [batch…, kept…, summed] in some order, and the result is [batch…, kept
		// of the one…, kept of the other…]. Every product here sums over one axis, so the
		// ranks tell how many batch axes there are.
		batch := 1.0
		for _, d := range n.Shape().Dimensions[:in[0].Rank()+in[1].Rank()-n.Rank()-2] {
			batch *= float64(d)
		}
		return 2 * math.Round(math.Sqrt(size(in[0])*size(in[1])*size(n)/batch))
	}
	return 0
}

// summed returns the length of the axis of a dense layer's weight that is summed over,
// whichever comes first.
func summed(weight, y *Node) float64 { return size(weight) / float64(y.Shape().Dim(-1)) }

func size(n *Node) float64 { return float64(n.Shape().Size()) }
