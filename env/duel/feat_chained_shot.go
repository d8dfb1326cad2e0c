package duel

// chainReach is how near to a target the further one must be, in inches.
const chainReach = 2

// Chained shot, a Special Attack: one more enemy joins the ranged Duel, within 2
// inches of one that the Hero sees and reaches, wherever it is itself. It has a score
// of its own, returns fire if it sees the Hero and reaches it, and may be the target
// (DUEL-71).
func init() {
	skills[featChainedShot] = &skill{
		attack:     true,
		maySpecial: func(s *State, _ int8) bool { return s.chainable() != 0 },
		special:    func(s *State, m int8) { s.pushSkill(featChainedShot, m, 0, 0) },
		rule: rule{shootsAt: func(s *State, by, m int8) bool {
			d := &s.duel
			return by == d.by && d.special == featChainedShot && int8(d.much) == m+1
		}},
		run: func(s *State, t *task) {
			if t.step == 0 {
				t.step = 1
				s.askWhom(featChainedShot, t.m, s.chainable(), false)
				return
			}
			s.pop()
			d, e := &s.duel, s.chosen(t.m)
			d.much = uint8(e) + 1
			d.in |= bit(e)
			d.dodge |= s.blind(bit(e), d.by)
			s.set(e, flagEngaged)
		},
	}
}

// chainable are the enemies that a chained shot could draw into the Duel.
func (s *State) chainable() modelSet {
	d := &s.duel
	if d.melee || d.avoidOnly {
		return 0
	}
	var set modelSet
	for links := d.in; links != 0; links &= links - 1 {
		x := first(links)
		if !s.sees(d.by, x) || !s.mayAttack(d.by, x) {
			continue
		}
		for rest := s.enemies(s.owner(d.by)) &^ d.in &^ set; rest != 0; rest &= rest - 1 {
			if e := first(rest); s.within(x, e, chainReach) && s.farEnough(d.by, e) {
				set |= bit(e)
			}
		}
	}
	return set
}
