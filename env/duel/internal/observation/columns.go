package observation

import (
	"strconv"

	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/layout"
)

// This file lists the columns of the observation, columns_models.go the columns of models:
// each label stands beside the constant by which its writer finds it.

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

// questionColumns holds the columns of the field "decision", by node, each with its
// kind of decision. Columns of chance and of the end follow the columns of the questions
// that a game has.
var questionColumns = [turn.NodeDecisions]env.Column{
	turn.NodeCorner:    layout.Ask("place", "corner", ""),
	turn.NodeBid:       layout.Ask("bid", "bid", ""),
	turn.NodePick:      layout.Ask("activate", "pick a model", ""),
	turn.NodePlace:     layout.Ask("place", "place", ""),
	turn.NodeAct:       layout.Ask("act", "action", ""),
	turn.NodeGo:        layout.Ask("move", "destination", ""),
	turn.NodeWeapon:    layout.Ask("act", "shoot or fight", ""),
	turn.NodeInto:      layout.Ask("aim", "shoot into a melee", ""),
	turn.NodeScore:     layout.Ask("score", "score", ""),
	turn.NodeTarget:    layout.Ask("aim", "target", ""),
	turn.NodeReroll:    layout.Ask("reroll", "reroll", ""),
	turn.NodeCover:     layout.Ask("reroll", "reroll against cover", ""),
	turn.NodeAim:       layout.Ask("score", "aim", ""),
	turn.NodeFace:      layout.Ask("aim", "direction", ""),
	turn.NodeSwap:      layout.Ask("aim", "swap", ""),
	turn.NodeBuy:       layout.Ask("draft", "buy", ""),
	turn.NodeFollowers: layout.Ask("draft", "kind of followers", ""),
	turn.NodeSpecial:   layout.Ask("act", "Special Attack", ""),
	turn.NodeConvert:   layout.Ask("act", "instead of hits", ""),
	turn.NodeUse:       layout.Ask("act", "use it", ""),
	turn.NodeWhom:      layout.Ask("aim", "whom", ""),
	turn.NodeWhere:     layout.Ask("place", "where", ""),
	turn.NodeHow:       layout.Ask("amount", "how much", ""),
	turn.NodeMobWay:    layout.Ask("aim", "way of a mob", ""),
	turn.NodeMob:       layout.Ask("place", "which mob", ""),
	turn.NodeCrowd:     layout.Ask("move", "leave a mob", ""),
	turn.NodeAgainst:   layout.Ask("aim", "duel a mob", ""),
	turn.NodeAside:     layout.Ask("move", "step aside", ""),
	turn.NodeTerrain:   layout.Ask("place", "put down terrain", ""),
}

// Columns of the field "context": the activation and the Duel under way.
const (
	contextLeft = iota
	contextMoved
	contextExhausting
	contextLong
	contextActions
	contextSecond
	contextProne
	contextNoDuel
	contextGiven
	contextExtra
	contextMissed
	contextMoving
	contextLeg // the first of the parts of a Move, in their order from turn.GoLeg on
	_
	_
	_
	_
	_
	contextToCome
	contextNextOneDie
	contextNextAvoidOnly
	contextDuel
	contextMelee
	contextRevealed
	contextOneDie
	contextAvoidOnly
	contextCharge
	contextLeaving
	contextBid
	contextTwice
	contextInitiates
	contextHits
	contextHomeX
	contextHomeY
	contextEnd
)

// Columns of the destination of a Move that was interrupted: they follow in games that
// foretell it.
const (
	contextGoalX = contextEnd + iota
	contextGoalY
)

// Columns of a Move that a feat has interrupted follow those in games that have such feats.
const (
	contextGone = contextGoalY + 1 + iota
	contextFromX
	contextFromY
)

var interruptColumns = layout.Table{length("inches gone of the interrupted Move"), length("start of the interrupted Move: x on the table"), length("start of the interrupted Move: y on the table")}

var goalColumns = layout.Table{length("destination of the interrupted Move: x on the table"), length("destination of the interrupted Move: y on the table")}

