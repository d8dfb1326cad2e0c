package graph

import (
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models"
)

// backward returns the gradient of every tensor, given those of the logits
// [N, A] and the value [N]. It is the chain rule layer by layer, with the
// products laid out for the fast matrix kernels; GoMLX's own differentiation
// gives the same numbers slower.
func (t *tape) backward(dLogits, dValue *Node) map[string]*Node {
	grads := map[string]*Node{}
	dValue = gx.Reshape(dValue, t.batch, 1)                      // [N, 1]
	dPolicyTop := t.linearBackward(grads, t.policyHead, dLogits) // [N, H]
	dValueTop := t.linearBackward(grads, t.valueHead, dValue)    // [N, H]
	encoder := len(t.counts)+len(t.sets) > 0
	var dEncoded *Node // [N, E], only when an encoder has weights
	if t.net.SharedTrunk {
		dEncoded = t.trunkBackward(grads, t.policy, gx.Add(dPolicyTop, dValueTop), encoder)
	} else {
		dEncoded = t.trunkBackward(grads, t.policy, dPolicyTop, encoder)
		other := t.trunkBackward(grads, t.value, dValueTop, encoder)
		if encoder {
			dEncoded = gx.Add(dEncoded, other)
		}
	}
	if encoder {
		t.encodersBackward(grads, dEncoded)
	}
	return grads
}

// trunkBackward goes through the layers from the last to the first. It returns
// the gradient of the trunk's input when that is wanted.
func (t *tape) trunkBackward(grads map[string]*Node, layers []step, dy *Node, wantInput bool) *Node {
	for i := len(layers) - 1; i >= 0; i-- {
		dy = t.layerBackward(grads, layers[i], dy, i > 0 || wantInput)
	}
	return dy
}

// layerBackward undoes y = act(x·w + b): it takes dy [M, out], records the
// gradients of w and b, and returns dx [M, in] when it is wanted.
func (t *tape) layerBackward(grads map[string]*Node, s step, dy *Node, wantInput bool) *Node {
	dz := t.activationBackward(s.y, dy) // [M, out], before the activation
	parameterGradients(grads, s, dz)
	if !wantInput {
		return nil
	}
	return gx.Dot(dz, gx.Transpose(s.w, 0, 1)).Product()
}

// linearBackward is layerBackward for a head, which has no activation.
func (t *tape) linearBackward(grads map[string]*Node, s step, dy *Node) *Node {
	parameterGradients(grads, s, dy)
	return gx.Dot(dy, gx.Transpose(s.w, 0, 1)).Product()
}

// activationBackward turns the gradient of y = act(z) into that of z.
func (t *tape) activationBackward(y, dy *Node) *Node {
	if t.net.Activation == models.Tanh {
		return gx.Mul(dy, gx.OneMinus(gx.Mul(y, y)))
	}
	return gx.Where(gx.GreaterThan(y, gx.ScalarZero(dy.Graph(), dtypes.Float32)), dy, gx.ZerosLike(dy))
}

func parameterGradients(grads map[string]*Node, s step, dz *Node) {
	grads[s.name+"/weight"] = transposedProduct(s.x, dz) // [in, out]
	grads[s.name+"/bias"] = gx.ReduceSum(dz, 0)          // [out]
}

// transposedProduct is xᵀ·y for x [M, in] and y [M, out]. The matrix kernels
// want one of the two laid out the other way, and turning the smaller one, and
// the result with it, can be much cheaper.
func transposedProduct(x, y *Node) *Node {
	m, in, out := x.Shape().Dimensions[0], x.Shape().Dimensions[1], y.Shape().Dimensions[1]
	if out*(m+in) < in*m {
		return gx.Transpose(gx.Dot(gx.Transpose(y, 0, 1), x).Product(), 0, 1)
	}
	return gx.Dot(gx.Transpose(x, 0, 1), y).Product()
}

// encodersBackward takes the gradient of the encoding [N, E].
func (t *tape) encodersBackward(grads map[string]*Node, dEncoded *Node) {
	piece := func(from, size int) *Node { // [N, size]
		return gx.Slice(dEncoded, gx.AxisRange(), gx.AxisRange(from, from+size))
	}
	for _, c := range t.counts {
		p, width := c.part, t.net.Embedding
		d := gx.Reshape(piece(p.To, p.Rows*width), t.batch*p.Rows, width) // [N*rows, Emb]
		grad := transposedProduct(c.counts, d)                            // [K, Emb]
		name := models.EmbeddingName(p.Name)
		if before := grads[name]; before != nil {
			grad = gx.Add(before, grad)
		}
		grads[name] = grad
	}
	for _, s := range t.sets {
		p, h := s.part, t.net.SetHidden
		dSum := gx.Reshape(piece(p.To, h), t.batch, 1, h)                                               // [N, 1, H]
		dMax := gx.Reshape(gx.Mul(piece(p.To+h, h), s.anyPresent), t.batch, 1, h)                       // [N, 1, H]
		top := gx.ConvertDType(gx.Equal(s.maxed, gx.Reshape(s.maximum, t.batch, 1, h)), dtypes.Float32) // [N, n, H]
		// Entities that share the maximum share its gradient.
		share := gx.Div(dMax, gx.ReduceAndKeep(top, gx.ReduceSum, 1)) // [N, 1, H]
		dItems := gx.Mul(gx.Add(dSum, gx.Mul(top, share)), s.present) // [N, n, H]
		d := t.layerBackward(grads, s.layers[1], gx.Reshape(dItems, t.batch*p.Rows, h), true)
		t.layerBackward(grads, s.layers[0], d, false)
	}
}
