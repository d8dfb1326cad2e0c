package heist

import "ringer/env/heist"

// This file weighs cards: to recruit, to play, to attach and to keep.

const (
	eventPrice = 0.05 // of not playing a card: an Event or a Complication is kept for a better use
	junkPrice  = 0.42 // worth below which a card is given up for a new one
)

// recruit prefers Leaders, then Personnel that bring the Job nearer.
func (m *mind) recruit(c heist.Choice) float64 {
	if c.Act == heist.ActPass {
		return 0
	}
	k := &m.kinds[c.Kind]
	worth := 0.2 + 0.1*float64(skillCount(k.Skills))
	if k.Type == heist.TypeLeader {
		worth += 3
	}
	if m.s.HasJob(m.me) {
		worth += 1.5 * float64(m.lack(m.me)-m.lackWith(k.Skills, m.me))
	}
	for _, e := range k.Effects {
		if e.Op == heist.OpHandLimit && m.s.CrewSize(m.me) > m.s.CrewLimit(m.me)-3 {
			worth -= 0.5 // no room for Personnel without a skill
		}
	}
	return worth
}

// event returns the worth of playing an Event now.
func (m *mind) event(c heist.Choice) float64 {
	if c.Act == heist.ActPass {
		return eventPrice
	}
	worth := 0.
	for _, e := range m.kinds[c.Kind].Effects {
		switch e.Op {
		case heist.OpDraw:
			worth += 0.5 * float64(e.Amount)
			if m.s.HandSize(m.me) >= m.s.HandLimit(m.me) {
				worth -= 0.3 * float64(e.Amount)
			}
		case heist.OpStealPersonnel:
			worth += 2
		case heist.OpDiscardPersonnel:
			worth += 0.4 + 0.15*m.threat(m.leader())
		case heist.OpDiscardJob:
			worth += m.bestSabotage()
		case heist.OpExecuteOther:
			worth += m.bestRaid()
		case heist.OpLook:
			worth += 0.2
		case heist.OpExchange:
			worth += 0.3 * float64(m.junk())
		case heist.OpDiscardRandom:
			worth += 0.3*float64(min(e.Amount, m.s.HandSize(m.leader()))) + 0.05*m.threat(m.leader())
		}
	}
	return worth
}

// personTarget returns the worth of discarding, or stealing, Personnel in play.
func (m *mind) personTarget(kind int) float64 {
	k := &m.kinds[kind]
	worth := 0.2 * float64(skillCount(k.Skills))
	if k.Type == heist.TypeLeader {
		worth += 0.4
	}
	owner := m.ownerOf(kind)
	if owner == m.me {
		return -1 - worth
	}
	if _, steals := amount(&m.kinds[m.s.Playing()], heist.OpStealPersonnel); steals && m.s.HasJob(m.me) {
		worth += float64(m.lack(m.me) - m.lackWith(k.Skills, m.me))
	}
	return worth + 0.1*m.threat(owner)
}

// ownerOf returns the seat, preferably another, that has Personnel of a kind in
// play.
func (m *mind) ownerOf(kind int) int {
	owner := m.me
	for seat := range m.n {
		m.theirs = m.s.Crew(seat, m.theirs[:0])
		for _, k := range m.theirs {
			if k == kind && seat != m.me {
				owner = seat
			}
		}
	}
	return owner
}

// jobTarget returns the worth of discarding a Job, or of being allowed to execute
// it.
func (m *mind) jobTarget(seat int) float64 {
	if _, executes := amount(&m.kinds[m.s.Playing()], heist.OpExecuteOther); executes {
		return m.raid(seat)
	}
	return m.sabotage(seat)
}

func (m *mind) bestSabotage() float64 {
	best := -1.
	for seat := range m.n {
		if m.s.HasJob(seat) {
			best = max(best, m.sabotage(seat))
		}
	}
	return best
}

func (m *mind) bestRaid() float64 {
	best := -1.
	for seat := range m.n {
		if seat != m.me && m.s.HasJob(seat) {
			best = max(best, m.raid(seat))
		}
	}
	return best
}

// sabotage returns the worth of discarding a Job.
func (m *mind) sabotage(seat int) float64 {
	switch {
	case m.ends() && m.ahead(0):
		return 100 // the game is over, and won
	case m.ends():
		return -100
	case seat == m.me:
		return -1
	}
	return m.threat(seat) - 4
}

