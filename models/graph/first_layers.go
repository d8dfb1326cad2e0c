package graph

import (
	"slices"

	"github.com/gomlx/compute"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/nn"

	"ringer/models"
)

// piece is a run of the input of the first layers, made of one part of the
// observation.
type piece struct {
	part   models.Part
	x      *Node          // [N, width]: what the first layers multiply
	folded bool           // x is the counts; the embedding is in the matrix
	counts *Node          // [N*rows, K], of counts that are not folded
	set    *setStep       // of a set
	items  *itemStep      // of items
	steps  *unrolled      // of a sequence
	tokens *attentionStep // of all tokens
	dx     *Node          // [N, width], gathered by the backward pass when an encoder comes before
}

// foldable reports whether the embedding of a part goes into the matrices of the
// first layers: raw + E·W in place of raw and W, so that the counts are
// multiplied once and directly.
//
// Embedding is linear, so the result is the same. When counts are passed
// through anyway, what is left of the embedding's work has no batch in it:
// measured on a card game, a step takes a third less. Without them the one is
// as fast as the other.
func (t *tape) foldable(p models.Part) bool {
	return t.fold && p.Kind == models.Counts && t.net.VocabRaw
}

// encode makes the pieces of the parts of the observation.
func (t *tape) encode(parts []*Node) {
	encoded, _ := t.net.Parts()
	var inputs []*Node
	for i, p := range encoded {
		x := parts[i]
		if t.net.Kind == models.Attention && p.Kind != models.Plain {
			continue
		}
		c := &piece{part: p, x: x, folded: t.foldable(p)} // [N, rows*width]
		switch {
		case p.Kind == models.Counts && !c.folded:
			c.counts = gx.Reshape(c.x, t.batch*p.Rows, p.Width)
			e := gx.Dot(c.counts, t.weights.tensor(models.EmbeddingName(p.Name))).Product() // [N*rows, Emb]
			e = gx.Reshape(e, t.batch, p.Rows*t.net.Embedding)
			if t.net.VocabRaw {
				e = gx.Concatenate([]*Node{e, c.x}, 1)
			}
			c.x = e
		case p.Kind == models.Set:
			c.x, c.set = t.encodeSet(p, c.x)
		case p.Kind == models.Rows:
			c.x, c.items = t.encodeItems(p, c.x)
		case p.Kind == models.Steps:
			c.x, c.steps = t.encodeSequence(p, c.x)
		}
		t.pieces = append(t.pieces, c)
		inputs = append(inputs, c.x)
	}
	if t.net.Kind == models.Attention {
		c := t.encodeTokens(encoded, parts, inputs)
		t.pieces, inputs = append(t.pieces, c), append(inputs, c.x)
	}
	t.input = side(inputs, 1)
}

// side concatenates along an axis, when there is anything to concatenate.
func side(nodes []*Node, axis int) *Node {
	if len(nodes) == 1 {
		return nodes[0]
	}
	return gx.Concatenate(nodes, axis)
}

// firstLayer runs the first layer of a trunk on the pieces.
func (t *tape) firstLayer(name string) step {
	if !slices.ContainsFunc(t.pieces, func(c *piece) bool { return c.folded }) {
		return t.dense(name, t.input, false)
	}
	var matrices []*Node // [width, H] each
	for _, c := range t.pieces {
		matrices = append(matrices, t.pieceMatrix(name, c))
	}
	bias := t.weights.tensor(name + "/bias")
	y := nn.Dense(t.input, side(matrices, 0), bias, compute.DenseLayoutInputOutputs, t.activation())
	return step{name: name, x: t.input, y: y}
}

// pieceMatrix returns the matrix [width, H] that multiplies a piece in the first
// layer of a trunk.
func (t *tape) pieceMatrix(layer string, c *piece) *Node {
	p, name := c.part, layer+"/weight"
	if !c.folded {
		return t.weights.rows(name, p.To, p.To+p.Out)
	}
	embedded := p.Rows * t.net.Embedding
	w := t.perRow(p, t.weights.rows(name, p.To, p.To+embedded)) // [rows, Emb, H]
	e := t.everyRow(p, t.weights.tensor(models.EmbeddingName(p.Name)))
	folded := gx.DotGeneral(e, []int{2}, []int{0}, w, []int{1}, []int{0}) // [rows, K, H]
	return gx.Add(gx.Reshape(folded, p.Size(), folded.Shape().Dimensions[2]), t.weights.rows(name, p.To+embedded, p.To+p.Out))
}

// perRow shapes a matrix [rows*inner, H] as [rows, inner, H].
func (t *tape) perRow(p models.Part, m *Node) *Node {
	in, h := m.Shape().Dimensions[0], m.Shape().Dimensions[1]
	return gx.Reshape(m, p.Rows, in/p.Rows, h)
}

// everyRow repeats a matrix [a, b] as [rows, a, b].
func (t *tape) everyRow(p models.Part, m *Node) *Node {
	return gx.BroadcastPrefix(m, p.Rows)
}

// firstBackward undoes firstLayer: it takes dy [N, H], records the gradients of
// the layer and of folded embeddings, and adds to dx of the pieces that an
// encoder made.
func (t *tape) firstBackward(grads gradients, s step, dy *Node) {
	dz := t.activationBackward(s.y, dy) // [N, H]
	grads.set(s.name+"/bias", gx.ReduceSum(dz, 0))
	var rows []*Node // of the gradient of the matrix, in order
	for _, c := range t.pieces {
		d := transposedProduct(c.x, dz) // [width, H]
		if !c.folded {
			rows = append(rows, d)
		} else {
			rows = append(rows, t.unfold(grads, s.name, c, d)...)
		}
		if c.counts != nil || c.set != nil || c.items != nil || c.steps != nil || c.tokens != nil {
			m := t.weights.rows(s.name+"/weight", c.part.To, c.part.To+c.part.Out)
			c.dx = plus(c.dx, gx.Dot(dz, gx.Transpose(m, 0, 1)).Product())
		}
	}
	grads[s.name+"/weight"] = rows
}

// unfold turns the gradient d [rows*K, H] of a folded matrix into the gradients of the two
// runs of rows of the layer's matrix, and adds the gradient of the embedding.
func (t *tape) unfold(grads gradients, layer string, c *piece, d *Node) []*Node {
	p := c.part
	name := models.EmbeddingName(p.Name)
	embedded := p.Rows * t.net.Embedding
	w := t.perRow(p, t.weights.rows(layer+"/weight", p.To, p.To+embedded)) // [rows, Emb, H]
	each := t.perRow(p, d)                                                 // [rows, K, H]
	e := t.everyRow(p, gx.Transpose(t.weights.tensor(name), 0, 1))         // [rows, Emb, K]
	dw := gx.DotGeneral(e, []int{2}, []int{0}, each, []int{1}, []int{0})   // [rows, Emb, H]
	de := gx.DotGeneral(each, []int{2}, []int{0}, w, []int{2}, []int{0})   // [rows, K, Emb]
	grads.add(name, gx.ReduceSum(de, 0))
	return []*Node{gx.Reshape(dw, embedded, dw.Shape().Dimensions[2]), d}
}
