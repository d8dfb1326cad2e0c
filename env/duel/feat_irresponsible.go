package duel

// irresponsibleFrom is how far the Hero's own models must be away, in inches.
const irresponsibleFrom = 4

// Irresponsible: in each Duel in which the Hero is at least 4 inches away from all
// other models of its warband, its owner may roll for its Duel Score instead of the
// one that was set, when those of the others are known, and before Take aim (DUEL-27,
// DUEL-81). No feat passes to or from the Hero: see State.trusts.
func init() {
	skills[featIrresponsible] = &skill{
		needs: func(c *Config) string {
			if c.ModelsPerPlayer < 2 {
				return "models_per_player of 2 or more"
			}
			return ""
		},
		rule: rule{on: [points]func(s *State, m int8){
			atReveal: func(s *State, _ int8) {
				for m := int8(s.game.models) - 1; m >= 0; m-- {
					if has(s.duel.set&s.bearers[featIrresponsible], m) && s.strays(m) {
						s.pushSkill(featIrresponsible, m, 0, 0)
					}
				}
			},
		}},
		run: func(s *State, t *task) {
			m := t.m
			const asking, asked, rolled = 0, 1, 2
			switch {
			case t.step == asking:
				t.step = asked
				s.askUse(featIrresponsible, m, s.duel.by)
			case t.step == asked && s.answer == s.game.do(doYes):
				t.step = rolled
				s.chance(chanceDice, 1, m)
			case t.step == rolled:
				s.duel.score[m] = uint8(s.answer) + 1
				fallthrough
			default:
				s.pop()
			}
		},
	}
}

// strays says whether a model is away from all others of its warband.
func (s *State) strays(m int8) bool {
	for rest := s.own[s.owner(m)] & s.inPlay &^ bit(m); rest != 0; rest &= rest - 1 {
		if s.nearer(m, first(rest), irresponsibleFrom) {
			return false
		}
	}
	return true
}
