package turn

// A Blow is hits from one source that are about to be taken: those of an attack, or of
// a trap, a laser, a fall, a mob or an Eviscerate die. Feats may send some of them to
// other models first (DUEL-28).
type Blow struct {
	By   int8 // the model whose hits they are; Nobody where nobody has dealt them
	At   int8
	Hits uint8
	sent [MaxModels]uint8 // hits that go to another model instead
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
		for m := int8(s.Game.Models) - 1; m >= 0; m-- {
			if to.Has(m) {
				t := s.Push(taskRedirect, s.Blow.At)
				t.With, t.Other = id, m
			}
		}
	}
}

// runRedirect asks the owner of the model that was hit how many of the hits go
// to another model. That one takes them as they are; a hit is redirected at most
// once (DUEL-28, DUEL-113).
func runRedirect(s *State, t *Task) {
	b, to := &s.Blow, t.Other
	if t.Step == Answered {
		n := uint8(s.DoHow())
		s.Pop()
		b.Hits -= n
		b.sent[to] += n
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

// land lets the hits of the blow take effect, where they go now.
func (s *State) land() {
	b := s.Blow
	for m, n := range b.sent[:s.Game.Models] {
		s.Take(int8(m), int(n))
	}
	s.Take(b.At, int(b.Hits))
}

// Suffer gives a model hits that are no attack of the running Duel, of the model that is
// to blame, or of nobody. Where they could go to another model that is asked first.
func (s *State) Suffer(m int8, hits int) {
	if s.redirectable(s.Blame, m, hits) {
		s.threaten(m, hits)
		return
	}
	s.Take(m, hits)
}

// SufferAll gives several models hits at once: who takes them in whose place is asked
// before anybody takes any.
func (s *State) SufferAll(set ModelSet, hits int) {
	var asked ModelSet
	for rest := set; rest != 0; rest &= rest - 1 {
		m := rest.First()
		if s.redirectable(s.Blame, m, hits) {
			asked |= Bit(m)
			continue
		}
		s.threaten(m, hits)
	}
	for ; asked != 0; asked &= asked - 1 {
		s.threaten(asked.First(), hits)
	}
}

// threaten pushes hits that a model is to take.
func (s *State) threaten(m int8, hits int) {
	t := s.Push(taskBlow, m)
	t.Number, t.Other = int16(hits), s.Blame
}

// runBlow lets a model take hits that are no attack. Its Other is the model to blame.
func runBlow(s *State, t *Task) {
	if t.Step == Asking {
		t.Step = Answered
		if s.redirectable(t.Other, t.M, int(t.Number)) {
			s.offerRedirects()
		}
		return
	}
	s.Blame = t.Other
	s.Pop()
	s.land()
	s.Blame = Nobody
}
