package duel

import (
	"fmt"

	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/scene"
)

// choices fills in what can be chosen.
func (l *look) choices(sc *scene.Scene) {
	for _, a := range l.s.LegalActions(nil) {
		name := l.s.ActionString(a)
		c := scene.Choice{Action: a, Name: name, Label: scene.Sentence(name)}
		l.choice(&c, l.s.Decode(a))
		sc.Ask.Choices = append(sc.Ask.Choices, c)
	}
	if l.t.Node == turn.NodeBuy || l.t.Node == turn.NodeFollowers {
		sc.Zones = append(sc.Zones, l.shop())
	}
}

// shop lists what can be bought as things.
func (l *look) shop() scene.Zone {
	z := scene.Zone{ID: "shop", Title: "To choose from", Kind: scene.KindChoices, Seat: scene.Ref(l.p)}
	for _, a := range l.s.LegalActions(nil) {
		switch d := l.s.Decode(a); d.Verb {
		case UseSkill:
			z.Things = append(z.Things, l.skill("buy:"+d.Skill.String(), d.Skill))
		case FieldFollowers:
			z.Things = append(z.Things, scene.Thing{ID: "buy:" + d.Followers, Name: scene.Sentence(d.Followers) + "s", Kind: "followers"})
		}
	}
	return z
}

// choice fills in one choice.
func (l *look) choice(c *scene.Choice, d Choice) {
	m := l.subject
	switch d.Verb {
	case Go:
		c.Point = l.at(d.To)
		if q := l.t.Node; m != turn.Nobody && l.mine(m) && (q == turn.NodeAct || q == turn.NodeGo || q == turn.NodePlace || q == turn.NodeCrowd) {
			c.Group = "Move"
		}
	case NameModel:
		l.modelChoice(c, int8(d.Model))
	case StartIn:
		c.Point = l.at(d.To)
		c.Label = "Start in the corner at " + l.g.Where(d.To)
	case PutDown:
		c.Point = l.at(d.To)
		c.Group = scene.Sentence(d.Terrain.String())
		c.Label = c.Group + " at " + l.g.Where(d.To)
	case NameMob:
		c.Point = l.at(d.To)
		c.Label = fmt.Sprintf("Mob %d at %s", d.Number+1, l.g.Where(d.To))
	case Leave:
		c.Label, c.Group = "Leave the table to the "+turn.EdgeNames[d.Edge], "Leave"
		c.Note = "the model is out of the game"
		c.Final = "The model is out of the game, and does not come back."
		if m != turn.Nobody && l.lastOf(m) {
			c.Final = "It is your last model: to leave loses the game."
		}
		if m != turn.Nobody && l.t.Carrier == m && l.c.Scenario == ScenarioTreasure {
			c.Note, c.Final = "with the treasure: this wins the game", ""
		}
	case SetScore:
		c.Label, c.Group = fmt.Sprintf("Fight with %d", d.Number), "Fight"
	case AvoidHits:
		c.Label, c.Group = fmt.Sprintf("Avoid hits with %d", d.Number), "Avoid hits"
	case RollAgain:
		c.Label = fmt.Sprintf("Roll the %d again", d.Number)
		for k, face := range l.t.Duel.Faces[:l.t.Duel.Rolled] {
			if int(face) == d.Number {
				c.Things = append(c.Things, dieThing(k))
			}
		}
	case Turn:
		c.Label = scene.Sentence(turn.DirectionNames[d.Direction])
	case UseSkill:
		l.skillChoice(c, d.Skill)
	case FieldFollowers:
		c.Label = scene.Sentence(d.Followers) + "s"
		c.Things = []string{"buy:" + d.Followers}
	case HowMany:
		c.Label = l.numberLabel(d.Number)
	case NeverOnThisWay:
		c.Label = "No, and do not ask again on this way"
	default:
		l.plainChoice(c, d.Verb)
	}
}

// lastOf reports whether a model is the last one that its seat has in the game.
func (l *look) lastOf(m int8) bool {
	left := 0
	for own := l.t.Own[l.t.Owner(m)]; own != 0; own &= own - 1 {
		if x := own.First(); !l.t.Unfielded(x) && l.t.Models[x].Status != turn.Gone {
			left++
		}
	}
	return left == 1
}

func (l *look) at(p space.Point) *scene.Point {
	at := point(l.s.game.Spot(p))
	return &at
}

