package observation

import (
	"strconv"

	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/layout"
)

// This file lists the columns of models.

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
	modelMingled
	modelMelted
	modelHits
	modelAsked
	modelOther
	modelInitiator
	modelEngaged
	modelActed // the flags of flagColumns begin
	modelDuelled
	modelRested
	modelJammed
	modelOwes
	modelAimed
	modelRecovered
	modelClimbing
	modelFresh
	modelBack
	modelActing
	modelCarries
	modelDistance
	modelSeen
	modelContact
	modelCommitted
	modelFights
	modelMayAvoid
	modelHadTurn
	modelTarget
	modelScoped
	modelStrikes
	modelPending
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
	modelMingled:        flag("in a mob"),
	modelMelted:         flag("melted with the crowd"),
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
	modelRecovered:      flag("recovered off the table"),
	modelClimbing:       flag("hangs on terrain"),
	modelFresh:          flag("came back this round"),
	modelBack:           {Name: "rounds until it is back", Max: farthest, Unit: "2 rounds"},
	modelActing:         flag("is activated"),
	modelCarries:        flag("carries something"),
	modelDistance:       length("distance to the one asked about"),
	modelSeen:           flag("in sight of the one asked about"),
	modelContact:        flag("in contact with the one asked about"),
	modelCommitted:      flag("has set a score"),
	modelFights:         flag("may attack in the Duel"),
	modelMayAvoid:       flag("may avoid hits in the Duel"),
	modelHadTurn:        flag("has had its turn in the Duel"),
	modelTarget:         flag("the initiator's target"),
	modelScoped:         flag("attacks with a scope"),
	modelStrikes:        flag("its attack is asked about"),
	modelPending:        amount("hits rolled against it that have not taken effect", inPoints),
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

// flagColumns lists the columns of the flags of a model.
var flagColumns = [...]struct {
	column int
	flag   uint16
}{
	{modelActed, turn.FlagActed},
	{modelDuelled, turn.FlagEngaged},
	{modelRested, turn.FlagRested},
	{modelJammed, turn.FlagJammed},
	{modelAimed, turn.FlagAimed},
	{modelRecovered, turn.FlagRecovered},
	{modelClimbing, turn.FlagClimbing},
	{modelFresh, turn.FlagFresh},
}

// Columns of a model where Heroes are played, after its owner. Kinds, marks and skills
// follow each other in the order of the engine.
const (
	heroKind     = 0
	heroDice     = heroKind + int(turn.Kinds)
	heroSmall    = heroDice + 1
	heroLarge    = heroDice + 2
	heroTough    = heroDice + 3
	heroFrail    = heroDice + 4
	heroFollower = heroDice + 5
	heroAimedAt  = heroDice + 6
	heroWaits    = heroDice + 7
	heroMarks    = heroDice + 8
	heroSkills   = heroMarks + int(turn.Marks) // of feats 0 or 1, of traits X
	heroEnd      = heroSkills + int(turn.SkillIDs) - 1
)

// heroColumns returns the columns of Heroes and followers, and sets where those begin
// whose number hangs on the game: what is spent, which Hero a model is or follows, and
// what Heroes have to do with it.
func (l *Observer) heroColumns(g *turn.Game) layout.Table {
	t := make(layout.Table, heroSkills, heroEnd)
	for k, name := range turn.KindNames {
		t[heroKind+k] = flag("is a " + name)
	}
	t[heroDice] = amount("dice", "6 dice")
	t[heroSmall], t[heroLarge] = flag("small base"), flag("large base")
	t[heroTough] = amount("toughness left", inValues)
	t[heroFrail] = flag("removed by a hit")
	t[heroFollower] = flag("follower of the one asked about")
	t[heroAimedAt] = amount("dice aimed at it", "6 dice")
	t[heroWaits] = amount("times that feats wait to work", "6")
	for i, name := range turn.MarkNames {
		t[heroMarks+i] = amount("mark: "+name, inValues)
	}
	t = append(t, skillColumns()...)
	if l.owed = 0; owesTwice(g) {
		l.owed = len(t)
		t = append(t, amount("Duels owed", inValues))
	}
	if l.toField = 0; g.Config.Warband == config.WarbandDraft && g.InGame.Has(turn.TraitFollower) {
		l.toField = len(t)
		for _, name := range turn.KindNames[turn.Ganger:] {
			t = append(t, flag("is to field "+name+"s"))
		}
	}
	l.spent = len(t)
	for _, id := range l.limited(g) {
		t = append(t, flag("spent: "+id.Title()))
	}
	l.leaders = g.Heroes
	if g.Config.OneUpFollowers {
		l.leaders = g.PerSeat
	}
	l.number = len(t)
	for j := range l.leaders {
		t = append(t, flag("is or follows model "+strconv.Itoa(j+1)+" of its seat"))
	}
	l.relations = len(t)
	for _, r := range l.relationsIn(g) {
		for _, seat := range SeatNames(g) {
			for j := range l.leaders {
				t = append(t, flag(r.name+" "+seat+" model "+strconv.Itoa(j+1)))
			}
		}
	}
	return t
}

// owesTwice reports whether a model can have more than one Duel to come: under bids, where
// feats give activations.
func owesTwice(g *turn.Game) bool {
	return g.Bidding && (g.InGame.Has(turn.FeatZealous) || g.InGame.Has(turn.TraitAwesomeness) || g.InGame.Has(turn.TraitRaiseDead))
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
