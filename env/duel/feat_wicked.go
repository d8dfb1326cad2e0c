package duel

// Wicked, a Special Attack: when the scores are revealed the Hero takes X hits, at
// most one more than its toughness, which nothing redirects or stops; for this Duel it
// has +X on each die. It fights on where a hit would place it prone. But prone when
// the Duel is over, by whatever hit, it is removed (DUEL-93).
func init() {
	wicked := func(s *State, m int8) bool { return s.duel.by == m && s.duel.special == featWicked }
	skills[featWicked] = &skill{
		attack:  true,
		special: func(*State, int8) {},
		rule: rule{
			on: [points]func(s *State, m int8){
				atReveal: func(s *State, m int8) {
					if wicked(s, m) && s.models[m].status == standing {
						s.pushSkill(featWicked, m, 0, 0)
					}
				},
				atDuelEnd: func(s *State, m int8) {
					x := &s.models[m]
					if wicked(s, m) && (x.status == prone || x.status == standing && x.hits > 0) {
						s.remove(m)
					}
				},
			},
			modify: func(s *State, r roll) int {
				if !wicked(s, r.by) {
					return 0
				}
				return int(s.duel.much)
			},
		},
		run: func(s *State, t *task) {
			m := t.m
			x := &s.models[m]
			if t.step == 0 {
				t.step = 1
				s.forbidAll()
				s.allowNumbers(0, int(x.toughness)+int(s.hitsOf(m))-1)
				s.askSkill(featWicked, nodeHow, s.owner(m), m, nobody)
				return
			}
			hits := s.doHow()
			s.pop()
			s.duel.much = uint8(hits)
			if hits == 0 {
				return
			}
			s.reach(atHurt, m)
			lost := min(hits, int(x.toughness))
			x.toughness -= uint8(lost)
			if x.hits += uint8(hits - lost); hits == lost {
				s.reach(atTough, m)
			}
		},
	}
}
