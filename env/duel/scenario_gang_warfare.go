package duel

import (
	"math"

	"ringer/env"
)

// Gangs of Heroes fight until one is left: there is no treasure, and to leave the
// area only removes. As an add-on it says of another scenario that it is played
// with Heroes, and the last gang standing wins there too (DUEL-106).
var gangScenario = scenario{
	name: ScenarioGangWarfare, about: "be the last gang standing", players: []int{2, 3, 4},
	rule: &gangRule,
	needs: func(c *Config, f *env.Faults) {
		needHeroes(c, f)
		if c.Respawn {
			f.Add("respawn", true, "false in the scenario %s: it would never end (DUEL-18)", ScenarioGangWarfare)
		}
		if c.plays(AddOnGangWarfare) {
			f.Add("add_ons", AddOnGangWarfare, "none: it is the scenario already")
		}
	},
}

var gangRule = rule{
	name: ScenarioGangWarfare,
	prospects: func(s *State, seat int) float64 {
		g, x := s.game, 0.
		foes := s.enemies(seat)
		for rest := s.inPlay & s.own[seat]; rest != 0; rest &= rest - 1 {
			nearest := math.Inf(1)
			for r := foes; r != 0; r &= r - 1 {
				nearest = min(nearest, g.scene.Distance(s.models[first(rest)].at, s.models[first(r)].at))
			}
			if foes != 0 {
				x -= inchPrice * nearest
			}
		}
		return x
	},
}

// gangAddOn changes nothing but what a game may be played with.
var gangAddOn = addOn{
	name: AddOnGangWarfare, about: "a scenario of Heroes; the last gang standing wins too",
	rule: rule{name: AddOnGangWarfare},
	needs: func(c *Config, f *env.Faults) {
		if c.Scenario != ScenarioGangWarfare {
			needHeroes(c, f)
		}
	},
}

func needHeroes(c *Config, f *env.Faults) {
	if !c.Heroes {
		f.Add("heroes", false, "true in gang warfare (DUEL-18)")
	}
}
