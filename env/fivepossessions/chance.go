package fivepossessions

import "ringer/env"

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	switch s.node {
	case nodeToss:
		return append(dst, env.Outcome{Action: 0, Prob: 0.5}, env.Outcome{Action: 1, Prob: 0.5})
	case nodeDraw:
		return s.drawOutcomes(dst)
	}
	return dst
}

// drawOutcomes gives every hand of the stack the same probability: a card comes
// next in as many hands as there are ways to draw the rest from the greater cards.
func (s *State) drawOutcomes(dst []env.Outcome) []env.Outcome {
	p, t := &s.now, s.game.cards
	missing := s.game.handSize[p.line] - int(p.drawn[s.side])
	left := p.stack[s.side].above(s.last()).Size()
	total := t.ways[left][missing]
	for pool := s.drawable(); pool != 0; pool &= pool - 1 {
		left--
		dst = append(dst, env.Outcome{
			Action: env.Action(t.id[s.side][pool.First()]),
			Prob:   t.ways[left][missing-1] / total,
		})
	}
	return dst
}
