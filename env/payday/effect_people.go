package payday

// This file holds the operations on heisters and officers that happen once.

// heal takes damage tokens off a heister.
type heal struct{}

func (heal) apply(s *State, e *effect, t target) {
	h := &s.heisters[t.heister]
	n := min(h.damage, uint8(e.amount))
	h.damage -= n
	s.ledger.healed += int32(n)
}

// strike deals damage: tokens on a heister, less its armor; on an officer it counts
// with the other damage of the combat.
type strike struct{}

func (strike) apply(s *State, e *effect, t target) {
	if t.heister >= 0 {
		s.wound(int(t.heister), int(e.amount))
		return
	}
	s.at(t).hurtBy(int(e.amount))
}

// strikeOff kills those of the officers that a strike hit whose damage exceeds their armor,
// all together (PAY-34). Outside of their combat the damage of the others is gone.
func (s *State) strikeOff(hit []target) {
	var dead [max(maxHeisters, slots)]bool
	for i, t := range hit {
		dead[i] = t.slot >= 0 && s.doomed(int(t.col), int(t.depth), int(t.slot))
	}
	for i, t := range hit {
		switch fighting := s.battle >= 0 && t.col == s.battle && s.isTop(int(t.col), int(t.depth)); {
		case t.heister >= 0:
		case dead[i]:
			s.kill(t)
		case !fighting:
			s.at(t).hurt = 0
		}
	}
}

// boost raises damage in this combat.
type boost struct{}

func (boost) apply(s *State, e *effect, t target) {
	if t.heister >= 0 {
		s.heisters[t.heister].boost += e.amount
		return
	}
	s.at(t).boost += e.amount
}

// brace raises armor in this combat.
type brace struct{}

func (brace) apply(s *State, e *effect, t target) {
	if t.heister >= 0 {
		s.heisters[t.heister].brace += e.amount
		return
	}
	s.at(t).brace += e.amount
}

// stun keeps someone from dealing damage in this combat.
type stun struct{}

func (stun) apply(s *State, _ *effect, t target) {
	if t.heister >= 0 {
		s.heisters[t.heister].stunned = true
		return
	}
	s.at(t).stunned = true
}

// dash moves a heister one column at once; it may still move in its step. The
// question is asked by runFrame.
type dash struct{}

func (dash) apply(*State, *effect, target) {}

// redeploy puts an officer on any objective with room of its own column or the
// next. The question for the place is asked by runFrame.
type redeploy struct{}

func (redeploy) apply(*State, *effect, target) {}

// recall sends an officer back to hand; a guard leaves the game (PAY-31).
type recall struct{}

func (recall) apply(s *State, _ *effect, t target) { s.sendHome(t) }
