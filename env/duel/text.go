package duel

import (
	"fmt"
	"strconv"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/observation"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/scene"
)

// Text implements env.Texter: the scene in words. It makes nothing of a scene that words leave out.
func (s *State) Text(p env.Player) string { return scene.Text(s.look(p).scene()) }

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	g := s.t.Game
	if s.t.Actor == env.Chance && s.t.Node > turn.NodeDecisions {
		return chanceString(&s.t, a)
	}
	x := &g.Actions
	in := func(base env.Action, n int) bool { return base >= 0 && a >= base && a < base+env.Action(n) }
	switch {
	case a < 0 || a >= x.Size:
		return fmt.Sprintf("no action %d", a)
	case in(x.Dest, x.Dests()):
		return destString(&s.t, a)
	case in(x.Edge, space.Edges):
		return "leave to the " + turn.EdgeNames[a-x.Edge]
	case in(x.Generic, int(turn.Generics)):
		return turn.GenericNames[a-x.Generic]
	case in(x.Model, g.Models):
		return modelVerbs[s.t.Node] + " " + g.ModelName(g.ModelOf(int(s.t.Asker), a))
	case in(x.Bid, turn.Scores):
		return fmt.Sprintf("bid %d", a-x.Bid+1)
	case in(x.Die, 6):
		return fmt.Sprintf("roll a %d again", a-x.Die+1)
	case in(x.Direction, turn.Directions) && s.t.Node == turn.NodeMobWay:
		return "send the mob " + turn.DirectionNames[a-x.Direction]
	case in(x.Direction, turn.Directions):
		return "face " + turn.DirectionNames[a-x.Direction]
	case in(x.Mob, space.MaxMobs):
		return fmt.Sprintf("mob %d", a-x.Mob+1)
	case x.Mob >= 0 && a == scenarios.DoMelt(g):
		return "melt with the crowd"
	case in(x.Terrain, g.TerrainIDs()):
		k, at := g.PutDownBy(a)
		return "put down " + k.String() + " at " + g.Where(at)
	case in(x.Corner, turn.Corners):
		return "start " + turn.CornerNames[a-x.Corner]
	case in(x.Skill, int(turn.SkillIDs)-1):
		return skillString(&s.t, turn.SkillID(a-x.Skill+1))
	case in(x.Followers, int(turn.Animal-turn.Ganger)+1):
		return "field " + turn.KindNames[turn.Ganger+turn.Kind(a-x.Followers)] + "s"
	case in(x.Number, turn.MaxNumber+1):
		return strconv.Itoa(int(a - x.Number))
	case in(x.Heroic, int(turn.Heroics)):
		return turn.HeroicNames[a-x.Heroic]
	case int(a-x.Score) >= turn.Scores:
		return fmt.Sprintf("avoid %d", int(a-x.Score)-turn.Scores+1)
	}
	return fmt.Sprintf("score %d", a-x.Score+1)
}

var modelVerbs = [turn.NodeOver + 1]string{
	turn.NodePick: "choose", turn.NodeAct: "charge", turn.NodeTarget: "attack", turn.NodeSwap: "swap with",
	turn.NodeCorner: "model", turn.NodeBid: "model", turn.NodePlace: "model", turn.NodeGo: "model", turn.NodeWeapon: "model", turn.NodeInto: "model", turn.NodeScore: "model",
	turn.NodeBuy: "model", turn.NodeFollowers: "model", turn.NodeSpecial: "model", turn.NodeConvert: "model", turn.NodeUse: "model", turn.NodeWhom: "choose", turn.NodeWhere: "model", turn.NodeHow: "model",
	turn.NodeMobWay: "model", turn.NodeMob: "model", turn.NodeCrowd: "model", turn.NodeAgainst: "model", turn.NodeAside: "model", turn.NodeTerrain: "model",
	turn.NodeReroll: "model", turn.NodeCover: "model", turn.NodeAim: "model", turn.NodeFace: "model", turn.NodeOver: "model",
}

// skillString returns the words of an action that uses or buys a feat or trait.
func skillString(s *turn.State, id turn.SkillID) string {
	switch k := s.Game.Skills[id]; {
	case s.Node == turn.NodeBuy:
		return "buy " + id.Title()
	case s.Node == turn.NodeAct && k != nil && k.Channel:
		return "channel " + id.Title()
	}
	return "use " + id.Title()
}

