package graph

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models"
)

// gradients holds the gradient of every tensor, in pieces that follow each
// other in the flat weights.
type gradients map[string][]*Node

func (g gradients) set(name string, pieces ...*Node) { g[name] = pieces }

// add adds to a gradient of one piece.
func (g gradients) add(name string, d *Node) {
	if before := g[name]; before != nil {
		d = gx.Add(before[0], d)
	}
	g.set(name, d)
}

func plus(before, d *Node) *Node {
	if before == nil {
		return d
	}
	return gx.Add(before, d)
}

// backward returns the gradient of every tensor, given the gradients of the logits [N, A]
// and the value [N]. It is the chain rule layer by layer, with the products laid out for
// the fast matrix kernels; GoMLX's own differentiation gives the same numbers slower.
func (t *tape) backward(dLogits, dValue *Node) gradients {
	grads := gradients{}
	dValue = gx.Reshape(dValue, t.batch, 1)                      // [N, 1]
	dPolicyTop := t.linearBackward(grads, t.policyHead, dLogits) // [N, H]
	dValueTop := t.linearBackward(grads, t.valueHead, dValue)    // [N, H]
	for _, s := range t.scores {
		dPolicyTop = gx.Add(dPolicyTop, t.scoreBackward(grads, s, dLogits))
	}
	if t.net.SharedTrunk {
		t.trunkBackward(grads, t.policy, gx.Add(dPolicyTop, dValueTop))
	} else {
		t.trunkBackward(grads, t.policy, dPolicyTop)
		t.trunkBackward(grads, t.value, dValueTop)
	}
	for _, c := range t.pieces {
		switch {
		case c.counts != nil:
			t.countsBackward(grads, c)
		case c.set != nil:
			t.setBackward(grads, c)
		case c.items != nil:
			t.itemsBackward(grads, c)
		case c.steps != nil:
			t.sequenceBackward(grads, c)
		case c.tokens != nil:
			t.tokensBackward(grads, c)
		}
	}
	return grads
}

// trunkBackward goes through the layers from the last to the first.
func (t *tape) trunkBackward(grads gradients, layers []step, dy *Node) {
	for i := len(layers) - 1; i > 0; i-- {
		dy = t.layerBackward(grads, layers[i], dy, true)
	}
	t.firstBackward(grads, layers[0], dy)
}

// layerBackward undoes y = act(x·w + b): it takes dy [M, out], records the
// gradients of w and b, and returns dx [M, in] when it is wanted.
func (t *tape) layerBackward(grads gradients, s step, dy *Node, wantInput bool) *Node {
	dz := t.activationBackward(s.y, dy) // [M, out], before the activation
	parameterGradients(grads, s, dz)
	if !wantInput {
		return nil
	}
	return gx.Dot(dz, gx.Transpose(s.w, 0, 1)).Product()
}

// linearBackward is layerBackward for a head, which has no activation.
func (t *tape) linearBackward(grads gradients, s step, dy *Node) *Node {
	parameterGradients(grads, s, dy)
	return gx.Dot(dy, gx.Transpose(s.w, 0, 1)).Product()
}

// activationBackward turns the gradient of y = act(z) into the gradient of z.
func (t *tape) activationBackward(y, dy *Node) *Node {
	if t.net.Activation == models.Tanh {
		return gx.Mul(dy, gx.OneMinus(gx.Mul(y, y)))
	}
	return gx.Where(gx.GreaterThan(y, gx.ScalarZero(dy.Graph(), dtypes.Float32)), dy, gx.ZerosLike(dy))
}

func parameterGradients(grads gradients, s step, dz *Node) {
	grads.set(s.name+"/weight", transposedProduct(s.x, dz)) // [in, out]
	grads.set(s.name+"/bias", gx.ReduceSum(dz, 0))          // [out]
}

// transposedProduct returns xᵀ·y for x [M, in] and y [M, out]. The matrix kernels
// want one of the two laid out the other way, and turning the smaller one, and the
// result with it, can be much cheaper.
func transposedProduct(x, y *Node) *Node {
	m, in, out := x.Shape().Dimensions[0], x.Shape().Dimensions[1], y.Shape().Dimensions[1]
	if m%crowded == 0 {
		m += spread
		x, y = addRows(x), addRows(y)
	}
	if out*(m+in) < in*m {
		return gx.Transpose(gx.Dot(gx.Transpose(y, 0, 1), x).Product(), 0, 1)
	}
	return gx.Dot(gx.Transpose(x, 0, 1), y).Product()
}

// To turn a matrix of this many rows, or a multiple of them, the backend writes floats at
// distances that fall into two sets of a processor's first cache, and misses it at every
// one of them. A few rows more spread them over all sets: PPO with minibatches of 2,048
// rows takes two thirds of the time.
const (
	crowded = 512 // rows: 2 KiB
	spread  = 16  // rows: 64 bytes, a line of the cache
)

// addRows appends spread rows of zeros to x [M, n], which change no product over the rows.
func addRows(x *Node) *Node {
	zeros := gx.Zeros(x.Graph(), shapes.Make(dtypes.Float32, spread, x.Shape().Dimensions[1]))
	return gx.Concatenate([]*Node{x, zeros}, 0)
}

// countsBackward takes the gradient of a piece [N, rows*Emb] whose embedding is
// not folded; then its counts are not passed through either.
func (t *tape) countsBackward(grads gradients, c *piece) {
	d := gx.Reshape(c.dx, t.batch*c.part.Rows, t.net.Embedding)                  // [N*rows, Emb]
	grads.add(models.EmbeddingName(c.part.Name), transposedProduct(c.counts, d)) // [K, Emb]
}

// setBackward takes the gradient of a pooled piece, [N, 2H].
func (t *tape) setBackward(grads gradients, c *piece) {
	p, s, h := c.part, c.set, t.net.SetHidden
	half := func(from int) *Node { // [N, H]
		return gx.Slice(c.dx, gx.AxisRange(), gx.AxisRange(from, from+h))
	}
	dSum := gx.Reshape(half(0), t.batch, 1, h)                                                      // [N, 1, H]
	dMax := gx.Reshape(gx.Mul(half(h), s.anyPresent), t.batch, 1, h)                                // [N, 1, H]
	top := gx.ConvertDType(gx.Equal(s.maxed, gx.Reshape(s.maximum, t.batch, 1, h)), dtypes.Float32) // [N, n, H]
	// Entities that share the maximum share its gradient.
	share := gx.Div(dMax, gx.ReduceAndKeep(top, gx.ReduceSum, 1)) // [N, 1, H]
	dItems := gx.Mul(gx.Add(dSum, gx.Mul(top, share)), s.present) // [N, n, H]
	d := t.layerBackward(grads, s.layers[1], gx.Reshape(dItems, t.batch*p.Rows, h), true)
	t.layerBackward(grads, s.layers[0], d, false)
}
