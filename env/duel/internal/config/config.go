package config

import (
	"slices"

	"ringer/env/duel/space"
)

// The numbers of players that the rules allow.
const (
	MinPlayers = 1
	MaxPlayers = 4
)

// Limits of a configuration.
const (
	MaxFielded     = 6   // models, or Heroes, of a player
	MaxPerSeat     = 13  // models of a player, followers included (DUEL-111)
	MaxBidModels   = 4   // models of a player under bids for each model (DUEL-42)
	MaxPutDown     = 12  // pieces that all players put down before the game (DUEL-123)
	StandardRadius = 2.5 // inches of a mob's disc in the book
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
	WarbandGiven  = "given"  // feats and traits are in Warbands
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

// Remains of fragile terrain that breaks, for Config.FragileBecomes.
const (
	FragileRemoved = "removed"
	FragileRubble  = "rubble"
)

// Settings of Config.RespawnAt.
const (
	RespawnCorner  = "corner"
	RespawnPoints  = "spawn_points"
	RespawnCounter = "counter" // of the model's side, furthest from its corner; tug_of_war
)

// Config holds everything that a designer can set. Defaults returns the rule book's
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

	// ExhaustDisengages lets one of the two actions of a model that exhausts be the way out
	// of a melee (DUEL-47).
	ExhaustDisengages bool `json:"exhaust_disengages,omitempty" yaml:"exhaust_disengages"`

	// PlaceTerrain is the number of pieces of terrain that each player puts down before the
	// game (DUEL-123).
	PlaceTerrain int `json:"place_terrain,omitempty" yaml:"place_terrain"`

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
	Captures      int      `json:"captures,omitempty" yaml:"captures"`             // capture_the_flag: flags brought home that win
	Opponents     int      `json:"opponents,omitempty" yaml:"opponents"`           // solitaire
	DarkFrom      float64  `json:"dark_from,omitempty" yaml:"dark_from"`           // night_raid
	MobRadius     float64  `json:"mob_radius,omitempty" yaml:"mob_radius"`         // city_brawl
	BossAbilities []string `json:"boss_abilities,omitempty" yaml:"boss_abilities"` // boss_fight
	MaxZvergs     int      `json:"max_zvergs,omitempty" yaml:"max_zvergs"`         // 0: four for each player and four
	BossMove      float64  `json:"boss_move,omitempty" yaml:"boss_move"`
	BossLongMove  float64  `json:"boss_long_move,omitempty" yaml:"boss_long_move"` // under one_and_half_actions
	LightRadius   float64  `json:"light_radius,omitempty" yaml:"light_radius"`

	// Numbers of feats and traits, of the boss, of mobs and of optional rules: see Table.
	Feats   Numbers `json:"feats,omitempty" yaml:"feats"`
	Traits  Numbers `json:"traits,omitempty" yaml:"traits"`
	Boss    Numbers `json:"boss,omitempty" yaml:"boss"`
	Mobs    Numbers `json:"mobs,omitempty" yaml:"mobs"`
	Options Numbers `json:"options,omitempty" yaml:"options"`

	// Board is the resolved map: package games fills it from Map.
	Board *space.Map `json:"board,omitempty" yaml:"board"`

	// Warbands are dealt to the seats in turn; the models of one in turn too.
	Warbands []Warband `json:"warbands,omitempty" yaml:"warbands"`
}

// Caps of rounds (C-4).
const (
	usualRounds = 30
	longRounds  = 1000
	MaxRounds   = longRounds
)

// OwnRounds returns the cap of rounds where none is set, such that experts seldom meet it.
// It is high where removed models come back: sides then push each other to and fro for
// long.
func (c *Config) OwnRounds() int {
	if c.Respawn {
		return longRounds
	}
	return usualRounds
}

// RoundsAway returns the number of rounds after which a removed model comes back (DUEL-61,
// DUEL-109).
func (c *Config) RoundsAway() int {
	if c.RespawnAt == RespawnCounter {
		return 1
	}
	return 2
}

// Interactive reports whether a kind of interactive terrain is on.
func (c *Config) Interactive(kind string) bool {
	for _, t := range c.InteractiveTerrain {
		if t == kind {
			return true
		}
	}
	return false
}

// Plays reports whether an add-on is on.
func (c *Config) Plays(addOn string) bool { return slices.Contains(c.AddOns, addOn) }

