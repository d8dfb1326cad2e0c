package turn

// Feats can let a model that initiates a Duel use the sight of others besides its
// own: its owner may have enemies that they see join the engaged set (DUEL-88). The
// reach is counted from the model itself, and an enemy that does not see it may only
// avoid hits.

// lent returns the enemies out of its own sight that a model could engage with the eyes
// that a feat lends it.
func (s *State) lent(id SkillID, m int8) ModelSet {
	eyes := s.Game.Skills[id].Eyes(s, m)
	if eyes == 0 {
		return 0
	}
	var set ModelSet
	for rest := s.Enemies(s.Owner(m)); rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.Engageable(m, e) && s.Reaches(m, e) && !s.Sees(m, e) && s.AnySees(eyes, e) {
			set |= Bit(e)
		}
	}
	return set
}

// allLent returns the enemies that feats could lend a model in all.
func (s *State) allLent(m int8) (set ModelSet) {
	for _, id := range s.Game.lenders {
		set |= s.lent(id, m)
	}
	return set
}

// AnySees reports whether one model of a set sees another model.
func (s *State) AnySees(eyes ModelSet, m int8) bool {
	for ; eyes != 0; eyes &= eyes - 1 {
		if s.Sees(eyes.First(), m) {
			return true
		}
	}
	return false
}

// Blind returns the models of a set that do not see another.
func (s *State) Blind(set ModelSet, m int8) ModelSet {
	for rest := set; rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.Sees(e, m) {
			set &^= Bit(e)
		}
	}
	return set
}

// CouldDuel reports whether a model could initiate a Duel where it is, be it with the
// eyes of others, or with a mob.
func (s *State) CouldDuel(m int8) bool {
	if s.Shootable(m)|s.HandToHand(m)|s.MobsToDuel(m) != 0 {
		return true
	}
	return s.allLent(m) != 0
}

// Owes reports whether a model has a Duel to come that could be with somebody where it is, or
// in place of which a rule offers it something.
func (s *State) Owes(m int8) bool {
	if s.Models[m].Owed == 0 || s.Models[m].Status != Standing {
		return false
	}
	if s.CouldDuel(m) {
		return true
	}
	for _, f := range s.Game.Hooks.Plans {
		if f(s, m) {
			return true
		}
	}
	return false
}

// runLend asks, feat by feat, whether the enemies that it shows join the Duel.
func runLend(s *State, t *Task) {
	lenders, m := s.Game.lenders, t.M
	if t.Step == Answered {
		t.Step = Asking
		if s.Answer == s.Game.Do(DoYes) {
			s.Duel.lent |= s.lent(lenders[t.Next], m)
			s.Duel.Eyes |= s.Game.Skills[lenders[t.Next]].Eyes(s, m)
		}
		t.Next++
	}
	for ; s.Models[m].Status == Standing && int(t.Next) < len(lenders); t.Next++ {
		if id := lenders[t.Next]; s.lent(id, m)&^s.Duel.lent != 0 {
			t.Step = Answered
			s.AskUse(id, m, Nobody)
			return
		}
	}
	s.Pop()
}
