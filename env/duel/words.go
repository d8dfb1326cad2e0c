package duel

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// This file names the types and words of configurations and positions for users of
// this package; the engine uses them too.

// Types of what the players field.
type (
	Warband = config.Warband // the models of one player
	Kit     = config.Kit     // one model and its equipment
	Shape   = config.Shape   // a further set of feats and traits of a Hero
)

// Types of a Position: a table to start from instead of the corners.
type (
	Position = turn.Position
	Placed   = turn.Placed  // a model of a Position
	FlagAt   = turn.FlagAt  // a flag of a Position
	MobAt    = turn.MobAt   // a mob of a Position
	PieceAt  = turn.PieceAt // a piece of terrain of a Position
)

// SkillNames lists the feats and traits in the order of the rule book.
func SkillNames() []string { return turn.SkillNames() }

// The numbers of players that the rules allow.
const (
	MinPlayers = config.MinPlayers
	MaxPlayers = config.MaxPlayers
)

// Settings of Config.Scenario (DUEL-16).
const (
	ScenarioTreasure    = config.ScenarioTreasure
	ScenarioStandoff    = config.ScenarioStandoff // one or more Duels and nothing else
	ScenarioHill        = config.ScenarioHill
	ScenarioTugOfWar    = config.ScenarioTugOfWar
	ScenarioFlags       = config.ScenarioFlags
	ScenarioSolitaire   = config.ScenarioSolitaire
	ScenarioBossFight   = config.ScenarioBossFight
	ScenarioGangWarfare = config.ScenarioGangWarfare
)

// Entries of Config.AddOns.
const (
	AddOnNightRaid   = config.AddOnNightRaid
	AddOnCityBrawl   = config.AddOnCityBrawl
	AddOnGangWarfare = config.AddOnGangWarfare
)

// Settings of Config.Placement (DUEL-117).
const (
	PlacementRelative = config.PlacementRelative // destinations are offsets from the acting model
	PlacementAbsolute = config.PlacementAbsolute // destinations are points of the lattice
)

// Settings of Config.BidInitiative (DUEL-41, DUEL-42).
const (
	BidOff    = config.BidOff
	BidPlayer = config.BidPlayer // one bid a player
	BidModel  = config.BidModel  // one bid a model
)

// Settings of Config.Cover (DUEL-45).
const (
	CoverOff      = config.CoverOff
	CoverSimple   = config.CoverSimple
	CoverAdvanced = config.CoverAdvanced
)

// Settings of Config.Warband (DUEL-12).
const (
	WarbandGiven  = config.WarbandGiven  // feats and traits are those of Warbands
	WarbandDraft  = config.WarbandDraft  // the players choose them, hidden from each other
	WarbandRandom = config.WarbandRandom // chance chooses them
)

// Kinds of interactive terrain, for Config.InteractiveTerrain.
const (
	Water   = config.Water
	Fragile = config.Fragile
	Laser   = config.Laser
	Tree    = config.Tree
)

// Remains of fragile terrain that breaks, for Config.FragileBecomes.
const (
	FragileRemoved = config.FragileRemoved
	FragileRubble  = config.FragileRubble
)

// Settings of Config.RespawnAt.
const (
	RespawnCorner  = config.RespawnCorner
	RespawnPoints  = config.RespawnPoints
	RespawnCounter = config.RespawnCounter // of the model's side, furthest from its corner; tug_of_war
)

// Further abilities of a boss, for Config.BossAbilities (DUEL-100).
const (
	BossAggressive   = config.BossAggressive   // +1 on the dice of attacks
	BossAreaOfEffect = config.BossAreaOfEffect // one attack on everybody in contact
	BossArmour       = config.BossArmour       // the first hit of a round does nothing
	BossBounce       = config.BossBounce       // pushes everybody in contact back after a Duel
	BossPrehensile   = config.BossPrehensile   // holds, or follows, a fighter that moves away
	BossRaiseDead    = config.BossRaiseDead    // removed fighters rise on his side
	BossZverg        = config.BossZverg        // spawns small helpers
)

// Words of a Kit.
const (
	None      = config.None
	Thrown    = config.Thrown
	OneHanded = config.OneHanded
	TwoHanded = config.TwoHanded
	Pair      = config.Pair // of one-handed melee weapons

	Light  = config.Light
	Medium = config.Medium
	Heavy  = config.Heavy

	Allrounder = config.Allrounder
	Brawler    = config.Brawler
	Gunslinger = config.Gunslinger
)

// Words of Kit.Kind and Followers.Kind.
const (
	KindFighter = config.KindFighter
	KindHero    = config.KindHero
	KindGanger  = config.KindGanger
	KindRookie  = config.KindRookie
	KindAnimal  = config.KindAnimal
)