// raid returns the worth of being allowed to execute an opponent's Job.
func (m *mind) raid(seat int) float64 {
	if m.ends() && m.ahead(0) {
		return 90 // the game is over, and won
	}
	if !m.ready(seat) || m.ends() && !m.ahead(m.s.Value(seat)) {
		return -1
	}
	worth := 0.6*float64(m.s.Value(seat)) + 0.2*m.threat(seat)
	if m.s.HasJob(m.me) && m.ready(m.me) {
		worth -= 0.5 * float64(m.s.Value(m.me))
	}
	return worth
}

// attach returns the worth of a Complication or Secondary Job on its best Job.
func (m *mind) attach(c heist.Choice) float64 {
	if c.Act == heist.ActPass {
		return eventPrice
	}
	best := -1.
	for seat := range m.n {
		if m.s.HasJob(seat) {
			best = max(best, m.place(c.Kind, seat))
		}
	}
	return best
}

// place returns the worth of attaching a card to the Job of a seat.
func (m *mind) place(kind, seat int) float64 {
	k := &m.kinds[kind]
	if k.Type == heist.TypeSecondary {
		security, _ := amount(k, heist.OpAddSecurity)
		points, _ := amount(k, heist.OpAddPoints)
		if seat != m.me || m.lack(m.me) > 0 || m.slack(m.me) < security+2 {
			return -0.5 * float64(points)
		}
		return 0.5 * float64(points)
	}
	if seat == m.me {
		return -1
	}
	worth := 0.1 + 0.1*m.threat(seat)
	if !m.crewHas(seat, k.Skills) {
		worth += 0.5
	}
	return worth
}

// crisis returns the worth of playing a Crisis as the Thwarter.
func (m *mind) crisis(c heist.Choice) float64 {
	if c.Act == heist.ActPass {
		return 0
	}
	k := &m.kinds[c.Kind]
	unspent := m.s.UnspentSkills(m.s.Turn(), m.needs[:0])
	if k.Skills == 0 {
		spends, _ := amount(k, heist.OpSpendRandom)
		return 0.5 * float64(max(1, min(spends, len(unspent))))
	}
	able := 0
	for _, skills := range unspent {
		if skills&k.Skills != 0 {
			able++
		}
	}
	return 1.2 - 0.4*float64(able)
}

// keep returns the worth of keeping a card of the hand.
func (m *mind) keep(kind int) float64 {
	k := &m.kinds[kind]
	switch k.Type {
	case heist.TypeCon:
		return m.keepCon(kind)
	case heist.TypeLeader, heist.TypePersonnel:
		if m.s.CrewSize(m.me) >= m.s.CrewLimit(m.me) {
			return 0.15 + 0.1*float64(skillCount(k.Skills))
		}
		return 0.6 + 0.2*float64(skillCount(k.Skills))
	case heist.TypeEvent:
		return 0.7
	case heist.TypeReaction:
		return 0.9
	case heist.TypeCrisis:
		spends, _ := amount(k, heist.OpSpendRandom)
		return 0.55 + 0.1*float64(max(0, min(spends, 6)-1))
	case heist.TypeSecondary:
		return 0.3
	}
	return 0.45
}

func (m *mind) keepCon(kind int) float64 {
	k := &m.kinds[kind]
	x := 0.4
	if m.s.HasJob(m.me) {
		m.needs = m.s.Obstacles(m.me, m.needs[:0])
		for skill := uint8(1); skill <= k.Skills; skill <<= 1 {
			if k.Skills&skill != 0 {
				x += 0.08 * float64(m.needing(skill))
			}
		}
		x += m.marginal(kind)
	}
	if !m.crewHas(m.me, k.Skills) {
		x -= 0.25
	}
	for _, other := range m.hand {
		if other != kind && m.kinds[other].Skills&k.Skills != 0 {
			x -= 0.04
		}
	}
	return x
}

// needing returns the number of cards of needs that a skill overcomes.
func (m *mind) needing(skill uint8) int {
	n := 0
	for _, need := range m.needs {
		if need&skill != 0 {
			n++
		}
	}
	return n
}

// junk returns the number of cards of the hand that are worth less than a new one.
func (m *mind) junk() int {
	n := 0
	for _, k := range m.hand {
		if m.keep(k) < junkPrice {
			n++
		}
	}
	return n
}
