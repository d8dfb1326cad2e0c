package graph

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"

	"ringer/models"
)

// attentionStep is the encoding of all tokens as it ran. Tokens are T, of width W; heads
// are H, of width d.
type attentionStep struct {
	rest    *Node // [N, R]: what the rest token reads
	makers  []*tokenStep
	present *Node // [N, T, 1], 1 or 0; nil when all tokens are always there
	blocks  []*blockStep
	last    *Node // [N, T, W]
	maxed   *Node // [N, T, W]: last, and lowest where no token is
	maximum *Node // [N, W]
	count   *Node // [N, 1] of tokens that are there; nil when that is T
}

// tokenStep made the tokens of a part; part is nil for the rest's.
type tokenStep struct {
	step
	part  *models.Part
	rows  int
	items *itemStep // of items
}

// blockStep is a block as it ran.
type blockStep struct {
	qkv, out, up, down step
	q, k, v            *Node // [N, H, T, d]; q is scaled
	shares             *Node // [N, H, T, T]
}

// encodeTokens makes the piece that holds mean and maximum of the tokens, [N, 2W], after
// the plain pieces have been made.
func (t *tape) encodeTokens(parts []models.Part, inputs []*Node, plain []*Node) *piece {
	w := t.net.ItemHidden
	s := &attentionStep{rest: side(plain, 1)}
	s.makers = append(s.makers, &tokenStep{step: t.dense(models.RestToken, s.rest, false), rows: 1})
	var present []*Node // [N, n]
	sets := false
	ones := func(n int) *Node {
		return gx.OnesLike(gx.BroadcastToDims(gx.ScalarZero(s.rest.Graph(), dtypes.Float32), t.batch, n))
	}
	present = append(present, ones(1))
	for i := range parts {
		p := &parts[i]
		if p.Kind == models.Plain {
			continue
		}
		m := t.tokens(p, inputs[i])
		s.makers = append(s.makers, m)
		if p.Kind == models.Set {
			sets = true
			rows := gx.Reshape(inputs[i], t.batch, p.Rows, p.Width)
			there := gx.Slice(rows, gx.AxisRange(), gx.AxisRange(), gx.AxisElem(0))
			present = append(present, gx.Reshape(there, t.batch, p.Rows))
		} else {
			present = append(present, ones(p.Rows))
		}
	}
	var tokens []*Node // [N, n, W]
	all := 0
	for _, m := range s.makers {
		tokens = append(tokens, gx.Reshape(m.y, t.batch, m.rows, w))
		all += m.rows
	}
	x := side(tokens, 1) // [N, T, W]
	if sets {
		s.present = gx.Reshape(side(present, 1), t.batch, all, 1)
		s.count = gx.ReduceSum(s.present, 1) // [N, 1]
	}
	for b := range t.net.Setting(models.SettingBlocks) {
		x = t.block(s, models.BlockLayers(b), x, all)
	}
	s.last = x
	return t.poolTokens(s, all)
}

// tokens runs the layer that makes the tokens of a part.
func (t *tape) tokens(p *models.Part, in *Node) *tokenStep {
	x := gx.Reshape(in, t.batch*p.Rows, p.Width)
	places := p.Kind == models.Rows && t.net.ItemPlaces
	m := &tokenStep{step: t.dense(models.TokenLayer(*p), x, places), part: p, rows: p.Rows}
	if places {
		w := t.net.ItemHidden
		b := gx.Reshape(t.weights.tensor(models.TokenPlaces(p.Name)), 1, p.Rows, w)
		sum := gx.Add(gx.Reshape(m.y, t.batch, p.Rows, w), b)
		m.y = gx.Reshape(activation.Apply(t.activation(), sum), t.batch*p.Rows, w)
	}
	if p.Kind == models.Rows {
		m.items = &itemStep{}
	}
	return m
}

