package duel

import (
	"slices"

	"ringer/env"
	"ringer/env/duel/space"
)

// Version of the rules.
const Version = 1

// The numbers of players that the rules allow.
const (
	MinPlayers = 1
	MaxPlayers = 4
)

// Settings of Config.Scenario (DUEL-16).
const (
	ScenarioTreasure    = "treasure"
	ScenarioStandoff    = "standoff" // one or more Duels and nothing else
	ScenarioHill        = "king_of_the_hill"
	ScenarioTugOfWar    = "tug_of_war"
	ScenarioFlags       = "capture_the_flag"
	ScenarioSolitaire   = "solitaire"
	ScenarioBossFight   = "boss_fight"
	ScenarioGangWarfare = "gang_warfare"
)

// Entries of Config.AddOns.
const (
	AddOnNightRaid   = "night_raid"
	AddOnCityBrawl   = "city_brawl"
	AddOnGangWarfare = "gang_warfare"
)

// Settings of Config.Placement (DUEL-117).
const (
	PlacementRelative = "relative" // destinations are offsets from the acting model
	PlacementAbsolute = "absolute" // destinations are points of the lattice
)

// Settings of Config.BidInitiative (DUEL-41, DUEL-42).
const (
	BidOff    = "off"
	BidPlayer = "player" // one bid a player
	BidModel  = "model"  // one bid a model
)

// Settings of Config.Cover (DUEL-45).
const (
	CoverOff      = "off"
	CoverSimple   = "simple"
	CoverAdvanced = "advanced"
)

// Settings of Config.Warband (DUEL-12).
const (
	WarbandGiven  = "given"  // feats and traits are those of Warbands
	WarbandDraft  = "draft"  // the players choose them, hidden from each other
	WarbandRandom = "random" // chance chooses them
)

// Kinds of interactive terrain, for Config.InteractiveTerrain.
const (
	Water   = "water"
	Fragile = "fragile"
	Laser   = "laser"
	Tree    = "tree"
)

// What becomes of fragile terrain that breaks, for Config.FragileBecomes.
const (
	FragileRemoved = "removed"
	FragileRubble  = "rubble"
)

// Settings of Config.RespawnAt.
const (
	RespawnCorner  = "corner"
	RespawnPoints  = "spawn_points"
	RespawnCounter = "counter" // of the own side, furthest from the own corner; tug_of_war
)

