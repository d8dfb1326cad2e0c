package turn

import "ringer/env/duel/space"

// runApply lets the attacks of a group take effect together, one after the other:
// rules that stop hits, then rules that send them to another model, then the model
// that was hit (DUEL-28). Converted hits skip all of that.
//
// Tasks that these rules push, such as a fall, wait until all attacks have taken
// effect; only the question who takes the hits does not.
func runApply(s *State, t *Task) {
	d := &s.Duel
	i, asked := int(t.Next), t.Step == Answered
	s.Pop()
	for ; i < int(d.Waiting); i++ {
		d.Current = uint8(i)
		a := &d.Attacks[i]
		s.Blame = a.By
		switch {
		case a.with != NoSkill:
			s.Game.Skills[a.with].Convert(s, a)
			if a.rest > 0 { // now those that hit
				a.Hits, a.rest, a.with = a.rest, 0, NoSkill
				i--
				continue
			}
		case !asked:
			for _, f := range s.Game.Hooks.intercept {
				f(s, a)
			}
			a.Scored = a.Hits
			if s.redirectable(a.By, a.At, int(a.Hits)) {
				t := s.Push(taskApply, a.By)
				t.Step, t.Next = Answered, int16(i)
				s.offerRedirects()
				return
			}
			fallthrough
		default:
			s.land()
		}
		asked = false
		s.Reach(AtApplied, a.By)
	}
	d.Waiting, s.Blame = 0, Nobody
}

// Take lets hits take effect on a model. They first cost toughness; then one
// places it prone, two remove it. A Hero who is prone with toughness left is
// removed by the hit that takes the last of it (DUEL-10, DUEL-28, DUEL-49).
func (s *State) Take(m int8, hits int) {
	x := &s.Models[m]
	if hits == 0 || x.Status != Standing && x.Status != Prone {
		return
	}
	s.Reach(AtHurt, m)
	if s.Absorbs(m, hits) {
		return
	}
	if x.Toughness > 0 {
		stunned := x.Status == Prone
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
	if x.Status == Standing {
		s.Knock(m)
	}
	s.Reach(AtHit, m)
}

// Absorbs reports whether a rule has a model take hits in another way.
func (s *State) Absorbs(m int8, hits int) bool {
	for _, f := range s.Game.Hooks.takes {
		if f(s, m, hits) {
			return true
		}
	}
	return false
}

// Upright reports whether a rule keeps a model from being placed prone.
func (s *State) Upright(m int8) bool {
	for _, f := range s.Game.Hooks.upright {
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
	s.Models[m].Status = Prone
	s.Reach(AtProne, m)
}

// Recover gets a prone model up: it starts again with no hit.
func (s *State) Recover(m int8) {
	x := &s.Models[m]
	x.Hits = 0
	if x.Status == Prone {
		x.Status = Standing
		s.makeRoom(m)
		s.Reach(AtRecovered, m)
	}
}

// makeRoom moves a model that gets up under an edge on which another stands by now to
// the nearest free point (DUEL-121).
func (s *State) makeRoom(m int8) {
	for rest := s.InPlay &^ Bit(m); rest != 0; rest &= rest - 1 {
		if !s.Game.Scene.Overlap(s.Spot(m), s.Spot(rest.First()), &s.Land) {
			continue
		}
		if p := s.NearestFree(m, s.Models[m].At); p != space.Nowhere {
			s.Models[m].At = p
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
	s.Reach(AtRemoved, m)
}
