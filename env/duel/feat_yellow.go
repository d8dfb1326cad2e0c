package duel

// Yellow: between its action and the Duel the Hero may throw itself down, stunned or
// merely prone; there is no Duel then (DUEL-94, DUEL-49). Under bids, where the Duel
// comes later, it may do so when its activation ends.
func init() {
	offer := func(s *State, m int8) {
		if s.bears(m, featYellow) && s.models[m].status == standing {
			s.pushSkill(featYellow, m, 0, 0)
		}
	}
	skills[featYellow] = &skill{
		rule: rule{on: [points]func(s *State, m int8){
			atPlan: func(s *State, m int8) {
				if s.act.m == m {
					offer(s, m)
				}
			},
			atActivationEnd: func(s *State, m int8) {
				if s.is(m, flagOwesDuel) {
					offer(s, m)
				}
			},
		}},
		run: func(s *State, t *task) {
			m := t.m
			if s.models[m].status != standing { // what came before has put it down
				s.pop()
				return
			}
			if t.step == 0 {
				t.step = 1
				s.askUse(featYellow, m, nobody)
				return
			}
			s.pop()
			if s.answer == s.game.do(doYes) {
				s.knock(m)
			}
		},
	}
}
