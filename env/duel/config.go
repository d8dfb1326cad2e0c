package duel

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/layout"
)

// Config holds every parameter that a designer can set. Defaults returns the rule
// book's core game; maps and warbands come from configs/games/duel.
type Config config.Config

// settings is the type of configuration that the knobs set.
type settings = config.Config

// knobs lists the parameters, in the order in which game strings name them.
var knobs = layout.Knobs[settings]{
	players(),
	layout.Int("models_per_player", func(c *settings) *int { return &c.ModelsPerPlayer }, 1, 1, config.MaxFielded, "fighters of each player"),
	one("scenario", func(c *settings) *string { return &c.Scenario }, config.ScenarioTreasure, "what wins", scenarios.Names()...).Unlisted(),
	some("add_ons", func(c *settings) *[]string { return &c.AddOns }, "on top of the scenario", scenarios.AddOnNames()...),
	name("map", func(c *settings) *string { return &c.Map }, "crossroads", "a map of configs/games/duel/maps, a path, or scatter: terrain strewn by chance from map_seed").Files("duel/maps"),
	layout.Int("place_terrain", func(c *settings) *int { return &c.PlaceTerrain }, 0, 0, config.MaxPutDown, "pieces of terrain that each player puts down before the game, in turns"),
	layout.Int("map_seed", func(c *settings) *int { return &c.MapSeed }, 1, 0, 1<<30, "seed of a scattered map"),
	inches("width", func(c *settings) *float64 { return &c.Width }, 12, space.MinSize, space.MaxSize, "width of a scattered map"),
	inches("depth", func(c *settings) *float64 { return &c.Depth }, 12, space.MinSize, space.MaxSize, "depth of a scattered map"),
	step(),
	one("placement", func(c *settings) *string { return &c.Placement }, config.PlacementRelative, "destinations are offsets, or points of the lattice", config.PlacementRelative, config.PlacementAbsolute),
	rounds(),
	on("one_and_half_actions", func(c *settings) *bool { return &c.OneAndHalfActions }, "longer Moves, or a Duel in the middle of one"),
	on("armory", func(c *settings) *bool { return &c.Armory }, "weapons and shields of the warbands"),
	on("avoid_hits", func(c *settings) *bool { return &c.AvoidHits }, "avoid hits instead of fighting back"),
	one("bid_initiative", func(c *settings) *string { return &c.BidInitiative }, config.BidOff, "bid for Initiative instead of rolling", config.BidOff, config.BidPlayer, config.BidModel),
	bound("charge", func(c *settings) *bool { return &c.Charge }, "charge into melee; needs melee and avoid_hits"),
	bound("climbing", func(c *settings) *bool { return &c.Climbing }, "heights cost movement; needs falling"),
	one("cover", func(c *settings) *string { return &c.Cover }, config.CoverOff, "terrain that hides a target in part", config.CoverOff, config.CoverSimple, config.CoverAdvanced),
	on("dead_zone", func(c *settings) *bool { return &c.DeadZone }, "thrown weapons have no least range"),
	on("exhaust", func(c *settings) *bool { return &c.Exhaust }, "two actions, then prone"),
	layout.Switch("exhaust_disengages", func(c *settings) *bool { return &c.ExhaustDisengages }, true, "a model that exhausts may move out of a melee, as one of its two actions").Unlisted(),
	on("falling", func(c *settings) *bool { return &c.Falling }, "falls of more than fall_free hurt"),
	some("interactive_terrain", func(c *settings) *[]string { return &c.InteractiveTerrain }, "kinds of terrain that do something", config.Water, config.Fragile, config.Laser, config.Tree),
	on("jamming", func(c *settings) *bool { return &c.Jamming }, "ranged weapons jam"),
	on("jump", func(c *settings) *bool { return &c.Jump }, "jump over gaps in a Move"),
	on("melee", func(c *settings) *bool { return &c.Melee }, "fight hand to hand, with support and retaliation"),
	on("place_randomly", func(c *settings) *bool { return &c.PlaceRandomly }, "the treasure starts in a random square"),
	on("protection", func(c *settings) *bool { return &c.Protection }, "light and heavy protection of the warbands"),
	on("respawn", func(c *settings) *bool { return &c.Respawn }, "removed models come back two rounds later"),
	on("spawn_points", func(c *settings) *bool { return &c.SpawnPoints }, "six spawn points, random unless the map has them"),
	on("specialization", func(c *settings) *bool { return &c.Specialization }, "brawlers and gunslingers of the warbands"),
	on("take_aim", func(c *settings) *bool { return &c.TakeAim }, "change the score by one after the reveal instead of moving"),
	on("upgrades", func(c *settings) *bool { return &c.Upgrades }, "four tokens that help or hurt"),
	on("weapon_range", func(c *settings) *bool { return &c.WeaponRange }, "weapons carry only so far"),
	on("heroes", func(c *settings) *bool { return &c.Heroes }, "the models of the warbands are Heroes with feats and traits, and may have followers"),
	one("warband", func(c *settings) *string { return &c.Warband }, config.WarbandGiven, "feats and traits of Heroes; given: by the warbands; draft: chosen by the players, hidden from each other; random: by chance", config.WarbandGiven, config.WarbandDraft, config.WarbandRandom).Unlisted(),
	list("bands", func(c *settings) *[]string { return &c.Bands }, "names of shipped warbands, dealt to the seats in turn").Files("duel/warbands"),
	list("one_up", func(c *settings) *[]string { return &c.OneUp }, "feats and traits that every Hero has for free"),
	bound("one_up_followers", func(c *settings) *bool { return &c.OneUpFollowers }, "gangers and rookies have the feats of one_up too"),
	layout.Int("max_models", func(c *settings) *int { return &c.MaxModels }, config.MaxPerSeat, 1, config.MaxPerSeat, "models of a player, followers included"),
	layout.Int("max_shapes", func(c *settings) *int { return &c.MaxShapes }, config.MaxShapes, 0, config.MaxShapes, "further shapes of a Hero with the trait shapeshifter"),
	layout.Int("resource_points", func(c *settings) *int { return &c.ResourcePoints }, 6, 0, 12, "points of a Hero for feats and traits"),
	layout.Int("hero_dice", func(c *settings) *int { return &c.HeroDice }, 3, 1, 5, "dice of a Hero"),
	inches("move", func(c *settings) *float64 { return &c.Move }, 4, 1, 6, "length of a Move"),
	inches("long_move", func(c *settings) *float64 { return &c.LongMove }, 6, 1, 8, "length of a Move with one_and_half_actions"),
	inches("charge_move", func(c *settings) *float64 { return &c.ChargeMove }, 6, 1, 8, "length of a charge"),
	inches("place_within", func(c *settings) *float64 { return &c.PlaceWithin }, 4, 1, 8, "distance from the corner for the first placement"),
	inches("duel_from", func(c *settings) *float64 { return &c.DuelFrom }, 1, 0, 6, "least distance of a shot"),
	layout.Int("dice", func(c *settings) *int { return &c.Dice }, 2, 1, 4, "dice of an attack or a defense"),
	layout.Int("hit_on", func(c *settings) *int { return &c.HitOn }, 7, 3, 12, "die plus score that hits"),
	layout.Int("recover_on", func(c *settings) *int { return &c.RecoverOn }, 5, 2, 6, "die that gets a prone fighter up"),
	layout.Int("recover_bonus", func(c *settings) *int { return &c.RecoverBonus }, 1, 0, 3, "added to that die after a round without a Duel"),
	inches("fall_free", func(c *settings) *float64 { return &c.FallFree }, 1, 0, 6, "height that anyone falls unhurt"),
	layout.Int("fall_bonus", func(c *settings) *int { return &c.FallBonus }, 2, 0, 5, "added to the dice of a fall"),
	layout.Int("fragile_hits", func(c *settings) *int { return &c.FragileHits }, 6, 1, 50, "missing dice that break fragile terrain"),
	one("fragile_becomes", func(c *settings) *string { return &c.FragileBecomes }, config.FragileRemoved, "what is left of broken terrain", config.FragileRemoved, config.FragileRubble),
	inches("thrown_range", func(c *settings) *float64 { return &c.ThrownRange }, 4, 1, 96, "range of thrown weapons, with weapon_range"),
	inches("one_handed_range", func(c *settings) *float64 { return &c.OneHandedRange }, 8, 1, 96, "range of one-handed weapons, with weapon_range"),
	inches("two_handed_range", func(c *settings) *float64 { return &c.TwoHandedRange }, 16, 1, 96, "range of two-handed weapons, with weapon_range"),
	inches("trap_radius", func(c *settings) *float64 { return &c.TrapRadius }, 2, 0, 12, "distance from a trap at which it hits"),
	respawnAt(),
	layout.Int("opponents", func(c *settings) *int { return &c.Opponents }, 3, 1, config.MaxPlayers-1, "automata of solitaire"),
	layout.Int("victory_points", func(c *settings) *int { return &c.VictoryPoints }, 6, 1, 50, "points that win king_of_the_hill"),
	layout.Int("captures", func(c *settings) *int { return &c.Captures }, 1, 1, 9, "flags brought home that win capture_the_flag; with 2 the best of three wins"),
	inches("mob_radius", func(c *settings) *float64 { return &c.MobRadius }, config.StandardRadius, 0.5, 5, "radius of a mob's disc in city_brawl"),
	some("boss_abilities", func(c *settings) *[]string { return &c.BossAbilities }, "abilities of the boss", config.BossAbilities...),
	layout.Int("max_zvergs", func(c *settings) *int { return &c.MaxZvergs }, 0, 0, 20, "zvergs at a time, or 0 for four for each player and four"),
	inches("boss_move", func(c *settings) *float64 { return &c.BossMove }, 6, 1, 9, "length of the boss's charge"),
	inches("boss_long_move", func(c *settings) *float64 { return &c.BossLongMove }, 9, 1, 9, "length of the boss's charge with one_and_half_actions"),
	inches("dark_from", func(c *settings) *float64 { return &c.DarkFrom }, 4, 0, 48, "distance from which night_raid hampers a shot"),
	inches("light_radius", func(c *settings) *float64 { return &c.LightRadius }, 2, 0, 48, "distance from a light of night_raid that is lit"),
	inches("hill_radius", func(c *settings) *float64 { return &c.HillRadius }, 1, 0, 12, "distance from the team token of king_of_the_hill that holds it"),
}

