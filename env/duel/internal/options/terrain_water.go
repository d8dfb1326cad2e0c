package options

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Water covers a model that is in it, and drowns one that a hit places prone there. A
// drowned carrier leaves the treasure at the nearest point of the shore. A model that
// loses only toughness there rolls a die for it (DUEL-50).
var waterRule = turn.Rule{
	Name:  "interactive_terrain: water",
	Ready: func(g *turn.Game) { g.Water = g.Scene.KindSet(space.Water) },
	Hook: func(h *turn.Hooks) {
		h.On[turn.AtHit].Add(func(s *turn.State, m int8) {
			x := &s.Models[m]
			if x.Status != turn.Prone || !inWater(s, m) {
				return
			}
			drown(s, m)
		})
		h.On[turn.AtTough].Add(func(s *turn.State, m int8) {
			if inWater(s, m) {
				s.Push(taskDrown, m)
			}
		})
	},
}

// runDrown rolls for a Hero that loses only toughness in water: a die and the
// toughness left must make 7, or it drowns. A carrier drops the treasure first.
func runDrown(s *turn.State, t *turn.Task) {
	m := t.M
	if t.Step == turn.Asking {
		if t.Step = turn.Answered; s.InPlay.Has(m) {
			s.Chance(turn.ChanceDice, 1, m)
			return
		}
		s.Pop()
		return
	}
	s.Pop()
	if int(s.Answer)+1+int(s.Models[m].Toughness) < s.Game.Config.HitOn {
		s.LetFall(m)
		drown(s, m)
	}
}

// drown removes a model, and brings what it carried ashore.
func drown(s *turn.State, m int8) {
	if s.Carrier == turn.Nobody && s.Treasure == s.Models[m].At {
		s.Treasure = shore(s, m)
	}
	s.Remove(m)
}

func inWater(s *turn.State, m int8) bool {
	return s.Game.Scene.Inside(s.Models[m].At, &s.Land)&s.Game.Scene.KindSet(space.Water) != 0
}

// swims reports whether a target is in water that the attacker is not in: it counts
// as in cover.
func swims(s *turn.State, by, target int8) bool {
	g := s.Game
	return g.Water != 0 && g.Scene.Inside(s.Models[target].At, &s.Land)&^g.Scene.Inside(s.Models[by].At, &s.Land)&g.Water != 0
}

// shore returns the point nearest to a model where a fighter could stand dry.
func shore(s *turn.State, m int8) space.Point {
	g, at := s.Game, s.Models[m].At
	water := g.Scene.KindSet(space.Water)
	best, found := at, -1.
	for i := range g.Scene.Points() {
		p := g.Scene.PointAt(i)
		if d := g.Scene.Distance(at, p); (found < 0 || d < found) && g.Scene.Inside(p, &s.Land)&water == 0 && g.Scene.Standable(p, s.Base(m), &s.Land) {
			best, found = p, d
		}
	}
	return best
}
