package heist

import (
	"math"
	"slices"

	"ringer/env/heist"
	tactics "ringer/env/tactics/heist"
)

// This file weighs how near each seat is to its Job.

// lack returns the number of cards of a Job that the seat's own crew and Cons leave
// over.
func (m *mind) lack(seat int) int { return m.lackAfter(tactics.Change{}, seat) }

// lackWith is lack with one more Personnel.
func (m *mind) lackWith(skills uint8, seat int) int {
	return m.lackAfter(tactics.Change{Joins: skills}, seat)
}

// lackAfter is lack after a change.
func (m *mind) lackAfter(c tactics.Change, seat int) int {
	m.needs = m.s.Obstacles(seat, m.needs[:0])
	return m.own.Lacking(m.needs, c)
}

// slack returns how many more useful tools the seat has than a Job has cards.
func (m *mind) slack(seat int) int { return m.own.Useful() - m.s.Line(seat) }

// reactions returns the number of Reactions in hand.
func (m *mind) reactions() int {
	n := 0
	for _, k := range m.hand {
		if m.kinds[k].Type == heist.TypeReaction {
			n++
		}
	}
	return n
}

// ready returns whether to execute a Job: the line is covered, with a tool to spare
// for the Thwarter or no time to lose.
func (m *mind) ready(seat int) bool {
	if m.lack(seat) > 0 {
		return false
	}
	return m.slack(seat)+m.reactions() >= 1 || m.pressed()
}

// pressed returns whether waiting gains nothing: an opponent may be about to execute
// a Job, or the hand is full.
func (m *mind) pressed() bool {
	if m.s.HandSize(m.me) >= m.s.HandLimit(m.me)-1 {
		return true
	}
	for seat := range m.n {
		if seat != m.me && m.s.HasJob(seat) && m.readiness(seat) > 0.7 {
			return true
		}
	}
	return false
}

// readiness returns how near another seat seems to be to its Job, from 0 to 1.
func (m *mind) readiness(seat int) float64 { return m.other.Readiness(m.s, seat) }

// threat returns how dangerous another seat is, in points.
func (m *mind) threat(seat int) float64 { return m.other.Threat(m.s, seat) }

// leader returns the most dangerous of the other seats.
func (m *mind) leader() int {
	best, most := -1, math.Inf(-1)
	for seat := range m.n {
		if seat == m.me {
			continue
		}
		if x := m.threat(seat); x > most {
			best, most = seat, x
		}
	}
	return best
}

// ahead returns whether the seat's own points, with some more, are above all
// others'.
func (m *mind) ahead(more int) bool {
	for seat := range m.n {
		if seat != m.me && m.s.Points(seat) >= m.s.Points(m.me)+more {
			return false
		}
	}
	return true
}

// ends returns whether the game is over when one more Job is gone.
func (m *mind) ends() bool { return m.s.JobsGone()+1 >= m.jobs-1 }

// crewHas returns whether any Personnel of a crew has one of some skills.
func (m *mind) crewHas(seat int, skills uint8) bool {
	m.other.Read(m.s, seat, false)
	for _, k := range m.other.Crew() {
		if k&skills != 0 {
			return true
		}
	}
	return false
}

// marginal returns the worth of what a Con of the hand adds to the cover of the
// seat's own Job: 0 for a Con of another hand.
func (m *mind) marginal(kind int) float64 {
	if !slices.Contains(m.hand, kind) {
		return 0
	}
	with := m.lack(m.me)
	without := m.lackAfter(tactics.Change{Plays: m.kinds[kind].Skills}, m.me)
	return 0.6 * float64(without-with)
}
