package duel

// What precision shot adds to the Hero's dice, and to those of its opponents.
const (
	precisionOwn     = 2
	precisionAgainst = 1
)

// States of Precision shot: channelled for a Duel that is still to come, then on.
const (
	precisionOn = 1 + iota
	precisionToCome
)

// Precision shot, a Special Attack that is channelled: +2 on the Hero's dice, and +1
// on those rolled against it, in the Duel that follows the channelling at once
// (DUEL-66) and whenever it returns fire until its next activation (DUEL-67). It is
// the one Special Attack of that Duel (DUEL-27).
func init() {
	skills[featPrecisionShot] = &skill{
		channel: true, attack: true,
		mayUse: func(s *State, m int8) bool { return !s.forbidsSpecials(m) },
		use: func(s *State, m int8) {
			s.plan(m)
			s.setMark(m, markPrecision, precisionToCome)
		},
		rule: rule{
			on: [points]func(s *State, m int8){
				atActivate: func(s *State, m int8) { s.setMark(m, markPrecision, 0) },
				atEngaged: func(s *State, m int8) {
					if s.mark(m, markPrecision) == precisionToCome && s.duel.special == noSkill {
						s.duel.special = featPrecisionShot
						s.setMark(m, markPrecision, precisionOn)
					}
				},
				atActivationEnd: func(s *State, m int8) { // there was no Duel, and none is owed
					if s.mark(m, markPrecision) == precisionToCome && !s.is(m, flagOwesDuel) {
						s.setMark(m, markPrecision, precisionOn)
					}
				},
			},
			modify: func(s *State, r roll) int {
				x := 0
				if s.precise(r.by) {
					x += precisionOwn
				}
				for rest := s.opponents(r); rest != 0; rest &= rest - 1 {
					if s.precise(first(rest)) {
						return x + precisionAgainst
					}
				}
				return x
			},
		},
	}
}

// precise says whether Precision shot counts for a Hero in the running Duel.
func (s *State) precise(m int8) bool {
	return s.mark(m, markPrecision) != 0 && (!s.initiates(m) || s.duel.special == featPrecisionShot)
}
