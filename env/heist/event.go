package heist

import "math/bits"

// This file holds the Event Phase (HEIST-5, HEIST-18).

// playable returns whether every effect of an Event has a legal target.
func (s *State) playable(k *kind) bool {
	for _, e := range k.effects {
		if !s.canAim(e) {
			return false
		}
	}
	return true
}

// canAim returns whether an effect has a legal target for the seat whose turn it is.
func (s *State) canAim(e effect) bool {
	switch e.op {
	case OpDiscardPersonnel, OpStealPersonnel:
		for seat := range int8(s.game.players) {
			if !s.targetsIn(seat, e.op).empty() {
				return true
			}
		}
		return false
	case OpDiscardJob, OpAddSecurity:
		return !s.noJobs()
	case OpExecuteOther:
		for seat := range int8(s.game.players) {
			if seat != s.turn && s.job[seat] != nobody {
				return true
			}
		}
		return false
	case OpLook, OpDiscardRandom:
		for seat := range int8(s.game.players) {
			if seat != s.turn && s.holdsCards(seat) {
				return true
			}
		}
		return false
	}
	return true
}

// targetsIn returns the Personnel of a crew that an effect may be aimed at.
func (s *State) targetsIn(seat int8, op Operation) set {
	if op == OpDiscardPersonnel {
		return s.crew[seat]
	}
	var targets set
	if seat == s.turn {
		return targets
	}
	for crew := s.crew[seat]; !crew.empty(); {
		if card := crew.pop(); s.fits(s.turn, card, none) {
			targets.add(card)
		}
	}
	return targets
}

// personTargets returns the kinds of Personnel that the current effect may be aimed
// at.
func (s *State) personTargets() uint64 {
	m := uint64(0)
	for seat := range int8(s.game.players) {
		m |= s.game.deck.persons(s.targetsIn(seat, s.currentEffect().op))
	}
	return m
}

// ownersOf returns the seats, counted from the actor, in whose crews the current
// effect may be aimed at one of some cards.
func (s *State) ownersOf(cards set) uint8 {
	m := uint8(0)
	for k := range s.game.players {
		seat := s.game.relative(s.turn, k)
		if !s.targetsIn(seat, s.currentEffect().op).and(cards).empty() {
			m |= 1 << k
		}
	}
	return m
}

// currentEffect returns the effect that is being resolved.
func (s *State) currentEffect() effect { return s.kind(s.playing).effects[s.effect-1] }

// playEvent begins with the effects of an Event.
func (s *State) playEvent(card uint8) {
	s.teller.handles(s, s.turn, "plays", card)
	s.leaves(s.turn, card)
	s.playing, s.effect = card, 0
	s.nextEffect()
}

// nextEffect begins with the next effect of the Event, or ends it. It skips an effect
// that has lost its targets to an earlier one.
func (s *State) nextEffect() {
	k := s.kind(s.playing)
	for int(s.effect) < len(k.effects) {
		e := k.effects[s.effect]
		s.effect++
		if !s.canAim(e) {
			continue
		}
		switch e.op {
		case OpDraw:
			s.count = e.amount
			s.draw()
		case OpDiscardPersonnel, OpStealPersonnel:
			s.ask(nodePerson, s.turn)
		case OpDiscardJob, OpExecuteOther, OpAddSecurity:
			s.ask(nodeJob, s.turn)
		case OpLook, OpDiscardRandom:
			s.ask(nodeSeat, s.turn)
		case OpExchange:
			s.swapped = 0
			s.exchangeMore()
		}
		return
	}
	s.discards.add(s.playing)
	s.playing, s.effect = none, 0
	s.complications()
}

// exchangeMore asks for the next discard of an exchange; after the last one as many
// cards are drawn.
func (s *State) exchangeMore() {
	if s.held[s.turn] > 0 {
		s.ask(nodeExchange, s.turn)
		return
	}
	s.exchangeDraws()
}

