package duel

// A joint Duel is one that several models initiate together with one opponent. As all
// of them attack it, and it can attack one of them, it is the Duel of that one with
// them, in which the others are the initiators: duel.by is the opponent, and duel.in
// who has initiated it.

// initiates says whether a model has initiated the running Duel.
func (s *State) initiates(m int8) bool {
	if s.duel.joint {
		return has(s.duel.in, m)
	}
	return m == s.duel.by
}

// initiators are all who have initiated the running Duel.
func (s *State) initiators() modelSet {
	if s.duel.joint {
		return s.duel.in
	}
	return bit(s.duel.by)
}

// initiator is who has initiated the running Duel, or one of them, in play if any is.
func (s *State) initiator() int8 {
	set := s.initiators()
	if in := set & s.inPlay; in != 0 {
		set = in
	}
	if set == 0 { // nobody is left in it
		return s.duel.by
	}
	return first(set)
}

// responders are those in the running Duel who have not initiated it.
func (s *State) responders() modelSet {
	if s.duel.joint {
		return bit(s.duel.by)
	}
	return s.duel.in
}

// duelTogether starts a joint Duel of a set with a model, hand to hand or at a
// distance. A target that was drawn from a melee may only avoid hits, and one of the
// own side sets no score of its own (DUEL-56).
func (s *State) duelTogether(set modelSet, with int8, melee, drawn bool) {
	s.duel = duel{by: with, only: nobody, target: nobody, joint: true, melee: melee, in: set, avoidOnly: drawn}
	lead := first(set)
	if drawn {
		s.duel.drawn = bit(with)
		s.duel.random = bit(with) & s.own[s.owner(lead)]
	}
	s.push(taskDuelEnd, lead, 0, 0)
	s.push(taskLevels, lead, 0, 0)
	s.push(taskReveal, lead, 0, 0)
	s.push(taskCommit, lead, 0, 0)
	s.engage()
}

// meetTogether finds out anew who of those who have initiated a joint Duel can have
// it, after somebody in it has moved: as before, or else the other way.
func (s *State) meetTogether() {
	d := &s.duel
	hand, shot := s.able(d.in, d.by)
	switch {
	case d.melee && hand == 0 && shot != 0, !d.melee && shot != 0:
		d.melee, d.in = false, shot
	default:
		d.melee, d.in = true, hand
	}
	s.engage()
}

// able are those of a set who could initiate a Duel with a model: hand to hand, and
// at a distance.
func (s *State) able(set modelSet, with int8) (hand, shot modelSet) {
	for rest := set & s.standing(); rest != 0; rest &= rest - 1 {
		m := first(rest)
		if !s.mayInitiate(m) {
			continue
		}
		if has(s.handToHand(m), with) {
			hand |= bit(m)
		}
		if has(s.shootable(m), with) {
			shot |= bit(m)
		}
	}
	return hand, shot
}
