package heist

import (
	"ringer/env/heist"
	tactics "ringer/env/tactics/heist"
)

// This file trades. With several opponents the expert looks for Personnel that bring
// its Job nearer, for Personnel that it does not need.

// partner returns the worth of an offer to a seat.
func (m *mind) partner(c heist.Choice) float64 {
	if c.Act == heist.ActPass {
		return 0
	}
	if m.n == 2 {
		return -1
	}
	if give, want := m.bestSwap(c.Seat); give < 0 || want < 0 {
		return -1
	}
	return 0.5
}

// give returns the worth of offering a card.
func (m *mind) give(c heist.Choice) float64 {
	if c.Act == heist.ActStop {
		return 0
	}
	k := &m.kinds[c.Kind]
	if give, _ := m.bestSwap(m.s.Offer().Partner); c.Kind == give && isPersonnel(k) {
		return 1
	}
	return -0.5 - 0.2*float64(skillCount(k.Skills))
}

// want returns the worth of asking for a card.
func (m *mind) want(c heist.Choice) float64 {
	if c.Act == heist.ActGift {
		return -2
	}
	if _, want := m.bestSwap(m.s.Offer().Partner); c.Kind >= 0 && c.Kind == want {
		return 1
	}
	return 0
}

// bestSwap returns the kinds of Personnel, the seat's own and a partner's, whose
// exchange brings the seat's Job nearest; -1 when none does.
func (m *mind) bestSwap(partner int) (give, want int) {
	give, want = -1, -1
	if !m.s.HasJob(m.me) {
		return give, want
	}
	now, best := m.lack(m.me), 0
	m.theirs = m.s.Crew(partner, m.theirs[:0])
	for _, g := range m.crew {
		for _, w := range m.theirs {
			mine, other := &m.kinds[g], &m.kinds[w]
			if mine.Type == heist.TypeLeader || other.Type == heist.TypeLeader {
				continue
			}
			if skillCount(other.Skills) > skillCount(mine.Skills) {
				continue // nobody would agree
			}
			if gain := now - m.lackSwapped(g, w); gain > best {
				give, want, best = g, w, gain
			}
		}
	}
	return give, want
}

// lackSwapped is lack of the seat's own Job with one Personnel for another.
func (m *mind) lackSwapped(gone, joins int) int {
	return m.lackAfter(tactics.Change{Leaves: m.kinds[gone].Skills, Joins: m.kinds[joins].Skills}, m.me)
}

// answer returns the worth of accepting an offer.
func (m *mind) answer(c heist.Choice) (worth float64) {
	if c.Act != heist.ActAccept {
		return 0
	}
	m.offers = m.s.Offers(m.offers[:0])
	for _, o := range m.offers {
		worth += m.worthOf(o)
	}
	return worth
}

// worthOf returns the worth of one card of an offer and of what is wanted for it.
func (m *mind) worthOf(o heist.Offer) float64 {
	gain, loss := 0., 0.
	if o.FromCrew {
		given := m.kinds[o.Given].Skills
		gain = 0.4 + 0.2*float64(skillCount(given))
		if m.s.HasJob(m.me) && o.Want < 0 {
			gain += 0.8 * float64(m.lack(m.me)-m.lackWith(given, m.me))
		}
	} else {
		gain = m.keep(o.Given)
	}
	switch {
	case o.Want >= 0:
		loss = 0.45 + 0.2*float64(skillCount(m.kinds[o.Want].Skills))
		if o.FromCrew && m.s.HasJob(m.me) {
			gain += 0.8 * float64(m.lack(m.me)-m.lackSwapped(o.Want, o.Given))
		}
	case o.Skill >= 0:
		loss = 0.5
	}
	if !o.Gift {
		// A card that helps the other seat costs too, the more the fewer seats play.
		loss += 0.1 + 0.05*m.threat(o.From)/float64(m.n-1)
	}
	return gain - loss
}
