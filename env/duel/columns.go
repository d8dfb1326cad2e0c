package duel

import (
	"fmt"
	"strconv"

	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/layout"
)

// This file lists the columns of the observation: each label stands beside the
// constant by which its writer finds it.

// Scales of the observation.
const (
	lengthScale = 12 // inches
	scoreScale  = 12 // dice and scores
	farthest    = 4  // bound of scaled lengths: 48 inches
	valueScale  = 6  // of toughness, marks and X (the level of a trait)
)

const (
	inInches = "12 inches"
	inPoints = "12 points"
	inValues = "6 points"
)

// offset returns a column of a signed length.
func offset(name string) env.Column {
	return env.Column{Name: name, Min: -farthest, Max: farthest, Unit: inInches}
}

// length returns a column of a length from 0 up.
func length(name string) env.Column { return env.Column{Name: name, Max: farthest, Unit: inInches} }

// amount returns a column of a number from 0 up.
func amount(name, unit string) env.Column { return env.Column{Name: name, Max: farthest, Unit: unit} }

func flag(name string) env.Column { return layout.Flag(name, "") }

// questionColumns names the columns of the field "decision", by node. Columns of
// chance and of the end follow those of the questions that a game has.
var questionColumns = [turn.NodeDecisions]string{
	turn.NodeCorner: "corner", turn.NodeBid: "bid", turn.NodePick: "pick a model", turn.NodePlace: "place", turn.NodeAct: "action",
	turn.NodeGo: "destination", turn.NodeWeapon: "shoot or fight", turn.NodeInto: "shoot into a melee", turn.NodeScore: "score", turn.NodeTarget: "target",
	turn.NodeReroll: "reroll", turn.NodeCover: "reroll against cover", turn.NodeAim: "aim", turn.NodeFace: "direction", turn.NodeSwap: "swap",
	turn.NodeBuy: "buy", turn.NodeFollowers: "kind of followers", turn.NodeSpecial: "Special Attack", turn.NodeConvert: "instead of hits",
	turn.NodeUse: "use it", turn.NodeWhom: "whom", turn.NodeWhere: "where", turn.NodeHow: "how much",
	turn.NodeMobWay: "way of a mob", turn.NodeMob: "which mob", turn.NodeCrowd: "leave a mob", turn.NodeAgainst: "duel a mob", turn.NodeAside: "step aside",
}

// Columns of the field "context": the activation and the Duel under way.
const (
	contextLeft = iota
	contextMoved
	contextExhausting
	contextLong
	contextDuel
	contextMelee
	contextRevealed
	contextOneDie
	contextAvoidOnly
	contextCharge
	contextLeaving
	contextInitiates
	contextHomeX
	contextHomeY
)

var contextColumns = layout.Table{
	contextLeft:       length("inches left of the Move"),
	contextMoved:      length("inches moved"),
	contextExhausting: flag("exhausting"),
	contextLong:       flag("the long action of it is spent"),
	contextDuel:       flag("in a Duel"),
	contextMelee:      flag("hand to hand"),
	contextRevealed:   flag("scores are revealed"),
	contextOneDie:     flag("the initiator rolls one die"),
	contextAvoidOnly:  flag("the initiator may only avoid hits"),
	contextCharge:     flag("charge"),
	contextLeaving:    flag("leaving a melee"),
	contextInitiates:  flag("the initiator is the observer's"),
	contextHomeX:      offset("observer's corner: x from the centre of the question"),
	contextHomeY:      offset("observer's corner: y"),
}

// Columns of the field "dice": one for each face, and the bonus.
const (
	dieFaces  = 6
	diceBonus = dieFaces
)

func diceColumns() layout.Table {
	return layout.Counted(turn.MaxDice, "1", "2", "3", "4", "5", "6").
		Then(layout.Table{{Name: "added to each", Min: -1, Max: 1, Unit: inPoints}})
}

// Columns of a model.
const (
	modelThere = iota
	modelDX
	modelDY
	modelX
	modelY
	modelHeight
	modelWaiting // the first of the statuses, in their order
	modelStanding
	modelProne
	modelGone
	modelAway
	modelHits
	modelAsked
	modelOther
	modelInitiator
	modelEngaged
	modelActed // the first of the flags of flagColumns
	modelDuelled
	modelRested
	modelJammed
	modelOwes
	modelAimed
	modelCarries
	modelDistance
	modelSeen
	modelContact
	modelScored
	modelScore
	modelAvoids
	modelDefense
	modelBid
	modelThrown // the first of the ranged weapons, in their order
	modelOneHanded
	modelTwoHanded
	modelOneHandedMelee // the first of the melee weapons, in their order
	modelTwoHandedMelee
	modelShield
	modelProtection
	modelBrawler
	modelGunslinger
	modelFacingX
	modelFacingY
	modelArmour // the first of the upgrades, in their order
	modelMirage
	modelScope
	modelClimbed
	modelEnd
)