// Defaults returns the core game, without a map.
func Defaults() Config {
	var c settings
	knobs.Reset(&c)
	names := turn.SkillNames()
	c.FillNumbers(names[:turn.FirstTrait-1], names[turn.FirstTrait-1:])
	return Config(c)
}

// FromRules returns the configuration that read reads from the Configuration of a spec,
// where a number that is left out is 0 when it is played: JSON leaves out zeros as well
// as what is not played.
func FromRules(read func(*Config) error) (Config, error) {
	usual, c := Defaults(), Defaults()
	(*settings)(&c).Zeros()
	err := read(&c)
	(*settings)(&c).FillIdle((*settings)(&usual))
	return c, err
}

// Validate reports every fault as env.Faults, the combinations of DUEL-18
// included.
func (c Config) Validate() error {
	var f env.Faults
	x := (*settings)(&c)
	knobs.Validate(x, &f)
	x.ValidateNumbers(func(path string, value any, want string) { f.Add(path, value, "%s", want) })
	validateNeeds(x, &f)
	validateHeroes(x, &f)
	validateWarbands(x, &f)
	return f.Err()
}

// Parameters returns the parameters of a game string, with their values here.
func (c *Config) Parameters() []env.Parameter {
	x := (*settings)(c)
	all := knobs.Parameters(x)
	for i := range all {
		switch all[i].Name {
		case "players":
			all[i].Choices = nil
			for _, n := range scenarios.Of(x).Players {
				all[i].Choices = append(all[i].Choices, strconv.Itoa(n))
			}
		case "rounds": // left out of a game string, they come from the scenario
			all[i].Default = strconv.Itoa(x.OwnRounds())
		case "respawn_at":
			all[i].Choices = x.RespawnPlaces()
		}
	}
	return all
}

