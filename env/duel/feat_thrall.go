package duel

// Thrall: any of the Hero's followers may be made its thralls before the first round,
// in the open. A thrall does nothing that wins: it takes, touches and holds no token,
// and a side that has only thralls left is out. It initiates no Duel, returns no fire,
// and may only avoid hits. When it ends a Move in contact with the Hero, its owner may
// spend it: a Hero who is prone recovers, one below its first toughness has a point
// of it back; the thrall is removed for good (DUEL-91, DUEL-61).
func init() {
	skills[featThrall] = &skill{
		needs: needsAvoidHits,
		leads: true,
		rule: rule{
			on: [points]func(s *State, m int8){
				atSetup: func(s *State, _ int8) {
					for m := int8(s.game.models) - 1; m >= 0; m-- {
						if s.ever(m, featThrall) > 0 && s.recruits(m) != 0 {
							s.pushSkill(featThrall, m, choosingThralls, 0)
						}
					}
				},
				atMoved: func(s *State, m int8) {
					if hero := s.models[m].leader; s.mark(m, markThrall) != 0 && s.bears(hero, featThrall) && (s.recoverable(hero) || s.tougher(hero)) && s.inContact(m, hero) {
						s.pushSkill(featThrall, m, recovering, 0)
					}
				},
			},
			serves:      func(s *State, m int8) bool { return s.mark(m, markThrall) == 0 },
			mayInitiate: func(s *State, m int8) bool { return s.mark(m, markThrall) == 0 },
			mayFight:    func(s *State, m, _ int8) bool { return s.mark(m, markThrall) == 0 },
			held: func(s *State, _ int8, holders modelSet) modelSet {
				for rest := holders; rest != 0; rest &= rest - 1 {
					if m := first(rest); s.mark(m, markThrall) != 0 {
						holders &^= bit(m)
					}
				}
				return holders
			},
		},
		run: runThrall,
	}
}

// What a task of Thrall is about, in task.a.
const (
	choosingThralls = iota
	recovering      // of the Hero, by a thrall
	toughening
)

func runThrall(s *State, t *task) {
	m, about, asked := t.m, int(t.a), t.step == 1
	if about == choosingThralls {
		if asked {
			e := s.chosen(m)
			if e == nobody {
				s.pop()
				return
			}
			s.setMark(e, markThrall, 1)
		}
		set := s.recruits(m)
		if set == 0 {
			s.pop()
			return
		}
		t.step = 1
		s.askWhom(featThrall, m, set, true)
		return
	}
	hero := s.models[m].leader
	switch {
	case asked && about == recovering && s.answer == s.game.do(doYes):
		s.pop()
		s.recover(hero)
		s.spend(m)
	case asked && about == toughening && s.doHow() == 1:
		s.pop()
		s.models[hero].toughness++
		s.spend(m)
	case asked && about == toughening || about == toughening && !s.tougher(hero):
		s.pop()
	case about == recovering && (asked || !s.recoverable(hero)):
		t.a, t.step = toughening, 0
	case about == recovering:
		t.step = 1
		s.askUse(featThrall, m, hero)
	default:
		t.step = 1
		s.forbidAll()
		s.allowNumbers(0, 1)
		s.askSkill(featThrall, nodeHow, s.owner(m), m, hero)
	}
}

// recruits are the followers of a Hero that are no thralls.
func (s *State) recruits(hero int8) (set modelSet) {
	for rest := s.own[s.owner(hero)]; rest != 0; rest &= rest - 1 {
		if m := first(rest); s.models[m].leader == hero && s.mark(m, markThrall) == 0 {
			set |= bit(m)
		}
	}
	return set
}

// recoverable and tougher say what a thrall can do for a Hero.
func (s *State) recoverable(hero int8) bool { return s.models[hero].status == prone }

func (s *State) tougher(hero int8) bool {
	return has(s.inPlay, hero) && int(s.models[hero].toughness) < s.trait(hero, traitToughness)
}

// spend removes a thrall, which does not respawn.
func (s *State) spend(m int8) {
	s.remove(m)
	s.models[m].status = gone
}