// Config is everything that a designer can set. Defaults gives the rule book's
// core game; maps and warbands come from configs/games/duel.
type Config struct {
	Players         int      `json:"players" yaml:"players"`
	ModelsPerPlayer int      `json:"models_per_player" yaml:"models_per_player"`
	Scenario        string   `json:"scenario" yaml:"scenario"`
	AddOns          []string `json:"add_ons,omitempty" yaml:"add_ons"` // on top of the scenario
	Map             string   `json:"map" yaml:"map"`                   // name of a map in configs/games/duel/maps, a path, or scatter
	MapSeed         int      `json:"map_seed" yaml:"map_seed"`         // of a scattered map
	Width           float64  `json:"width" yaml:"width"`               // of a scattered map, in inches
	Depth           float64  `json:"depth" yaml:"depth"`
	Step            float64  `json:"step" yaml:"step"` // of the lattice; 0: as the map has it
	Placement       string   `json:"placement" yaml:"placement"`
	Rounds          int      `json:"rounds" yaml:"rounds"` // 0: as the scenario wants

	// The optional rules (DUEL-11), all off in the core game.
	OneAndHalfActions  bool     `json:"one_and_half_actions" yaml:"one_and_half_actions"`
	Armory             bool     `json:"armory" yaml:"armory"`
	AvoidHits          bool     `json:"avoid_hits" yaml:"avoid_hits"`
	BidInitiative      string   `json:"bid_initiative" yaml:"bid_initiative"`
	Charge             bool     `json:"charge" yaml:"charge"`
	Climbing           bool     `json:"climbing" yaml:"climbing"`
	Cover              string   `json:"cover" yaml:"cover"`
	DeadZone           bool     `json:"dead_zone" yaml:"dead_zone"`
	Exhaust            bool     `json:"exhaust" yaml:"exhaust"`
	Falling            bool     `json:"falling" yaml:"falling"`
	InteractiveTerrain []string `json:"interactive_terrain" yaml:"interactive_terrain"`
	Jamming            bool     `json:"jamming" yaml:"jamming"`
	Jump               bool     `json:"jump" yaml:"jump"`
	Melee              bool     `json:"melee" yaml:"melee"`
	PlaceRandomly      bool     `json:"place_randomly" yaml:"place_randomly"`
	Protection         bool     `json:"protection" yaml:"protection"`
	Respawn            bool     `json:"respawn" yaml:"respawn"`
	SpawnPoints        bool     `json:"spawn_points" yaml:"spawn_points"`
	Specialization     bool     `json:"specialization" yaml:"specialization"`
	TakeAim            bool     `json:"take_aim" yaml:"take_aim"`
	Upgrades           bool     `json:"upgrades" yaml:"upgrades"`
	WeaponRange        bool     `json:"weapon_range" yaml:"weapon_range"`

	// Heroes (DUEL-12, DUEL-19): models_per_player is then the number of Heroes.
	Heroes         bool     `json:"heroes,omitempty" yaml:"heroes"`
	Warband        string   `json:"warband,omitempty" yaml:"warband"`
	Bands          []string `json:"bands,omitempty" yaml:"bands"` // names of configs/games/duel/warbands for Warbands
	OneUp          []string `json:"one_up,omitempty" yaml:"one_up"`
	OneUpFollowers bool     `json:"one_up_followers,omitempty" yaml:"one_up_followers"`
	MaxModels      int      `json:"max_models,omitempty" yaml:"max_models"` // of a player, followers included
	MaxShapes      int      `json:"max_shapes,omitempty" yaml:"max_shapes"` // of a Hero, besides its own
	ResourcePoints int      `json:"resource_points,omitempty" yaml:"resource_points"`
	HeroDice       int      `json:"hero_dice,omitempty" yaml:"hero_dice"`

	// The rule book's numbers. Lengths are inches.
	Move           float64 `json:"move" yaml:"move"`
	LongMove       float64 `json:"long_move" yaml:"long_move"`     // under one_and_half_actions
	ChargeMove     float64 `json:"charge_move" yaml:"charge_move"` // under charge
	PlaceWithin    float64 `json:"place_within" yaml:"place_within"`
	DuelFrom       float64 `json:"duel_from" yaml:"duel_from"` // least range of a shot
	Dice           int     `json:"dice" yaml:"dice"`
	HitOn          int     `json:"hit_on" yaml:"hit_on"`
	RecoverOn      int     `json:"recover_on" yaml:"recover_on"`
	RecoverBonus   int     `json:"recover_bonus" yaml:"recover_bonus"`
	FallFree       float64 `json:"fall_free" yaml:"fall_free"`
	FallBonus      int     `json:"fall_bonus" yaml:"fall_bonus"`
	FragileHits    int     `json:"fragile_hits" yaml:"fragile_hits"`
	FragileBecomes string  `json:"fragile_becomes" yaml:"fragile_becomes"`
	ThrownRange    float64 `json:"thrown_range" yaml:"thrown_range"`
	OneHandedRange float64 `json:"one_handed_range" yaml:"one_handed_range"`
	TwoHandedRange float64 `json:"two_handed_range" yaml:"two_handed_range"`
	TrapRadius     float64 `json:"trap_radius" yaml:"trap_radius"`
	RespawnAt      string  `json:"respawn_at" yaml:"respawn_at"`

	// Numbers of scenarios; see canonical.
	VictoryPoints int      `json:"victory_points,omitempty" yaml:"victory_points"` // king_of_the_hill
	HillRadius    float64  `json:"hill_radius,omitempty" yaml:"hill_radius"`
	Opponents     int      `json:"opponents,omitempty" yaml:"opponents"`           // solitaire
	DarkFrom      float64  `json:"dark_from,omitempty" yaml:"dark_from"`           // night_raid
	MobRadius     float64  `json:"mob_radius,omitempty" yaml:"mob_radius"`         // city_brawl
	BossAbilities []string `json:"boss_abilities,omitempty" yaml:"boss_abilities"` // boss_fight
	MaxZvergs     int      `json:"max_zvergs,omitempty" yaml:"max_zvergs"`         // 0: four for each player and four
	BossMove      float64  `json:"boss_move,omitempty" yaml:"boss_move"`
	BossLongMove  float64  `json:"boss_long_move,omitempty" yaml:"boss_long_move"` // under one_and_half_actions
	LightRadius   float64  `json:"light_radius,omitempty" yaml:"light_radius"`

	// Board is the resolved map: package games fills it from Map.
	Board *space.Map `json:"board,omitempty" yaml:"board"`

	// Warbands are dealt to the seats in turn; the models of one in turn too.
	Warbands []Warband `json:"warbands,omitempty" yaml:"warbands"`
}

// Defaults holds the core game and no map.
func Defaults() Config {
	return Config{
		Players: 2, ModelsPerPlayer: 1, Scenario: ScenarioTreasure, Map: "crossroads", MapSeed: 1, Width: 12, Depth: 12, Placement: PlacementRelative,
		BidInitiative: BidOff, Cover: CoverOff,
		Warband: WarbandGiven, MaxModels: maxPerSeat, MaxShapes: maxShapes, ResourcePoints: 6, HeroDice: 3,
		Move: 4, LongMove: 6, ChargeMove: 6, PlaceWithin: 4, DuelFrom: 1,
		Dice: 2, HitOn: 7, RecoverOn: 5, RecoverBonus: 1,
		FallFree: 1, FallBonus: 2, FragileHits: 6, FragileBecomes: FragileRemoved,
		ThrownRange: 4, OneHandedRange: 8, TwoHandedRange: 16, TrapRadius: 2, RespawnAt: RespawnCorner,
		VictoryPoints: 6, HillRadius: 1, Opponents: 3, DarkFrom: 4, LightRadius: 2, BossMove: 6, BossLongMove: 9, MobRadius: standardRadius,
	}
}

