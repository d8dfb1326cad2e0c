package duel

// Berserker: from when the Hero has recovered for the first time, by whatever
// means, it has +2 on each die in a Duel and moves 2 inches further, 3 under
// one_and_half_actions; whoever it is in a Duel with has +1 on each die; and it uses
// no Special Attack (DUEL-69). A charge is no Move action.
func init() {
	skills[featBerserker] = &skill{
		far: func(c *Config) float64 {
			far := c.Move
			if c.OneAndHalfActions {
				far = max(far, c.LongMove)
			}
			if c.Protection {
				far++
			}
			return far + rage(c)
		},
		rule: rule{
			on: [points]func(s *State, m int8){
				atRecovered: func(s *State, m int8) {
					if s.bears(m, featBerserker) {
						s.setMark(m, markBerserk, 1)
					}
				},
			},
			modify: func(s *State, r roll) int {
				bonus := 0
				if s.berserk(r.by) {
					bonus = 2
				}
				for rest := s.opponents(r); rest != 0; rest &= rest - 1 {
					if s.berserk(first(rest)) {
						return bonus + 1
					}
				}
				return bonus
			},
			stride: func(s *State, m int8) float64 {
				if s.berserk(m) {
					return rage(&s.game.config)
				}
				return 0
			},
		},
	}
}

// berserk says whether a model is a Berserker that has recovered once.
func (s *State) berserk(m int8) bool { return s.bears(m, featBerserker) && s.mark(m, markBerserk) != 0 }

// rage is by how much a berserk Hero moves further.
func rage(c *Config) float64 {
	if c.OneAndHalfActions {
		return 3
	}
	return 2
}
