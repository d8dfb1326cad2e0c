package turn

import "ringer/env/duel/space"

// A load counts what a round can bring at most, generously. Everything that can happen
// again in a round is bounded by a ruling, which is named here beside it.
type load struct {
	activations int // whole ones, also of models that a feat or trait has activated
	moves       int
	duels       int
	offers      int // to interrupt one Move
}

// Bounds returns generous bounds on the decisions and chance nodes of an episode.
func (g *Game) Bounds() (decisions, chances int) {
	n, k := g.Seats, g.Models
	x := load{activations: k, moves: 3 * k, duels: 3 * k}
	asked, rolls := 3*k+8, 8*k+4 // of a Duel
	if g.Config.Heroes {
		x = g.heroicLoad()
		asked, rolls = 14*k+40, 16*k+16
	}
	decisions = n + k + x.activations*12 + x.moves*(1+x.offers) + x.duels*asked
	chances = 2*n + 4*k + x.activations*6 + x.moves*6 + x.duels*rolls
	decisions *= g.Config.Rounds
	chances *= g.Config.Rounds
	decisions += n
	chances += 2*n + MaxSpawns + MaxLights + 2
	if g.Seats > g.Players {
		chances += decisions
	}
	decisions += g.Players * g.Config.PlaceTerrain
	if g.Config.Heroes {
		draft := g.Drafts() * (g.Config.ResourcePoints*(1+g.MostShapes) + 1)
		decisions += draft + 2*k + k*len(g.Designators)
		chances += draft
	}
	return decisions, chances
}

// heroicLoad counts what Heroes can make of a round.
func (g *Game) heroicLoad() (x load) {
	k := g.Models
	heroes := g.Heroes * g.Seats
	bearers := heroes // of feats
	if g.Config.OneUpFollowers {
		bearers = k
	}
	if g.Seats > g.Players {
		bearers = k
	}
	own, times := k, func(id SkillID, n int) int {
		if g.InGame.Has(id) {
			return n
		}
		return 0
	}
	most := g.Config.ResourcePoints + len(g.Gifts) // X of a trait
	x.activations = own +
		times(FeatZealous, bearers) + times(TraitAwesomeness, heroes*min(most, g.PerSeat)) + // DUEL-114
		times(FeatCoordinate, k) // DUEL-72
	x.activations += times(TraitRaiseDead, x.activations*min(2*most, k)) // DUEL-97
	struck := times(FeatXtraAttack, bearers*k)                           // DUEL-94
	fallen := k + times(TraitRaiseDead, k)
	x.moves = 3*x.activations +
		times(FeatTacticalMovement, bearers*(x.activations+k)) + // DUEL-115: and for the Duels that come later under bids
		times(FeatValorous, bearers) + times(FeatManhunt, bearers) + // DUEL-92, DUEL-87
		times(FeatDaemon, fallen) + // DUEL-68
		struck // a Move that was interrupted is planned anew
	x.duels = 3*x.activations + k + struck +
		times(FeatValorous, bearers) + times(FeatManhunt, bearers) + times(FeatDaemon, fallen)
	for _, id := range g.interrupters { // DUEL-116
		inches := int(g.radius/space.Inch) + 1
		x.offers += times(id, bearers*inches)
	}
	return x
}
