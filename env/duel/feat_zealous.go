package duel

// zealousReach is how near a model is that a Zealous Hero can activate, in inches.
const zealousReach = 8

// Zealous: the Hero gives its activation, once a round, to another allied model
// within 8 inches that stands: that one has a whole activation, even if it had one
// before (DUEL-95). If it had none, this is its own. A Hero who has been given an
// activation so does not give it on (DUEL-114).
func init() {
	skills[featZealous] = &skill{
		mayUse: func(s *State, m int8) bool { return s.mayGive(featZealous, m) && s.zealousFor(m) != 0 },
		use: func(s *State, m int8) {
			s.models[m].spent |= 1 << featZealous
			s.models[m].used |= 1 << featZealous
		},
		rule: rule{on: [points]func(s *State, m int8){
			atActivationEnd: func(s *State, m int8) {
				if s.bears(m, featZealous) && s.models[m].used.has(featZealous) {
					s.pushSkill(featZealous, m, 0, 0)
				}
			},
		}},
		run: func(s *State, t *task) {
			m := t.m
			if t.step == 1 {
				s.pop()
				s.push(taskActivate, s.chosen(m), activationGiven, 0)
				return
			}
			set := s.zealousFor(m)
			if t.step = 1; set == 0 {
				s.pop()
				return
			}
			s.askWhom(featZealous, m, set, false)
		},
	}
}

// mayGive says whether a Hero may still let others have an activation in this round:
// once, and not in an activation that was itself given (DUEL-114).
func (s *State) mayGive(id skillID, m int8) bool {
	return s.act.m == m && !s.act.given && !s.models[m].spent.has(id)
}

// zealousFor are the models that could have a Hero's activation.
func (s *State) zealousFor(m int8) (set modelSet) {
	for rest := s.allied(s.owner(m)) & s.standing() &^ bit(m); rest != 0; rest &= rest - 1 {
		if e := first(rest); s.lends(featZealous, m, e) && s.mayActivate(e) && s.within(m, e, zealousReach) {
			set |= bit(e)
		}
	}
	return set
}
