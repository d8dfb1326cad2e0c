package duel

func init() { runners[taskLend] = runLend }

// Feats can let a model that initiates a Duel use the sight of others besides its
// own: its owner may have enemies that they see join the engaged set (DUEL-88). The
// reach is counted from the model itself, and whoever does not see it may only avoid
// hits.

// lent are the enemies out of its own sight that a model could engage with the eyes
// that a feat lends it.
func (s *State) lent(id skillID, m int8) modelSet {
	eyes := skills[id].eyes(s, m)
	if eyes == 0 {
		return 0
	}
	var set modelSet
	for rest := s.enemies(s.owner(m)); rest != 0; rest &= rest - 1 {
		if e := first(rest); s.engageable(m, e) && s.reaches(m, e) && !s.sees(m, e) && s.anySees(eyes, e) {
			set |= bit(e)
		}
	}
	return set
}

// allLent are the enemies that feats could lend a model in all.
func (s *State) allLent(m int8) (set modelSet) {
	for _, id := range s.game.lenders {
		set |= s.lent(id, m)
	}
	return set
}

// anySees says whether one model of a set sees another model.
func (s *State) anySees(eyes modelSet, m int8) bool {
	for ; eyes != 0; eyes &= eyes - 1 {
		if s.sees(first(eyes), m) {
			return true
		}
	}
	return false
}

// blind are those of a set who do not see a model.
func (s *State) blind(set modelSet, m int8) modelSet {
	for rest := set; rest != 0; rest &= rest - 1 {
		if e := first(rest); s.sees(e, m) {
			set &^= bit(e)
		}
	}
	return set
}

// couldDuel says whether a model could initiate a Duel where it is, be it with the
// eyes of others.
func (s *State) couldDuel(m int8) bool {
	if s.shootable(m)|s.handToHand(m) != 0 {
		return true
	}
	return s.allLent(m) != 0
}

// runLend asks, feat by feat, whether the enemies that it shows join the Duel.
func runLend(s *State, t *task) {
	lenders, m := s.game.lenders, t.m
	if t.step == 1 {
		t.step = 0
		if s.answer == s.game.do(doYes) {
			s.duel.lent |= s.lent(lenders[t.a], m)
			s.duel.eyes |= skills[lenders[t.a]].eyes(s, m)
		}
		t.a++
	}
	for ; s.models[m].status == standing && int(t.a) < len(lenders); t.a++ {
		if id := lenders[t.a]; s.lent(id, m)&^s.duel.lent != 0 {
			t.step = 1
			s.askUse(id, m, nobody)
			return
		}
	}
	s.pop()
}
