package duel

// Volley, a Special Attack against more than one enemy: when the Hero's turn to attack
// comes, each of its dice is given a target before any is rolled. What else happens to
// an attack happens for each target by itself; but there is one jam die, and one
// reroll of a two-handed weapon (DUEL-93, DUEL-53, DUEL-39).
func init() {
	skills[featVolley] = &skill{
		attack:     true,
		maySpecial: func(s *State, _ int8) bool { return count(s.targets()) > 1 },
		special:    func(*State, int8) {},
		rule: rule{aims: func(s *State, by int8) bool {
			if s.duel.special != featVolley {
				return false
			}
			s.pushSkill(featVolley, by, 0, 0)
			return true
		}},
		run: func(s *State, t *task) {
			d, g, m := &s.duel, s.game, t.m
			seat, set := s.owner(m), s.targets()
			if t.step == 0 {
				t.step = 1
				dice, _ := s.diceOf(roll{by: m, against: first(set), kind: rollAttack})
				t.a = int16(dice)
			} else {
				d.aims[d.aimed] = g.modelOf(seat, s.answer)
				d.aimed++
			}
			if int16(d.aimed) == t.a {
				s.pop()
				return
			}
			s.forbidAll()
			for ; set != 0; set &= set - 1 {
				s.allow(g.modelID(seat, first(set)))
			}
			s.askSkill(featVolley, nodeTarget, seat, m, nobody)
		},
	}
}
