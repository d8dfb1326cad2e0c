package duel

import (
	"math"

	"ringer/env"
	"ringer/env/duel/space"
)

// coverLevels is more than any coverAt.
const coverLevels = 4

// answerMove keeps the best Moves of an opponent. With the treasure it makes for
// the nearest edge; next to it, it grabs it. Else it goes where it is nearest to
// the treasure or who has it: among points in cover, an inch short of a whole Move,
// if that gains ground; otherwise among all. Of equally near points it takes the
// best covered (DUEL-108). Near is on foot.
func (s *State) answerMove(m int8) {
	g := s.game
	if s.node == nodeAct && s.keepOnly(g.do(doInteract)) {
		return
	}
	carrying := s.carrier == m
	if carrying && s.keepExit(m) {
		return
	}
	s.keepDestinations()
	goal := s.walkToTreasure(m)
	if carrying {
		goal = s.walkFrom(m, func(p space.Point) bool { return g.edgeDistance(p) <= space.Normal.Radius().Inches()+g.step.Inches() })
	}
	at := s.models[m].at
	here := s.closer(goal, at)
	short := max(0, s.act.left-space.Inch)
	r := s.find(m, s.act.left)
	covered := func(a env.Action) bool {
		p := g.destOf(at, a)
		id := g.scene.Disc().ID(p.Sub(at))
		return s.closer(goal, p) > here && r.Has(id) && r.Cost(id) <= short && s.coverAt(m, p) > 0
	}
	sheltered := false
	if !carrying {
		s.eachLegal(func(a env.Action) { sheltered = sheltered || covered(a) })
	}
	s.keep(func(a env.Action) float64 {
		if sheltered && !covered(a) {
			return -1e9
		}
		return s.closer(goal, g.destOf(at, a)) * coverLevels
	})
	s.keep(func(a env.Action) float64 { return float64(s.coverAt(m, g.destOf(at, a))) })
}

// closer is higher the less of a walk is left from a point.
func (s *State) closer(goal *walk, p space.Point) float64 { return -float64(goal.to(s.game, p)) }

// walkToTreasure is the way to where a model could grab the treasure, or be in
// contact with who has it.
func (s *State) walkToTreasure(m int8) *walk {
	mover := s.spot(m)
	return s.walkFrom(m, func(p space.Point) bool {
		mover.At = p
		if s.carrier != nobody && s.carrier != m {
			return s.game.scene.Contact(mover, s.spot(s.carrier), &s.land)
		}
		return s.game.scene.ContactAt(mover, s.treasure, space.Inches(tokenRadius), &s.land)
	})
}

// keepExit keeps the nearest of the edges that can be left over; false when there
// is none.
func (s *State) keepExit(m int8) bool {
	g := s.game
	r := s.find(m, s.act.left)
	any := false
	for e := range space.Edge(space.Edges) {
		any = any || s.isLegal(g.actions.edge+env.Action(e))
	}
	if any {
		s.keep(func(a env.Action) float64 {
			if a < g.actions.edge || a >= g.actions.edge+space.Edges {
				return -1e9
			}
			cost, _ := r.Exit(space.Edge(a - g.actions.edge))
			return -float64(cost)
		})
	}
	return any
}

// keepDestinations leaves the destinations of the legal answers: there is always
// one.
func (s *State) keepDestinations() {
	s.keep(func(a env.Action) float64 { return preferred(a < s.game.actions.edge) })
}

// coverAt is how well a model would be covered at a point: 3 when none of its
// enemies would see it, else by the one that sees most of it. With nobody there to
// hide from, beside or in terrain that covers is best.
func (s *State) coverAt(m int8, p space.Point) int {
	scene := s.game.scene
	there := s.spot(m)
	there.At, there.Prone = p, false
	foes := s.enemies(s.owner(m)) & s.standing()
	if foes == 0 {
		return int(preferred(scene.Touched(p, there.Base, &s.land) != 0))
	}
	least := coverLevels
	for ; foes != 0; foes &= foes - 1 {
		least = min(least, int(scene.Sight(s.spot(first(foes)), there, &s.land).Cover))
	}
	return least
}

// towardsPlayer is how far a direction points at the nearest of the player's
// models.
func (s *State) towardsPlayer(m int8, direction int) float64 {
	g, at := s.game, s.models[m].at
	best, dot := -1., 0.
	for e := range int8(g.players * g.perSeat) {
		if !has(s.inPlay, e) {
			continue
		}
		if d := g.scene.Distance(at, s.models[e].at); best < 0 || d < best {
			o, step := s.models[e].at.Sub(at), directionSteps[direction]
			best, dot = d, float64(int(o.X)*step[0]+int(o.Y)*step[1])
			if direction%2 == 1 {
				dot /= math.Sqrt2
			}
		}
	}
	return dot
}
