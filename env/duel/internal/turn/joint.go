package turn

// A joint Duel is one that several models initiate together with one opponent: a
// coordinated action, or Retaliate. As all of them attack it, and it can attack one of
// them, it is the Duel of that one
// with them, in which the others are the initiators: Duel.By is the opponent, and
// Duel.In holds the initiators.

// Initiates reports whether a model has initiated the running Duel.
func (s *State) Initiates(m int8) bool {
	if s.Duel.Joint {
		return s.Duel.In.Has(m)
	}
	return m == s.Duel.By
}

// Initiators returns all models that have initiated the running Duel.
func (s *State) Initiators() ModelSet {
	if s.Duel.Joint {
		return s.Duel.In
	}
	return Bit(s.Duel.By)
}

// alone reports whether one model alone retaliates.
func (d *Duel) alone() bool { return d.Leaving && d.In.Count() == 1 }

// Initiator returns the model that has initiated the running Duel, or one of several, in
// play if any is.
func (s *State) Initiator() int8 {
	set := s.Initiators()
	if in := set & s.InPlay; in != 0 {
		set = in
	}
	if set == 0 { // nobody is left in it
		return s.Duel.By
	}
	return s.Around(set, s.Duel.By)
}

// Responders returns the models in the running Duel that have not initiated it.
func (s *State) Responders() ModelSet {
	if s.Duel.Joint {
		return Bit(s.Duel.By)
	}
	return s.Duel.In
}

// DuelTogether starts a joint Duel of a set with a model, hand to hand or at a
// distance. A target that was drawn from a melee may only avoid hits, and one on
// the shooter's side sets no score of its own (DUEL-56).
func (s *State) DuelTogether(set ModelSet, with int8, melee, drawn bool) {
	s.Duel = Duel{By: with, Only: Nobody, Target: Nobody, Joint: true, Melee: melee, In: set, AvoidOnly: drawn}
	if drawn {
		s.Duel.Drawn = Bit(with)
		s.Duel.Random = Bit(with) & s.Own[s.Owner(set.First())]
	}
	s.beginTogether()
}

// retaliate starts the Duel that those initiate who hold a model in a melee, when it
// wants to leave: it may only avoid hits (DUEL-57).
func (s *State) retaliate(m int8) {
	var set ModelSet
	for rest := s.Holders(m); rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.MayInitiate(e) {
			set |= Bit(e)
		}
	}
	if set == 0 || s.Models[m].Status != Standing {
		return
	}
	s.Duel = Duel{By: m, Only: Nobody, Target: Nobody, Joint: true, Melee: true, In: set, AvoidOnly: true, Leaving: true}
	s.beginTogether()
}

// beginTogether lets a joint Duel take its course.
func (s *State) beginTogether() {
	lead := s.Initiator()
	s.Push(TaskDuelEnd, lead)
	s.Push(TaskLevels, lead)
	s.Push(taskReveal, lead)
	s.Push(taskCommit, lead)
	s.Engage()
}

// meetTogether computes anew which initiators of a joint Duel can have it, after a
// model in it has moved: as before, or else the other way.
func (s *State) meetTogether() {
	d := &s.Duel
	hand, shot := s.Able(d.In, d.By)
	switch {
	case d.Leaving:
		d.In = hand
	case d.Melee && hand == 0 && shot != 0, !d.Melee && shot != 0:
		d.Melee, d.In = false, shot
	default:
		d.Melee, d.In = true, hand
	}
	s.Engage()
}

// Able returns the models of a set that could initiate a Duel with a model: hand to hand, and
// at a distance.
func (s *State) Able(set ModelSet, with int8) (hand, shot ModelSet) {
	for rest := set & s.Standing(); rest != 0; rest &= rest - 1 {
		m := rest.First()
		if !s.MayInitiate(m) {
			continue
		}
		if s.HandToHand(m).Has(with) {
			hand |= Bit(m)
		}
		if s.Shootable(m).Has(with) {
			shot |= Bit(m)
		}
	}
	return hand, shot
}
