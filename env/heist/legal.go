package heist

import (
	"math/bits"

	"ringer/env"
)

// options holds the legal actions of a seat: a set for each block of actions. Cards
// are kinds; seats and Jobs are counted from the actor.
type options struct {
	cards   set
	seats   uint8
	jobs    uint8
	crew    uint64
	skills  uint8
	generic uint8 // acts from ActPass on
}

// allow makes an act that has one id legal.
func (o *options) allow(a Act) { o.generic |= 1 << (a - ActPass) }

// kindsOf returns the kinds of some cards.
func (d *deck) kindsOf(cards set) set {
	if d.unique {
		return cards
	}
	var kinds set
	for !cards.empty() {
		kinds.add(d.kindOf[cards.pop()])
	}
	return kinds
}

// persons returns the kinds of Personnel in a crew, by their numbers in the block
// "crew".
func (d *deck) persons(crew set) uint64 {
	m := uint64(0)
	for !crew.empty() {
		m |= 1 << d.kinds[d.kindOf[crew.pop()]].person
	}
	return m
}

// findOptions sets the legal actions of the seat that decides.
func (s *State) findOptions() {
	d, me := s.game.deck, int8(s.actor)
	o := options{}
	hand := s.hand[me]
	switch s.node {
	case nodeRecruit:
		o.cards = d.kindsOf(s.recruitable(me))
		o.allow(ActPass)
	case nodePartner:
		o.seats = s.others(s.canOffer)
		o.allow(ActPass)
	case nodeGive:
		o.cards = d.kindsOf(s.open(hand).and(d.ofType[TypeCon]))
		if s.trade.whole > 0 {
			o.allow(ActStop)
		}
		for crew := s.open(s.crew[me]); !crew.empty(); {
			if card := crew.pop(); s.canGive(s.trade.partner, card) {
				o.crew |= 1 << s.kind(card).person
			}
		}
	case nodeWant:
		s.wantOptions(&o)
	case nodeAnswer:
		o.allow(ActDecline)
		if s.meets(0, set{}) {
			o.allow(ActAccept)
		}
	case nodePick:
		o.cards = d.kindsOf(s.offered())
	case nodeEvent:
		for cards := hand.and(d.ofType[TypeEvent]); !cards.empty(); {
			if card := cards.pop(); s.playable(s.kind(card)) {
				o.cards.add(d.kindOf[card])
			}
		}
		o.allow(ActPass)
	case nodePerson:
		o.crew = s.personTargets()
	case nodeOwner:
		o.seats = s.ownersOf(s.kind(s.trade.want).cards)
	case nodeSeat:
		o.seats = s.others(s.holdsCards)
	case nodeJob:
		o.jobs = s.jobTargets(s.currentEffect().op != OpExecuteOther)
	case nodeExchange:
		o.cards = d.kindsOf(hand)
		o.allow(ActStop)
	case nodeAttach:
		o.cards = d.kindsOf(hand.and(d.ofType[TypeComplication].or(d.ofType[TypeSecondary])))
		o.allow(ActPass)
	case nodePlace:
		o.jobs = s.jobTargets(true)
	case nodeExecute:
		o.allow(ActPass)
		if s.job[me] != nobody {
			o.allow(ActExecute)
		}
		if s.rival != nobody {
			o.jobs = 1 << s.game.distance(me, s.rival)
		}
	case nodeObstacle:
		s.toolOptions(&o)
	case nodeUnspend:
		o.crew = d.persons(s.spent)
	case nodeCrisis:
		o.cards = d.kindsOf(hand.and(d.ofType[TypeCrisis]))
		o.allow(ActPass)
	case nodeDiscard:
		o.cards = d.kindsOf(hand)
	}
	s.opts = o
}

// others returns the other seats that fit, counted from the actor.
func (s *State) others(fits func(int8) bool) uint8 {
	m := uint8(0)
	for k := 1; k < s.game.players; k++ {
		if fits(s.game.relative(int8(s.actor), k)) {
			m |= 1 << k
		}
	}
	return m
}

func (s *State) holdsCards(seat int8) bool { return s.held[seat] > 0 }

// recruitable returns the Personnel of a hand that HEIST-3 lets into the crew.
func (s *State) recruitable(seat int8) set {
	var may set
	for people := s.hand[seat].and(s.game.deck.crew); !people.empty(); {
		if card := people.pop(); s.fits(seat, card, none) {
			may.add(card)
		}
	}
	return may
}

// jobTargets returns the seats with a Job in play, counted from the actor; own says
// whether the actor is one of them.
func (s *State) jobTargets(own bool) uint8 {
	m := uint8(0)
	for k := range s.game.players {
		if (own || k > 0) && s.job[s.game.relative(int8(s.actor), k)] != nobody {
			m |= 1 << k
		}
	}
	return m
}

// toolOptions fills in what may be done about the next card of the line (HEIST-7).
func (s *State) toolOptions(o *options) {
	d, me := s.game.deck, s.turn
	need := s.obstacle(s.line[s.owner].cards[s.next])
	o.crew = d.persons(s.crew[me].without(s.spent).and(d.withSkill(need)))
	cards := s.hand[me].and(d.ofType[TypeCon]).and(d.withSkill(need & s.skillsOf(s.crew[me])))
	able := o.crew != 0 || !cards.empty()
	if reactions := s.hand[me].and(d.ofType[TypeReaction]); !s.spent.empty() && !reactions.empty() {
		cards = cards.or(reactions) // HEIST-20
		able = able || s.frees(need)
	}
	o.cards = d.kindsOf(cards)
	if !able || !s.game.strict { // HEIST-25
		o.allow(ActGiveUp)
	}
}

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	g := s.game
	if s.actor < 0 {
		return s.chanceActions(dst)
	}
	o := &s.opts
	for cards := o.cards; !cards.empty(); {
		dst = append(dst, env.Action(cards.pop()))
	}
	dst = appendBits(dst, g.seatAt, uint64(o.seats))
	dst = appendBits(dst, g.jobAt, uint64(o.jobs))
	dst = appendBits(dst, g.crewAt, o.crew)
	dst = appendBits(dst, g.skillAt, uint64(o.skills))
	return appendBits(dst, g.genericAt, uint64(o.generic))
}

func appendBits(dst []env.Action, at env.Action, m uint64) []env.Action {
	for ; m != 0; m &= m - 1 {
		dst = append(dst, at+env.Action(bits.TrailingZeros64(m)))
	}
	return dst
}

// isLegal returns whether an action is one of LegalActions.
func (s *State) isLegal(a env.Action) bool {
	g, o := s.game, &s.opts
	switch {
	case s.actor == env.Terminal || a < 0:
		return false
	case s.actor == env.Chance:
		return s.isPossible(a)
	case a < g.seatAt:
		return o.cards.has(uint8(a))
	case a < g.jobAt:
		return o.seats>>(a-g.seatAt)&1 != 0
	case a < g.crewAt:
		return o.jobs>>(a-g.jobAt)&1 != 0
	case a < g.skillAt:
		return o.crew>>(a-g.crewAt)&1 != 0
	case a < g.genericAt:
		return o.skills>>(a-g.skillAt)&1 != 0
	case a < g.genericAt+generics:
		return o.generic>>(a-g.genericAt)&1 != 0
	}
	return false
}
