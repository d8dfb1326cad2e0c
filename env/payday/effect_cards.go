package payday

import "ringer/env"

// This file holds the operations on cash and cards that happen once.

// gain gives the actor cash.
type gain struct{}

func (gain) apply(s *State, e *effect, _ target) { s.earn(int(s.frame.seat), int(e.amount)) }

// drain takes cash from the other side, as far as it has any.
type drain struct{}

func (drain) apply(s *State, e *effect, _ target) {
	other := 1 - int(s.frame.seat)
	s.pay(other, min(int(e.amount), int(s.cash[other])))
}

// draw lets the actor draw cards.
type draw struct{}

func (draw) apply(s *State, e *effect, _ target) { s.draws[s.frame.seat] += uint8(e.amount) }

// discard makes the other side discard cards at random.
type discard struct{}

func (discard) apply(s *State, e *effect, _ target) { s.drops[1-s.frame.seat] += uint8(e.amount) }

// spy shows the actor the other hand.
type spy struct{}

func (spy) apply(s *State, _ *effect, _ target) {
	other := 1 - int(s.frame.seat)
	z := &s.zones[other]
	base := s.game.deck.base[other]
	for i := range s.game.deck.kindsOf(other) {
		z.known[i] = z.hand[i]
		for range z.hand[i] {
			s.record(event{kind: evShow, seat: int8(other), seen: seenByAll, value: uint16(base + i)})
		}
	}
}

// recoverCard takes a card from the actor's discards into its hand, openly. The
// question for the card is asked by runFrame.
type recoverCard struct{}

func (recoverCard) apply(*State, *effect, target) {}

// recoverable reports whether there is a card to take.
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
