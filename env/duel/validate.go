package duel

import (
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/scenarios"
)

// validateNeeds refuses the combinations that the rule book forbids (DUEL-18).
func validateNeeds(c *config.Config, f *env.Faults) {
	needs := func(on bool, path string, has bool, what string) {
		if on && !has {
			f.Add(path, "on", "%s", what)
		}
	}
	needs(c.Charge, "charge", c.Melee, "melee too: a charge ends in a melee (DUEL-18)")
	needs(c.Charge, "charge", c.AvoidHits, "avoid_hits too: a failed charge may only avoid hits (DUEL-18)")
	needs(c.Climbing, "climbing", c.Falling, "falling too: a climber who is hit falls (DUEL-18)")
	needs(c.Respawn && c.RespawnAt == config.RespawnPoints, "respawn_at", c.SpawnPoints, "spawn_points too")
	needs(c.RespawnAt == config.RespawnCounter, "respawn_at", c.Scenario == config.ScenarioTugOfWar, "a scenario with position counters (DUEL-109)")
	if n := c.Players * c.PlaceTerrain; n > config.MaxPutDown {
		f.Add("place_terrain", c.PlaceTerrain, "at most %d pieces of all players together (DUEL-123)", config.MaxPutDown)
	}
	validateScenario(c, f)
	validateAddOns(c, f)
	if len(c.BossAbilities) > 0 && c.Scenario != config.ScenarioBossFight {
		f.Add("boss_abilities", c.BossAbilities, "none but in the scenario %s", config.ScenarioBossFight)
	}
	if c.BidInitiative == config.BidModel && c.ModelsPerPlayer > config.MaxBidModels {
		f.Add("bid_initiative", c.BidInitiative, "at most %d models a player (DUEL-42)", config.MaxBidModels)
	}
}

// validateScenario refuses settings that the scenario excludes, or lacks
// (DUEL-18).
func validateScenario(c *config.Config, f *env.Faults) {
	x := scenarios.Of(c)
	if x == nil {
		return
	}
	allowed := false
	for _, n := range x.Players {
		allowed = allowed || c.Players == n
	}
	if !allowed && c.Players >= config.MinPlayers && c.Players <= config.MaxPlayers {
		f.Add("players", c.Players, "one of %v in the scenario %s", x.Players, x.Name)
	}
	if x.Needs != nil {
		x.Needs(c, f)
	}
}

// validateAddOns refuses add-ons that other settings exclude (DUEL-18).
func validateAddOns(c *config.Config, f *env.Faults) {
	if len(c.AddOns) > 0 && c.Scenario == config.ScenarioStandoff {
		f.Add("add_ons", c.AddOns, "none in the scenario %s", config.ScenarioStandoff)
	}
	for _, x := range scenarios.AddOnTable {
		if x.Needs != nil && c.Plays(x.Name) {
			x.Needs(c, f)
		}
	}
}

func validateWarbands(c *config.Config, f *env.Faults) {
	for i := range c.Warbands {
		if len(c.Warbands[i].Models) == 0 {
			f.Add(config.Item("warbands", i)+".models", "none", "at least one model")
		}
		for j := range c.Warbands[i].Models {
			validateKit(c, f, config.Item("warbands", i)+"."+config.Item("models", j), &c.Warbands[i].Models[j])
		}
	}
}

func validateKit(c *config.Config, f *env.Faults, path string, k *config.Kit) {
	word := func(name, value string, known ...string) {
		for _, w := range known {
			if value == w || value == "" {
				return
			}
		}
		f.Add(path+"."+name, value, "one of %s", strings.Join(known, ", "))
	}
	word("kind", k.Kind, config.KindFighter, config.KindHero)
	word("ranged", k.Ranged, config.None, config.Thrown, config.OneHanded, config.TwoHanded)
	word("melee", k.Melee, config.None, config.OneHanded, config.TwoHanded, config.Pair)
	word("protection", k.Protection, config.Light, config.Medium, config.Heavy)
	word("specialization", k.Specialization, config.Allrounder, config.Brawler, config.Gunslinger)
	if hands := hands(k.Ranged) + hands(k.Melee); hands > 2 || k.Shield && hands > 1 {
		f.Add(path, k.Name, "at most two hands' worth of weapons and shield")
	}
	if k.Shield && !(c.Armory && c.Cover != config.CoverOff) {
		f.Add(path+".shield", true, "armory and cover on: a shield is cover (DUEL-18)")
	}
	if c.Specialization {
		switch k.Specialization {
		case config.Brawler:
			if !c.Melee {
				f.Add(path+".specialization", config.Brawler, "melee on: a brawler has no other weapon (DUEL-18)")
			}
			if c.Armory && k.Ranged != config.None && k.Ranged != "" {
				f.Add(path+".ranged", k.Ranged, "none: a brawler carries no ranged weapon")
			}
		case config.Gunslinger:
			if c.Armory && k.Melee != config.None && k.Melee != "" {
				f.Add(path+".melee", k.Melee, "none: a gunslinger carries no melee weapon")
			}
		}
	}
}

func hands(weapon string) int {
	switch weapon {
	case "", config.None:
		return 0
	case config.TwoHanded, config.Pair:
		return 2
	}
	return 1
}
