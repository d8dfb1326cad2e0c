package models

import (
	"slices"
)

// Tape is a forward pass on some rows, which remembers what the backward pass needs. Equal
// entities and items of the rows are computed once. It allocates only when it meets more rows than ever before. Use one Tape per goroutine.
type Tape struct {
	b        *layers
	rows     int
	encoders []*entities // of each encoder
	input    listed      // [rows, E]
	policy   []activated // of each layer of the trunk
	critic   []activated
	scores   []*scored
	logits   []float32 // [rows, Actions]
	values   []float32 // [rows]
	gradient []float32 // [P] of the unembedded network
	steps    unrolled
	counts   sparse    // [Rows, Width] of a part of counts
	embedded []float32 // [Rows, Embedding]

	d       [2][]float32 // gradients of activations, one layer after the other
	turned  []float32    // the gradient of a matrix, turned
	nonzero sparse       // of a gradient of activations
	columns sparse       // of it, transposed
}

// activated holds the outputs of a layer.
type activated struct {
	y     []float32 // [rows, out]
	lists listed    // of y
}

// listed is a sparse matrix and, where somebody has asked for it, the transposed one.
type listed struct {
	sparse
	turned bool
	other  sparse
}

func (l *listed) reset(columns int) {
	l.sparse.reset(columns)
	l.turned = false
}

func (l *listed) read(x []float32, columns int) {
	l.sparse.read(x, columns)
	l.turned = false
}

func (l *listed) fill(x []float32, columns int) {
	l.sparse.fill(x, columns)
	l.turned = false
}

// addTransposed adds the product of the transposed matrix with d [rows, width] to
// out [columns, width].
func (l *listed) addTransposed(out, d []float32, width int) {
	if l.denserThan(mostlyThereTransposed) {
		multiply(out, l.matrix, d, width, l.rows(), 1, l.columns)
		return
	}
	l.transposed().addTo(out, d, width)
}

// transposed returns the transposed matrix.
func (l *listed) transposed() *sparse {
	if !l.turned {
		l.other.transpose(&l.sparse)
		l.turned = true
	}
	return &l.other
}

func newTape(b *layers) *Tape {
	t := &Tape{b: b}
	t.policy, t.critic = make([]activated, len(b.policy)), make([]activated, len(b.critic))
	for _, e := range b.encoders {
		t.encoders = append(t.encoders, newEntities(e))
	}
	for range b.scores {
		t.scores = append(t.scores, &scored{})
	}
	return t
}

// room returns n floats, in the memory of x where that is enough.
func room(x []float32, n int) []float32 { return slices.Grow(x[:0], n)[:n] }

// Forward runs the network on n rows of observations [_, D]: those numbered in rows, or the
// first n when that is nil. It returns logits [n, A] and values [n], with the bits of the
// unembedded network's Forward; they are the tape's.
func (t *Tape) Forward(observations []float32, n int, rows []int32) (logits, values []float32) {
	t.read(observations, n, rows)
	return t.heads(true)
}

// heads runs all that follows the encoding, and leaves the values out where they are not
// wanted.
func (t *Tape) heads(wantValues bool) (logits, values []float32) {
	b, n := t.b, t.rows
	t.forwardTrunk(b.policy, t.policy)
	top := &t.policy[len(t.policy)-1]
	t.logits = room(t.logits, n*b.net.Actions)
	top.lists.times(b.heads[0].weight, b.heads[0].bias, t.logits, b.net.Actions)
	for i, s := range b.scores {
		t.forwardScores(s, t.scores[i], top)
	}
	if !wantValues {
		return t.logits, nil
	}
	if len(t.critic) > 0 {
		t.forwardTrunk(b.critic, t.critic)
		top = &t.critic[len(t.critic)-1]
	}
	head := b.heads[1]
	t.values = room(t.values, n)
	for i := range n {
		t.values[i] = head.bias[0] + dot(top.y[i*head.in:(i+1)*head.in], head.weight)
	}
	return t.logits, t.values
}

// read takes over the rows and encodes them.
func (t *Tape) read(observations []float32, n int, rows []int32) {
	t.rows = n
	b := t.b
	d := b.net.ObservationSize()
	observation := func(i int) []float32 {
		if rows != nil {
			i = int(rows[i])
		}
		return observations[i*d : (i+1)*d]
	}
	for _, e := range t.encoders {
		e.begin(t.rows)
		for i := range t.rows {
			e.read(i, observation(i))
		}
		e.forward(b)
	}
	t.input.reset(b.encoded)
	for i := range t.rows {
		of, next, counts, sequences := observation(i), 0, 0, 0
		for _, p := range b.parts {
			switch p.Kind {
			case Plain:
				t.input.add(of[p.From:p.From+p.Width], p.To)
			case Counts:
				t.embed(p, of[p.From:p.From+p.Size()], b.embeddings[counts])
				counts++
			case Set, Rows:
				t.input.add(t.encoders[next].pooledRow(i), p.To)
				next++
			case Steps:
				t.input.add(t.steps.last(&b.sequences[sequences], of), p.To)
				sequences++
			}
		}
		t.input.end()
	}
}

