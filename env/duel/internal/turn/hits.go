package turn

import "ringer/env/duel/space"

// Steps of taskApply. Its Next is the attack whose hits could go to other models.
const (
	applyStops Step = iota // rules stop hits
	applySends             // asks who takes the hits of the next attack
	applySent
)

// runApply lets the attacks of a level take effect together: rules stop hits, then for
// each attack it is asked who takes its hits, then what the attacks do instead of hits
// happens, then all hits are taken, and then what follows from them (DUEL-27, DUEL-28).
// Nothing of that depends on the order of the attacks but who is asked first, which is
// the initiator's seat, and who is in whose way when several are shoved.
//
// Tasks that these rules push, such as a fall, wait until all attacks have taken
// effect; only the question who takes the hits does not.
func runApply(s *State, t *Task) {
	d := &s.Duel
	switch t.Step {
	case applyStops:
		m := t.M
		s.Pop()
		s.stopHits()
		t = s.Push(taskApply, m)
		if t.Step = applySends; len(s.Game.Hooks.Intercept) > 0 {
			return // what they have brought counts before that
		}
	case applySent:
		s.owe(s.Blow.At, int(s.Blow.Hits), s.Blame)
		d.Attacks[d.Current].Hits, s.Blame = 0, 0
		t.Step = applySends
	}
	for ; int(t.Next) < int(d.Waiting); t.Next++ {
		a := &d.Attacks[t.Next]
		if a.At >= MaxModels { // who takes them is drawn when the attack has taken effect
			continue
		}
		if s.redirectable(a.By, a.At, int(a.Hits)) {
			d.Current, s.Blame = uint8(t.Next), Bit(a.By)
			t.Step = applySent
			t.Next++
			s.offerRedirects()
			return
		}
		s.owe(a.At, int(a.Hits), Bit(a.By))
		a.Hits = 0
	}
	s.Pop()
	s.takeEffect()
}

// stopHits has rules stop the hits of attacks. From then on an attack that does something
// else holds the hits for that apart.
func (s *State) stopHits() {
	d := &s.Duel
	for i := range d.Attacks[:d.Waiting] {
		d.Current = uint8(i)
		a := &d.Attacks[i]
		if a.with != NoSkill {
			a.Hits, a.rest = a.rest, a.Hits
		}
		for _, f := range s.Game.Hooks.Intercept {
			f(s, a)
		}
		a.Scored = a.Hits
	}
}

// takeEffect carries out what attacks do instead of hits, has all hits taken, and lets
// what follows happen.
func (s *State) takeEffect() {
	d := &s.Duel
	if s.Game.Config.Heroes {
		s.convert()
	}
	s.strike(s.Initiator())
	for i := range d.Attacks[:d.Waiting] {
		d.Current = uint8(i)
		s.Blame = Bit(d.Attacks[i].By)
		s.Reach(AtApplied, d.Attacks[i].By)
	}
	d.Waiting, s.Blame = 0, 0
}

// convert carries out what attacks do instead of hits.
func (s *State) convert() {
	d := &s.Duel
	for m := range s.Game.Models {
		d.Stood[m] = s.Models[m].At
	}
	s.gathers = true
	for i := range d.Attacks[:d.Waiting] {
		d.Current = uint8(i)
		if a := &d.Attacks[i]; a.with != NoSkill {
			s.Blame = Bit(a.By)
			a.Hits, a.rest = a.rest, a.Hits
			s.Game.Skills[a.with].Convert(s, a)
			a.Hits, a.rest = a.rest, a.Hits
		}
	}
	s.gathers = false
}

// ContactsBefore returns the models that were in contact with another before the attacks
// of the level took effect.
func (s *State) ContactsBefore(m int8) ModelSet {
	s.swapPlaces()
	set := s.Contacts(m)
	s.swapPlaces()
	return set
}