// block runs a block on tokens [N, T, W].
func (t *tape) block(s *attentionStep, names models.AttentionLayers, tokens *Node, all int) *Node {
	w, heads := t.net.ItemHidden, t.net.Setting(models.SettingHeads)
	d := w / heads
	b := &blockStep{}
	s.blocks = append(s.blocks, b)
	x := gx.Reshape(tokens, t.batch*all, w)
	b.qkv = t.dense(names.QKV, x, true) // [N*T, 3W]
	split := gx.Reshape(b.qkv.y, t.batch, all, 3*heads, d)
	split = gx.TransposeAllAxes(split, 0, 2, 1, 3) // [N, 3H, T, d]
	part := func(i int) *Node {
		return gx.Slice(split, gx.AxisRange(), gx.AxisRange(i*heads, (i+1)*heads))
	}
	b.q, b.k, b.v = gx.MulScalar(part(0), 1/math.Sqrt(float64(d))), part(1), part(2)
	scores := gx.DotGeneral(b.q, []int{3}, []int{0, 1}, b.k, []int{3}, []int{0, 1}) // [N, H, T, T]
	if s.present != nil {
		absent := gx.MulScalar(gx.OneMinus(gx.Reshape(s.present, t.batch, 1, 1, all)), lowest)
		scores = gx.Add(scores, absent)
	}
	b.shares = gx.Softmax(scores, -1)
	mixed := gx.DotGeneral(b.shares, []int{3}, []int{0, 1}, b.v, []int{2}, []int{0, 1}) // [N, H, T, d]
	mixed = gx.Reshape(gx.TransposeAllAxes(mixed, 0, 2, 1, 3), t.batch*all, w)
	b.out = t.dense(names.Out, mixed, true)
	x = gx.Add(x, b.out.y)
	b.up = t.dense(names.Up, x, false)
	b.down = t.dense(names.Down, b.up.y, true)
	return gx.Reshape(gx.Add(x, b.down.y), t.batch, all, w)
}

// poolTokens returns the piece of the pooled tokens and gives items their tokens.
func (t *tape) poolTokens(s *attentionStep, all int) *piece {
	w := t.net.ItemHidden
	there := s.last
	s.maxed = s.last
	if s.present != nil {
		there = gx.Mul(s.last, s.present)
		s.maxed = gx.Add(there, gx.MulScalar(gx.OneMinus(s.present), lowest))
	}
	sum := gx.ReduceSum(there, 1) // [N, W]
	mean := gx.MulScalar(sum, 1/float64(all))
	if s.count != nil {
		mean = gx.Div(sum, s.count)
	}
	s.maximum = gx.ReduceMax(s.maxed, 1)
	at := 0
	for _, m := range s.makers {
		if m.items != nil {
			rows := gx.Slice(s.last, gx.AxisRange(), gx.AxisRange(at, at+m.rows))
			m.items.layers[1].y = gx.Reshape(rows, t.batch*m.rows, w)
		}
		at += m.rows
	}
	_, encoded := t.net.Parts()
	return &piece{
		part: models.Part{To: encoded - 2*w, Out: 2 * w}, x: gx.Concatenate([]*Node{mean, s.maximum}, 1), tokens: s,
	}
}

