package duel

// markMost is what a Mark die can show, like any die.
const markMost = 6

// Mark: instead of hitting, an attack may place a die beside its target that shows
// how many hits it would have dealt. Until the next Upkeep all dice rolled against
// the marked model gain as much, whoever rolls them. Of two marks the higher stays
// (DUEL-80). It works when returning fire too.
func init() {
	skills[featMark] = &skill{
		mayConvert: func(*State, *attack) bool { return true },
		convert: func(s *State, a *attack) {
			if has(s.inPlay, a.at) {
				s.setMark(a.at, markMark, max(s.mark(a.at, markMark), min(int(a.hits), markMost)))
			}
		},
		rule: rule{
			on: [points]func(s *State, m int8){
				atUpkeep: func(s *State, _ int8) {
					for m := range int8(s.game.models) {
						s.setMark(m, markMark, 0)
					}
				},
			},
			modify: func(s *State, r roll) int {
				most := 0
				for rest := s.opponents(r); rest != 0; rest &= rest - 1 {
					most = max(most, s.mark(first(rest), markMark))
				}
				return most
			},
		},
	}
}
