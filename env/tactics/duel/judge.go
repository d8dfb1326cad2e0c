package duel

import (
	"math"

	"ringer/env"
	game "ringer/env/duel"
)

// Judge evaluates positions of one configuration of DUEL. It implements env.Judge
// and is safe for concurrent use.
type Judge struct {
	game   *game.Game
	config game.Config
	term   term // of the scenario
}

// NewJudge returns the judge of a game.
func NewJudge(g *game.Game) *Judge {
	return &Judge{game: g, config: g.Config(), term: terms[g.Config().Scenario]}
}

// Evaluate implements env.Judge, in fighters: the strength of the seat's side less the
// strength of the strongest other side. A game that is won or lost counts 100 fighters.
func (j *Judge) Evaluate(state env.State, p env.Player) float64 {
	s := state.(*game.State)
	if s.Question() == game.Over {
		return j.result(s, int(p))
	}
	g, best := j.game, math.Inf(-1)
	for side := range g.Sides() {
		if x, alive := j.side(s, side); alive && side != g.Side(int(p)) {
			best = max(best, x)
		}
	}
	if math.IsInf(best, -1) {
		best = 0
	}
	own, _ := j.side(s, g.Side(int(p)))
	return own - best
}

// result returns the value of a game that has ended, to a seat.
func (j *Judge) result(s *game.State, seat int) float64 {
	if !s.Won(seat) {
		return -wonGame
	}
	winners := 0
	for k := range j.game.Seats() {
		if s.Won(k) {
			winners++
		}
	}
	return wonGame / float64(winners)
}

// side returns the strength of the seats of a side together, and whether one of them
// is still in the game.
func (j *Judge) side(s *game.State, side int) (x float64, alive bool) {
	for seat := range j.game.Seats() {
		if j.game.Side(seat) == side {
			x += j.strength(s, seat)
			alive = alive || s.Alive(seat)
		}
	}
	return x, alive
}

// strength returns the worth of the models of a seat, and what the scenario adds.
func (j *Judge) strength(s *game.State, seat int) float64 {
	x := 0.
	for rest := s.Commands(seat); rest != 0; rest &= rest - 1 {
		m := int(rest.First())
		switch s.Status(m) {
		case game.Waiting, game.Away, game.InMob, game.Melted:
			x += waitingWorth
		case game.Standing:
			x++
		case game.Prone:
			x += proneWorth - hitPrice*float64(s.Hits(m))
		}
	}
	return x + j.term(j, s, seat)
}
