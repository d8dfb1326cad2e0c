package heist

import (
	"math/bits"

	"ringer/env/layout"
)

// This file writes what a seat knows of other hands, and what is going on in the turn.

// observeOthers writes what the observer knows of the other hands.
func (s *State) observeOthers(p int8, dst []float32) {
	g, at := s.game, &s.game.spans
	unseen := s.deck
	for k := 1; k < g.players; k++ {
		seat := g.relative(p, k)
		hidden := s.hand[seat].without(s.known[p][seat])
		unseen = unseen.or(hidden)
		s.mark(at.known.Row(dst, k-1), s.knownHand(p, seat))
		if s.epoch > 0 && g.deck.unique {
			at.old.In(dst)[k-1] = float32(hidden.without(s.fresh).count()) / cardScale
		}
	}
	s.markMany(at.unseen.In(dst), unseen)
	if s.epoch > 0 {
		s.mark(at.elsewhere.In(dst), s.elsewhere(p))
		if !g.deck.unique {
			s.markMany(at.made.In(dst), s.made(p))
		}
	}
	for j := range g.players {
		seer, seen := g.relative(p, j), at.knows.Row(dst, j)
		for k := range g.players {
			if known := &s.known[seer][g.relative(p, k)]; !known.empty() {
				seen[k] = float32(known.count()) / cardScale
			}
		}
	}
	if g.strict {
		for k := range g.players {
			for i, n := range s.lacked(p, g.relative(p, k)) {
				at.lacked.Row(dst, k)[i] = float32(n) / cardScale
			}
		}
	}
}

// observeTurn writes what is going on in the turn.
func (s *State) observeTurn(p int8, dst []float32) {
	g, at := s.game, &s.game.spans
	if s.playing != none {
		at.asking.In(dst)[g.deck.roleOf[s.playing]] = 1
	}
	if s.rival != nobody {
		at.rival.In(dst)[g.distance(p, s.rival)] = 1
	}
	if s.owner != nobody {
		at.owner.In(dst)[g.distance(p, s.owner)] = 1
		s.markPeople(at.spent.In(dst), s.spent)
		next := at.next.In(dst)
		for need := s.Next(); need != 0; need &= need - 1 {
			next[bits.TrailingZeros8(need)] = 1
		}
	}
	if s.thwarter != nobody {
		at.thwarter.In(dst)[g.distance(p, s.thwarter)] = 1
	}
	count := at.count.In(dst)
	count[countExchanged] = float32(s.swapped) / cardScale
	count[countLeft] = float32(s.count) / cardScale
	count[countOvercome] = float32(s.next) / cardScale
	count[countEffect] = float32(s.effect)
}

// observeTrade writes the offer as far as it has been told.
func (s *State) observeTrade(p int8, dst []float32) {
	g, at := s.game, &s.game.spans
	at.offers.In(dst)[0] = float32(g.config.ContactOffers) - float32(s.offers)
	s.observeOffer(p, &s.trade, tradeNow, at.given, at.wanted, dst)
	s.observeOffer(p, &s.refused, tradeRefused, at.refusedGiven, at.refusedWanted, dst)
}

func (s *State) observeOffer(p int8, t *offer, row int, given, wanted layout.Span, dst []float32) {
	g, at := s.game, &s.game.spans
	if t.partner != nobody {
		at.partner.Row(dst, row)[g.distance(p, t.partner)] = 1
	}
	for i := range t.parts() {
		p := t.at(i)
		given.In(dst)[g.deck.roleOf[p.given]]++
		if p.want != none {
			wanted.In(dst)[g.deck.talentOf[p.want]]++
		}
		if p.skill >= 0 {
			at.wantedSkill.Row(dst, row)[p.skill]++
		}
		at.gift.Row(dst, row)[0] += layout.Bit(p.forNothing)
	}
	if t.given == none && t.want != none { // aimed at by an Event
		wanted.In(dst)[g.deck.talentOf[t.want]] = 1
	}
}
