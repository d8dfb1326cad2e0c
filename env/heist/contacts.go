package heist

// This file holds the Contacts Phase (HEIST-4). An offer is made in stages: the
// partner, the card given, the card wanted, more of these where trade_cards allows it, and
// the answer (HEIST-16).

// noPart is a part of which nothing is named, and noOffer the offer of nobody.
var (
	noPart  = part{given: none, want: none, skill: -1}
	noOffer = offer{partner: nobody, part: noPart}
)

// parts returns how many parts of an offer name a card.
func (o *offer) parts() int {
	if o.given == none {
		return int(o.whole)
	}
	return int(o.whole) + 1
}

// at returns a part of an offer.
func (o *offer) at(i int) *part {
	if i < int(o.whole) {
		return &o.earlier[i]
	}
	return &o.part
}

// goesOn begins the next part of an offer.
func (o *offer) goesOn() {
	o.earlier[o.whole] = o.part
	o.whole++
	o.part = noPart
}

// ends takes back the part of an offer that was begun and names nothing.
func (o *offer) ends() {
	o.whole--
	o.part, o.earlier[o.whole] = o.earlier[o.whole], part{}
}

// drop takes the first part, which was carried out, out of an offer.
func (o *offer) drop() {
	if o.whole == 0 {
		o.part = noPart
		return
	}
	copy(o.earlier[:], o.earlier[1:o.whole])
	o.whole--
	o.earlier[o.whole] = part{}
}

// promised returns a crew, and its size, as the earlier parts of the offer would make it.
func (s *State) promised(seat int8) (crew set, size int) {
	crew, size = s.crew[seat], int(s.working[seat])
	t := &s.trade
	if t.whole == 0 || seat != s.turn && seat != t.partner {
		return crew, size
	}
	for _, p := range t.earlier[:t.whole] {
		goes, comes := none, none
		if p.fromCrew {
			goes = p.given
		}
		if comes = p.want; seat != s.turn {
			goes, comes = comes, goes
		}
		if goes != none {
			crew.remove(goes)
			size--
		}
		if comes != none {
			crew.add(comes)
			size++
		}
	}
	return crew, size
}

// open returns the cards of a zone that no earlier part of the offer names.
func (s *State) open(zone set) set {
	for _, p := range s.trade.earlier[:s.trade.whole] {
		for _, card := range [...]uint8{p.given, p.want} {
			if card != none {
				zone.remove(card)
			}
		}
	}
	return zone
}

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
	for crew := s.open(s.crew[partner]); !crew.empty(); {
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
	for crew := s.open(s.crew[s.trade.partner]); !crew.empty(); {
		if card := crew.pop(); s.canSwap(s.trade.partner, given, card) {
			o.crew |= 1 << s.kind(card).person
		}
	}
	if s.canSwap(s.trade.partner, given, none) {
		o.allow(ActGift)
		wanted := uint8(0)
		for _, p := range s.trade.earlier[:s.trade.whole] {
			if p.skill >= 0 {
				wanted++
			}
		}
		if s.held[s.trade.partner] > wanted {
			o.skills = d.wanted
		}
	}
}

// offered returns the Cons with which the partner can meet the part of the offer that comes
// next and still meet those after it.
func (s *State) offered() set {
	var may set
	for cons := s.consFor(0, set{}); !cons.empty(); {
		var taken set
		card := cons.pop()
		taken.add(card)
		if s.meets(1, taken) {
			may.add(card)
		}
	}
	return may
}

// consFor returns the Cons of the partner for a part of the offer, but those taken.
func (s *State) consFor(i int, taken set) set {
	d := s.game.deck
	return s.hand[s.trade.partner].and(d.ofType[TypeCon]).and(d.ofSkill[s.trade.at(i).skill]).without(taken)
}

// meets returns whether the partner has a Con for each part of the offer that wants one, from
// the i-th on, without those taken.
func (s *State) meets(i int, taken set) bool {
	for ; i < s.trade.parts() && s.trade.at(i).skill < 0; i++ {
	}
	if i >= s.trade.parts() {
		return true
	}
	for cons := s.consFor(i, taken); !cons.empty(); {
		with := taken
		with.add(cons.pop())
		if s.meets(i+1, with) {
			return true
		}
	}
	return false
}

// traded carries out a stage of an offer.
func (s *State) traded(c Choice) {
	t := &s.trade
	switch s.node {
	case nodePartner:
		if c.Act == ActPass {
			s.teller.idles(s.turn, "makes no offer")
			s.event()
			return
		}
		s.offers++
		t.partner = int8(c.Seat)
		s.ask(nodeGive, s.turn)
	case nodeGive:
		if c.Act == ActStop {
			t.ends()
			s.teller.offered(s)
			s.ask(nodeAnswer, t.partner)
			return
		}
		if t.fromCrew = c.Act == ActPerson; t.fromCrew {
			t.given = s.cardOf(s.open(s.crew[s.turn]), c.Kind)
		} else {
			t.given = s.cardOffered(c.Kind)
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
			t.want = s.cardOf(s.open(s.crew[t.partner]), c.Kind)
		}
		if t.parts() < s.game.config.TradeCards {
			t.goesOn()
			s.ask(nodeGive, s.turn)
			return
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
		s.carryOut()
	case nodePick:
		s.exchange(s.cardIn(t.partner, c.Kind))
		s.carryOut()
	}
}

// cardOffered returns the copy of a Con of the hand that is offered: cardIn, unless an earlier
// part of the offer names that.
func (s *State) cardOffered(kind int) uint8 {
	card := s.cardIn(s.turn, kind)
	if left := s.open(s.hand[s.turn]); !left.has(card) {
		return s.cardOf(left, kind)
	}
	return card
}

// carryOut carries out an offer that was accepted, part by part, up to a Con that the partner
// has to pick.
func (s *State) carryOut() {
	for s.trade.parts() > 0 {
		if s.trade.at(0).skill >= 0 {
			s.ask(nodePick, s.trade.partner)
			return
		}
		s.exchange(none)
	}
	s.clearTrade()
	s.contacts()
}

// exchange carries out the first part of a trade. con is the Con that the partner gives, or
// none.
func (s *State) exchange(con uint8) {
	t, partner := *s.trade.at(0), s.trade.partner
	s.trade.drop()
	switch {
	case t.want != none:
		s.teller.gave(s, partner, s.turn, t.want)
		s.quits(partner, t.want)
		s.joins(s.turn, t.want)
	case con != none:
		s.teller.gave(s, partner, s.turn, con)
		s.leaves(partner, con)
		s.arrives(s.turn, con)
	}
	s.teller.gave(s, s.turn, partner, t.given)
	if t.fromCrew {
		s.quits(s.turn, t.given)
		s.joins(partner, t.given)
	} else {
		s.leaves(s.turn, t.given)
		s.arrives(partner, t.given)
	}
}
