package duel

// eviscerateMost is what an Eviscerate die can show, like any die.
const eviscerateMost = 6

// Eviscerate, a Special Attack: instead of hitting, an attack places a die beside
// its target that shows how many hits it would have dealt, or raises the one that
// lies there. In each Upkeep the die rises by 1, to 6 at most; then two dice are
// rolled, and each that comes to 7 or more with it is a hit. Whoever is left rolls
// to recover, also when it stands; if both dice say that it does, the die goes
// (DUEL-73). The hits are the attacker's (DUEL-68), but no Duel (DUEL-31).
func init() {
	skills[featEviscerate] = &skill{
		attack:     true,
		mayConvert: func(s *State, a *attack) bool { return s.strikes(featEviscerate, a) },
		convert: func(s *State, a *attack) {
			if has(s.inPlay, a.at) {
				s.setMark(a.at, markEviscerate, min(s.mark(a.at, markEviscerate)+int(a.hits), eviscerateMost))
				s.models[a.at].bonds[bondEviscerator] = a.by
			}
		},
		rule: rule{
			on: [points]func(s *State, m int8){
				atUpkeepSeat: func(s *State, seat int8) {
					for m := int8(s.game.models) - 1; m >= 0; m-- {
						if has(s.own[seat]&s.inPlay, m) && s.mark(m, markEviscerate) > 0 {
							s.pushSkill(featEviscerate, m, 0, 0)
						}
					}
				},
			},
			tested: func(s *State, m int8) bool { return s.mark(m, markEviscerate) > 0 },
			recoveryRolled: func(s *State, m int8, faces []uint8, bonus int) {
				if int(faces[0])+bonus >= s.game.config.RecoverOn { // the lower one
					s.setMark(m, markEviscerate, 0)
					s.models[m].bonds[bondEviscerator] = nobody
				}
			},
		},
		run: func(s *State, t *task) {
			m := t.m
			if t.step == 0 {
				t.step = 1
				s.setMark(m, markEviscerate, min(s.mark(m, markEviscerate)+1, eviscerateMost))
				s.chance(chanceDice, 2, m)
				return
			}
			s.pop()
			hits := 0
			for _, f := range throws(2)[s.answer].faces[:2] {
				if int(f)+s.mark(m, markEviscerate) >= s.game.config.HitOn {
					hits++
				}
			}
			s.blame = s.models[m].bonds[bondEviscerator]
			s.hurt(m, hits)
			s.blame = nobody
		},
	}
}