// modelLabels holds what naming a model means, by question, and the heading of such choices.
var modelLabels = map[turn.Node]struct{ verb, group string }{
	turn.NodePick: {"Activate ", ""}, turn.NodeAct: {"Charge ", "Charge"}, turn.NodeTarget: {"Attack ", ""}, turn.NodeSwap: {"Change places with ", ""},
	turn.NodeInto: {"Shoot into the melee of ", ""},
}

// modelChoice fills in a choice of a model.
func (l *look) modelChoice(c *scene.Choice, e int8) {
	c.Seat = l.seatOf(l.t.Owner(e))
	if !l.t.Unfielded(e) {
		c.Things = []string{modelID(e)}
	}
	if l.t.InPlay.Has(e) {
		c.Point = l.at(l.t.Models[e].At)
	}
	words := modelLabels[l.t.Node]
	if l.t.Node == turn.NodePick && !l.mine(e) {
		words.verb = ""
	}
	c.Label, c.Group = words.verb+l.called(e), words.group
}

// skillChoice fills in the use of a feat.
func (l *look) skillChoice(c *scene.Choice, id Skill) {
	name := scene.Sentence(id.Title())
	switch l.t.Node {
	case turn.NodeBuy:
		c.Label, c.Things = "Buy "+name, []string{"buy:" + id.String()}
		c.Group = scene.Sentence(skillKind(id)) + "s"
		c.Note = scene.Count(l.g.Price(id), "point")
		return
	case turn.NodeAct:
		c.Label, c.Group = name, "Feats"
	default:
		c.Label = "Use " + name
	}
	if m := l.subject; m != turn.Nobody && l.mine(m) && l.t.Bears(m, id) && !l.t.Unfielded(m) {
		c.Things = []string{skillThing(m, id)}
	}
	c.Note = skillTexts[id]
}

// numberLabel writes a number that a feat asks for.
func (l *look) numberLabel(n int) string {
	switch id := l.t.Asked; {
	case id == TraitShapeshifter:
		return fmt.Sprintf("Shape %d", n)
	case id == TraitNative && n < len(l.g.Homelands):
		return scene.Sentence(l.g.Homelands[n].Name)
	case id == FeatThrall && n == 0:
		return "No"
	case id == FeatThrall:
		return "Spend it"
	case n == 0:
		return "None"
	}
	return scene.Count(n, "hit")
}

// verbLabels holds the words of choices without an object, and what they do.
var verbLabels = [turn.Generics]struct{ label, note string }{
	Done:         {"Enough", ""},
	Yes:          {"Yes", ""},
	No:           {"No", ""},
	Interact:     {"Interact", "take or use what is in base contact"},
	Skirmish:     {"Skirmish", "a Move in two legs around a Duel on one die"},
	Exhaust:      {"Exhaust", "two actions, no Duel, then prone"},
	TakeAim:      {"Take aim", "no Move; the Duel Score may be changed by one after it is shown"},
	Unjam:        {"Unjam the weapon", ""},
	Disengage:    {"Disengage", "step out of the melee"},
	Climb:        {"Climb here", ""},
	Shoot:        {"Shoot", ""},
	FightInMelee: {"Fight hand to hand", ""},
	AimLower:     {"One lower", "acts earlier"},
	KeepScore:    {"Keep the score", ""},
	AimHigher:    {"One higher", "hits more often"},
}

// doneLabels holds what it means to be done, by question.
var doneLabels = map[turn.Node]string{
	turn.NodeSpecial: "No Special Attack", turn.NodeConvert: "Let them hit", turn.NodeReroll: "Keep the dice", turn.NodeCover: "Keep the dice",
	turn.NodeBuy: "Leave the rest", turn.NodeWhom: "Nobody",
}

// plainChoice fills in a choice without an object.
func (l *look) plainChoice(c *scene.Choice, v Verb) {
	if int(v) >= len(verbLabels) {
		return
	}
	c.Label, c.Note = verbLabels[v].label, verbLabels[v].note
	if done := doneLabels[l.t.Node]; v == Done && done != "" {
		c.Label = done
	}
	if l.t.Asked == TraitManeuver && v == AimLower {
		c.Label, c.Note = "A low result", "the lowest die counts"
	}
	if l.t.Asked == TraitManeuver && v == AimHigher {
		c.Label, c.Note = "A high result", "the highest die counts"
	}
	if l.t.Node == turn.NodeAct {
		c.Group = "Actions"
		if l.subject != turn.Nobody {
			c.Things = []string{modelID(l.subject)}
		}
	}
}