var modelColumns = layout.Table{
	modelThere:          flag("is there"),
	modelDX:             offset("x from the centre of the question"),
	modelDY:             offset("y from the centre of the question"),
	modelX:              length("x on the table"),
	modelY:              length("y on the table"),
	modelHeight:         length("height"),
	modelWaiting:        flag("waiting"),
	modelStanding:       flag("standing"),
	modelProne:          flag("prone"),
	modelGone:           flag("removed"),
	modelAway:           flag("away"),
	modelHits:           amount("hits", "2 hits"),
	modelAsked:          flag("asked about"),
	modelOther:          flag("also concerned"),
	modelInitiator:      flag("initiator"),
	modelEngaged:        flag("engaged"),
	modelActed:          flag("acted this round"),
	modelDuelled:        flag("engaged this round"),
	modelRested:         flag("rested last round"),
	modelJammed:         flag("jammed"),
	modelOwes:           flag("owes a Duel"),
	modelAimed:          flag("took aim"),
	modelCarries:        flag("carries something"),
	modelDistance:       length("distance to the one asked about"),
	modelSeen:           flag("in sight of the one asked about"),
	modelContact:        flag("in contact with the one asked about"),
	modelScored:         flag("has a score that the observer knows"),
	modelScore:          amount("score", inPoints),
	modelAvoids:         flag("avoids hits, as far as the observer knows"),
	modelDefense:        amount("defense", "24 points"),
	modelBid:            amount("bid that the observer knows", inPoints),
	modelThrown:         flag("thrown weapon"),
	modelOneHanded:      flag("one-handed ranged weapon"),
	modelTwoHanded:      flag("two-handed ranged weapon"),
	modelOneHandedMelee: flag("one-handed melee weapon"),
	modelTwoHandedMelee: flag("two-handed melee weapon"),
	modelShield:         flag("shield"),
	modelProtection:     {Name: "protection", Min: -1, Max: 1, Doc: "1 is light, -1 heavy"},
	modelBrawler:        flag("brawler"),
	modelGunslinger:     flag("gunslinger"),
	modelFacingX:        {Name: "facing: x", Min: -1, Max: 1},
	modelFacingY:        {Name: "facing: y", Min: -1, Max: 1},
	modelArmour:         flag("armour"),
	modelMirage:         flag("mirage"),
	modelScope:          flag("scope"),
	modelClimbed:        length("climbed"),
}

// flagColumns lists the flags of a model from column modelActed on.
var flagColumns = [...]uint16{turn.FlagActed, turn.FlagEngaged, turn.FlagRested, turn.FlagJammed, turn.FlagOwesDuel, turn.FlagAimed}

// Columns of a model where Heroes are played, after its owner. Kinds, bonds,
// marks and skills follow each other in the order of the engine.
const (
	heroKind     = 0
	heroDice     = heroKind + int(turn.Kinds)
	heroSmall    = heroDice + 1
	heroLarge    = heroDice + 2
	heroTough    = heroDice + 3
	heroFrail    = heroDice + 4
	heroFollower = heroDice + 5
	heroBonds    = heroDice + 6
	heroMarks    = heroBonds + turn.Bonds
	heroSkills   = heroMarks + int(turn.Marks) // of feats 0 or 1, of traits X
)

func heroColumns() layout.Table {
	t := make(layout.Table, heroSkills, heroSkills+int(turn.SkillIDs))
	for k, name := range turn.KindNames {
		t[heroKind+k] = flag("is a " + name)
	}
	t[heroDice] = amount("dice", "6 dice")
	t[heroSmall], t[heroLarge] = flag("small base"), flag("large base")
	t[heroTough] = amount("toughness left", inValues)
	t[heroFrail] = flag("removed by a hit")
	t[heroFollower] = flag("follower of the one asked about")
	for i, name := range turn.BondNames {
		t[heroBonds+i] = flag(name + " of somebody")
	}
	for i, name := range turn.MarkNames {
		t[heroMarks+i] = amount("mark: "+name, inValues)
	}
	return append(t, skillColumns()...)
}

