package scenarios

import (
	"fmt"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// The scenario of the core rules: a model that carries the treasure off the area wins
// at once, and the last side with a fighter wins (DUEL-9).
var treasureScenario = turn.Scenario{
	Name: config.ScenarioTreasure, Players: []int{2, 3, 4},
	Rule: &treasureRule,
}

var treasureRule = turn.Rule{Name: config.ScenarioTreasure, Hook: func(h *turn.Hooks) {
	h.Drops.Add(drop)
	h.Offer.Add(func(s *turn.State, m int8) {
		if mayGrab(s, m) {
			s.Allow(s.Game.Do(turn.DoInteract))
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		if a != s.Game.Do(turn.DoInteract) {
			return false
		}
		s.Carrier = m
		s.Plan(m)
		return true
	})
	h.Leaving.Add(func(s *turn.State, m int8, _ space.Edge) {
		if s.Carrier == m {
			s.Wins(s.SideOf(m))
		}
	})
	h.Things.Add(turn.Things{Kind: turn.ThingTreasure, Count: 1, Show: func(s *turn.State, _ int) turn.Thing {
		return turn.Thing{At: Prize(s), There: true, Free: s.Carrier == turn.Nobody, Side: turn.Nobody, Sign: "$"}
	}})
	h.Bears.Add(func(s *turn.State, m int8) string {
		if s.Carrier == m {
			return "treasure"
		}
		return ""
	})
	h.Conserve.Add(func(s *turn.State) error {
		if s.Carrier != turn.Nobody && !s.OnItsFeet(s.Carrier) {
			return fmt.Errorf("duel: %s carries the treasure with status %d", s.Game.ModelName(s.Carrier), s.Models[s.Carrier].Status)
		}
		if s.Carrier == turn.Nobody && !s.Game.Scene.Holds(s.Treasure) {
			return fmt.Errorf("duel: the treasure is at %v", s.Treasure)
		}
		return nil
	})
	h.Lay.Add(func(s *turn.State, p *turn.Position, f *env.Faults) {
		if len(p.Treasure) > 0 {
			s.Treasure = s.Game.LayAt(p.Treasure, "treasure", f)
		}
		if p.Carrier != "" {
			s.Carrier = s.LayBearer(p.Carrier, "carrier", f)
		}
		p.Treasure, p.Carrier = nil, ""
	})
}}

// mayGrab reports whether a model is in base contact with the treasure, lying
// (DUEL-7).
func mayGrab(s *turn.State, m int8) bool {
	return s.Carrier == turn.Nobody && s.Serves(m) && s.Touches(m, s.Treasure)
}

// drop leaves the treasure where its carrier stands (DUEL-9).
func drop(s *turn.State, m int8) {
	if s.Carrier == m {
		s.Carrier, s.Treasure = turn.Nobody, s.Models[m].At
	}
}

// Prize returns where the treasure is, carried or not.
func Prize(s *turn.State) space.Point {
	if s.Carrier != turn.Nobody {
		return s.Models[s.Carrier].At
	}
	return s.Treasure
}
