package heat

import "ringer/env"

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	pool, total := &s.mem.deck, int(s.mem.left)
	if s.node == nodeLose || s.node == nodeGrab {
		hand, n := s.pool()
		pool, total = &hand, n
	}
	for t, n := range pool[:s.game.types] {
		if n > 0 {
			dst = append(dst, env.Outcome{Action: env.Action(t), Prob: float64(n) / float64(total)})
		}
	}
	return dst
}
