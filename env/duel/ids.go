package duel

import (
	"slices"
	"strconv"

	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/layout"
)

// This file names what lattices and rosters number, by what the numbers mean under all
// rules: ids of actions, and columns of the observation.

// nameIDs returns the blocks of actions with the names of ids of which other rules may
// have more or fewer.
func nameIDs(g *turn.Game) []env.Block {
	blocks := slices.Clone(g.Actions.Blocks)
	for i := range blocks {
		switch b := &blocks[i]; b.Name {
		case "offset", "point":
			b.Names = destNames(g)
		case "model":
			b.Names = modelNames(g, seatNames(g))
		case "score":
			b.Names = layout.Numbered("score", turn.Scores)
			if g.Actions.Avoid {
				b.Names = append(b.Names, layout.Numbered("avoid", turn.Scores)...)
			}
		}
	}
	return blocks
}

// destNames returns the inches to the east and to the north of each destination.
func destNames(g *turn.Game) []string {
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
