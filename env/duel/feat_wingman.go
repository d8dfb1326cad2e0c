package duel

// wingmanReach is how near the friends of a Wingman are, in inches, and
// wingmanFriends how many it can help.
const (
	wingmanReach   = 4
	wingmanFriends = 3
)

// Wingman: a Hero whose activation ends without a Duel of its own, for whatever
// reason, may choose up to three friendly models within 4 inches. Until the end of the
// round each rolls one more die in Duels that it initiates in its activation; a
// second Wingman adds nothing to that (DUEL-77). Under bids, where Duels come later,
// it does so when its own turns out to be with nobody.
func init() {
	offer := func(s *State, m int8) {
		if s.bears(m, featWingman) && s.wingmen(m) != 0 {
			s.pushSkill(featWingman, m, 0, 0)
		}
	}
	skills[featWingman] = &skill{
		rule: rule{
			on: [points]func(s *State, m int8){
				atActivationEnd: func(s *State, m int8) {
					if !s.act.duelled && !s.is(m, flagOwesDuel) {
						offer(s, m)
					}
				},
				atPlan: func(s *State, m int8) {
					if s.act.m == nobody && !s.couldDuel(m) {
						offer(s, m)
					}
				},
				atRoundEnd: func(s *State, _ int8) {
					for m := range int8(s.game.models) {
						s.setMark(m, markWingman, 0)
					}
				},
			},
			dice: func(s *State, r roll) int {
				if !s.initiates(r.by) || s.act.m != r.by && s.act.m != nobody && !s.duel.joint {
					return 0
				}
				return s.mark(r.by, markWingman)
			},
		},
		run: func(s *State, t *task) {
			if t.step == 1 {
				friend := s.chosen(t.m)
				if friend == nobody {
					s.pop()
					return
				}
				s.setMark(friend, markWingman, 1)
				t.a++
			}
			set := s.wingmen(t.m)
			if t.a == wingmanFriends || set == 0 {
				s.pop()
				return
			}
			t.step = 1
			s.askWhom(featWingman, t.m, set, true)
		},
	}
}

// wingmen are the models in play that a Hero could still help.
func (s *State) wingmen(m int8) (set modelSet) {
	for rest := s.allied(s.owner(m)) & s.inPlay &^ bit(m); rest != 0; rest &= rest - 1 {
		if e := first(rest); s.mark(e, markWingman) == 0 && s.lends(featWingman, m, e) && s.within(m, e, wingmanReach) {
			set |= bit(e)
		}
	}
	return set
}