// Caps of rounds (C-4).
const (
	usualRounds = 30
	longRounds  = 1000
	maxRounds   = longRounds
)

// ownRounds is the cap of rounds where none is set, such that experts seldom meet it.
// Where who is removed comes back and a goal has to win, two sides push each other to
// and fro for long.
func (c *Config) ownRounds() int {
	if c.Respawn && c.Scenario != ScenarioTreasure {
		return longRounds
	}
	return usualRounds
}

// Validate reports every fault as env.Faults, the combinations of DUEL-18
// included.
func (c Config) Validate() error {
	var f env.Faults
	c.validateNumbers(&f)
	c.validateWords(&f)
	c.validateNeeds(&f)
	c.validateHeroes(&f)
	c.validateWarbands(&f)
	return f.Err()
}

func (c *Config) validateNumbers(f *env.Faults) {
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
	within("players", c.Players, MinPlayers, MaxPlayers)
	within("models_per_player", c.ModelsPerPlayer, 1, maxFielded)
	within("max_models", c.MaxModels, 1, maxPerSeat)
	within("max_shapes", c.MaxShapes, 0, maxShapes)
	within("resource_points", c.ResourcePoints, 0, 12)
	within("hero_dice", c.HeroDice, 1, 5)
	within("map_seed", c.MapSeed, 0, 1<<30)
	within("rounds", c.Rounds, 0, maxRounds)
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
	within("opponents", c.Opponents, 1, MaxPlayers-1)
	within("victory_points", c.VictoryPoints, 1, 50)
	length("hill_radius", c.HillRadius, 0, 12)
	length("mob_radius", c.MobRadius, 0.5, 5)
	within("max_zvergs", c.MaxZvergs, 0, 20)
	length("boss_move", c.BossMove, 1, 9)
	length("boss_long_move", c.BossLongMove, 1, 9)
	length("dark_from", c.DarkFrom, 0, 48)
	length("light_radius", c.LightRadius, 0, 48)
}

func (c *Config) validateWords(f *env.Faults) {
	word := func(path, value string, known ...string) {
		for _, k := range known {
			if value == k {
				return
			}
		}
		f.Add(path, value, "one of %s", joined(known))
	}
	word("scenario", c.Scenario, scenarioNames()...)
	word("placement", c.Placement, PlacementRelative, PlacementAbsolute)
	word("bid_initiative", c.BidInitiative, BidOff, BidPlayer, BidModel)
	word("warband", c.Warband, WarbandGiven, WarbandDraft, WarbandRandom)
	word("cover", c.Cover, CoverOff, CoverSimple, CoverAdvanced)
	word("fragile_becomes", c.FragileBecomes, FragileRemoved, FragileRubble)
	word("respawn_at", c.RespawnAt, RespawnCorner, RespawnPoints, RespawnCounter)
	for i, x := range c.BossAbilities {
		word(at("boss_abilities", i), x, bossAbilities...)
		if slices.Contains(c.BossAbilities[:i], x) {
			f.Add(at("boss_abilities", i), x, "each ability once")
		}
	}
	if len(c.BossAbilities) > 0 && c.Scenario != ScenarioBossFight {
		f.Add("boss_abilities", c.BossAbilities, "none but in the scenario %s", ScenarioBossFight)
	}
	seen := map[string]bool{}
	for i, t := range c.InteractiveTerrain {
		word(at("interactive_terrain", i), t, Water, Fragile, Laser, Tree)
		if seen[t] {
			f.Add(at("interactive_terrain", i), t, "each kind once")
		}
		seen[t] = true
	}
}

// validateNeeds refuses the combinations that the rule book forbids (DUEL-18).
func (c *Config) validateNeeds(f *env.Faults) {
	needs := func(on bool, path string, has bool, what string) {
		if on && !has {
			f.Add(path, "on", "%s", what)
		}
	}
	needs(c.Charge, "charge", c.Melee, "melee too: a charge ends in a melee (DUEL-18)")
	needs(c.Charge, "charge", c.AvoidHits, "avoid_hits too: a failed charge may only avoid hits (DUEL-18)")
	needs(c.Climbing, "climbing", c.Falling, "falling too: a climber who is hit falls (DUEL-18)")
	needs(c.Respawn && c.RespawnAt == RespawnPoints, "respawn_at", c.SpawnPoints, "spawn_points too")
	needs(c.RespawnAt == RespawnCounter, "respawn_at", c.Scenario == ScenarioTugOfWar, "a scenario with position counters (DUEL-109)")
	c.validateScenario(f)
	c.validateAddOns(f)
	if c.BidInitiative == BidModel && c.ModelsPerPlayer > maxBidModels {
		f.Add("bid_initiative", c.BidInitiative, "at most %d models a player (DUEL-42)", maxBidModels)
	}
}

func (c *Config) interactive(kind string) bool {
	for _, t := range c.InteractiveTerrain {
		if t == kind {
			return true
		}
	}
	return false
}
