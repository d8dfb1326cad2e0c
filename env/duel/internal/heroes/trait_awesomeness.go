package heroes

import (
	"math/bits"

	"ringer/env/duel/internal/turn"
)

// Awesomeness: once a round, after its own action and Duel, the Hero may have up to X
// different models of its owner activated, itself and those that have acted included.
// Each is a whole activation more, with feats, that does not count as the model's own
// of the round (DUEL-95). It is not had in an activation that a feat or trait has given,
// nor does such an activation bring another (DUEL-114).
func awesomenessTrait() *turn.Skill {
	return &turn.Skill{
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtActivationEnd].Add(func(s *turn.State, m int8) {
				if s.Bears(m, turn.TraitAwesomeness) && mayGive(s, turn.TraitAwesomeness, m) {
					s.PushSkill(turn.TraitAwesomeness, m)
				}
			})
		},
		Run: runAwesomeness,
	}
}

// Steps of the task of Awesomeness. Its Other is the newest model that it has named, its
// Number all of them, as bits from the first of the seat.
const (
	awesomeAsks turn.Step = iota
	awesomeAsked
	awesomeActed // one that had been activated before has been again
	awesomeFresh // one that had not has been
)

// runAwesomeness asks for one model after the other.
func runAwesomeness(s *turn.State, t *turn.Task) {
	m := t.M
	firstOf := s.Game.FirstOf(s.Owner(m))
	switch t.Step {
	case awesomeAsked:
		e := s.Chosen(m)
		if e == turn.Nobody {
			s.Pop()
			return
		}
		s.Models[m].Spent |= 1 << turn.TraitAwesomeness
		t.Other, t.Number = e, t.Number|1<<(e-firstOf)
		if t.Step = awesomeFresh; s.Is(e, turn.FlagActed) {
			t.Step = awesomeActed
		}
		s.Push(turn.TaskActivate, e).Step = turn.ActivationGiven
		return
	case awesomeFresh:
		s.Clear(t.Other, turn.FlagActed)
	}
	var set turn.ModelSet
	if bits.OnesCount16(uint16(t.Number)) < s.Trait(m, turn.TraitAwesomeness) {
		set = awesomeFor(s, m) &^ (turn.ModelSet(t.Number) << uint(firstOf))
	}
	if set == 0 {
		s.Pop()
		return
	}
	t.Step = awesomeAsked
	s.AskWhom(turn.TraitAwesomeness, m, set, true)
}

// awesomeFor returns the models that a Hero could have activated.
func awesomeFor(s *turn.State, m int8) (set turn.ModelSet) {
	for rest := s.Own[s.Owner(m)] & s.Standing() & slotsOf(s.Game, s.Owner(m)); rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.Lends(turn.TraitAwesomeness, m, e) && s.MayActivate(e) {
			set |= turn.Bit(e)
		}
	}
	return set
}

// slotsOf returns the models that a seat begins with.
func slotsOf(g *turn.Game, seat int) turn.ModelSet {
	return (1<<uint(g.PerSeat) - 1) << uint(g.FirstOf(seat))
}