var contextColumns = layout.Table{
	contextLeft:          length("inches left of the Move"),
	contextMoved:         length("inches moved"),
	contextExhausting:    flag("exhausting"),
	contextLong:          flag("the long action of it is spent"),
	contextActions:       {Name: "further actions to come", Max: farthest, Unit: "2 actions"},
	contextSecond:        flag("an action has been done"),
	contextProne:         flag("goes prone after its actions"),
	contextNoDuel:        flag("no Duel follows"),
	contextGiven:         flag("the activation is given by a feat"),
	contextExtra:         flag("has had the extra Move of a brawler"),
	contextMissed:        flag("its charge has failed"),
	contextMoving:        flag("a Move is under way, or the rest of one comes"),
	contextLeg:           flag("the first leg of two"),
	contextLeg + 1:       flag("the last leg of two"),
	contextLeg + 2:       flag("out of a melee"),
	contextLeg + 3:       flag("a boost"),
	contextLeg + 4:       flag("a charge"),
	contextLeg + 5:       flag("to where a mirage was not"),
	contextToCome:        {Name: "Duels to come besides", Max: farthest, Unit: "2 Duels"},
	contextNextOneDie:    flag("in the next of them the initiator rolls one die"),
	contextNextAvoidOnly: flag("in it the initiator may only avoid hits"),
	contextDuel:          flag("in a Duel"),
	contextMelee:         flag("hand to hand"),
	contextRevealed:      flag("scores are revealed"),
	contextOneDie:        flag("the initiator rolls one die"),
	contextAvoidOnly:     flag("the initiator may only avoid hits"),
	contextCharge:        flag("charge"),
	contextLeaving:       flag("leaving a melee"),
	contextBid:           flag("the initiator's score is its bid"),
	contextTwice:         flag("its reroll of a two-handed weapon is spent"),
	contextInitiates:     flag("the initiator is the observer's"),
	contextHits:          amount("hits of the attack asked about", inPoints),
	contextHomeX:         offset("observer's corner: x from the centre of the question"),
	contextHomeY:         offset("observer's corner: y"),
}

// Columns of a seat.
const (
	seatOut = iota
	seatAlly
	seatNext
	seatCornered
	seatX
	seatY
	seatEnd
)

// seatHigh follows in games with Maneuver.
const seatHigh = seatEnd

func seatColumns(maneuver bool) layout.Table {
	t := layout.Table{
		seatOut:      flag("out of the game"),
		seatAlly:     flag("on the observer's side"),
		seatNext:     flag("its turn to activate comes next"),
		seatCornered: flag("has a corner"),
		seatX:        length("corner: x on the table"),
		seatY:        length("corner: y on the table"),
	}
	if maneuver {
		t = append(t, flag("has announced a high result"))
	}
	return t
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

// Columns of a token's side, and whether the Duel is with it: the last three, in games
// with tokens of a side.
const (
	tokenOurs = iota
	tokenTheirs
	tokenFoe
)

var tokenSides = layout.Table{tokenOurs: flag("the observer's side's"), tokenTheirs: flag("another side's"), tokenFoe: flag("the Duel is with it")}

// Columns of a piece of terrain.
const (
	terrainThere = iota
	terrainDX
	terrainDY
	terrainX
	terrainY
	terrainFar // the first of the extents, by direction
	_
	_
	_
	_
	_
	_
	_
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
	terrainNative
	terrainDamage
	terrainEnd
)

func terrainColumns() layout.Table {
	t := layout.Table{
		terrainThere:    flag("is there"),
		terrainDX:       offset("x from the centre of the question"),
		terrainDY:       offset("y from the centre of the question"),
		terrainX:        length("x on the table"),
		terrainY:        length("y on the table"),
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
		terrainNative:   {Name: "number of what Heroes can be native to", Max: farthest, Unit: "6"},
		terrainDamage:   {Name: "damage", Max: farthest, Unit: "the dice that break it"},
	}
	for d, name := range turn.DirectionNames {
		t[terrainFar+d] = length("extends " + name)
	}
	return t
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

// owners returns a column for each seat that can own an object.
func owners(g *turn.Game) layout.Table {
	t := layout.Flags(SeatNames(g)...)
	for i := range t {
		t[i].Name = "owner: " + t[i].Name
	}
	return t
}
