package scenarios

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Gangs of Heroes fight until one is left: there is no treasure, and to leave the
// area only removes. As an add-on it says of another scenario that it is played
// with Heroes, and the last gang standing wins there too (DUEL-106).
var gangScenario = turn.Scenario{
	Name: config.ScenarioGangWarfare, Players: []int{2, 3, 4},
	Rule: &gangRule,
	Needs: func(c *config.Config, f *env.Faults) {
		needHeroes(c, f)
		if c.Respawn {
			f.Add("respawn", true, "false in the scenario %s: it would never end (DUEL-18)", config.ScenarioGangWarfare)
		}
		if c.Plays(config.AddOnGangWarfare) {
			f.Add("add_ons", config.AddOnGangWarfare, "none: it is the scenario already")
		}
	},
}

var gangRule = turn.Rule{
	Name: config.ScenarioGangWarfare,
}

// gangAddOn changes nothing but what a game may be played with.
var gangAddOn = turn.AddOn{
	Name: config.AddOnGangWarfare,
	Rule: turn.Rule{Name: config.AddOnGangWarfare},
	Needs: func(c *config.Config, f *env.Faults) {
		if c.Scenario != config.ScenarioGangWarfare {
			needHeroes(c, f)
		}
	},
}

func needHeroes(c *config.Config, f *env.Faults) {
	if !c.Heroes {
		f.Add("heroes", false, "true in gang warfare (DUEL-18)")
	}
}
