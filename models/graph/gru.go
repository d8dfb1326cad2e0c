package graph

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"

	"ringer/models"
)

// unrolled is the encoding of a sequence as it ran. Rows are R, of width F; the state has H.
type unrolled struct {
	read   step // of all rows [N*R, F]: the sums [N*R, 3H]
	weight *Node
	steps  []*gruStep // by row, the newest first
}

// gruStep is one step of it. See models.GRU for the equations.
type gruStep struct {
	there     *Node // [N, 1]: 1 or 0
	h         *Node // [N, H] before
	z, r, n   *Node // [N, H]
	candidate *Node // [N, H]: h·Un + cn
}

// encodeSequence runs the steps over a sequence in [N, R*F], from the oldest row, the last, to the
// newest, and returns the last state [N, H].
func (t *tape) encodeSequence(p models.Part, in *Node) (h *Node, s *unrolled) {
	names, w := models.SequenceLayers(p.Name), p.Out
	s = &unrolled{steps: make([]*gruStep, p.Rows), weight: t.weights.tensor(names[1] + "/weight")}
	s.read = t.dense(names[0], gx.Reshape(in, t.batch*p.Rows, p.Width), true)
	read := gx.Reshape(s.read.y, t.batch, p.Rows*3*w)
	h = gx.Zeros(in.Graph(), shapes.Make(dtypes.Float32, t.batch, w))
	for row := p.Rows - 1; row >= 0; row-- {
		own := columns(read, 3*w*row, 3*w*(row+1)) // [N, 3H]
		state := t.dense(names[1], h, true).y      // [N, 3H]
		open := gx.Add(columns(own, 0, 2*w), columns(state, 0, 2*w))
		open = activation.Apply(activation.TypeSigmoid, open) // [N, 2H]
		c := &gruStep{there: columns(in, row*p.Width, row*p.Width+1), h: h, z: columns(open, 0, w), r: columns(open, w, 2*w), candidate: columns(state, 2*w, 3*w)}
		c.n = gx.Tanh(gx.Add(columns(own, 2*w, 3*w), gx.Mul(c.r, c.candidate)))
		h = gx.Add(h, gx.Mul(c.there, gx.Mul(gx.OneMinus(c.z), gx.Sub(c.n, h))))
		s.steps[row] = c
	}
	return h, s
}

// columns cuts columns out of a matrix.
func columns(x *Node, from, to int) *Node {
	return gx.Slice(x, gx.AxisRange(), gx.AxisRange(from, to))
}

// sequenceBackward takes the gradient of the last state, [N, H], back through the steps. The
// gradients of the matrices are products over all steps at once.
func (t *tape) sequenceBackward(grads gradients, c *piece) {
	s, names := c.steps, models.SequenceLayers(c.part.Name)
	turned := gx.Transpose(s.weight, 0, 1) // [3H, H]
	dh := c.dx                             // [N, H]
	var reads, states, before []*Node      // gradients of the sums of rows and of states [N, 3H], and the states [N, H]
	for _, c := range s.steps {            // from the newest
		d := gx.Mul(c.there, dh) // of the state where a row is there
		dn := gx.Mul(gx.Mul(d, gx.OneMinus(c.z)), gx.OneMinus(gx.Mul(c.n, c.n)))
		dr := gx.Mul(gx.Mul(dn, c.candidate), gx.Mul(c.r, gx.OneMinus(c.r)))
		dz := gx.Mul(gx.Mul(d, gx.Sub(c.h, c.n)), gx.Mul(c.z, gx.OneMinus(c.z)))
		state := side([]*Node{dz, dr, gx.Mul(dn, c.r)}, 1)
		reads, states, before = append(reads, side([]*Node{dz, dr, dn}, 1)), append(states, state), append(before, c.h)
		kept := gx.Add(gx.Sub(dh, d), gx.Mul(d, c.z))
		dh = gx.Add(kept, gx.Dot(state, turned).Product())
	}
	parameterGradients(grads, s.read, gx.Reshape(side(reads, 1), s.read.y.Shape().Dimensions...))
	dState := side(states, 0)                                                 // [R*N, 3H]
	grads.set(names[1]+"/weight", transposedProduct(side(before, 0), dState)) // [H, 3H]
	grads.set(names[1]+"/bias", gx.ReduceSum(dState, 0))                      // [3H]
}
