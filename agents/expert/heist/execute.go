package heist

import (
	"math"

	"ringer/env"
	"ringer/env/heist"
	tactics "ringer/env/tactics/heist"
)

// This file decides when to execute a Job, and with what.

// Probabilities, per turn, that a Job is burnt: executed only to be given up.
const (
	burnHopeless = 0.05 // a Job that the seat cannot come nearer to
	burnAhead    = 0.35 // by the leader, to bring the end nearer
	burnLost     = 0.15 // by another seat when the next Job ends the game, and cannot win it
)

// execute returns the worth of executing a Job, compared with passing.
func (m *mind) execute(c heist.Choice) float64 {
	if c.Act == heist.ActPass {
		return 0
	}
	seat := m.me
	if c.Act == heist.ActJob {
		seat = c.Seat
	}
	if m.ends() {
		switch {
		case m.ahead(0):
			return 50 // over, and won, whatever happens
		case !m.ahead(m.s.Value(seat)):
			return -50 // over, and lost
		}
	}
	if !m.ready(seat) {
		return -5
	}
	return float64(m.s.Value(seat))
}

// maybeBurn mixes in the execution of a Job that is given up at once. It is a
// matter of chance, because the expert keeps no memory of how long it has waited.
func (m *mind) maybeBurn(legal []env.Action, scores []float64) {
	own, pass := -1, -1
	for i, a := range legal {
		switch m.s.Decode(a).Act {
		case heist.ActExecute:
			own = i
		case heist.ActPass:
			pass = i
		}
	}
	if own < 0 || pass < 0 || scores[own] > -4 {
		return
	}
	for i := range scores {
		if scores[i] > scores[pass] {
			return
		}
	}
	chance := 0.
	full := m.s.HandSize(m.me) >= m.s.HandLimit(m.me)-1
	switch lack := m.lack(m.me); {
	case m.ends():
		// With room in the hand there is still hope of a Secondary Job or an Event.
		if full {
			chance = burnLost
		}
	case m.ahead(0) && lack > 2:
		chance = burnAhead
	case full && lack > 0:
		chance = burnHopeless
	}
	if chance > 0 {
		scores[own] = scores[pass] + temperature*logOdds(chance)
	}
}

// logOdds returns the difference of two scores, in temperatures, at which the first
// of two actions has probability p.
func logOdds(p float64) float64 { return math.Log(p / (1 - p)) }

// tool returns the worth of a tool on the next card of a line.
func (m *mind) tool(c heist.Choice) float64 {
	owner := m.s.Executed()
	if c.Act == heist.ActGiveUp {
		if m.burning() {
			return 40
		}
		return -20
	}
	k := &m.kinds[c.Kind]
	m.needs = m.s.Obstacles(owner, m.needs[:0])
	rest := m.needs[1:]
	if m.burning() {
		return m.waste(k, c.Kind, rest)
	}
	switch k.Type {
	case heist.TypeReaction:
		// Only when nothing else will do.
		if m.lack(owner) > 0 {
			return -4
		}
		return -30
	case heist.TypeCon:
		lost := m.own.Lacking(rest, tactics.Change{Plays: k.Skills})
		return -10*float64(lost) - 0.5 - 0.1*m.keep(c.Kind)
	}
	lost := m.own.Lacking(rest, tactics.Change{Spends: k.Skills})
	return -10*float64(lost) - 0.1*float64(skillCount(k.Skills))
}

// waste returns the worth of a tool when the execution is to fail and giving up is not
// legal yet (give_up=unable): Personnel before Cons, which are lost, and first those
// without whom the line stops soonest. rest are the cards after the next one.
func (m *mind) waste(k *heist.Kind, kind int, rest []uint8) float64 {
	switch k.Type {
	case heist.TypeReaction:
		return -5
	case heist.TypeCon:
		return -1 - m.keep(kind)
	}
	return 0.1 * float64(m.own.Lacking(rest, tactics.Change{Spends: k.Skills}))
}

// burning returns whether an execution was begun only to be given up, or has become
// hopeless: no tool is wasted on it.
func (m *mind) burning() bool {
	if m.ends() && m.ahead(0) {
		return true
	}
	return m.lack(m.s.Executed()) > m.reactions()
}
