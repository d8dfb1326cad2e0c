package payday

import (
	"ringer/env"
	"ringer/env/payday"
)

// This file scores actions by the table that they lead to.

// inertia holds the gain, in points, below which no action is better than one.
var inertia = map[payday.Question]float64{
	payday.AskCard: 0.05, payday.AskMove: 0.3, payday.AskMoveFrom: 0.3, payday.AskMoveWho: 0.3, payday.AskTransfer: 0.5, payday.AskCombat: 0.6,
}

// rate scores each legal action in points.
func (m *mind) rate(legal []env.Action, scores []float64) {
	switch q := m.s.Question(); q {
	case payday.AskCard, payday.AskWhere, payday.AskTarget, payday.AskDash, payday.AskRedeploy, payday.AskMove,
		payday.AskMoveFrom, payday.AskMoveWho, payday.AskMoveTo, payday.AskTransfer, payday.AskCombat:
		m.rateByValue(legal, scores, q)
	default:
		m.look(m.s)
		for i, a := range legal {
			scores[i] = m.byRule(q, m.s.Decode(a))
		}
	}
}

// rateByValue scores actions by the value of the table after them. To end changes
// nothing: it is not played out, as what follows depends on hidden cards.
func (m *mind) rateByValue(legal []env.Action, scores []float64, q payday.Question) {
	for i, a := range legal {
		if m.s.Decode(a).Step == payday.StepEnd {
			scores[i] = m.value(m.s) + inertia[q]
		} else if j := twin(m.s, legal, i); j >= 0 {
			scores[i] = scores[j]
		} else {
			scores[i] = m.after(m.s, a, 0)
		}
	}
}

// after returns the value once an action was played, with the best answers to the
// questions about it that follow at once.
func (m *mind) after(s *payday.State, a env.Action, depth int) float64 {
	if m.copies[depth] == nil {
		m.copies[depth] = s.Clone().(*payday.State)
	}
	next := m.copies[depth]
	next.CopyFrom(s)
	if err := next.Apply(a); err != nil {
		panic("expert: " + err.Error())
	}
	if int(next.CurrentPlayer()) != m.me || depth+1 == lookahead || !follows(s.Question(), next.Question()) {
		return m.worth(s, next)
	}
	legal := next.LegalActions(m.legal[depth][:0])
	best, first := 0., true
	for i, b := range legal {
		if next.Decode(b).Step == payday.StepEnd || twin(next, legal, i) >= 0 {
			continue
		}
		if x := m.after(next, b, depth+1); first || x > best {
			best, first = x, false
		}
	}
	if first {
		return m.worth(s, next)
	}
	return best
}

// worth returns the value of the table that an action leads to. It does not look at
// what a Criminal turns up, as that is hidden until then.
func (m *mind) worth(s, next *payday.State) float64 {
	if m.me == payday.Criminal && open(next) > open(s) {
		return m.value(s) + turnUpPoints
	}
	v := m.value(next)
	if next.Question() == payday.AskRecover {
		v += recoverPoints
	}
	return v
}

// open counts the obstacles that are face up.
func open(s *payday.State) int {
	n := 0
	for col := range s.Columns() {
		c := s.ColumnAt(col)
		for d := c.Gone; d < c.Obstacles; d++ {
			if _, up := s.ObstacleAt(col, d); up {
				n++
			}
		}
	}
	return n
}

// follows reports whether a question is about the action that answered another.
func follows(asked, q payday.Question) bool {
	switch q {
	case payday.AskWhere, payday.AskTarget, payday.AskDash, payday.AskRedeploy, payday.AskMoveTo:
		return true
	case payday.AskMoveWho:
		return asked == payday.AskMoveFrom
	}
	return false
}

// twin returns the index of an earlier action aimed at an officer of the same place
// that is like the officer of action i in all that counts, or -1. Both actions lead to
// the same value.
func twin(s *payday.State, legal []env.Action, i int) int {
	c := s.Decode(legal[i])
	if c.Block != payday.BlockOfficer {
		return -1
	}
	o, _ := s.OfficerAt(c.Column, c.Depth, c.Slot)
	for j := i - 1; j >= 0; j-- {
		e := s.Decode(legal[j])
		if e.Block != c.Block || e.Column != c.Column || e.Depth != c.Depth {
			break
		}
		if other, _ := s.OfficerAt(e.Column, e.Depth, e.Slot); other == o {
			return j
		}
	}
	return -1
}