// DescribeKnob returns what a number of a feat, a trait or a rule is, by its path: the thing
// that it belongs to, its meaning, its bounds, and whether it is a whole number.
func (c *Config) DescribeKnob(path string) (thing, doc, bounds string, whole, ok bool) {
	parts := strings.Split(path, ".")
	if len(parts) != 3 {
		return "", "", "", false, false
	}
	e, ok := config.EntryOf(parts[0], parts[1], parts[2])
	return e.Thing, e.Doc, fmt.Sprintf("%g to %g", e.Low, e.High), !e.Inches, ok
}

// on returns the knob of an optional rule, off in the core game.
func on(name string, at func(*settings) *bool, doc string) layout.Knob[settings] {
	return layout.Switch(name, at, false, doc)
}

// bound returns the knob of a rule that cannot be switched on alone: it lists no
// choices.
func bound(name string, at func(*settings) *bool, doc string) layout.Knob[settings] {
	return layout.Switch(name, at, false, doc).Unlisted()
}

// one returns the knob of a word chosen from a list.
func one(name string, at func(*settings) *string, usual, doc string, choices ...string) layout.Knob[settings] {
	return layout.Choice(name, at, usual, doc, choices...)
}

// inches returns the knob of a length.
func inches(name string, at func(*settings) *float64, usual, low, high float64, doc string) layout.Knob[settings] {
	return layout.Custom(name, doc+", "+turn.FormatInches(low)+" to "+turn.FormatInches(high)+" inches", nil,
		func(c *settings) { *at(c) = usual },
		func(c *settings) string { return turn.FormatInches(*at(c)) },
		func(c *settings, f *env.Faults) {
			if x := *at(c); !(x >= low && x <= high) {
				f.Add(name, x, "a length from %g to %g inches", low, high)
			}
		})
}

