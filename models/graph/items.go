package graph

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/nn"

	"ringer/models"
)

// itemStep is the encoding of items as it ran.
type itemStep struct {
	layers  [2]step
	rows    *Node // [N, n, H]
	maximum *Node // [N, H]
	dy      *Node // [N*n, H], from the scores, gathered by the backward pass
}

// scoreStep is the score of items as it ran.
type scoreStep struct {
	items   models.Items
	step    *itemStep
	context *Node // [H', H]: rows of the first layer that the top of the trunk meets
	item    *Node // [H, H]: rows that the item meets
	hidden  *Node // [N*n, H]
	scores  step  // of hidden
}

// encodeItems runs the items in [N, n*features] through their two layers and pools
// them into their sum and, beside it, their maximum: [N, 2H].
func (t *tape) encodeItems(p models.Part, in *Node) (pooled *Node, items *itemStep) {
	names := models.ItemLayers(p.Name)
	s := itemStep{}
	x := gx.Reshape(in, t.batch*p.Rows, p.Width)
	s.layers[0] = t.dense(names[0], x, t.net.ItemPlaces) // [N*n, H]
	if t.net.ItemPlaces {
		places := gx.Reshape(t.weights.tensor(models.PlacesName(p.Name)), 1, p.Rows, t.net.ItemHidden)
		sum := gx.Add(gx.Reshape(s.layers[0].y, t.batch, p.Rows, t.net.ItemHidden), places)
		s.layers[0].y = gx.Reshape(activation.Apply(t.activation(), sum), t.batch*p.Rows, t.net.ItemHidden)
	}
	s.layers[1] = t.dense(names[1], s.layers[0].y, false) // [N*n, H]
	s.rows = gx.Reshape(s.layers[1].y, t.batch, p.Rows, t.net.ItemHidden)
	s.maximum = gx.ReduceMax(s.rows, 1)
	return gx.Concatenate([]*Node{gx.ReduceSum(s.rows, 1), s.maximum}, 1), &s
}

// itemsBackward takes the gradient of a pooled piece, [N, 2H], and the gradient of the
// scores.
func (t *tape) itemsBackward(grads gradients, c *piece) {
	p, s, h := c.part, c.items, t.net.ItemHidden
	half := func(from int) *Node { // [N, 1, H]
		return gx.Reshape(gx.Slice(c.dx, gx.AxisRange(), gx.AxisRange(from, from+h)), t.batch, 1, h)
	}
	top := gx.ConvertDType(gx.Equal(s.rows, gx.Reshape(s.maximum, t.batch, 1, h)), dtypes.Float32) // [N, n, H]
	// Items that share the maximum share its gradient.
	share := gx.Div(half(h), gx.ReduceAndKeep(top, gx.ReduceSum, 1)) // [N, 1, H]
	d := gx.Reshape(gx.Add(half(0), gx.Mul(top, share)), t.batch*p.Rows, h)
	d = plus(s.dy, d)
	d = t.layerBackward(grads, s.layers[1], d, true)
	d = t.activationBackward(s.layers[0].y, d)
	parameterGradients(grads, s.layers[0], d)
	if t.net.ItemPlaces {
		grads.set(models.PlacesName(p.Name), gx.ReduceSum(gx.Reshape(d, t.batch, p.Rows, h), 0))
	}
}

// score adds the scores of all items to the logits [N, A] of the flat head.
func (t *tape) score(logits *Node) *Node {
	steps := map[string]*itemStep{}
	for _, c := range t.pieces {
		if c.items != nil {
			steps[c.part.Name] = c.items
		}
		if c.tokens != nil {
			for _, m := range c.tokens.makers {
				if m.items != nil {
					steps[m.part.Name] = m.items
				}
			}
		}
	}
	for _, it := range t.net.Items {
		if len(it.Logits) == 0 {
			continue
		}
		s := &scoreStep{items: it, step: steps[it.Name]}
		names, h := models.ScoreLayers(it.Name), t.net.ItemHidden
		s.item = t.weights.rows(names[0]+"/weight", 0, h)
		s.context = t.weights.rows(names[0]+"/weight", h, h+t.top.Shape().Dimensions[1])
		context := nn.Dense(t.top, s.context, t.weights.tensor(names[0]+"/bias"), compute.DenseLayoutInputOutputs, activation.TypeNone) // [N, H]
		item := gx.Reshape(gx.Dot(s.step.layers[1].y, s.item).Product(), t.batch, it.Count, h)
		sum := gx.Add(item, gx.Reshape(context, t.batch, 1, h)) // [N, n, H]
		s.hidden = gx.Reshape(activation.Apply(t.activation(), sum), t.batch*it.Count, h)
		s.scores = t.dense(names[1], s.hidden, true) // [N*n, scores]
		from := 0
		for _, l := range it.Logits {
			piece := gx.Slice(s.scores.y, gx.AxisRange(), gx.AxisRange(from, from+l.Each))
			piece = gx.Reshape(piece, t.batch, it.Count*l.Each)
			if l.Skip > 0 {
				piece = gx.Slice(piece, gx.AxisRange(), gx.AxisRange(l.Skip*l.Each, it.Count*l.Each))
			}
			logits = t.addColumns(logits, l.From, piece)
			from += l.Each
		}
		t.scores = append(t.scores, s)
	}
	return logits
}

// addColumns adds a piece [N, n] to the columns from, from+1, … of the logits.
func (t *tape) addColumns(logits *Node, from int, piece *Node) *Node {
	to := from + piece.Shape().Dimensions[1]
	pieces := []*Node{gx.Add(gx.Slice(logits, gx.AxisRange(), gx.AxisRange(from, to)), piece)}
	if from > 0 {
		pieces = append([]*Node{gx.Slice(logits, gx.AxisRange(), gx.AxisRange(0, from))}, pieces...)
	}
	if to < t.net.Actions {
		pieces = append(pieces, gx.Slice(logits, gx.AxisRange(), gx.AxisRange(to, t.net.Actions)))
	}
	return side(pieces, 1)
}

// scoreBackward takes the gradient of the logits [N, A], records the gradients of the score
// layers, adds to dy of the items, and returns the gradient of the top of the trunk.
func (t *tape) scoreBackward(grads gradients, s *scoreStep, dLogits *Node) *Node {
	var columns []*Node
	for _, l := range s.items.Logits {
		n := s.items.Count - l.Skip
		d := gx.Slice(dLogits, gx.AxisRange(), gx.AxisRange(l.From, l.From+n*l.Each)) // [N, n*Each]
		if l.Skip > 0 {
			d = gx.Concatenate([]*Node{gx.BroadcastToDims(gx.ScalarZero(d.Graph(), dtypes.Float32), t.batch, l.Skip*l.Each), d}, 1)
		}
		columns = append(columns, gx.Reshape(d, t.batch*s.items.Count, l.Each))
	}
	dHidden := t.linearBackward(grads, s.scores, side(columns, 1)) // [N*n, H]
	dz := t.activationBackward(s.hidden, dHidden)
	dContext := gx.ReduceSum(gx.Reshape(dz, t.batch, s.items.Count, t.net.ItemHidden), 1) // [N, H]
	name := models.ScoreLayers(s.items.Name)[0]
	grads.set(name+"/weight", transposedProduct(s.step.layers[1].y, dz), transposedProduct(t.top, dContext))
	grads.set(name+"/bias", gx.ReduceSum(dContext, 0))
	s.step.dy = plus(s.step.dy, gx.Dot(dz, gx.Transpose(s.item, 0, 1)).Product())
	return gx.Dot(dContext, gx.Transpose(s.context, 0, 1)).Product()
}
