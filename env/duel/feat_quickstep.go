package duel

// Quickstep: to avoid hits, every die that is no defense is rolled again once.
func init() {
	skills[featQuickstep] = &skill{
		needs: needsAvoidHits,
		rule: rule{on: [points]func(s *State, m int8){
			atDefended: func(s *State, m int8) {
				if s.bears(m, featQuickstep) {
					s.pushSkill(featQuickstep, m, 0, 0)
				}
			},
		}},
		run: runMissesAgain,
	}
}

// runMissesAgain rolls all dice of the roll under way again that fail.
func runMissesAgain(s *State, t *task) {
	d := &s.duel
	if t.step == 1 {
		s.bringBack()
		s.pop()
		return
	}
	t.step = 1
	for d.rolled > 0 && !s.hitsWith(d.faces[0]) { // the lowest fail first
		s.setAside(d.faces[0])
	}
	if d.aside == 0 {
		s.pop()
		return
	}
	s.chance(chanceDice, int(d.aside), t.m)
}

// needsAvoidHits is what skills say that do nothing where nobody avoids hits.
func needsAvoidHits(c *Config) string {
	if !c.AvoidHits {
		return "avoid_hits on"
	}
	return ""
}
