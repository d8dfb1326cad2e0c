package heat

import "ringer/env"

// InformationState implements env.InfoStater: the events of the game as seat p
// perceived them.
func (s *State) InformationState(p env.Player) string {
	b := make([]byte, 0, 4096)
	s.each(p, func(line []byte) { b = append(append(b, line...), "; "...) })
	if len(b) >= 2 {
		b = b[:len(b)-2]
	}
	return string(b)
}

// each tells the game event by event as seat p perceived it, with what the seat
// learns when secret choices are shown. The line is valid during the call.
func (s *State) each(p env.Player, use func(line []byte)) {
	n := s.game.players
	var m memory // to know hands at looks, and what is received
	heist := int8(0)
	var line []byte
	for i, e := range s.log {
		if heist <= s.heist && i == int(s.heistAt[heist]) {
			m.reset(s.game)
			heist++
		}
		complete := (e.kind == evPick || e.kind == evPlay) && int(m.committed) == n-1
		chosen := m.commit
		if complete {
			chosen[e.seat] = e.card
		}
		line = s.tell(line[:0], p, e)
		m.note(e, n, heist-1)
		if e.kind == evLook && e.seat == int8(p) {
			line = append(line, ": "...)
			line = append(line, s.game.names(&m.hand[e.other])...)
		}
		use(line)
		if !complete {
			continue
		}
		for seat := range n {
			switch {
			case e.kind == evPlay:
				line = append(name(line[:0], seat), " shows "...)
			case s.passTo(seat, heist-1) == int(p):
				line = append(name(line[:0], int(p)), " receives "...)
			default:
				continue
			}
			use(append(line, s.game.title(chosen[seat])...))
		}
	}
}