// embed adds the encoding of a part of counts to a row of the input.
func (t *Tape) embed(p Part, in, embedding []float32) {
	width := t.b.net.Embedding
	t.counts.read(in, p.Width)
	t.embedded = room(t.embedded, p.Rows*width)
	t.counts.times(embedding, nil, t.embedded, width)
	t.input.add(t.embedded, p.To)
	if t.b.net.VocabRaw {
		t.input.add(in, p.To+len(t.embedded))
	}
}

func (t *Tape) forwardTrunk(layers []*dense, out []activated) {
	from := &t.input
	for i, l := range layers {
		out[i].forward(t.b, l, from, t.rows)
		from = &out[i].lists
	}
}

// forward runs a layer with its activation on n rows.
func (a *activated) forward(b *layers, l *dense, x *listed, n int) {
	a.y = room(a.y, n*l.out)
	x.times(l.weight, l.bias, a.y, l.out)
	a.activate(b, l.out)
}

// activate turns sums [_, width] into what the activation makes of them.
func (a *activated) activate(b *layers, width int) {
	if width%wide == 0 { // all are in vectors
		b.activate(a.y)
	} else {
		for y := a.y; len(y) > 0; y = y[width:] {
			b.activate(y[:width]) // by itself: the last few floats of a vector round otherwise
		}
	}
	if b.net.Activation == Tanh {
		a.lists.fill(a.y, width)
	} else {
		a.lists.read(a.y, width)
	}
}

// Backward takes the gradients of the logits [n, A] and the values [n] of the last Forward.
func (t *Tape) Backward(logits, values []float32) {
	b := t.b
	clear(t.gradient)
	last := len(t.policy) - 1
	top := &t.policy[last]
	for _, e := range t.encoders {
		e.beginBackward()
	}
	d := room(t.d[0], len(top.y)) // of the top of the policy's trunk
	t.d[0] = d
	t.linear(b.heads[0], &top.lists, top.y, logits)
	t.nonzero.times(b.heads[0].turned, nil, d, b.heads[0].in)
	for i, s := range b.scores {
		t.backwardScores(s, t.scores[i], top, logits, d)
	}
	if len(t.critic) == 0 {
		t.backwardValues(top.y, values, d)
		t.backwardTrunk(b.policy, t.policy)
	} else {
		t.backwardTrunk(b.policy, t.policy)
		top = &t.critic[last]
		t.d[0] = room(t.d[0], len(top.y))
		clear(t.d[0])
		t.backwardValues(top.y, values, t.d[0])
		t.backwardTrunk(b.critic, t.critic)
	}
	for _, e := range t.encoders {
		e.backward(t)
	}
}

// backwardValues takes the gradient of the values and adds the gradient of the top [rows, H]
// of the trunk that they were made of to d.
func (t *Tape) backwardValues(top, values, d []float32) {
	head := t.b.heads[1]
	values = values[:t.rows]
	multiply(t.gradient[head.at[1]:][:1], one, values, 1, t.rows, 0, 0)
	multiply(t.gradient[head.at[0]:][:head.in], values, top, head.in, t.rows, 0, 1)
	multiply(d, values, head.weight, head.in, 1, 1, 1)
}

// one is a matrix [1, 1], or with strides of 0 of any size.
var one = []float32{1}

// backwardTrunk takes the gradient of the last activations in t.d[0], and leaves the gradients
// of the encoders' outputs with them.
func (t *Tape) backwardTrunk(layers []*dense, made []activated) {
	b := t.b
	for i := len(layers) - 1; ; i-- {
		l, d := layers[i], t.d[0]
		b.slope(made[i].y, d)
		if i == 0 {
			t.bent(l, &t.input, nil, d)
			break
		}
		t.bent(l, &made[i-1].lists, made[i-1].y, d)
		t.d[1] = room(t.d[1], t.rows*l.in)
		t.nonzero.times(l.turned, nil, t.d[1], l.in)
		t.d[0], t.d[1] = t.d[1], t.d[0]
	}
	trunk := 0
	if len(t.critic) > 0 && layers[0] == b.critic[0] {
		trunk = 1
	}
	for _, e := range t.encoders {
		run := e.of.trunks[trunk]
		t.nonzero.addTo(e.dPooled, run.turned, run.in)
	}
}

// linear takes the gradient d [_, out] of the sums of a layer that read x [_, in], whose lists
// are given, and adds the gradients of weight and bias. It leaves the lists of d in t.nonzero.
// y is x, or nil when only its lists are at hand.
func (t *Tape) linear(l *dense, x *listed, y, d []float32) {
	t.nonzero.read(d, l.out)
	t.add(l, x, y, d)
}

// bent is linear for the gradient of a layer with its activation. Behind a hyperbolic tangent no
// gradient is zero.
func (t *Tape) bent(l *dense, x *listed, y, d []float32) {
	if t.b.net.Activation == Tanh {
		t.nonzero.fill(d, l.out)
	} else {
		t.nonzero.read(d, l.out)
	}
	t.add(l, x, y, d)
}

