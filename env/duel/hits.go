package duel

import "ringer/env/duel/space"

func init() {
	runners[taskApply] = runApply
	runners[taskRedirect] = runRedirect
}

// runApply lets the attacks of a group take effect together, one after the
// other: what stops hits, then what sends them to another model, then the model
// that was hit (DUEL-28). Converted hits skip all of that.
//
// What these things push, such as a fall, waits until all attacks have taken
// effect; only the question who takes the hits does not.
func runApply(s *State, t *task) {
	d := &s.duel
	i, asked := int(t.a), t.step == 1
	s.pop()
	for ; i < int(d.waiting); i++ {
		d.current = uint8(i)
		a := &d.attacks[i]
		s.blame = a.by
		switch {
		case a.with != noSkill:
			skills[a.with].convert(s, a)
			if a.rest > 0 { // now those that hit
				a.hits, a.rest, a.with = a.rest, 0, noSkill
				i--
				continue
			}
		case !asked:
			for _, f := range s.game.hooks.intercept {
				f(s, a)
			}
			a.scored = a.hits
			if s.redirectable(a) {
				s.push(taskApply, a.by, i, 0).step = 1
				s.offerRedirects(a)
				return
			}
			fallthrough
		default:
			s.take(a.at, int(a.hits))
		}
		asked = false
		s.reach(atApplied, a.by)
	}
	d.waiting, s.blame = 0, nobody
}

// take lets hits take effect on a model. They first cost toughness; then one
// places it prone, two remove it. A Hero who is prone with toughness left is
// removed by the hit that takes the last of it (DUEL-10, DUEL-28, DUEL-49).
func (s *State) take(m int8, hits int) {
	x := &s.models[m]
	if hits == 0 || x.status != standing && x.status != prone {
		return
	}
	s.reach(atHurt, m)
	for _, f := range s.game.hooks.takes {
		if f(s, m, hits) {
			return
		}
	}
	if x.toughness > 0 {
		stunned := x.status == prone
		soaked := min(hits, int(x.toughness))
		x.toughness -= uint8(soaked)
		if hits -= soaked; stunned && x.toughness == 0 {
			s.remove(m)
			return
		}
		if hits == 0 {
			s.reach(atTough, m)
			return
		}
	}
	limit := s.hitsOf(m)
	x.hits += uint8(min(hits, int(limit)))
	if x.hits >= limit {
		s.remove(m)
		return
	}
	if x.status == standing {
		s.knock(m)
	}
	s.reach(atHit, m)
}

// knock places a model prone; the frail stay standing (DUEL-29), and whom a rule
// keeps upright.
func (s *State) knock(m int8) {
	if s.is(m, flagFrail) {
		return
	}
	for _, f := range s.game.hooks.upright {
		if f(s, m) {
			return
		}
	}
	s.letFall(m)
	s.models[m].status = prone
	s.reach(atProne, m)
}

// recover gets a prone model up: it starts again with no hit.
func (s *State) recover(m int8) {
	x := &s.models[m]
	x.hits = 0
	if x.status == prone {
		x.status = standing
		s.makeRoom(m)
		s.reach(atRecovered, m)
	}
}

// makeRoom moves a model that gets up under an edge on which another stands by now to
// the nearest free point (DUEL-121).
func (s *State) makeRoom(m int8) {
	for rest := s.inPlay &^ bit(m); rest != 0; rest &= rest - 1 {
		if !s.game.scene.Overlap(s.spot(m), s.spot(first(rest)), &s.land) {
			continue
		}
		if p := s.nearestFree(m, s.models[m].at); p != space.Nowhere {
			s.models[m].at = p
		}
		return
	}
}

// remove takes a model out of the game.
func (s *State) remove(m int8) {
	s.letFall(m)
	x := &s.models[m]
	x.status = gone
	s.inPlay &^= bit(m)
	s.wiped = 1
	s.reach(atRemoved, m)
}

// redirectable says whether hits of an attack could go to another model.
func (s *State) redirectable(a *attack) bool {
	if a.hits == 0 {
		return false
	}
	for _, id := range s.game.redirects {
		if to, _ := skills[id].redirect(s, a); to != nobody {
			return true
		}
	}
	return false
}

// offerRedirects asks, for each skill that could, whether hits go to another
// model.
func (s *State) offerRedirects(a *attack) {
	for i := len(s.game.redirects) - 1; i >= 0; i-- {
		id := s.game.redirects[i]
		if to, _ := skills[id].redirect(s, a); to != nobody {
			s.push(taskRedirect, a.at, 0, 0).with = id
		}
	}
}

// runRedirect asks the owner of the model that was hit how many of the hits go
// to another model. That one takes them as they are; a hit is redirected at most
// once (DUEL-28, DUEL-113).
func runRedirect(s *State, t *task) {
	a := &s.duel.attacks[s.duel.current]
	to, whole := skills[t.with].redirect(s, a)
	if t.step == 1 {
		n := s.doHow()
		s.pop()
		a.hits -= uint8(n)
		s.take(to, n)
		return
	}
	if to == nobody || a.hits == 0 {
		s.pop()
		return
	}
	t.step = 1
	s.forbidAll()
	s.allowNumbers(0, 0)
	if from := int(a.hits); whole {
		s.allowNumbers(from, from)
	} else {
		s.allowNumbers(1, from)
	}
	s.askSkill(t.with, nodeHow, s.owner(a.at), a.at, to)
}
