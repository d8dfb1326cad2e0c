package turn

import "ringer/env/duel/internal/config"

// Drafts returns the number of Heroes that are drafted.
func (g *Game) Drafts() int {
	if g.Config.Heroes && g.Config.Warband != config.WarbandGiven {
		return g.Seats * g.Heroes
	}
	return 0
}