func (s *State) exchangeDraws() {
	s.count, s.swapped = s.swapped, 0
	s.draw()
}

// aimed carries out the current effect on the target that was named.
func (s *State) aimed(c Choice) {
	switch s.node {
	case nodePerson:
		k := &s.game.deck.kinds[c.Kind]
		s.trade.want = k.cards.first() // any copy says which kind
		if owners := s.ownersOf(k.cards); owners&(owners-1) != 0 {
			s.ask(nodeOwner, s.turn)
		} else {
			s.strike(s.game.relative(s.turn, bits.TrailingZeros8(owners)))
		}
	case nodeOwner:
		s.strike(int8(c.Seat))
	case nodeSeat:
		seat := int8(c.Seat)
		if e := s.currentEffect(); e.op == OpDiscardRandom {
			s.who, s.count = seat, min(e.amount, s.held[seat])
			s.teller.robbed(s)
			s.lose()
			return
		}
		s.look(seat)
	case nodeJob:
		seat := int8(c.Seat)
		switch e := s.currentEffect(); e.op {
		case OpExecuteOther:
			s.rival = seat
			s.teller.aimed(s, "may execute", seat)
			s.nextEffect()
			return
		case OpAddSecurity: // HEIST-27
			s.teller.aimed(s, "guards", seat)
			s.who, s.count = seat, e.amount
			s.fillLine()
			return
		}
		s.teller.aimed(s, "discards", seat)
		s.discardJob(seat)
		if s.node != nodeOver {
			s.nextEffect()
		}
	case nodeExchange:
		if c.Act == ActStop {
			s.teller.idles(s.turn, "discards nothing else")
			s.exchangeDraws()
			return
		}
		card := s.cardIn(s.turn, c.Kind)
		s.teller.handles(s, s.turn, "discards", card)
		s.discard(s.turn, card)
		s.swapped++
		s.exchangeMore()
	}
}

// strike discards or steals the named Personnel of a crew.
func (s *State) strike(seat int8) {
	card := s.crew[seat].and(s.kind(s.trade.want).cards).first()
	s.clearTrade()
	s.teller.struck(s, seat, card)
	s.quits(seat, card)
	if s.currentEffect().op == OpStealPersonnel {
		s.joins(s.turn, card)
	} else {
		s.discards.add(card)
	}
	s.nextEffect()
}

// look shows a hand to the seat whose turn it is.
func (s *State) look(seat int8) {
	s.known[s.turn][seat] = s.hand[seat]
	s.teller.looked(s, s.turn, seat)
	if s.log != nil {
		s.log.see(s.turn, s.hand[seat])
	}
	s.nextEffect()
}

// lose discards random cards of a hand.
func (s *State) lose() {
	if s.count > 0 {
		s.roll(nodeLose)
		return
	}
	s.nextEffect()
}

// discardJob takes a Job and its cards out of the game (HEIST-5).
func (s *State) discardJob(owner int8) {
	s.clearJob(owner)
	if s.rival == owner {
		s.rival = nobody
	}
	s.jobGone()
}

// clearJob discards the cards attached to a Job.
func (s *State) clearJob(owner int8) {
	l := &s.line[owner]
	for _, card := range l.cards[:l.size] {
		if card >= lineSecurity {
			s.spare |= 1 << (card - lineSecurity)
		}
	}
	clear(l.cards[:l.size]) // equal positions are equal states
	l.size = 0
	s.discards = s.discards.or(s.attached[owner])
	s.attached[owner] = set{}
	s.jobsGone |= 1 << s.job[owner]
	s.job[owner] = nobody
	s.value[owner], s.short[owner] = 0, 0
}

// jobGone counts a Job that was captured or discarded. The game ends at once when
// only one Job is left (HEIST-11, HEIST-22).
func (s *State) jobGone() {
	s.jobsDone++
	if int(s.jobsDone) >= s.game.config.Jobs-1 {
		s.finish()
	}
}
