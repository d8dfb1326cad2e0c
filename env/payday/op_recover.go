package payday

import "ringer/env"

// recoverCard takes a card from the actor's discards into its hand, openly. The
// question for the card is asked by runFrame.
type recoverCard struct{}

func (recoverCard) apply(*State, *effect, target) {}

// recoverable says whether there is a card to take.
func (s *State) recoverable(e *effect) bool {
	z := &s.zones[s.frame.seat]
	for i := range s.game.deck.kindsOf(int(s.frame.seat)) {
		if z.discards[i] > 0 && s.fitsOf(e, i) {
			return true
		}
	}
	return false
}

// fitsOf tests the type that an effect names.
func (s *State) fitsOf(e *effect, i int) bool {
	return e.of == none || e.of == uint8(s.game.deck.kinds[s.game.deck.base[s.frame.seat]+i].typ)
}

func (s *State) appendRecoverable(dst []env.Action) []env.Action {
	seat := int(s.frame.seat)
	e := &s.effects()[s.frame.at]
	base := env.Action(s.game.deck.base[seat])
	for i, n := range s.zones[seat].discards[:s.game.deck.kindsOf(seat)] {
		if n > 0 && s.fitsOf(e, i) {
			dst = append(dst, base+env.Action(i))
		}
	}
	return dst
}

func (s *State) takeBack(k uint8) {
	z, i := s.zonesOf(k)
	z.discards[i]--
	s.toHand(k)
}
