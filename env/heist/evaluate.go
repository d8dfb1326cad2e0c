package heist

import "ringer/env"

// This file judges positions for players who look one step ahead. The numbers
// are rough prices in points; nothing in the rules depends on them.
const (
	crewPrice    = 0.45 // of a Personnel in play
	skillPrice   = 0.15 // of each skill of a crew that no other of it has
	conPrice     = 0.3  // of a Con in hand
	cardPrice    = 0.2  // of another card in hand
	jobShare     = 0.45 // of the value of a Job that could be done now
	lackPrice    = 0.12 // share of that lost for each card that could not be overcome
	lyingPrice   = 0.3  // of a turn of lying low
	finishPrice  = 0.25 // share of a Job that is kept for each of its cards faced
	leaderWeight = 0.5  // of the opponents' standing counts for the leader alone
)

// Evaluate implements env.Evaluator, in points: what the seat has and can do, with
// its hand, against what the others have and show.
func (s *State) Evaluate(player env.Player) float64 {
	p := int8(player)
	own := s.standing(p, true)
	best, sum := -1e9, 0.
	for seat := range int8(s.game.players) {
		if seat != p {
			x := s.standing(seat, false)
			best, sum = max(best, x), sum+x
		}
	}
	return own - leaderWeight*best - (1-leaderWeight)*sum/float64(s.game.players-1)
}

// standing is what a seat has, and has in view.
func (s *State) standing(seat int8, hand bool) float64 {
	d := s.game.deck
	x := float64(s.points[seat]) - lyingPrice*float64(s.lying[seat])
	x += crewPrice * float64(s.working[seat])
	for i := range skills {
		if !s.crew[seat].and(d.ofSkill[i]).empty() {
			x += skillPrice
		}
	}
	if hand {
		cons := s.hand[seat].and(d.ofType[typeCon]).count()
		x += conPrice*float64(cons) + cardPrice*float64(int(s.held[seat])-cons)
	} else {
		x += (conPrice + cardPrice) / 2 * float64(s.held[seat])
	}
	owner := seat
	if s.owner != nobody && seat == s.turn {
		owner = s.owner
	}
	if s.job[owner] == nobody {
		return x
	}
	tools, needs := s.tools(seat, hand), s.needs(owner)
	lack := float64(lacking(&tools, &needs))
	if !hand {
		lack = max(0, lack-float64(s.held[seat])/2)
	}
	value := float64(s.value[owner])
	share := jobShare * max(0, 1-lackPrice*lack)
	if s.owner != nobody && seat == s.turn {
		// It is now or never.
		left := float64(s.line[owner].size - s.next)
		share = 0
		if lack == 0 {
			share = max(0.5, 1-0.05*left)
		}
	}
	return x + share*value
}
