package turn

import (
	"math/bits"

	"ringer/env"
	"ringer/env/duel/internal/config"
)

// Automata are seats that nobody plays. They are asked the same questions as
// players; the scenario leaves of the legal answers those that the rule book has
// them choose, and chance picks one (DUEL-17). In a state such a question is a
// chance node, and where only one answer is left there is none.

// AutomatonCorners are the corners of automata when a position is laid out: the
// one opposite the first player's first.
var AutomatonCorners = [config.MaxPlayers]int8{2, 1, 3, 0}

// seatAutomata counts the seats and models of players and automata.
func (g *Game) seatAutomata() {
	g.Seats, g.Turns = g.Players, g.Players
	if of := g.Scenario.Automata; of != nil {
		seats, models := of(&g.Config)
		g.Seats += seats
		if g.troop = models; g.Config.Heroes {
			g.troop = g.PerSeat
		}
		if !g.Scenario.Idle {
			g.Turns = g.Seats
		}
	}
	if g.Scenario.Doubles != nil {
		g.doubles = g.Scenario.Doubles(g)
	}
	g.Models = g.Players*g.PerSeat + (g.Seats-g.Players)*g.troop
}

// Automatic reports whether nobody plays a model.
func (g *Game) Automatic(m int8) bool { return int(m) >= g.Players*g.PerSeat }

// Fields returns how many models a seat can have.
func (g *Game) Fields(seat int) int {
	if seat >= g.Players {
		return g.troop
	}
	return g.PerSeat
}

// FirstOf returns the first model of a seat; its others follow.
func (g *Game) FirstOf(seat int) int8 {
	if seat >= g.Players {
		return int8(g.Players*g.PerSeat + (seat-g.Players)*g.troop)
	}
	return int8(seat * g.PerSeat)
}

// SeatOf returns the seat that fields a model.
func (g *Game) SeatOf(m int8) int {
	if g.Automatic(m) {
		return g.Players + (int(m)-g.Players*g.PerSeat)/g.troop
	}
	return int(m) / g.PerSeat
}

// frame returns the seat that a seat's action ids are relative to: an automaton has the ids
// of seat 0.
func (g *Game) frame(seat int) int {
	if seat >= g.Players {
		return 0
	}
	return seat
}

// modelShape returns the shape of the block of actions that name models.
func (g *Game) modelShape() []int {
	if g.Seats > g.Players && g.troop != g.PerSeat {
		return []int{g.Models}
	}
	return []int{g.Seats, g.PerSeat}
}

// answersItself reports whether the question is an automaton's with one answer left,
// and gives that answer.
func (s *State) answersItself() bool {
	if s.Actor != env.Chance || s.Node >= NodeDecisions {
		return false
	}
	a, one := s.Sole()
	if !one {
		return false
	}
	s.Answer, s.Node, s.Actor = a, NodeOver, env.Terminal
	return true
}

// Keep leaves in the legal set the answers that are worth most.
func (s *State) Keep(worth func(a env.Action) float64) {
	best, found := 0., false
	legal := s.known()
	kept := *legal
	for w, set := range legal {
		for ; set != 0; set &= set - 1 {
			a := env.Action(w*64 + bits.TrailingZeros64(set))
			x := worth(a)
			if !found || x > best {
				best, found = x, true
				clear(kept[:w+1])
				kept[w] = legal[w] &^ (1<<(a&63) - 1)
			}
			if x < best {
				kept[w] &^= 1 << (a & 63)
			}
		}
	}
	*legal = kept
}

// EachLegal calls use for every legal answer.
func (s *State) EachLegal(use func(a env.Action)) {
	for w, set := range s.known() {
		for ; set != 0; set &= set - 1 {
			use(env.Action(w*64 + bits.TrailingZeros64(set)))
		}
	}
}

// KeepOnly leaves one answer alone in the legal set; false when it is not legal.
func (s *State) KeepOnly(a env.Action) bool {
	if a < 0 || !s.known().has(a) {
		return false
	}
	s.ForbidAll()
	s.Allow(a)
	return true
}