// skillColumns returns a column for each feat, 0 or 1, and for each trait, with
// its X.
func skillColumns() layout.Table {
	var t layout.Table
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		c := flag(turn.SkillWords[id])
		if id.Trait() {
			c = amount(turn.SkillWords[id], inValues)
		}
		t = append(t, c)
	}
	return t
}

// Columns of a token. Further kinds, and its side, follow in games that have them.
const (
	tokenThere = iota
	tokenKind  // the first of the kinds that every game has, in their order
	_
	_
	tokenDX
	tokenDY
	tokenX
	tokenY
	tokenFree
	tokenWait
)

func tokenColumns() layout.Table {
	return layout.Table{
		tokenThere:                          flag("is there"),
		tokenKind + int(turn.ThingTreasure): flag(turn.ThingNames[turn.ThingTreasure]),
		tokenKind + int(turn.ThingUpgrade):  flag(turn.ThingNames[turn.ThingUpgrade]),
		tokenKind + int(turn.ThingSpawn):    flag(turn.ThingNames[turn.ThingSpawn]),
		tokenDX:                             offset("x from the centre of the question"),
		tokenDY:                             offset("y from the centre of the question"),
		tokenX:                              length("x on the table"),
		tokenY:                              length("y on the table"),
		tokenFree:                           flag("to be had"),
		tokenWait:                           {Name: "rounds until it is", Max: farthest, Unit: "2 rounds"},
	}
}

// Columns of a token's side, the last two, in games with tokens of a side.
const (
	tokenOurs = iota
	tokenTheirs
)

var tokenSides = layout.Table{tokenOurs: flag("the observer's side's"), tokenTheirs: flag("another side's")}

// Columns of a piece of terrain.
const (
	terrainThere = iota
	terrainDX
	terrainDY
	terrainRadius
	terrainHeight
	terrainWalk
	terrainSee
	terrainCover
	terrainStand
	terrainKind // the first of the kinds of terrainKinds
	_
	_
	_
	_
	terrainDamage
)

var terrainColumns = layout.Table{
	terrainThere:    flag("is there"),
	terrainDX:       offset("x from the centre of the question"),
	terrainDY:       offset("y from the centre of the question"),
	terrainRadius:   length("radius"),
	terrainHeight:   length("height"),
	terrainWalk:     flag("walked through"),
	terrainSee:      flag("seen through"),
	terrainCover:    flag("covers"),
	terrainStand:    flag("has a top to stand on"),
	terrainKind:     flag("water"),
	terrainKind + 1: flag("fragile"),
	terrainKind + 2: flag("laser"),
	terrainKind + 3: flag("tree"),
	terrainKind + 4: flag("gap"),
	terrainDamage:   {Name: "damage", Max: farthest, Unit: "the dice that break it"},
}

// Columns of a shape that a Hero can take besides its present one. The one-hot
// columns of its seat and of its Hero follow the skills.
const (
	shapeThere = iota
	shapeNumber
	shapeAsked
	shapeHeroAsked
	shapeX
	shapeY
	shapeSkills
)

func shapeColumns(seats layout.Table, heroes int) layout.Table {
	t := layout.Table{
		shapeThere:     flag("is there"),
		shapeNumber:    amount("number", "6"),
		shapeAsked:     flag("in question"),
		shapeHeroAsked: flag("of the Hero asked about"),
		shapeX:         offset("x of the Hero on the table"),
		shapeY:         offset("y of the Hero on the table"),
	}
	names := make([]string, heroes)
	for i := range names {
		names[i] = "Hero " + strconv.Itoa(i+1)
	}
	return t.Then(skillColumns(), seats, layout.Flags(names...))
}

// seatNames returns labels of the seats, relative to the observer; automata come
// last.
func seatNames(g *turn.Game) []string {
	names := layout.Seats(g.Players).Names()
	for i := g.Players; i < g.Seats; i++ {
		names = append(names, fmt.Sprintf("automaton %d", i-g.Players+1))
	}
	return names
}

// owners returns a column for each seat that can own an object.
func owners(g *turn.Game) layout.Table {
	t := layout.Flags(seatNames(g)...)
	for i := range t {
		t[i].Name = "owner: " + t[i].Name
	}
	return t
}