// destString returns the words of a destination: its place in inches from the
// southwest corner.
func destString(s *turn.State, a env.Action) string {
	g := s.Game
	origin := observation.Centre(s)
	if origin == space.Nowhere && !g.Actions.Absolute {
		o := g.Actions.Disc.Offset(int(a - g.Actions.Dest))
		return fmt.Sprintf("offset %+g,%+g", float64(o.X)*g.Step.Inches(), float64(o.Y)*g.Step.Inches())
	}
	p := g.DestOf(origin, a)
	where := g.Where(p)
	switch {
	case s.Node == turn.NodePlace:
		return "place at " + where
	case s.Node == turn.NodeCrowd:
		return "step out to " + where
	case s.Node == turn.NodeAside:
		return "step aside to " + where
	case p == origin:
		return "stay at " + where
	}
	return "go to " + where
}

func chanceString(s *turn.State, a env.Action) string {
	g := s.Game
	switch s.Node {
	case turn.ChanceDice:
		b := []byte("roll")
		if list := turn.Throws(int(s.Chances)); a >= 0 && int(a) < len(list) {
			for _, f := range list[a].Faces[:s.Chances] {
				b = append(b, ' ', '0'+f)
			}
		}
		return string(b)
	case turn.ChanceSeatDie:
		return fmt.Sprintf("roll %d", a+1)
	case turn.ChanceFirst:
		return fmt.Sprintf("first player seat %d", a)
	case turn.ChanceMember:
		return "draw " + g.ModelName(int8(a))
	case turn.ChanceBuy:
		if id, ok := g.SkillOf(a); ok {
			return id.Title()
		}
		return turn.KindNames[turn.Ganger+turn.Kind(a-g.Actions.Followers)] + "s"
	case turn.ChanceWay:
		return "the mob goes " + turn.DirectionNames[a]
	case turn.ChanceCrowd:
		if i, _ := turn.MobOf(s.Duel.Target); int(a) >= int(scenarios.Mob(s, i).Civilians) {
			return "the mob loses " + g.ModelName(scenarios.MemberOf(s, i, int(a)))
		}
		return fmt.Sprintf("the mob loses civilian %d", a+1)
	case turn.ChancePoint:
		return fmt.Sprintf("square %d %d", a%turn.Squares+1, a/turn.Squares+1)
	}
	return fmt.Sprintf("order %d", a)
}

// String implements env.State.
func (s *State) String() string {
	b := make([]byte, 0, 1024)
	b = fmt.Appendf(b, "%s: question %d, skill %d", s.t.Actor, s.t.Node, s.t.Asked)
	b = fmt.Appendf(b, " | round %d order %v dice %v first %d corners %v subject %d other %d chances %d", s.t.Round, s.t.Order[:s.t.Seated], s.t.Die, s.t.First, s.t.Corner, s.t.Subject, s.t.Other, s.t.Chances)
	for m := range s.t.Game.Models {
		b = fmt.Appendf(b, " | %s %+v", s.t.Game.ModelName(int8(m)), s.t.Models[m])
	}
	b = fmt.Appendf(b, " | treasure %v carrier %d | act %+v | duel %+v | tokens %v spawns %v land %v damage %v | lost %v won %v capped %t secrets %d | tasks %+v | log",
		s.t.Treasure, s.t.Carrier, s.t.Act, s.t.Duel, s.t.Tokens, s.t.Spawns[:s.t.Spawned], s.t.Land, s.t.Damage[:s.t.Game.Scene.Pieces()], s.t.Lost, s.t.Won, s.t.Capped, s.t.Secrets, s.t.Stack())
	if s.game.observer.TokensHaveSides() {
		b = fmt.Appendf(b, " | flags %v hill %d points %v counters %v lights %v", s.t.Flags, s.t.Hill, s.t.Points, s.t.Counters, s.t.Lights[:s.t.Lit])
	}
	if len(s.t.Wardrobes) > 0 {
		b = fmt.Appendf(b, " | shapes %v", s.t.Wardrobes)
	}
	for _, e := range s.t.Log {
		b = fmt.Appendf(b, " %d:%d", e.Actor, e.Action)
	}
	return string(b)
}

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
	WarbandGiven  = config.WarbandGiven  // feats and traits are in Warbands
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
