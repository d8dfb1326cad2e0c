package duel

import (
	"math/bits"

	"ringer/env"
)

// Automata are seats that nobody plays. They are asked the same questions as
// players; the scenario leaves of the legal answers those that the rule book has
// them choose, and chance picks one (DUEL-17). In a state such a question is a
// chance node, and where only one answer is left there is none.

// automatonCorners are the corners of automata when a position is laid out: the
// one opposite the first player's first.
var automatonCorners = [MaxPlayers]int8{2, 1, 3, 0}

// seatAutomata counts the seats and models of players and automata.
func (g *Game) seatAutomata() {
	g.seats, g.turns = g.players, g.players
	if of := g.scenario.automata; of != nil {
		seats, models := of(&g.config)
		g.seats += seats
		if g.troop = models; g.config.Heroes {
			g.troop = g.perSeat
		}
		if !g.scenario.idle {
			g.turns = g.seats
		}
	}
	g.models = g.players*g.perSeat + (g.seats-g.players)*g.troop
}

// automatic says whether nobody plays a model.
func (g *Game) automatic(m int8) bool { return int(m) >= g.players*g.perSeat }

// fields is how many models a seat can have.
func (g *Game) fields(seat int) int {
	if seat >= g.players {
		return g.troop
	}
	return g.perSeat
}

// firstOf is the first model of a seat; its others follow.
func (g *Game) firstOf(seat int) int8 {
	if seat >= g.players {
		return int8(g.players*g.perSeat + (seat-g.players)*g.troop)
	}
	return int8(seat * g.perSeat)
}

// seatOf is the seat that fields a model.
func (g *Game) seatOf(m int8) int {
	if g.automatic(m) {
		return g.players + (int(m)-g.players*g.perSeat)/g.troop
	}
	return int(m) / g.perSeat
}

// frame is the seat that a seat's action ids are relative to: an automaton's are
// those of seat 0.
func (g *Game) frame(seat int) int {
	if seat >= g.players {
		return 0
	}
	return seat
}

// modelShape is the shape of the block of actions that name models.
func (g *Game) modelShape() []int {
	if g.seats > g.players && g.troop != g.perSeat {
		return []int{g.models}
	}
	return []int{g.seats, g.perSeat}
}

// answersItself says whether the question is an automaton's with one answer left,
// and gives that.
func (s *State) answersItself() bool {
	if s.actor != env.Chance || s.node >= nodeDecisions {
		return false
	}
	a, one := s.sole()
	if !one {
		return false
	}
	s.answer, s.node, s.actor = a, nodeOver, env.Terminal
	return true
}

// keep leaves of the legal answers those that are worth most.
func (s *State) keep(worth func(a env.Action) float64) {
	best, found := 0., false
	kept := s.legal
	for w, set := range s.legal {
		for ; set != 0; set &= set - 1 {
			a := env.Action(w*64 + bits.TrailingZeros64(set))
			x := worth(a)
			if !found || x > best {
				best, found = x, true
				clear(kept[:w+1])
				kept[w] = s.legal[w] &^ (1<<(a&63) - 1)
			}
			if x < best {
				kept[w] &^= 1 << (a & 63)
			}
		}
	}
	s.legal = kept
}

// eachLegal calls use for every legal answer.
func (s *State) eachLegal(use func(a env.Action)) {
	for w, set := range s.legal {
		for ; set != 0; set &= set - 1 {
			use(env.Action(w*64 + bits.TrailingZeros64(set)))
		}
	}
}

// keepOnly leaves one of the legal answers, if it is one.
func (s *State) keepOnly(a env.Action) bool {
	if a < 0 || s.legal[a>>6]>>(a&63)&1 == 0 {
		return false
	}
	s.forbidAll()
	s.allow(a)
	return true
}
