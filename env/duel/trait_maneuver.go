package duel

// Maneuver: while the Hero is in play, its owner rolls X more dice for Initiative, and
// says before whether for a high result or a low one: the highest die counts, or the
// lowest. The seats say so in order; what two Heroes give adds up (DUEL-96).
func init() {
	skills[traitManeuver] = &skill{
		needs: func(c *Config) string {
			if c.BidInitiative != BidOff {
				return "bid_initiative off"
			}
			return ""
		},
		rule: rule{
			on: [points]func(s *State, m int8){
				atRound: func(s *State, _ int8) {
					s.high = 0
					for seat := s.game.seats - 1; seat >= 0; seat-- {
						if set := s.maneuvering(seat); set != 0 {
							s.pushSkill(traitManeuver, first(set), 0, 0)
						}
					}
				},
			},
			initiative: func(s *State, seat int) (dice int) {
				for rest := s.maneuvering(seat); rest != 0; rest &= rest - 1 {
					dice += s.trait(first(rest), traitManeuver)
				}
				return dice
			},
		},
		run: func(s *State, t *task) {
			g, seat := s.game, s.owner(t.m)
			if t.step == 1 {
				s.pop()
				if s.answer == g.do(doAimHigher) {
					s.high |= 1 << seat
				}
				return
			}
			t.step = 1
			s.forbidAll()
			s.allow(g.do(doAimLower))
			s.allow(g.do(doAimHigher))
			s.askSkill(traitManeuver, nodeHow, seat, t.m, nobody)
		},
	}
}

// maneuvering are the Heroes of a seat that give it dice for Initiative.
func (s *State) maneuvering(seat int) modelSet {
	return s.bearers[traitManeuver] & s.own[seat] & s.inPlay
}
