package payday

// strike deals damage: tokens on a heister, less its armor; on an officer it
// counts with the other damage of the combat, and kills when it exceeds the armor.
type strike struct{}

func (strike) apply(s *State, e *effect, t target) {
	if t.heister >= 0 {
		s.wound(int(t.heister), int(e.amount))
		return
	}
	o := s.at(t)
	fighting := s.battle >= 0 && t.col == s.battle && s.isTop(int(t.col), int(t.depth))
	o.hurtBy(int(e.amount))
	if int(o.hurt) > s.armorOf(int(t.col), int(t.depth), int(t.slot)) {
		s.kill(t)
	} else if !fighting {
		o.hurt = 0
	}
}
