package duel

import "math/bits"

// Awesomeness: once a round, after its own action and Duel, the Hero may have up to X
// different models of its owner activated, itself and those that have acted included.
// Each is a whole activation more, with feats, that does not count as the model's own
// of the round (DUEL-95). It is not had in an activation that a feat or trait has given,
// nor does such an activation bring another (DUEL-114).
func init() {
	skills[traitAwesomeness] = &skill{
		rule: rule{on: [points]func(s *State, m int8){
			atActivationEnd: func(s *State, m int8) {
				if s.bears(m, traitAwesomeness) && s.mayGive(traitAwesomeness, m) {
					s.pushSkill(traitAwesomeness, m, 0, 0)
				}
			},
		}},
		run: runAwesomeness,
	}
}

// runAwesomeness asks for one model after the other. In task.b are those that it has
// named, from the first of the seat; in task.a is the newest.
func runAwesomeness(s *State, t *task) {
	const asking, asked, acted, fresh = 0, 1, 2, 3
	m := t.m
	firstOf := s.game.firstOf(s.owner(m))
	switch t.step {
	case asked:
		e := s.chosen(m)
		if e == nobody {
			s.pop()
			return
		}
		s.models[m].spent |= 1 << traitAwesomeness
		t.a, t.b = int16(e), t.b|1<<(e-firstOf)
		if t.step = fresh; s.is(e, flagActed) {
			t.step = acted
		}
		s.push(taskActivate, e, activationGiven, 0)
		return
	case fresh:
		s.clear(int8(t.a), flagActed)
	}
	var set modelSet
	if bits.OnesCount16(uint16(t.b)) < s.trait(m, traitAwesomeness) {
		set = s.awesomeFor(m) &^ (modelSet(t.b) << uint(firstOf))
	}
	if set == 0 {
		s.pop()
		return
	}
	t.step = asked
	s.askWhom(traitAwesomeness, m, set, true)
}

// awesomeFor are the models that a Hero could have activated.
func (s *State) awesomeFor(m int8) (set modelSet) {
	for rest := s.own[s.owner(m)] & s.standing() & s.game.slotsOf(s.owner(m)); rest != 0; rest &= rest - 1 {
		if e := first(rest); s.lends(traitAwesomeness, m, e) && s.mayActivate(e) {
			set |= bit(e)
		}
	}
	return set
}

// slotsOf are the models that a seat begins with.
func (g *Game) slotsOf(seat int) modelSet {
	return (1<<uint(g.perSeat) - 1) << uint(g.firstOf(seat))
}
