package darkhex

import (
	"math/bits"

	"ringer/env"
)

// replay plays an episode from the start and reports whether p cannot tell it from s.
func (s *State) replay(w *State, p env.Player, rng env.Rand) bool {
	own, late := s.ownTries(p), s.openMet(p)
	for turns := s.endedTurns(1 - p); ; {
		switch {
		case w.actor == p:
			if len(own) == 0 {
				return s.actor == p
			}
			t := own[0]
			own = own[1:]
			if err := w.Apply(env.Action(t.cell)); err != nil {
				return false // the world has another stone there, or none
			}
			if w.tries[w.made-1].met != t.met {
				return false
			}
		case w.actor == env.Terminal:
			return len(own) == 0 && turns == 0 && w.winner == s.winner
		case turns > 0:
			w.tryAny(rng)
			if s.endsTurn(w.tries[w.made-1]) {
				turns--
			}
		case late > 0: // in the turn that is not ended
			w.tryAny(rng)
			if !w.tries[w.made-1].met {
				return false
			}
			late--
		default:
			return len(own) == 0 && s.actor == w.actor
		}
	}
}

// ownTries returns the tries of a seat, in their order.
func (s *State) ownTries(p env.Player) []try {
	var own []try
	for _, t := range s.tries[:s.made] {
		if env.Player(t.seat) == p {
			own = append(own, t)
		}
	}
	return own
}

// endedTurns counts the turns that a seat has ended.
func (s *State) endedTurns(p env.Player) (n int) {
	for _, t := range s.tries[:s.made] {
		if env.Player(t.seat) == p && s.endsTurn(t) {
			n++
		}
	}
	return n
}

// openMet counts the stones that the other seat than p has met in a turn that it has not ended.
func (s *State) openMet(p env.Player) (n int) {
	for i := int(s.made) - 1; i >= 0 && env.Player(s.tries[i].seat) != p && !s.endsTurn(s.tries[i]); i-- {
		n++
	}
	return n
}

// tryAny tries one of the cells of the seat to act, all alike.
func (s *State) tryAny(rng env.Rand) {
	open := s.open(s.actor)
	for range rng.IntN(bits.OnesCount16(open)) {
		open &= open - 1
	}
	if err := s.Apply(env.Action(bits.TrailingZeros16(open))); err != nil {
		panic("darkhex: an open cell is refused: " + err.Error())
	}
}
