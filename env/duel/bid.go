package duel

import "ringer/env"

func init() {
	runners[taskBids] = runBids
	runners[taskLateDuels] = runLateDuels
}

// Under bids everybody bids an Initiative Score in secret. High bids activate
// first; after all activations the Duels follow, low bids first, and the bid is
// the initiator's Duel Score. The first player, by chance at first, goes round
// clockwise in each Upkeep and settles ties (DUEL-41). A bid may be for a player
// or for each model (DUEL-42).
var bidRule = rule{
	name: "bid_initiative",
	on: [points]func(s *State, m int8){
		atUpkeep: func(s *State, _ int8) {
			s.first = int8((int(s.first) + 1) % s.game.turns)
			s.orderByBids()
		},
		atAllActivated: func(s *State, _ int8) {
			s.push(taskLateDuels, nobody, 0, 0)
		},
	},
}

// bidder is the i-th model that a bid is made for, in seat order from seat 0:
// each model of a seat, or its first for all.
func (s *State) bidder(i int) int8 {
	if s.game.bidPerModel {
		return int8(i)
	}
	return s.game.firstOf(i)
}

func runBids(s *State, t *task) {
	g := s.game
	const opening, drawn, bidding = 0, 1, 2
	switch t.step {
	case opening:
		s.bidsHidden = true
		for m := range g.models {
			s.models[m].bid = 0
		}
		if t.step = bidding; s.round == 1 {
			t.step = drawn
			s.chance(chanceFirst, g.turns, nobody)
			return
		}
	case drawn:
		s.first = int8(s.answer)
		t.step = bidding
	case bidding:
		m := s.bidder(int(t.a))
		s.setBid(m, uint8(s.answer-g.actions.bid)+1)
		t.a++
	}
	bidders := g.turns
	if g.bidPerModel {
		bidders = g.models
	}
	for ; int(t.a) < bidders; t.a++ {
		m := s.bidder(int(t.a))
		if seat := s.owner(m); s.alive(seat) && (!g.bidPerModel || s.models[m].status != gone) {
			s.forbidAll()
			for i := range env.Action(scores) {
				s.allow(g.actions.bid + i)
			}
			s.ask(nodeBid, seat, m, nobody)
			return
		}
	}
	s.secrets, s.bidsHidden = int32(len(s.log)), false
	s.pop()
	s.orderByBids()
}

// setBid enters the bid for a model, or for all models of its seat.
func (s *State) setBid(m int8, bid uint8) {
	s.models[m].bid = bid
	if s.game.bidPerModel {
		return
	}
	for j := 1; j < s.game.perSeat; j++ {
		s.models[m+int8(j)].bid = bid
	}
}

// orderByBids puts the seats in order of activation: high bids first, ties by
// the seat nearest to the first player. Bids for each model put models in order,
// so that of the seats is round from the first player.
func (s *State) orderByBids() {
	g := s.game
	s.seated = 0
	for value := uint8(scores); value >= 1; value-- {
		for k := range g.turns {
			seat := (int(s.first) + k) % g.turns
			if s.alive(seat) && (g.bidPerModel && value == scores || !g.bidPerModel && s.models[g.firstOf(seat)].bid == value) {
				s.order[s.seated] = int8(seat)
				s.seated++
			}
		}
	}
}

// nextByModel is, under bids for each model, the seat to activate next and those
// of its models that it may choose from: the highest bid that is left.
func (s *State) nextByModel() (seat int, set modelSet) {
	return s.byModelBid(func(x int) modelSet { return s.ready(x) }, false)
}

// byModelBid finds, among sets of models, those of one seat with the highest or
// lowest bid, ties by the seat nearest to the first player.
func (s *State) byModelBid(of func(seat int) modelSet, low bool) (seat int, set modelSet) {
	g := s.game
	best := -1
	for k := range g.turns {
		x := (int(s.first) + k) % g.turns
		for rest := of(x); rest != 0; rest &= rest - 1 {
			m := first(rest)
			value := int(s.models[m].bid)
			if low {
				value = scores + 1 - value
			}
			switch {
			case value > best:
				best, seat, set = value, x, bit(m)
			case value == best && seat == x:
				set |= bit(m)
			}
		}
	}
	return seat, set
}

// owing are the models of a seat whose Duel is still to come and would have
// somebody to be with.
func (s *State) owing(seat int) modelSet {
	var set modelSet
	for rest := s.own[seat]; rest != 0; rest &= rest - 1 {
		m := first(rest)
		if s.models[m].status == standing && s.is(m, flagOwesDuel) && s.couldDuel(m) {
			set |= bit(m)
		}
	}
	return set
}

// runLateDuels lets the seats, low bids first, initiate one Duel each, round
// and round, until no model has one left.
func runLateDuels(s *State, t *task) {
	g := s.game
	if t.step == 1 {
		t.step = 0
		s.lateDuel(g.modelOf(int(t.b), s.answer))
		return
	}
	for idle := 0; idle < int(s.seated); idle++ {
		var seat int
		var set modelSet
		if g.bidPerModel {
			seat, set = s.byModelBid(func(x int) modelSet { return s.owing(x) }, true)
		} else {
			seat = s.lowTie(int(t.a))
			set = s.owing(seat)
		}
		t.a = (t.a + 1) % int16(s.seated)
		if set == 0 {
			continue
		}
		if count(set) == 1 {
			s.lateDuel(first(set))
			return
		}
		t.step, t.b = 1, int16(seat)
		s.forbidAll()
		for ; set != 0; set &= set - 1 {
			s.allow(g.modelID(seat, first(set)))
		}
		s.ask(nodePick, seat, nobody, nobody)
		return
	}
	s.pop()
}

// lowTie is the i-th seat when low bids go first and ties go by the seat nearest
// to the first player.
func (s *State) lowTie(i int) int {
	g := s.game
	for value := uint8(1); value <= scores; value++ {
		for k := range g.turns {
			seat := (int(s.first) + k) % g.turns
			if s.inOrder(seat) && s.models[g.firstOf(seat)].bid == value {
				if i == 0 {
					return seat
				}
				i--
			}
		}
	}
	panic("duel: a seat without a bid is in the order")
}

func (s *State) inOrder(seat int) bool {
	for _, x := range s.order[:s.seated] {
		if int(x) == seat {
			return true
		}
	}
	return false
}

func (s *State) lateDuel(m int8) {
	s.clear(m, flagOwesDuel)
	s.push(taskDuel, m, duelFixed, 0)
}