// some returns the knob of a list of words, each at most once.
func some(name string, at func(*settings) *[]string, doc string, choices ...string) layout.Knob[settings] {
	return layout.Custom(name, doc+", a list of "+strings.Join(choices, ", "), nil,
		func(c *settings) { *at(c) = nil },
		func(c *settings) string { return brackets(*at(c)) },
		func(c *settings, f *env.Faults) {
			words := *at(c)
			for i, w := range words {
				if !slices.Contains(choices, w) {
					f.Add(config.Item(name, i), w, "one of %s", strings.Join(choices, ", "))
				}
				if slices.Contains(words[:i], w) {
					f.Add(config.Item(name, i), w, "each entry once")
				}
			}
		})
}

// list returns the knob of a list of names, which other code validates.
func list(name string, at func(*settings) *[]string, doc string) layout.Knob[settings] {
	return layout.Custom(name, doc, nil,
		func(c *settings) { *at(c) = nil },
		func(c *settings) string { return brackets(*at(c)) },
		func(*settings, *env.Faults) {})
}

// name returns the knob of a name, which other code validates.
func name(name string, at func(*settings) *string, usual, doc string) layout.Knob[settings] {
	return layout.Custom(name, doc, nil,
		func(c *settings) { *at(c) = usual },
		func(c *settings) string { return *at(c) },
		func(*settings, *env.Faults) {})
}

func players() layout.Knob[settings] {
	return layout.Count("players", func(c *settings) *int { return &c.Players }, 2, config.MinPlayers, config.MaxPlayers, "seats at the table")
}

// step returns the knob of the distance between neighbouring points of the
// lattice.
func step() layout.Knob[settings] {
	return layout.Custom("step", "distance of the points of the lattice, in inches; 0: as the map has it", []string{"0", "0.5", "1"},
		func(c *settings) { c.Step = 0 },
		func(c *settings) string { return turn.FormatInches(c.Step) },
		func(c *settings, f *env.Faults) {
			if c.Step != 0 && c.Step != .5 && c.Step != 1 {
				f.Add("step", c.Step, "0.5 or 1, or 0 for the map's own")
			}
		})
}

// rounds returns the knob of the round cap, whose default depends on the scenario
// and on respawn (C-4).
func rounds() layout.Knob[settings] {
	return layout.Custom("rounds", "cap, which ties the seats still in the game, 1 to 1000; 0: 30, or 1000 with respawn", nil,
		func(c *settings) { c.Rounds = 0 },
		func(c *settings) string { return strconv.Itoa(cmp.Or(c.Rounds, c.OwnRounds())) },
		func(c *settings, f *env.Faults) {
			if c.Rounds < 0 || c.Rounds > config.MaxRounds {
				f.Add("rounds", c.Rounds, "a number from 0 to %d", config.MaxRounds)
			}
		})
}

// respawnAt returns the knob of the place where removed models come back. The
// scenario decides which of the places exist.
func respawnAt() layout.Knob[settings] {
	return one("respawn_at", func(c *settings) *string { return &c.RespawnAt }, config.RespawnCorner, "where removed models come back", config.RespawnCorner, config.RespawnPoints, config.RespawnCounter)
}

func brackets(words []string) string { return "[" + strings.Join(words, ",") + "]" }
