package scenarios

import (
	"math"

	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// coverLevels is more than any coverAt.
const coverLevels = 4

// answerMove keeps the best Moves of an opponent. With the treasure it makes for
// the nearest edge; next to it, it grabs it. Else it goes to the points nearest to
// the treasure or to its carrier: among points in cover, an inch short of a whole
// Move, if that gains ground; otherwise among all. Of equally near points it takes
// the best covered (DUEL-108). Near is on foot.
func answerMove(s *turn.State, m int8) {
	g := s.Game
	if s.Node == turn.NodeAct && s.KeepOnly(g.Do(turn.DoInteract)) {
		return
	}
	carrying := s.Carrier == m
	if carrying && keepExit(s, m) {
		return
	}
	keepDestinations(s)
	goal := walkToTreasure(s, m)
	if carrying {
		goal = s.WalkFrom(m, func(p space.Point) bool { return g.EdgeDistance(p) <= space.Normal.Radius().Inches()+g.Step.Inches() })
	}
	at := s.Models[m].At
	here := closer(s, goal, at)
	short := max(0, s.Act.Left-space.Inch)
	r := s.Find(m, s.Act.Left)
	covered := func(a env.Action) bool {
		p := g.DestOf(at, a)
		id := g.Scene.Disc().ID(p.Sub(at))
		return closer(s, goal, p) > here && r.Has(id) && r.Cost(id) <= short && coverAt(s, m, p) > 0
	}
	sheltered := false
	if !carrying {
		s.EachLegal(func(a env.Action) { sheltered = sheltered || covered(a) })
	}
	s.Keep(func(a env.Action) float64 {
		if sheltered && !covered(a) {
			return -1e9
		}
		return closer(s, goal, g.DestOf(at, a)) * coverLevels
	})
	s.Keep(func(a env.Action) float64 { return float64(coverAt(s, m, g.DestOf(at, a))) })
}

// closer returns higher the less of a walk is left from a point.
func closer(s *turn.State, goal *turn.Walk, p space.Point) float64 {
	return -float64(goal.To(s.Game, p))
}

// walkToTreasure returns the way to a point where a model could grab the treasure,
// or touch its carrier.
func walkToTreasure(s *turn.State, m int8) *turn.Walk {
	mover := s.Spot(m)
	return s.WalkFrom(m, func(p space.Point) bool {
		mover.At = p
		if s.Carrier != turn.Nobody && s.Carrier != m {
			return s.Game.Scene.Contact(mover, s.Spot(s.Carrier), &s.Land)
		}
		return s.Game.Scene.ContactAt(mover, s.Treasure, space.Inches(turn.TokenRadius), &s.Land)
	})
}

// keepExit keeps the nearest of the edges that can be left over; false when there
// is none.
func keepExit(s *turn.State, m int8) bool {
	g := s.Game
	r := s.Find(m, s.Act.Left)
	any := false
	for e := range space.Edge(space.Edges) {
		any = any || s.IsLegal(g.Actions.Edge+env.Action(e))
	}
	if any {
		s.Keep(func(a env.Action) float64 {
			if a < g.Actions.Edge || a >= g.Actions.Edge+space.Edges {
				return -1e9
			}
			cost, _ := r.Exit(space.Edge(a - g.Actions.Edge))
			return -float64(cost)
		})
	}
	return any
}

// keepDestinations leaves the destinations of the legal answers: there is always
// one.
func keepDestinations(s *turn.State) {
	s.Keep(func(a env.Action) float64 { return preferred(a < s.Game.Actions.Edge) })
}

// coverAt returns how well a model would be covered at a point: 3 when none of its
// enemies would see it, else by the one that sees most of it. With nobody there to
// hide from, beside or in terrain that covers is best.
func coverAt(s *turn.State, m int8, p space.Point) int {
	scene := s.Game.Scene
	there := s.Spot(m)
	there.At, there.Prone = p, false
	foes := s.Enemies(s.Owner(m)) & s.Standing()
	if foes == 0 {
		return int(preferred(scene.Touched(p, there.Base, &s.Land) != 0))
	}
	least := coverLevels
	for ; foes != 0; foes &= foes - 1 {
		least = min(least, int(scene.Sight(s.Spot(foes.First()), there, &s.Land).Cover))
	}
	return least
}

// towardsPlayer returns how far a direction points at the nearest of the player's
// models.
func towardsPlayer(s *turn.State, m int8, direction int) float64 {
	g, at := s.Game, s.Models[m].At
	best, dot := -1., 0.
	for e := range int8(g.Players * g.PerSeat) {
		if !s.InPlay.Has(e) {
			continue
		}
		if d := g.Scene.Distance(at, s.Models[e].At); best < 0 || d < best {
			o, step := s.Models[e].At.Sub(at), turn.DirectionSteps[direction]
			best, dot = d, float64(int(o.X)*step[0]+int(o.Y)*step[1])
			if direction%2 == 1 {
				dot /= math.Sqrt2
			}
		}
	}
	return dot
}
