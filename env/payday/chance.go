package payday

import "ringer/env"

// pool returns the cards that chance draws from: counts by kind, the id of the first
// kind, and the number of cards.
func (s *State) pool() (counts []uint8, base env.Action, total int) {
	d := &s.game.deck
	seat := 0
	if s.question == RollDraw {
		if s.draws[seat] == 0 {
			seat = 1
		}
		return s.zones[seat].pile[:d.KindsOf(seat)], env.Action(d.Base[seat]), int(s.zones[seat].left)
	}
	if s.drops[seat] == 0 {
		seat = 1
	}
	return s.zones[seat].hand[:d.KindsOf(seat)], env.Action(d.Base[seat]), int(s.zones[seat].size)
}

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	if s.question == RollDraw || s.question == RollDrop {
		counts, base, total := s.pool()
		for i, n := range counts {
			if n > 0 {
				dst = append(dst, env.Outcome{Action: base + env.Action(i), Prob: float64(n) / float64(total)})
			}
		}
		return dst
	}
	var buffer [maxKinds]env.Action // a random setup: uniform (PAY-20)
	list := s.LegalActions(buffer[:0])
	for _, a := range list {
		dst = append(dst, env.Outcome{Action: a, Prob: 1 / float64(len(list))})
	}
	return dst
}
