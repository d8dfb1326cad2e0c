package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// tokenRadius is the size of a token: with it, every base has contact points on
// both lattices (DUEL-110).
const tokenRadius = 0.25

// The scenario of the core rules: whoever carries the treasure off the area wins
// at once, and the last side with a fighter wins (DUEL-9).
var treasureScenario = scenario{
	name: ScenarioTreasure, about: "carry the treasure off the table", players: []int{2, 3, 4},
	rule: &treasureRule,
}

var treasureRule = rule{
	name:  ScenarioTreasure,
	drops: (*State).drop,
	offer: func(s *State, m int8) {
		if s.mayGrab(m) {
			s.allow(s.game.do(doInteract))
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		if a != s.game.do(doInteract) {
			return false
		}
		s.carrier = m
		s.plan(m)
		return true
	},
	leaving: func(s *State, m int8, _ space.Edge) {
		if s.carrier == m {
			s.wins(s.sideOf(m))
		}
	},
	things: things{kind: thingTreasure, count: 1, show: func(s *State, _ int) thing {
		return thing{at: s.prize(), there: true, free: s.carrier == nobody, side: nobody, sign: "$"}
	}},
	bears: func(s *State, m int8) string {
		if s.carrier == m {
			return "treasure"
		}
		return ""
	},
	prospects: func(s *State, seat int) float64 {
		g, x := s.game, 0.
		for rest := s.inPlay & s.own[seat]; rest != 0; rest &= rest - 1 {
			m := first(rest)
			at := s.models[m].at
			if s.carrier == m {
				x += carryPrice + inchPrice*(g.config.Board.Width/2-g.edgeDistance(at))
			} else {
				x -= inchPrice * g.scene.Distance(at, s.prize())
			}
		}
		return x
	},
	tell: func(s *State, b *strings.Builder) {
		if s.carrier != nobody {
			fmt.Fprintf(b, "%s carries the treasure.\n", s.game.modelName(s.carrier))
		} else {
			fmt.Fprintf(b, "The treasure lies at %s.\n", s.game.where(s.treasure))
		}
	},
	conserve: func(s *State) error {
		if s.carrier != nobody && !s.onItsFeet(s.carrier) {
			return fmt.Errorf("duel: %s carries the treasure with status %d", s.game.modelName(s.carrier), s.models[s.carrier].status)
		}
		if s.carrier == nobody && !s.game.scene.Holds(s.treasure) {
			return fmt.Errorf("duel: the treasure is at %v", s.treasure)
		}
		return nil
	},
	lay: func(s *State, p *Position, f *env.Faults) {
		if len(p.Treasure) > 0 {
			s.treasure = s.game.layAt(p.Treasure, "treasure", f)
		}
		if p.Carrier != "" {
			s.carrier = s.layBearer(p.Carrier, "carrier", f)
		}
		p.Treasure, p.Carrier = nil, ""
	},
}

// mayGrab says whether a model is in base contact with the treasure, lying
// (DUEL-7).
func (s *State) mayGrab(m int8) bool {
	return s.carrier == nobody && s.serves(m) && s.touches(m, s.treasure)
}

// drop leaves the treasure where its carrier stands (DUEL-9).
func (s *State) drop(m int8) {
	if s.carrier == m {
		s.carrier, s.treasure = nobody, s.models[m].at
	}
}

// onItsFeet says whether a model stands, on the table or in a mob, so that it can
// carry things.
func (s *State) onItsFeet(m int8) bool {
	status := s.models[m].status
	return status == standing || status == mingled && !has(s.street.lying, m)
}

// prize is where the treasure is, carried or not.
func (s *State) prize() space.Point {
	if s.carrier != nobody {
		return s.models[s.carrier].at
	}
	return s.treasure
}