// tokensBackward takes the gradient of the pooled piece, [N, 2W], and the gradients of the
// tokens of items.
func (t *tape) tokensBackward(grads gradients, c *piece) {
	s, w := c.tokens, t.net.ItemHidden
	all := s.last.Shape().Dimensions[1]
	half := func(from int) *Node { // [N, W]
		return gx.Slice(c.dx, gx.AxisRange(), gx.AxisRange(from, from+w))
	}
	mean := half(0)
	if s.count != nil {
		mean = gx.Div(mean, s.count)
	} else {
		mean = gx.MulScalar(mean, 1/float64(all))
	}
	top := gx.ConvertDType(gx.Equal(s.maxed, gx.Reshape(s.maximum, t.batch, 1, w)), dtypes.Float32) // [N, T, W]
	// Tokens that share the maximum share its gradient.
	share := gx.Div(gx.Reshape(half(w), t.batch, 1, w), gx.ReduceAndKeep(top, gx.ReduceSum, 1))
	d := gx.Add(gx.Reshape(mean, t.batch, 1, w), gx.Mul(top, share)) // [N, T, W]
	if s.present != nil {
		d = gx.Mul(d, s.present)
	}
	d = t.addItemGradients(s, d)
	for i := len(s.blocks) - 1; i >= 0; i-- {
		d = t.blockBackward(grads, s.blocks[i], d, all)
	}
	at := 0
	for _, m := range s.makers {
		dy := gx.Reshape(gx.Slice(d, gx.AxisRange(), gx.AxisRange(at, at+m.rows)), t.batch*m.rows, w)
		dz := t.activationBackward(m.y, dy)
		parameterGradients(grads, m.step, dz)
		if m.part != nil && m.part.Kind == models.Rows && t.net.ItemPlaces {
			grads.set(models.TokenPlaces(m.part.Name), gx.ReduceSum(gx.Reshape(dz, t.batch, m.rows, w), 0))
		}
		at += m.rows
	}
}

// addItemGradients adds to d [N, T, W] what the scores say of the tokens of items.
func (t *tape) addItemGradients(s *attentionStep, d *Node) *Node {
	w := t.net.ItemHidden
	var pieces []*Node
	at, some := 0, false
	for _, m := range s.makers {
		piece := gx.Slice(d, gx.AxisRange(), gx.AxisRange(at, at+m.rows))
		if m.items != nil && m.items.dy != nil {
			piece = gx.Add(piece, gx.Reshape(m.items.dy, t.batch, m.rows, w))
			some = true
		}
		pieces = append(pieces, piece)
		at += m.rows
	}
	if !some {
		return d
	}
	return side(pieces, 1)
}

// blockBackward takes the gradient of what a block returned, [N, T, W], and returns the
// gradient of what it read. A token that is not there has no share and gives its own away
// to none that counts, so that its gradient stays 0.
func (t *tape) blockBackward(grads gradients, b *blockStep, d *Node, all int) *Node {
	w, heads := t.net.ItemHidden, t.net.Setting(models.SettingHeads)
	width := w / heads
	dy := gx.Reshape(d, t.batch*all, w)
	up := t.linearBackward(grads, b.down, dy)
	dy = gx.Add(dy, t.layerBackward(grads, b.up, up, true))
	mixed := gx.Reshape(t.linearBackward(grads, b.out, dy), t.batch, all, heads, width)
	mixed = gx.TransposeAllAxes(mixed, 0, 2, 1, 3)                                             // [N, H, T, d]
	dShares := gx.DotGeneral(mixed, []int{3}, []int{0, 1}, b.v, []int{3}, []int{0, 1})         // [N, H, T, T]
	dv := gx.DotGeneral(b.shares, []int{2}, []int{0, 1}, mixed, []int{2}, []int{0, 1})         // [N, H, T, d]
	weighted := gx.Mul(dShares, b.shares)                                                      // [N, H, T, T]
	dScores := gx.Sub(weighted, gx.Mul(b.shares, gx.ReduceAndKeep(weighted, gx.ReduceSum, 3))) // [N, H, T, T]
	dq := gx.DotGeneral(dScores, []int{3}, []int{0, 1}, b.k, []int{2}, []int{0, 1})            // [N, H, T, d]
	dk := gx.DotGeneral(dScores, []int{2}, []int{0, 1}, b.q, []int{2}, []int{0, 1})            // [N, H, T, d]
	dqkv := gx.Concatenate([]*Node{gx.MulScalar(dq, 1/math.Sqrt(float64(width))), dk, dv}, 1)  // [N, 3H, T, d]
	dqkv = gx.Reshape(gx.TransposeAllAxes(dqkv, 0, 2, 1, 3), t.batch*all, 3*w)
	return gx.Reshape(gx.Add(dy, t.linearBackward(grads, b.qkv, dqkv)), t.batch, all, w)
}
