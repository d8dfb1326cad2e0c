package fourdowns

import "ringer/env"

// lose adds a stake to what a seat has lost. A seat that has lost enough is out of
// the game (FD-2).
func (s *State) lose(seat int, stake uint8) {
	s.yards[seat] += int16(int(stake) * s.game.config.Yards)
	if int(s.yards[seat]) >= s.game.config.OutAt {
		s.in &^= 1 << seat
	}
}

// endHand makes the losers pay the stake and goes on to the next hand or the end
// (FD-2, FD-10).
func (s *State) endHand(winner int) {
	h := &s.hand
	for i := range s.game.players {
		if h.in.has(i) && i != winner {
			s.lose(i, h.stake)
		}
	}
	s.taken[winner]++
	s.dealer = int8(winner)
	s.hands++
	s.handAt[s.hands] = uint16(len(s.log))
	if s.in.count() == 1 || s.game.config.Hands > 0 && int(s.hands) == s.game.config.Hands {
		s.finish()
		return
	}
	s.beginHand()
}

// finish ends the game and finds the winners: the last player in the game or, when
// the hands are used up, the players that have lost least.
func (s *State) finish() {
	s.node, s.actor = nodeOver, env.Terminal
	if s.in.count() == 1 {
		s.won = s.in
		return
	}
	least := s.yards[s.in.lowest()]
	for i := range s.game.players {
		if s.in.has(i) {
			least = min(least, s.yards[i])
		}
	}
	s.won = 0
	for i := range s.game.players {
		if s.in.has(i) && s.yards[i] == least {
			s.won |= 1 << i
		}
	}
}
