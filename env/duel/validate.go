package duel

import (
	"slices"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/space"
)

// Validate reports every fault as env.Faults, the combinations of DUEL-18
// included.
func (c Config) Validate() error {
	var f env.Faults
	x := (*config.Config)(&c)
	validateNumbers(x, &f)
	validateWords(x, &f)
	validateNeeds(x, &f)
	validateHeroes(x, &f)
	validateWarbands(x, &f)
	return f.Err()
}

func validateNumbers(c *config.Config, f *env.Faults) {
	within := func(path string, x, low, high int) {
		if x < low || x > high {
			f.Add(path, x, "a number from %d to %d", low, high)
		}
	}
	length := func(path string, x, low, high float64) {
		if !(x >= low && x <= high) {
			f.Add(path, x, "a length from %g to %g inches", low, high)
		}
	}
	within("players", c.Players, config.MinPlayers, config.MaxPlayers)
	within("models_per_player", c.ModelsPerPlayer, 1, config.MaxFielded)
	within("max_models", c.MaxModels, 1, config.MaxPerSeat)
	within("max_shapes", c.MaxShapes, 0, config.MaxShapes)
	within("resource_points", c.ResourcePoints, 0, 12)
	within("hero_dice", c.HeroDice, 1, 5)
	within("map_seed", c.MapSeed, 0, 1<<30)
	within("rounds", c.Rounds, 0, config.MaxRounds)
	within("dice", c.Dice, 1, 4)
	within("hit_on", c.HitOn, 3, 12)
	within("recover_on", c.RecoverOn, 2, 6)
	within("recover_bonus", c.RecoverBonus, 0, 3)
	within("fall_bonus", c.FallBonus, 0, 5)
	within("fragile_hits", c.FragileHits, 1, 50)
	length("width", c.Width, space.MinSize, space.MaxSize)
	length("depth", c.Depth, space.MinSize, space.MaxSize)
	if c.Step != 0 && c.Step != .5 && c.Step != 1 {
		f.Add("step", c.Step, "0.5 or 1, or 0 for the map's own")
	}
	length("move", c.Move, 1, 6)
	length("long_move", c.LongMove, 1, 8)
	length("charge_move", c.ChargeMove, 1, 8)
	length("place_within", c.PlaceWithin, 1, 8)
	length("duel_from", c.DuelFrom, 0, 6)
	length("fall_free", c.FallFree, 0, 6)
	length("thrown_range", c.ThrownRange, 1, 96)
	length("one_handed_range", c.OneHandedRange, 1, 96)
	length("two_handed_range", c.TwoHandedRange, 1, 96)
	length("trap_radius", c.TrapRadius, 0, 12)
	within("opponents", c.Opponents, 1, config.MaxPlayers-1)
	within("victory_points", c.VictoryPoints, 1, 50)
	length("hill_radius", c.HillRadius, 0, 12)
	length("mob_radius", c.MobRadius, 0.5, 5)
	within("max_zvergs", c.MaxZvergs, 0, 20)
	length("boss_move", c.BossMove, 1, 9)
	length("boss_long_move", c.BossLongMove, 1, 9)
	length("dark_from", c.DarkFrom, 0, 48)
	length("light_radius", c.LightRadius, 0, 48)
}

func validateWords(c *config.Config, f *env.Faults) {
	word := func(path, value string, known ...string) {
		for _, k := range known {
			if value == k {
				return
			}
		}
		f.Add(path, value, "one of %s", strings.Join(known, ", "))
	}
	word("scenario", c.Scenario, scenarios.Names()...)
	word("placement", c.Placement, config.PlacementRelative, config.PlacementAbsolute)
	word("bid_initiative", c.BidInitiative, config.BidOff, config.BidPlayer, config.BidModel)
	word("warband", c.Warband, config.WarbandGiven, config.WarbandDraft, config.WarbandRandom)
	word("cover", c.Cover, config.CoverOff, config.CoverSimple, config.CoverAdvanced)
	word("fragile_becomes", c.FragileBecomes, config.FragileRemoved, config.FragileRubble)
	word("respawn_at", c.RespawnAt, config.RespawnCorner, config.RespawnPoints, config.RespawnCounter)
	for i, x := range c.BossAbilities {
		word(config.Item("boss_abilities", i), x, config.BossAbilities...)
		if slices.Contains(c.BossAbilities[:i], x) {
			f.Add(config.Item("boss_abilities", i), x, "each ability once")
		}
	}
	if len(c.BossAbilities) > 0 && c.Scenario != config.ScenarioBossFight {
		f.Add("boss_abilities", c.BossAbilities, "none but in the scenario %s", config.ScenarioBossFight)
	}
	seen := map[string]bool{}
	for i, t := range c.InteractiveTerrain {
		word(config.Item("interactive_terrain", i), t, config.Water, config.Fragile, config.Laser, config.Tree)
		if seen[t] {
			f.Add(config.Item("interactive_terrain", i), t, "each kind once")
		}
		seen[t] = true
	}
}

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
	validateScenario(c, f)
	validateAddOns(c, f)
	if c.BidInitiative == config.BidModel && c.ModelsPerPlayer > config.MaxBidModels {
		f.Add("bid_initiative", c.BidInitiative, "at most %d models a player (DUEL-42)", config.MaxBidModels)
	}
}

// validateScenario refuses what does not go with the scenario (DUEL-18).
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

// validateAddOns refuses what is unknown, twice there, or does not go with the
// rest (DUEL-18).
func validateAddOns(c *config.Config, f *env.Faults) {
	for i, name := range c.AddOns {
		if !slices.Contains(scenarios.AddOnNames(), name) {
			f.Add(config.Item("add_ons", i), name, "one of %s", strings.Join(scenarios.AddOnNames(), ", "))
		}
		if slices.Contains(c.AddOns[:i], name) {
			f.Add(config.Item("add_ons", i), name, "each add-on once")
		}
	}
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
	word("melee", k.Melee, config.None, config.OneHanded, config.TwoHanded)
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
	case config.TwoHanded:
		return 2
	}
	return 1
}

// playerChoices returns the numbers of players that the scenario is for.
func playerChoices(c *config.Config) (choices []string) {
	for _, n := range scenarios.Of(c).Players {
		choices = append(choices, strconv.Itoa(n))
	}
	return choices
}
