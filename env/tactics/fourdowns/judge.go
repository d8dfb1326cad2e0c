package fourdowns

import (
	"math/bits"

	"ringer/env"
	"ringer/env/fourdowns"
)

// Prices of the evaluation, which is rough: it serves players that look one step
// ahead.
const (
	safeCard   = 1.0 // a card that nobody in the hand can take the lead from
	takenCard  = 0.3 // a card that somebody in the hand can take the lead from
	answerCard = 0.5 // for the share of other hands' cards that a card takes the lead from
	openerEdge = 1.6 // factor on the cards of the opener
	danger     = 0.5 // by how much more yards count, the nearer they bring the end
)

// Judge evaluates positions of one configuration of 4 Downs. It implements
// env.Judge and is safe for concurrent use.
type Judge struct {
	game    *fourdowns.Game
	players int
	yards   int      // of a point of the stake
	outAt   int      // yards that put a player out
	answers []uint64 // by card: the opening cards that it takes the lead from
}

// NewJudge returns the judge of a game.
func NewJudge(g *fourdowns.Game) *Judge {
	c := g.Config()
	j := &Judge{game: g, players: c.Players, yards: c.Yards, outAt: c.OutAt, answers: make([]uint64, len(c.Cards))}
	for lead := range c.Cards {
		for set := g.Beats(lead); set != 0; set &= set - 1 {
			j.answers[bits.TrailingZeros64(set)] |= 1 << lead
		}
	}
	return j
}

// Evaluate implements env.Judge, in stakes: the mean loss of the others less the
// loss of the seat, with the expected result of the running hand. Yards near the
// end count more.
func (j *Judge) Evaluate(state env.State, p env.Player) float64 {
	s := state.(*fourdowns.State)
	var loss [fourdowns.MaxPlayers]float64
	for i := range j.players {
		loss[i] = j.cost(s.Yards(i))
	}
	if s.Question() != fourdowns.AskNothing {
		odds := j.odds(s)
		for i := range j.players {
			if s.InHand(i) {
				loss[i] += (1 - odds[i]) * (j.cost(s.Yards(i)+s.Stake()*j.yards) - loss[i])
			}
		}
	}
	others := 0.
	for i, x := range loss[:j.players] {
		if i != int(p) {
			others += x
		}
	}
	return others/float64(j.players-1) - loss[p]
}

// cost returns what this many lost yards count, in stakes.
func (j *Judge) cost(yards int) float64 {
	yards = min(yards, j.outAt)
	x := float64(yards) / float64(j.yards)
	return x * (1 + danger*float64(yards)/float64(j.outAt))
}

// odds returns rough probabilities that each seat in the hand wins it; they sum to
// 1.
func (j *Judge) odds(s *fourdowns.State) [fourdowns.MaxPlayers]float64 {
	var odds [fourdowns.MaxPlayers]float64
	sum := 0.
	for i := range j.players {
		if !s.InHand(i) {
			continue
		}
		var others uint64
		for k := range j.players {
			if k != i && s.InHand(k) {
				others |= s.Hand(k)
			}
		}
		x := 0.1
		for set := s.Hand(i); set != 0; set &= set - 1 {
			x += j.power(bits.TrailingZeros64(set), others)
		}
		if s.Leader() == i || s.Leader() < 0 && s.Opener() == i {
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

// power returns what a card is worth against the cards of the other hands. As a
// lead it is good when none of them takes the lead from it, as an answer when it
// takes the lead from many of them.
func (j *Judge) power(card int, others uint64) float64 {
	x := takenCard
	if j.game.Beats(card)&others == 0 {
		x = safeCard
	}
	n := bits.OnesCount64(others)
	if n == 0 {
		return x
	}
	return x + answerCard*float64(bits.OnesCount64(others&j.answers[card]))/float64(n)
}
