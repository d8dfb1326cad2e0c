package heist

// This file holds the Contacts Phase (HEIST-4). An offer is made in stages: the
// partner, the card given, the card wanted, and the answer (HEIST-16).

// noOffer is the offer of nobody.
var noOffer = offer{partner: nobody, given: none, want: none, skill: -1}

// clearTrade forgets the offer.
func (s *State) clearTrade() { s.trade = noOffer }

// contacts asks for the next offer, or goes on to the Event Phase.
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

// canOffer returns whether the seat whose turn it is has a card to offer to a
// partner.
func (s *State) canOffer(partner int8) bool {
	if !s.hand[s.turn].and(s.game.deck.ofType[TypeCon]).empty() {
		return true
	}
	for crew := s.crew[s.turn]; !crew.empty(); {
		if s.canGive(partner, crew.pop()) {
			return true
		}
	}
	return false
}

// canGive returns whether a Personnel may be offered to a partner for anything.
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

// canSwap returns whether both crews keep HEIST-3 when they exchange Personnel,
// either of which may be none.
func (s *State) canSwap(partner int8, given, wanted uint8) bool {
	if given == none && wanted == none {
		return true
	}
	return s.fits(s.turn, wanted, given) && s.fits(partner, given, wanted)
}

// givenPerson returns the Personnel on offer, or none.
func (s *State) givenPerson() uint8 {
	if s.trade.fromCrew {
		return s.trade.given
	}
	return none
}

// wantOptions fills in what may be wanted for the card on offer. Whether the partner
// holds a Con with a skill is hidden, so any skill that some Con has may be named.
func (s *State) wantOptions(o *options) {
	d := s.game.deck
	given := s.givenPerson()
	for crew := s.crew[s.trade.partner]; !crew.empty(); {
		if card := crew.pop(); s.canSwap(s.trade.partner, given, card) {
			o.crew |= 1 << s.kind(card).person
		}
	}
	if s.canSwap(s.trade.partner, given, none) {
		o.allow(ActGift)
		if s.held[s.trade.partner] > 0 {
			o.skills = d.wanted
		}
	}
}

// offered returns the Cons with which the partner can meet an offer that wants one.
func (s *State) offered() set {
	d := s.game.deck
	return s.hand[s.trade.partner].and(d.ofType[TypeCon]).and(d.ofSkill[s.trade.skill])
}

// traded carries out a stage of an offer.
func (s *State) traded(c Choice) {
	t := &s.trade
	switch s.node {
	case nodePartner:
		if c.Act == ActPass {
			s.teller.does(s.turn, "makes no offer")
			s.event()
			return
		}
		s.offers++
		t.partner = int8(c.Seat)
		s.ask(nodeGive, s.turn)
	case nodeGive:
		if t.fromCrew = c.Act == ActPerson; t.fromCrew {
			t.given = s.cardOf(s.crew[s.turn], c.Kind)
		} else {
			t.given = s.cardIn(s.turn, c.Kind)
			s.shows(s.turn, t.given)
		}
		s.ask(nodeWant, s.turn)
	case nodeWant:
		switch c.Act {
		case ActGift:
			t.forNothing = true
		case ActSkill:
			t.skill = int8(c.Skill)
		default:
			t.want = s.cardOf(s.crew[t.partner], c.Kind)
		}
		s.teller.offered(s)
		s.ask(nodeAnswer, t.partner)
	case nodeAnswer:
		if c.Act == ActDecline {
			s.teller.does(t.partner, "declines")
			s.refused = s.trade // HEIST-26
			s.clearTrade()
			s.contacts()
			return
		}
		s.teller.does(t.partner, "accepts")
		if t.skill < 0 {
			s.exchange(none)
			return
		}
		s.ask(nodePick, t.partner)
	case nodePick:
		s.exchange(s.cardIn(t.partner, c.Kind))
	}
}

// exchange carries out a trade. con is the Con that the partner gives, or none.
func (s *State) exchange(con uint8) {
	t := s.trade
	s.clearTrade()
	switch {
	case t.want != none:
		s.teller.gave(s, t.partner, s.turn, t.want)
		s.quits(t.partner, t.want)
		s.joins(s.turn, t.want)
	case con != none:
		s.teller.gave(s, t.partner, s.turn, con)
		s.leaves(t.partner, con)
		s.arrives(s.turn, con)
	}
	s.teller.gave(s, s.turn, t.partner, t.given)
	if t.fromCrew {
		s.quits(s.turn, t.given)
		s.joins(t.partner, t.given)
	} else {
		s.leaves(s.turn, t.given)
		s.arrives(t.partner, t.given)
	}
	s.contacts()
}
