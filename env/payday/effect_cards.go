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

// recoverCard takes a card from the actor's discards into its hand, openly. Those that
// it discarded in secret are among them (PAY-46). The question for the card is asked by
// runFrame.
type recoverCard struct{}

func (recoverCard) apply(*State, *effect, target) {}

// recoverable reports whether everybody can see that there is a card to take; maybe, that
// there may be one among the secret discards.
func (s *State) recoverable(e *effect) (sure, maybe bool) {
	z := &s.zones[s.frame.seat]
	for i := range s.game.deck.kindsOf(int(s.frame.seat)) {
		sure = sure || z.discards[i] > 0 && s.fitsOf(e, i)
		maybe = maybe || z.secret[i] > 0
	}
	return sure, maybe
}

// fitsOf tests the type that an effect names.
func (s *State) fitsOf(e *effect, i int) bool {
	return e.of == none || e.of == uint8(s.game.deck.kinds[s.game.deck.base[s.frame.seat]+i].typ)
}

// appendRecoverable lists the cards to take. Where none of them lies open, the answer may
// be that there is none, so that neither the question nor silence tells of the secret
// discards (PAY-46).
func (s *State) appendRecoverable(dst []env.Action) []env.Action {
	seat := int(s.frame.seat)
	e := &s.effects()[s.frame.at]
	base := env.Action(s.game.deck.base[seat])
	z := &s.zones[seat]
	for i := range s.game.deck.kindsOf(seat) {
		if (z.discards[i] > 0 || z.secret[i] > 0) && s.fitsOf(e, i) {
			dst = append(dst, base+env.Action(i))
		}
	}
	if sure, _ := s.recoverable(e); !sure {
		dst = append(dst, s.game.actions.say(StepEnd))
	}
	return dst
}

// takeBack takes a card out of the discards, one that lies open before a secret one.
func (s *State) takeBack(k uint8) {
	z, i := s.zonesOf(k)
	from := fromTable
	if z.discards[i] > 0 {
		z.discards[i]--
	} else {
		z.secret[i]--
		from = fromSecret
	}
	s.toHandFrom(k, from)
}