// add adds the gradients of linear.
func (t *Tape) add(l *dense, x *listed, y, d []float32) {
	if l.bias != nil {
		multiply(t.gradient[l.at[1]:][:l.out], one, d, l.out, len(d)/l.out, 0, 0) // the sums of the columns
	}
	t.matrix(l, x, y, d)
}

// matrix is the gradient of the weight of linear. It goes through whichever has fewer elements
// that are not zero: x or d.
func (t *Tape) matrix(l *dense, x *listed, y, d []float32) {
	g := t.gradient[l.at[0]:][:l.in*l.out]
	if y == nil || x.elements()*l.out <= t.nonzero.elements()*l.in {
		x.addTransposed(g, d, l.out)
		return
	}
	t.turned = room(t.turned, l.in*l.out)
	clear(t.turned)
	t.columns.transpose(&t.nonzero)
	t.columns.addTo(t.turned, y, l.in)
	for i := range l.in {
		row := g[i*l.out : (i+1)*l.out]
		for j := range row {
			row[j] += t.turned[j*l.in+i]
		}
	}
}

// scored holds the outputs of the score layers of one of Network.Items.
type scored struct {
	context []float32 // [rows, width], of the top of the trunk
	hidden  activated // [rows*Count, width]
	scores  []float32 // [rows*Count, Scores]

	dScores  []float32 // [rows*Count, Scores]
	dHidden  []float32 // [rows*Count, width]
	dContext []float32 // [rows, width]
	dItem    []float32 // [distinct, width]
}

// forwardScores adds what the items say to the logits.
func (t *Tape) forwardScores(s *scoring, m *scored, top *activated) {
	b, e := t.b, t.encoders[s.encoder]
	h, count, n := s.item.out, s.items.Count, t.rows
	m.context = room(m.context, n*h)
	top.lists.times(s.context.weight, s.context.bias, m.context, h)
	m.hidden.y = room(m.hidden.y, n*count*h)
	for i := range n {
		for r, id := range e.ids[i*count : (i+1)*count] {
			to := m.hidden.y[(i*count+r)*h:][:h]
			copy(to, m.context[i*h:(i+1)*h])
			e.made[1].lists.addRow(int(id), s.item.weight, to)
		}
	}
	m.hidden.activate(b, h)
	k := s.scores.out
	m.scores = room(m.scores, n*count*k)
	m.hidden.lists.times(s.scores.weight, s.scores.bias, m.scores, k)
	t.eachScore(s, func(score, logit int) { t.logits[logit] += m.scores[score] })
}

// eachScore calls a function with the place of every score among the scores, and of its logit
// among the logits of all rows.
func (t *Tape) eachScore(s *scoring, do func(score, logit int)) {
	k, count, actions := s.scores.out, s.items.Count, t.b.net.Actions
	for i := range t.rows {
		for r := range count {
			at := 0
			for _, l := range s.items.Logits {
				for j := 0; j < l.Each && r >= l.Skip; j++ {
					do((i*count+r)*k+at+j, i*actions+l.From+(r-l.Skip)*l.Each+j)
				}
				at += l.Each
			}
		}
	}
}

// backwardScores takes the gradient of the logits, adds to the gradient d of the top of the
// trunk, and to the gradient of the items.
func (t *Tape) backwardScores(s *scoring, m *scored, top *activated, logits, d []float32) {
	b, e := t.b, t.encoders[s.encoder]
	h, count, n := s.item.out, s.items.Count, t.rows
	m.dScores = room(m.dScores, len(m.scores))
	clear(m.dScores)
	t.eachScore(s, func(score, logit int) { m.dScores[score] += logits[logit] })
	t.linear(s.scores, &m.hidden.lists, m.hidden.y, m.dScores)
	m.dHidden = room(m.dHidden, len(m.hidden.y))
	t.nonzero.times(s.scores.turned, nil, m.dHidden, h)
	b.slope(m.hidden.y, m.dHidden)

	m.dContext, m.dItem = room(m.dContext, n*h), room(m.dItem, len(e.d))
	clear(m.dContext)
	clear(m.dItem)
	for i := range n {
		for r, id := range e.ids[i*count : (i+1)*count] {
			from := m.dHidden[(i*count+r)*h:][:h]
			if t.nonzero.empty(i*count + r) {
				continue // no gradient has come here
			}
			AddTo(m.dContext[i*h:(i+1)*h], from)
			AddTo(m.dItem[int(id)*h:][:h], from)
		}
	}
	t.linear(s.context, &top.lists, top.y, m.dContext)
	t.nonzero.addTo(d, s.context.turned, s.context.in)
	t.nonzero.read(m.dItem, h)
	t.matrix(s.item, &e.made[1].lists, e.made[1].y, m.dItem)
	t.nonzero.addTo(e.d, s.item.turned, h)
}
