package observation

import (
	"fmt"
	"strconv"

	"ringer/env/duel/internal/turn"
	"ringer/env/layout"
)

// This file names what lattices and rosters number, by what the numbers mean under all
// rules: ids of actions, and rows and columns of the observation.

// SeatNames returns labels of the seats, relative to the observer; automata come
// last.
func SeatNames(g *turn.Game) []string {
	names := layout.Seats(g.Players).Names()
	for i := g.Players; i < g.Seats; i++ {
		names = append(names, fmt.Sprintf("automaton %d", i-g.Players+1))
	}
	return names
}

// ModelNames labels the models in the order of their rows.
func ModelNames(g *turn.Game, seats []string) (names []string) {
	for k := range g.Seats {
		names = append(names, layout.Numbered(seats[k]+" model", g.Fields(k))...)
	}
	return names
}

// DestNames returns the inches to the east and to the north of each destination.
func DestNames(g *turn.Game) []string {
	var names []string
	if g.Actions.Absolute {
		for _, y := range latticeNames(g, g.Rows) {
			for _, x := range latticeNames(g, g.Columns) {
				names = append(names, "("+x+","+y+")")
			}
		}
		return names
	}
	for id := range g.Actions.Disc.Len() {
		o := g.Actions.Disc.Offset(id)
		names = append(names, "("+lengthName(g, int(o.X))+","+lengthName(g, int(o.Y))+")")
	}
	return names
}

// latticeNames returns the inches of the first n lines of the lattice.
func latticeNames(g *turn.Game, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = lengthName(g, i)
	}
	return names
}

// lengthName returns the length of some steps of the lattice.
func lengthName(g *turn.Game, steps int) string {
	return strconv.FormatFloat(float64(steps)*g.Step.Inches(), 'g', -1, 64)
}
