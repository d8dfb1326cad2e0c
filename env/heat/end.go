package heat

import "ringer/env"

// finish pays for the Heat and finds the winners (HEAT-10, HEAT-24).
func (s *State) finish() {
	value := int32(s.game.value(s.now.held()))
	best := 0
	for i := range s.game.players {
		s.now.money[i] -= value * int32(s.now.heat[i])
		if s.teller != nil {
			s.teller.paid(s, i, value*int32(s.now.heat[i]))
		}
		better := s.now.money[i] > s.now.money[best] ||
			s.now.money[i] == s.now.money[best] && s.now.heat[i] < s.now.heat[best]
		if better {
			best = i
		}
	}
	s.won = 0
	for i := range s.game.players {
		if s.now.money[i] == s.now.money[best] && s.now.heat[i] == s.now.heat[best] {
			s.won |= 1 << i
		}
	}
	if s.teller != nil {
		s.teller.won(s)
	}
	s.node, s.actor = nodeOver, env.Terminal
}

// arrest ends the game at once: everyone loses (HEAT-8).
func (s *State) arrest() {
	s.arrested = true
	if s.teller != nil {
		s.teller.arrested()
	}
	s.won = 0
	s.node, s.actor = nodeOver, env.Terminal
}
