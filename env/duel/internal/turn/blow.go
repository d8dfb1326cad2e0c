package turn

// A Blow is hits from one source that are about to be taken: hits of an attack, or of a
// trap, a laser, a fall, a mob or an Eviscerate die. Feats may send some of them to other
// models first (DUEL-28).
type Blow struct {
	By   int8 // the model whose hits they are; Nobody where nobody has dealt them
	At   int8
	Hits uint8
}

// Due holds the hits that are to be taken together, by model, and whose they are.
type Due struct {
	Hits [MaxModels]uint8
	By   [MaxModels]ModelSet
	all  ModelSet // models that have any
}

// owe adds hits of some models, or of nobody, to what a model is to take.
func (s *State) owe(m int8, hits int, by ModelSet) {
	if hits > 0 {
		s.Due.Hits[m] += uint8(hits)
		s.Due.By[m] |= by
		s.Due.all |= Bit(m)
	}
}

// strike has all hits that are due taken together, and only then what follows from the
// removals: a model that removes another as it is hit itself is first hit (DUEL-27). A
// model that several have hit together is removed by each of them (DUEL-68).
func (s *State) strike(first int8) {
	d := &s.Due
	if d.all == 0 {
		s.Blame, s.slain = 0, 0
		return
	}
	var gone ModelSet
	for rest := d.all; rest != 0; {
		m := s.Around(rest, first)
		rest &^= Bit(m)
		s.Blame, s.slain = d.By[m], 0
		s.Take(m, int(d.Hits[m]))
		gone |= s.slain // what goes with it is removed by those that have hit it too, or by nobody
	}
	s.Blame, s.slain = 0, 0
	for rest := gone; rest != 0; {
		m := s.Around(rest, first)
		rest &^= Bit(m)
		s.credit(d.By[m], first)
		d.By[m] = 0
	}
	for ; d.all != 0; d.all &= d.all - 1 {
		d.Hits[d.all.First()], d.By[d.all.First()] = 0, 0
	}
}

// credit tells the rules that some models have removed another.
func (s *State) credit(by ModelSet, first int8) {
	for by &= s.InPlay; by != 0; {
		m := s.Around(by, first)
		by &^= Bit(m)
		s.Reach(AtSlain, m)
	}
}

// RemoveBy removes a model in the name of another.
func (s *State) RemoveBy(m, by int8) {
	s.Blame = Bit(by)
	s.Remove(m)
	s.Blame, s.slain = 0, 0
	s.credit(Bit(by), by)
}

// blamed returns the model whose hits are being dealt; Nobody where nobody deals them.
func (s *State) blamed() int8 {
	if s.Blame == 0 {
		return Nobody
	}
	return s.Blame.First()
}

// blames returns the set of one model, or of Nobody.
func blames(m int8) ModelSet {
	if m == Nobody {
		return 0
	}
	return Bit(m)
}

// redirectable makes hits the blow that is about to be taken, and reports whether some of
// them could go to another model.
func (s *State) redirectable(by, at int8, hits int) bool {
	s.Blow = Blow{By: by, At: at, Hits: uint8(hits)}
	if hits == 0 || !s.InPlay.Has(at) {
		return false
	}
	for _, id := range s.Game.redirects {
		if to, _ := s.Game.Skills[id].Redirect(s, &s.Blow); to != 0 {
			return true
		}
	}
	return false
}

// offerRedirects asks, for each skill and each model that could take hits of the blow,
// whether they go there.
func (s *State) offerRedirects() {
	for i := len(s.Game.redirects) - 1; i >= 0; i-- {
		id := s.Game.redirects[i]
		to, _ := s.Game.Skills[id].Redirect(s, &s.Blow)
		s.PushEach(Task{Kind: taskRedirect, With: id}, to, s.Blow.At)
	}
}

// runRedirect asks the owner of the model that was hit how many of the hits go
// to another model. That one takes them as they are; a hit is redirected at most
// once (DUEL-28, DUEL-113).
func runRedirect(s *State, t *Task) {
	b, to := &s.Blow, t.M
	if t.Step == Answered {
		n := s.DoHow()
		s.Pop()
		if b.Hits -= uint8(n); s.Blame != 0 { // of an attack
			s.Duel.Attacks[s.Duel.Current].Hits = b.Hits
		}
		s.owe(to, n, blames(b.By))
		return
	}
	set, whole := s.Game.Skills[t.With].Redirect(s, b)
	if !set.Has(to) || b.Hits == 0 {
		s.Pop()
		return
	}
	t.Step = Answered
	s.ForbidAll()
	s.AllowNumbers(0, 0)
	if from := int(b.Hits); whole {
		s.AllowNumbers(from, from)
	} else {
		s.AllowNumbers(1, from)
	}
	s.AskSkill(t.With, NodeHow, s.Owner(b.At), b.At, to)
}

// Suffer gives a model hits that are no attack of the running Duel, of the model that is
// to blame, or of nobody. Where they could go to another model that is asked first.
func (s *State) Suffer(m int8, hits int) {
	by := s.Blame
	switch {
	case s.redirectable(s.blamed(), m, hits):
		s.SufferAll(Bit(m), hits, m)
	case s.gathers: // with the attacks that do something else
		s.owe(m, hits, by)
	default:
		s.owe(m, hits, by)
		s.strike(m)
		s.Blame = by
	}
}

// SufferAll gives several models hits at once: who takes them in whose place is asked
// before anybody takes any, from the seat of a model on.
func (s *State) SufferAll(set ModelSet, hits int, first int8) {
	s.Push(taskStrike, first)
	s.PushEach(Task{Kind: taskBlow, Number: int16(hits), Other: s.blamed()}, set, first)
}

// runBlow asks who takes hits that are no attack. Its Other is the model to blame.
func runBlow(s *State, t *Task) {
	if t.Step == Asking {
		t.Step = Answered
		if s.redirectable(t.Other, t.M, int(t.Number)) {
			s.offerRedirects()
			return
		}
	}
	m, by := t.M, t.Other
	s.Pop()
	s.owe(m, int(s.Blow.Hits), blames(by))
}

// runStrike lets hits that are no attack take effect.
func runStrike(s *State, t *Task) {
	first := t.M
	s.Pop()
	s.strike(first)
}