// swapPlaces has the models stand where they stood before the level, and back.
func (s *State) swapPlaces() {
	for m := range s.Game.Models {
		s.Models[m].At, s.Duel.Stood[m] = s.Duel.Stood[m], s.Models[m].At
	}
}

// Take lets hits take effect on a model. They first cost toughness; then one
// places it prone, two remove it. A Hero who is prone with toughness left is
// removed by the hit that takes the last of it (DUEL-10, DUEL-28, DUEL-49).
func (s *State) Take(m int8, hits int) {
	x := &s.Models[m]
	if hits == 0 || !s.Fielded(m) {
		return
	}
	s.Reach(AtHurt, m)
	if s.Absorbs(m, hits) {
		return
	}
	if x.Toughness > 0 {
		stunned := s.Lies(m)
		soaked := min(hits, int(x.Toughness))
		x.Toughness -= uint8(soaked)
		if hits -= soaked; stunned && x.Toughness == 0 {
			s.Remove(m)
			return
		}
		if hits == 0 {
			s.Reach(AtTough, m)
			return
		}
	}
	limit := s.HitsOf(m)
	x.Hits += uint8(min(hits, int(limit)))
	if x.Hits >= limit {
		s.Remove(m)
		return
	}
	if !s.Lies(m) {
		s.Knock(m)
	}
	s.Reach(AtHit, m)
}

// Absorbs reports whether a rule has a model take hits in another way.
func (s *State) Absorbs(m int8, hits int) bool {
	for _, f := range s.Game.Hooks.Takes {
		if f(s, m, hits) {
			return true
		}
	}
	return false
}

// Upright reports whether a rule keeps a model from being placed prone.
func (s *State) Upright(m int8) bool {
	for _, f := range s.Game.Hooks.Upright {
		if f(s, m) {
			return true
		}
	}
	return false
}

// Knock places a model prone. Frail models stay standing (DUEL-29), and those that a
// rule keeps upright.
func (s *State) Knock(m int8) {
	if s.Is(m, FlagFrail) || s.Upright(m) {
		return
	}
	s.LetFall(m)
	if x := &s.Models[m]; x.Status == Mingled {
		s.Street.Lying |= Bit(m)
	} else {
		x.Status = Prone
	}
	s.Reach(AtProne, m)
}

// Recover gets a prone model up: it starts again with no hit.
func (s *State) Recover(m int8) {
	x := &s.Models[m]
	x.Hits = 0
	switch {
	case !s.Lies(m):
		return
	case x.Status == Mingled:
		s.Street.Lying &^= Bit(m)
	default:
		x.Status = Standing
		s.makeRoom(m)
	}
	s.Reach(AtRecovered, m)
}

// Lies reports whether a model is prone, on the table or in a mob.
func (s *State) Lies(m int8) bool {
	return s.Models[m].Status == Prone || s.Models[m].Status == Mingled && s.Street.Lying.Has(m)
}

// Fielded reports whether a model is in play, or in a mob.
func (s *State) Fielded(m int8) bool { return s.InPlay.Has(m) || s.Models[m].Status == Mingled }

// makeRoom moves a model that gets up under an edge on which another stands by now to
// the nearest free point (DUEL-121).
func (s *State) makeRoom(m int8) {
	for rest := s.InPlay &^ Bit(m); rest != 0; rest &= rest - 1 {
		if !s.Game.Scene.Overlap(s.Spot(m), s.Spot(rest.First()), &s.Land) {
			continue
		}
		if p := s.NearestFree(m, s.Models[m].At); p != space.Nowhere {
			s.Put(m, p)
		}
		return
	}
}

// Remove takes a model out of the game.
func (s *State) Remove(m int8) {
	s.LetFall(m)
	x := &s.Models[m]
	x.Status = Gone
	s.InPlay &^= Bit(m)
	s.wiped = 1
	s.slain |= Bit(m)
	s.Reach(AtRemoved, m)
}
