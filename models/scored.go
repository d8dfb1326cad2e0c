package models

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
