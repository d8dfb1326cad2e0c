package options

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
)

// Under bids everybody bids an Initiative Score in secret. High bids activate
// first; after all activations the Duels follow, low bids first, and the bid is
// the initiator's Duel Score. The first player, by chance at first, goes round
// clockwise in each Upkeep and settles ties (DUEL-41). A bid may be for a player
// or for each model (DUEL-42).
var bidRule = turn.Rule{Name: "bid_initiative", Hook: func(h *turn.Hooks) {
	h.On[turn.AtUpkeep].Add(func(s *turn.State, _ int8) {
		s.First = int8((int(s.First) + 1) % s.Game.Turns)
		orderByBids(s)
	})
	h.On[turn.AtAllActivated].Add(func(s *turn.State, _ int8) {
		s.Push(taskLateDuels, turn.Nobody)
	})
	h.Seats.Add(func(s *turn.State) { s.Push(taskBids, turn.Nobody) })
	h.Next.Add(nextByModel)
}}

// bidder returns the i-th model that a bid is made for, in seat order from seat 0:
// each model of a seat, or its first for all.
func bidder(s *turn.State, i int) int8 {
	if s.Game.BidPerModel {
		return int8(i)
	}
	return s.Game.FirstOf(i)
}

// Steps of taskBids. Its Next counts the models that a bid is made for.
const (
	bidsOpen  turn.Step = iota
	bidsFirst           // chance has drawn the first player
	bidsMade            // a bid has been made, or is to be
)

// runBids asks everybody for a bid, in secret.
func runBids(s *turn.State, t *turn.Task) {
	g := s.Game
	switch t.Step {
	case bidsOpen:
		s.BidsHidden = true
		for m := range g.Models {
			s.Models[m].Bid = 0
		}
		if t.Step = bidsMade; s.Round == 1 {
			t.Step = bidsFirst
			s.Chance(turn.ChanceFirst, g.Turns, turn.Nobody)
			return
		}
	case bidsFirst:
		s.First = int8(s.Answer)
		t.Step = bidsMade
	case bidsMade:
		m := bidder(s, int(t.Next))
		SetBid(s, m, uint8(s.Answer-g.Actions.Bid)+1)
		t.Next++
	}
	bidders := g.Turns
	if g.BidPerModel {
		bidders = g.Models
	}
	for ; int(t.Next) < bidders; t.Next++ {
		m, seat := bidder(s, int(t.Next)), int(t.Next)
		if g.BidPerModel {
			seat = s.Owner(m)
		}
		if s.Alive(seat) && (!g.BidPerModel || s.Models[m].Status != turn.Gone) {
			s.ForbidAll()
			for i := range env.Action(turn.Scores) {
				s.Allow(g.Actions.Bid + i)
			}
			s.Ask(turn.NodeBid, seat, m, turn.Nobody)
			return
		}
	}
	s.Secrets, s.BidsHidden = int32(len(s.Log)), false
	s.Pop()
	orderByBids(s)
}

// SetBid enters the bid for a model, or for all models of its seat.
func SetBid(s *turn.State, m int8, bid uint8) {
	s.Models[m].Bid = bid
	if s.Game.BidPerModel {
		return
	}
	for j := 1; j < s.Game.PerSeat; j++ {
		s.Models[m+int8(j)].Bid = bid
	}
}

// orderByBids puts the seats in order of activation: high bids first, ties by
// the seat nearest to the first player. Bids for each model put models in order,
// so the order of the seats is round from the first player.
func orderByBids(s *turn.State) {
	g := s.Game
	s.Seated = 0
	for value := uint8(turn.Scores); value >= 1; value-- {
		for k := range g.Turns {
			seat := (int(s.First) + k) % g.Turns
			if s.Alive(seat) && (g.BidPerModel && value == turn.Scores || !g.BidPerModel && s.Models[g.FirstOf(seat)].Bid == value) {
				s.Order[s.Seated] = int8(seat)
				s.Seated++
			}
		}
	}
}

// nextByModel is, under bids for each model, the seat to activate next and the models that
// it may choose from: the highest bid that is left.
func nextByModel(s *turn.State) (seat int, set turn.ModelSet, ok bool) {
	if !s.Game.BidPerModel {
		return 0, 0, false
	}
	seat, set = byModelBid(s, func(x int) turn.ModelSet { return s.Ready(x) }, false)
	return seat, set, true
}

// byModelBid finds, among sets of models, the models of one seat with the highest or lowest
// bid, ties by the seat nearest to the first player.
func byModelBid(s *turn.State, of func(seat int) turn.ModelSet, low bool) (seat int, set turn.ModelSet) {
	g := s.Game
	best := -1
	for k := range g.Turns {
		x := (int(s.First) + k) % g.Turns
		for rest := of(x); rest != 0; rest &= rest - 1 {
			m := rest.First()
			value := int(s.Models[m].Bid)
			if low {
				value = turn.Scores + 1 - value
			}
			switch {
			case value > best:
				best, seat, set = value, x, turn.Bit(m)
			case value == best && seat == x:
				set |= turn.Bit(m)
			}
		}
	}
	return seat, set
}

// owing returns the models of a seat with a Duel that is still to come.
func owing(s *turn.State, seat int) turn.ModelSet {
	var set turn.ModelSet
	for rest := s.Own[seat]; rest != 0; rest &= rest - 1 {
		m := rest.First()
		if s.Owes(m) {
			set |= turn.Bit(m)
		}
	}
	return set
}

// runLateDuels lets the seats, low bids first, initiate one Duel each, round
// and round, until no model has one left.
func runLateDuels(s *turn.State, t *turn.Task) {
	g := s.Game
	if t.Step == turn.Answered {
		t.Step = turn.Asking
		lateDuel(s, g.ModelOf(int(t.Seat), s.Answer))
		return
	}
	for idle := 0; idle < int(s.Seated); idle++ {
		var seat int
		var set turn.ModelSet
		if g.BidPerModel {
			seat, set = byModelBid(s, func(x int) turn.ModelSet { return owing(s, x) }, true)
		} else {
			seat = lowTie(s, int(t.Next))
			set = owing(s, seat)
		}
		t.Next = (t.Next + 1) % int16(s.Seated)
		if set == 0 {
			continue
		}
		if set.Count() == 1 {
			lateDuel(s, set.First())
			return
		}
		t.Step, t.Seat = turn.Answered, int8(seat)
		s.ForbidAll()
		for ; set != 0; set &= set - 1 {
			s.Allow(g.ModelID(seat, set.First()))
		}
		s.Ask(turn.NodePick, seat, turn.Nobody, turn.Nobody)
		return
	}
	s.Pop()
}

// lowTie returns the i-th seat when low bids go first and ties go by the seat nearest
// to the first player.
func lowTie(s *turn.State, i int) int {
	g := s.Game
	for value := uint8(1); value <= turn.Scores; value++ {
		for k := range g.Turns {
			seat := (int(s.First) + k) % g.Turns
			if inOrder(s, seat) && s.Models[g.FirstOf(seat)].Bid == value {
				if i == 0 {
					return seat
				}
				i--
			}
		}
	}
	panic("duel: a seat without a bid is in the order")
}

func inOrder(s *turn.State, seat int) bool {
	for _, x := range s.Order[:s.Seated] {
		if int(x) == seat {
			return true
		}
	}
	return false
}

func lateDuel(s *turn.State, m int8) {
	s.Models[m].Owed--
	s.Rearm() // it belongs to the activation of its model
	s.Push(turn.TaskDuel, m).How = turn.DuelFixed
}
