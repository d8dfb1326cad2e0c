package duel

import (
	"cmp"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
)

// Parameters lists the parameters of a game string, with their values here.
func (x *Config) Parameters() []env.Parameter {
	c, d := (*config.Config)(x), config.Defaults()
	var list []env.Parameter
	word := func(name, value, standard, doc string, choices ...string) {
		list = append(list, env.Parameter{Name: name, Value: value, Default: standard, Choices: choices, Doc: doc})
	}
	number := func(name string, value, standard int, doc string, choices ...string) {
		word(name, strconv.Itoa(value), strconv.Itoa(standard), doc, choices...)
	}
	length := func(name string, value, standard float64, doc string) {
		word(name, turn.FormatInches(value), turn.FormatInches(standard), doc)
	}
	onOff := func(name string, value, standard bool, doc string) {
		word(name, strconv.FormatBool(value), strconv.FormatBool(standard), doc, "true", "false")
	}
	// A rule that cannot be switched on alone lists no choices.
	bound := func(name string, value, standard bool, doc string) {
		word(name, strconv.FormatBool(value), strconv.FormatBool(standard), "true or false; "+doc)
	}
	number("players", c.Players, d.Players, "seats at the table", playerChoices(c)...)
	number("models_per_player", c.ModelsPerPlayer, d.ModelsPerPlayer, "fighters of each player, 1 to 6")
	word("scenario", c.Scenario, d.Scenario, "what wins: "+strings.Join(scenarios.Names(), ", "))
	word("add_ons", brackets(c.AddOns), brackets(d.AddOns), "on top of the scenario, a list of "+strings.Join(scenarios.AddOnNames(), ", "))
	word("map", c.Map, d.Map, "a map of configs/games/duel/maps, a path, or scatter: terrain strewn by chance from map_seed")
	number("map_seed", c.MapSeed, d.MapSeed, "of a scattered map")
	length("width", c.Width, d.Width, "of a scattered map, 6 to 48 inches")
	length("depth", c.Depth, d.Depth, "of a scattered map, 6 to 48 inches")
	word("step", turn.FormatInches(c.Step), turn.FormatInches(d.Step), "of the lattice in inches; 0: as the map has it", "0", "0.5", "1")
	word("placement", c.Placement, d.Placement, "destinations are offsets, or points of the lattice", config.PlacementRelative, config.PlacementAbsolute)
	number("rounds", cmp.Or(c.Rounds, c.OwnRounds()), c.OwnRounds(), "cap: a tie of the seats still in the game, 1 to 1000; 0: 30, or 1000 with respawn where the treasure does not win")
	onOff("one_and_half_actions", c.OneAndHalfActions, d.OneAndHalfActions, "longer Moves, or a Duel in the middle of one")
	onOff("armory", c.Armory, d.Armory, "weapons and shields of the warbands")
	onOff("avoid_hits", c.AvoidHits, d.AvoidHits, "avoid hits instead of fighting back")
	word("bid_initiative", c.BidInitiative, d.BidInitiative, "bid for Initiative instead of rolling", config.BidOff, config.BidPlayer, config.BidModel)
	bound("charge", c.Charge, d.Charge, "charge into melee; needs melee and avoid_hits")
	bound("climbing", c.Climbing, d.Climbing, "heights cost movement; needs falling")
	word("cover", c.Cover, d.Cover, "terrain that hides a target in part", config.CoverOff, config.CoverSimple, config.CoverAdvanced)
	onOff("dead_zone", c.DeadZone, d.DeadZone, "thrown weapons have no least range")
	onOff("exhaust", c.Exhaust, d.Exhaust, "two actions, then prone")
	onOff("falling", c.Falling, d.Falling, "falls of more than fall_free hurt")
	word("interactive_terrain", brackets(c.InteractiveTerrain), brackets(d.InteractiveTerrain), "which of water, fragile, laser, tree do something")
	onOff("jamming", c.Jamming, d.Jamming, "ranged weapons jam")
	onOff("jump", c.Jump, d.Jump, "jump over gaps in a Move")
	onOff("melee", c.Melee, d.Melee, "fight hand to hand, with support and retaliation")
	onOff("place_randomly", c.PlaceRandomly, d.PlaceRandomly, "the treasure starts in a random square")
	onOff("protection", c.Protection, d.Protection, "light and heavy protection of the warbands")
	onOff("respawn", c.Respawn, d.Respawn, "removed models come back two rounds later")
	onOff("spawn_points", c.SpawnPoints, d.SpawnPoints, "six spawn points, random unless the map has them")
	onOff("specialization", c.Specialization, d.Specialization, "brawlers and gunslingers of the warbands")
	onOff("take_aim", c.TakeAim, d.TakeAim, "change the score by one after the reveal instead of moving")
	onOff("upgrades", c.Upgrades, d.Upgrades, "four tokens that help or hurt")
	onOff("weapon_range", c.WeaponRange, d.WeaponRange, "weapons carry only so far")
	onOff("heroes", c.Heroes, d.Heroes, "the models of the warbands are Heroes with feats and traits, and may have followers")
	word("warband", c.Warband, d.Warband, "of Heroes: given by the warbands; draft: chosen by the players, hidden from each other; random: by chance")
	word("bands", brackets(c.Bands), brackets(d.Bands), "names of shipped warbands, dealt to the seats in turn")
	word("one_up", brackets(c.OneUp), brackets(d.OneUp), "feats and traits that every Hero has for free")
	bound("one_up_followers", c.OneUpFollowers, d.OneUpFollowers, "gangers and rookies have the feats of one_up too")
	number("max_models", c.MaxModels, d.MaxModels, "models of a player, followers included, 1 to 13")
	number("max_shapes", c.MaxShapes, d.MaxShapes, "further shapes of a Hero with the trait shapeshifter, 0 to 6")
	number("resource_points", c.ResourcePoints, d.ResourcePoints, "points of a Hero for feats and traits")
	number("hero_dice", c.HeroDice, d.HeroDice, "dice of a Hero, 1 to 5")
	length("move", c.Move, d.Move, "inches of a Move")
	length("long_move", c.LongMove, d.LongMove, "inches of a Move with one_and_half_actions")
	length("charge_move", c.ChargeMove, d.ChargeMove, "inches of a charge")
	length("place_within", c.PlaceWithin, d.PlaceWithin, "inches from the corner for the first placement")
	length("duel_from", c.DuelFrom, d.DuelFrom, "least distance of a shot, in inches")
	number("dice", c.Dice, d.Dice, "dice of an attack or a defense, 1 to 4")
	number("hit_on", c.HitOn, d.HitOn, "die plus score that hits")
	number("recover_on", c.RecoverOn, d.RecoverOn, "die that gets a prone fighter up")
	number("recover_bonus", c.RecoverBonus, d.RecoverBonus, "to that die after a round without a Duel")
	length("fall_free", c.FallFree, d.FallFree, "inches that anyone falls unhurt")
	number("fall_bonus", c.FallBonus, d.FallBonus, "to the dice of a fall")
	number("fragile_hits", c.FragileHits, d.FragileHits, "missing dice that break fragile terrain")
	word("fragile_becomes", c.FragileBecomes, d.FragileBecomes, "what is left of it", config.FragileRemoved, config.FragileRubble)
	length("thrown_range", c.ThrownRange, d.ThrownRange, "inches, with weapon_range")
	length("one_handed_range", c.OneHandedRange, d.OneHandedRange, "inches, with weapon_range")
	length("two_handed_range", c.TwoHandedRange, d.TwoHandedRange, "inches, with weapon_range")
	length("trap_radius", c.TrapRadius, d.TrapRadius, "inches around a trap that are hit")
	word("respawn_at", c.RespawnAt, d.RespawnAt, "where removed models come back", c.RespawnPlaces()...)
	number("opponents", c.Opponents, d.Opponents, "automata of solitaire, 1 to 3")
	number("victory_points", c.VictoryPoints, d.VictoryPoints, "that win king_of_the_hill")
	length("mob_radius", c.MobRadius, d.MobRadius, "inches of a mob's disc in city_brawl")
	word("boss_abilities", brackets(c.BossAbilities), brackets(d.BossAbilities), "of the boss, a list of "+strings.Join(config.BossAbilities, ", "))
	number("max_zvergs", c.MaxZvergs, d.MaxZvergs, "at a time; 0: four for each player and four, up to 20")
	length("boss_move", c.BossMove, d.BossMove, "inches of the boss's charge")
	length("boss_long_move", c.BossLongMove, d.BossLongMove, "the same with one_and_half_actions")
	length("dark_from", c.DarkFrom, d.DarkFrom, "inches that night_raid takes nothing from a shot")
	length("light_radius", c.LightRadius, d.LightRadius, "inches around a light of night_raid that are lit")
	length("hill_radius", c.HillRadius, d.HillRadius, "inches around the team token of king_of_the_hill that hold it")
	return list
}

func brackets(words []string) string {
	s := "["
	for i, w := range words {
		if i > 0 {
			s += ","
		}
		s += w
	}
	return s + "]"
}
