package heist

import "ringer/env"

// This file is the Contacts Phase (HEIST-4): an offer is made in stages, partner,
// what is given, what is wanted, and answered (HEIST-16).

func (s *State) clearTrade() {
	s.trade = offer{partner: nobody, given: none, want: none, skill: -1}
}

// contacts asks for the next offer, as long as there may be one.
func (s *State) contacts() {
	if s.lyingLow() {
		s.jobPhase() // HEIST-9
		return
	}
	if int(s.offers) >= s.game.config.ContactOffers || s.held[s.turn]+s.working[s.turn] == 0 {
		s.event()
		return
	}
	s.ask(nodePartner, s.turn)
}

// canOffer says whether the seat whose turn it is has anything that a partner
// could be given.
func (s *State) canOffer(partner int8) bool {
	if !s.hand[s.turn].and(s.game.deck.ofType[typeCon]).empty() {
		return true
	}
	for crew := s.crew[s.turn]; !crew.empty(); {
		if s.canGive(partner, crew.pop()) {
			return true
		}
	}
	return false
}

// canGive says whether a Personnel may be offered to a partner for anything.
func (s *State) canGive(partner int8, card uint8) bool {
	if s.canSwap(partner, card, none) {
		return true
	}
	for crew := s.crew[partner]; !crew.empty(); {
		if s.canSwap(partner, card, crew.pop()) {
			return true
		}
	}
	return false
}

// canSwap says whether both crews keep HEIST-3 when they exchange Personnel,
// either of which may be none.
func (s *State) canSwap(partner int8, given, wanted uint8) bool {
	if given == none && wanted == none {
		return true
	}
	return s.fits(s.turn, wanted, given) && s.fits(partner, given, wanted)
}

// givenPerson is the Personnel on offer, or none.
func (s *State) givenPerson() uint8 {
	if s.trade.fromCrew {
		return s.trade.given
	}
	return none
}

// wantOptions are what may be asked for what is given. Whether the partner holds
// a Con with a skill is hidden, so any skill that some Con has may be named.
func (s *State) wantOptions(o *options) {
	d := s.game.deck
	given := s.givenPerson()
	for crew := s.crew[s.trade.partner]; !crew.empty(); {
		if card := crew.pop(); s.canSwap(s.trade.partner, given, card) {
			o.crew |= 1 << s.kind(card).person
		}
	}
	if s.canSwap(s.trade.partner, given, none) {
		o.generic = 1 << actNothing
		if s.held[s.trade.partner] > 0 {
			o.skills = d.wanted
		}
	}
}

// offered are the Cons with which the partner can meet an offer that wants one.
func (s *State) offered() set {
	d := s.game.deck
	return s.hand[s.trade.partner].and(d.ofType[typeCon]).and(d.ofSkill[s.trade.skill])
}

// traded goes on with an offer.
func (s *State) traded(a env.Action) {
	g, t := s.game, &s.trade
	switch s.node {
	case nodePartner:
		if a == g.generic+actPass {
			s.event()
			return
		}
		s.offers++
		t.partner = g.relative(s.turn, int(a-g.seatAt))
		s.ask(nodeGive, s.turn)
	case nodeGive:
		if t.fromCrew = a >= g.crewAt; t.fromCrew {
			t.given = s.person(s.crew[s.turn], a)
		} else {
			t.given = s.cardIn(s.turn, a)
			s.shows(s.turn, t.given)
		}
		s.ask(nodeWant, s.turn)
	case nodeWant:
		switch {
		case a >= g.generic:
			t.forNothing = true
		case a >= g.skillAt:
			t.skill = int8(a - g.skillAt)
		default:
			t.want = s.person(s.crew[t.partner], a)
		}
		s.ask(nodeAnswer, t.partner)
	case nodeAnswer:
		if a == g.generic+actDecline {
			s.clearTrade()
			s.contacts()
			return
		}
		if t.skill < 0 {
			s.exchange(none)
			return
		}
		s.ask(nodePick, t.partner)
	case nodePick:
		s.exchange(s.cardIn(t.partner, a))
	}
}

// person is a card of the Personnel that an action of the block "crew" names.
func (s *State) person(crew set, a env.Action) uint8 {
	return s.cardOf(crew, env.Action(s.game.deck.people[a-s.game.crewAt]))
}

// exchange carries out a trade; con is what the partner gives for a skill, or
// none.
func (s *State) exchange(con uint8) {
	t := s.trade
	s.clearTrade()
	switch {
	case t.want != none:
		s.quits(t.partner, t.want)
		s.joins(s.turn, t.want)
	case con != none:
		s.leaves(t.partner, con)
		s.arrives(s.turn, con)
	}
	if t.fromCrew {
		s.quits(s.turn, t.given)
		s.joins(t.partner, t.given)
	} else {
		s.leaves(s.turn, t.given)
		s.arrives(t.partner, t.given)
	}
	s.contacts()
}
