package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// This file judges positions for players who look one step ahead. The numbers
// are rough; nothing in the rules depends on them.
const (
	safeCard   = 1.0 // a card that nobody in the hand can take the lead from
	takenCard  = 0.3 // one that somebody can
	answerCard = 0.5 // for the share of other hands' cards that a card takes the lead from
	openerEdge = 1.6 // by what the opener's cards count more
	danger     = 0.5 // what yards count more, the nearer they bring the end
)

// Evaluate implements env.Evaluator, in stakes: what the others have lost on the
// average less what the seat has lost, with what the running hand should bring.
// Yards near the end count more.
func (s *State) Evaluate(p env.Player) float64 {
	h := &s.hand
	var after [maxSeats]float64
	for i := range s.game.players {
		after[i] = s.cost(int(s.yards[i]))
	}
	if s.node >= nodeWindow && s.node < nodeOver {
		odds := s.odds()
		for i := range s.game.players {
			if h.in.has(i) {
				lost := s.cost(int(s.yards[i])+int(h.stake)*s.game.config.Yards) - after[i]
				after[i] += (1 - odds[i]) * lost
			}
		}
	}
	others := 0.
	for i, x := range after[:s.game.players] {
		if i != int(p) {
			others += x
		}
	}
	return others/float64(s.game.players-1) - after[p]
}

// cost is what so many yards are worth, in stakes.
func (s *State) cost(yards int) float64 {
	c := &s.game.config
	yards = min(yards, c.OutAt)
	x := float64(yards) / float64(c.Yards)
	return x * (1 + danger*float64(yards)/float64(c.OutAt))
}

// odds are rough chances to win the hand for the seats in it; they sum to 1.
func (s *State) odds() [maxSeats]float64 {
	h := &s.hand
	var odds [maxSeats]float64
	sum := 0.
	for i := range s.game.players {
		if !h.in.has(i) {
			continue
		}
		var others cards
		for j := range s.game.players {
			if j != i && h.in.has(j) {
				others |= h.held[j]
			}
		}
		x := 0.1
		for set := h.held[i]; set != 0; set &= set - 1 {
			x += s.game.power(bits.TrailingZeros64(set), others)
		}
		if h.leader == int8(i) || h.leader == nobody && h.opener == int8(i) {
			x = x*openerEdge + 0.2
		}
		odds[i] = x * x
		sum += odds[i]
	}
	for i := range odds {
		odds[i] /= sum
	}
	return odds
}

// power is what a card is worth against the cards of the other hands: leading, it
// is good when none of them takes the lead from it; following, when it takes the
// lead from many of them.
func (g *Game) power(card int, others cards) float64 {
	x := takenCard
	if g.beats[card]&others == 0 {
		x = safeCard
	}
	n := cardCount(others)
	if n == 0 {
		return x
	}
	k := &g.kinds[card]
	taken := 0
	for set := others & g.class[k.answer]; set != 0; set &= set - 1 {
		if g.kinds[bits.TrailingZeros64(set)].strength <= k.strength {
			taken++
		}
	}
	return x + answerCard*float64(taken)/float64(n)
}
