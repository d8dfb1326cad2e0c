package fivepossessions

import (
	"ringer/env"
	"ringer/env/fivepossessions"
)

// Evaluate implements env.Judge: the lead in yards, and the expected yards of the
// possession under way, as a share of the goal. It reads the cards that lie face
// down.
func (m *Model) Evaluate(state env.State, p env.Player) float64 {
	s := state.(*fivepossessions.State)
	if s.CurrentPlayer() == env.Terminal {
		var r [fivepossessions.Players]float64
		s.Returns(r[:])
		return 100 * r[p]
	}
	x := float64(s.Yards(int(p)) - s.Yards(int(1-p)))
	if s.Attacker() >= 0 {
		scores := m.scores(s)
		yards := scores*m.score - (1-scores)*m.stop
		if int(p) != s.Attacker() {
			yards = -yards
		}
		x += yards
	}
	return x / m.goal
}

// scores returns a rough chance of the offense to score, from all cards that are
// drawn.
func (m *Model) scores(s *fivepossessions.State) float64 {
	if s.Question() != fivepossessions.AskPlace {
		return m.hope.value[s.Line()][m.open(s)]
	}
	var odds [maxLanes]float64
	rest := s.Hand(offense)[s.Put(offense):]
	defenders := s.Hand(defense)[s.Put(defense):]
	// On a short line, not every free lane gets a card.
	free := float64(m.lanes - s.Put(offense))
	for lane := range m.lanes {
		o, d := s.Placed(offense, lane), s.Placed(defense, lane)
		switch {
		case o != fivepossessions.NoCard:
			odds[lane] = m.against(s, o, d, lane, defenders)
		case len(rest) > 0:
			for _, o := range rest {
				odds[lane] += m.against(s, o, d, lane, defenders)
			}
			odds[lane] /= free
		}
	}
	return m.hope.after(s.Line(), &odds)
}

// against returns the chance of an offense card to win a lane: against the defense
// card that lies there, or one of those that may come.
func (m *Model) against(s *fivepossessions.State, o, d card, lane int, defenders []card) float64 {
	switch {
	case s.Dead(o, lane):
		return 0
	case d != fivepossessions.NoCard:
		if m.beats[o].Has(d) {
			return 1
		}
		return 0
	case len(defenders) == 0:
		return 1
	}
	n := 0
	for _, d := range defenders {
		if m.beats[o].Has(d) {
			n++
		}
	}
	// On a short line the lane may get no defender at all; that is left out.
	return float64(n) / float64(len(defenders))
}