// Canonical returns the configuration without the numbers of scenarios that are not
// played, and of Heroes where there are none: they change nothing, and are left out
// of what a spec is known by, as are numbers of things that are the usual ones.
func (c *Config) Canonical() *Config {
	d := *c
	d.Feats, d.Traits, d.Boss, d.Mobs, d.Options = nil, nil, nil, nil, changedNumbers(SectionOptions, c.Options)
	if c.Heroes {
		d.Feats, d.Traits = changedNumbers(SectionFeats, c.Feats), changedNumbers(SectionTraits, c.Traits)
	}
	if c.Scenario == ScenarioBossFight {
		d.Boss = changedNumbers(SectionBoss, c.Boss)
	}
	if c.Plays(AddOnCityBrawl) {
		d.Mobs = changedNumbers(SectionMobs, c.Mobs)
	}
	if !c.Heroes {
		d.Warband, d.MaxModels, d.MaxShapes, d.ResourcePoints, d.HeroDice = "", 0, 0, 0, 0
	}
	if !c.exhaustsInMelee() {
		d.ExhaustDisengages = false
	}
	if c.Scenario != ScenarioHill {
		d.VictoryPoints, d.HillRadius = 0, 0
	}
	if !c.Counts() {
		d.Captures = 0
	}
	if c.Scenario != ScenarioBossFight {
		d.BossAbilities, d.MaxZvergs, d.BossMove, d.BossLongMove = nil, 0, 0, 0
	}
	if c.Scenario != ScenarioSolitaire {
		d.Opponents = 0
	}
	if !c.Plays(AddOnNightRaid) {
		d.DarkFrom, d.LightRadius = 0, 0
	}
	if !c.Plays(AddOnCityBrawl) {
		d.MobRadius = 0
	}
	return &d
}

// exhaustsInMelee reports whether a model can want to exhaust in a melee.
func (c *Config) exhaustsInMelee() bool { return c.Exhaust && c.Melee }

// Counts reports whether sides have to bring more than one flag home.
func (c *Config) Counts() bool { return c.Scenario == ScenarioFlags && c.Captures > 1 }

// Zeros sets to 0 the numbers that 0 is a setting of, and that JSON leaves out when they
// are 0, as it leaves out what Canonical takes away, and switches off what is on by itself.
func (c *Config) Zeros() {
	c.ExhaustDisengages = false
	c.MaxShapes, c.ResourcePoints, c.HillRadius, c.DarkFrom, c.LightRadius = 0, 0, 0, 0, 0
}

// FillIdle sets the numbers that are not played to the usual ones.
func (c *Config) FillIdle(usual *Config) {
	if !c.exhaustsInMelee() {
		c.ExhaustDisengages = usual.ExhaustDisengages
	}
	if !c.Heroes {
		c.MaxShapes, c.ResourcePoints = usual.MaxShapes, usual.ResourcePoints
	}
	if c.Scenario != ScenarioHill {
		c.HillRadius = usual.HillRadius
	}
	if !c.Plays(AddOnNightRaid) {
		c.DarkFrom, c.LightRadius = usual.DarkFrom, usual.LightRadius
	}
}

// Further abilities of a boss, for Config.BossAbilities (DUEL-100).
const (
	BossAggressive   = "aggressive"               // +1 on the dice of attacks
	BossAreaOfEffect = "area_of_effect"           // one attack on everybody in contact
	BossArmour       = "armour"                   // the first hit of a round does nothing
	BossBounce       = "bounce"                   // pushes everybody in contact back after a Duel
	BossPrehensile   = "exceptionally_prehensile" // holds, or follows, a fighter that moves away
	BossRaiseDead    = "raise_dead"               // removed fighters rise on his side
	BossZverg        = "zverg"                    // spawns small helpers
)

// BossAbilities lists what a boss can do besides.
var BossAbilities = []string{BossAggressive, BossAreaOfEffect, BossArmour, BossBounce, BossPrehensile, BossRaiseDead, BossZverg}

// RespawnPlaces returns the settings of respawn_at that the scenario has.
func (c *Config) RespawnPlaces() []string {
	places := []string{RespawnCorner, RespawnPoints}
	if c.Scenario == ScenarioTugOfWar {
		places = append(places, RespawnCounter)
	}
	return places
}

// Gift reports whether one_up gives a feat or trait.
func (c *Config) Gift(name string) bool { return slices.Contains(c.OneUp, name) }
