package duel

import (
	"fmt"

	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/scene"
)

// choice fills in one choice.
func (l *look) choice(c *scene.Choice) {
	d := l.s.Decode(c.Action)
	m := l.subject
	switch d.Verb {
	case duel.Go:
		l.placeChoice(c, d.To)
	case duel.NameModel:
		l.modelChoice(c, d.Model)
	case duel.StartIn:
		c.Point = l.at(d.To)
		c.Label = "Start in the corner at " + l.inches(d.To)
	case duel.PutDown:
		c.Point = l.at(d.To)
		c.Group = scene.Sentence(d.Terrain.String())
		c.Label = fmt.Sprintf("%s at %s", c.Group, l.inches(d.To))
	case duel.NameMob:
		c.Point = l.at(d.To)
		c.Label = fmt.Sprintf("Mob %d at %s", d.Number+1, l.inches(d.To))
	case duel.Leave:
		c.Label = "Leave the table to the " + duel.EdgeInWords(d.Edge)
		c.Note = "the model is out of the game"
		if l.s.Carrier() == m && m >= 0 && l.config.Scenario == duel.ScenarioTreasure {
			c.Note = "with the treasure: this wins the game"
		}
		c.Group = "Leave"
	case duel.SetScore:
		c.Label, c.Group = fmt.Sprintf("Fight with %d", d.Number), "Fight"
		c.Note = l.scoreNote(m, d.Number)
	case duel.AvoidHits:
		c.Label, c.Group = fmt.Sprintf("Avoid hits with %d", d.Number), "Avoid hits"
		c.Note = l.avoidNote(m, d.Number)
	case duel.Bid:
		c.Label = fmt.Sprintf("Bid %d", d.Number)
	case duel.RollAgain:
		c.Label = fmt.Sprintf("Roll the %d again", d.Number)
	case duel.Turn:
		c.Label = scene.Sentence(d.Direction.String())
	case duel.UseSkill:
		l.skillChoice(c, d.Skill)
	case duel.FieldFollowers:
		c.Label = scene.Sentence(d.Followers) + "s"
		c.Things = []string{"buy:" + d.Followers}
	case duel.HowMany:
		c.Label = l.numberLabel(d.Number)
	case duel.NeverOnThisWay:
		c.Label = "No, and do not ask again on this way"
	case duel.Melt:
		c.Label = "Melt with the crowd"
	default:
		l.plainChoice(c, d.Verb)
	}
}

// placeChoice fills in a choice of a place.
func (l *look) placeChoice(c *scene.Choice, to space.Point) {
	s, m := l.s, l.subject
	c.Point = l.at(to)
	c.Label = scene.Sentence(c.Name)
	q := s.Question()
	if m < 0 || q != duel.AskAct && q != duel.AskGo && q != duel.AskPlace && q != duel.AskLeaveMob || !l.mine(m) {
		return
	}
	c.Group = "Move"
	follows := (q == duel.AskAct || q == duel.AskGo && s.Leg() != duel.LastLeg) && !s.Exhausting() && l.config.BidInitiative == duel.BidOff
	c.Note = l.placeNote(m, to, follows)
}

func (l *look) at(p space.Point) *scene.Point {
	at := point(l.game.Spot(p))
	return &at
}

// modelChoice fills in a choice of a model.
func (l *look) modelChoice(c *scene.Choice, e int) {
	s, m := l.s, l.subject
	c.Things = []string{modelID(e)}
	c.Seat = l.seatOf(s.OwnerOf(e))
	if !s.Fielded(e) {
		c.Things = nil
	}
	if s.InPlay().Has(int8(e)) {
		c.Point = l.at(s.At(e))
	}
	name := l.called(e)
	switch s.Question() {
	case duel.AskPick:
		c.Label = name
		if s.CurrentPlayer() >= 0 && l.mine(e) {
			c.Label = "Activate " + name
		}
	case duel.AskAct:
		c.Label, c.Group = "Charge "+name, "Charge"
	case duel.AskTarget:
		c.Label = "Attack " + name
		if m >= 0 {
			c.Note = l.targetNote(m, e)
		}
	case duel.AskSwap:
		c.Label = "Change places with " + name
	case duel.AskInto:
		c.Label = "Shoot into the melee of " + name
	default:
		c.Label = name
	}
}

// skillChoice fills in the use of a feat.
func (l *look) skillChoice(c *scene.Choice, id duel.Skill) {
	name := scene.Sentence(id.Title())
	switch l.s.Question() {
	case duel.AskBuy:
		c.Label, c.Things = "Buy "+name, []string{"buy:" + id.String()}
		c.Group = scene.Sentence(skillKind(id)) + "s"
		c.Note = scene.Count(l.game.Costs(id), "point")
		return
	case duel.AskAct:
		c.Label, c.Group = name, "Feats"
	default:
		c.Label = "Use " + name
	}
	if m := l.subject; m >= 0 && l.mine(m) && l.s.Owns(m, id) > 0 && l.s.Fielded(m) {
		c.Things = []string{fmt.Sprintf("skill:%d:%s", m, id)}
	}
	c.Note = skillTexts[id]
}

// numberLabel writes a number that a feat asks for.
func (l *look) numberLabel(n int) string {
	switch l.s.SkillAsked() {
	case duel.TraitShapeshifter:
		return fmt.Sprintf("Shape %d", n)
	case duel.TraitNative:
		return fmt.Sprintf("Terrain %d", n)
	case duel.FeatThrall:
		return map[int]string{0: "No", 1: "Spend it"}[n]
	}
	if n == 0 {
		return "None"
	}
	return scene.Count(n, "hit")
}

// verbLabels holds the words of choices without an object, and what they do.
var verbLabels = map[duel.Verb]struct{ label, note string }{
	duel.Done:         {"Enough", ""},
	duel.Yes:          {"Yes", ""},
	duel.No:           {"No", ""},
	duel.Interact:     {"Interact", "take or use what is in base contact"},
	duel.Skirmish:     {"Skirmish", "a Move in two legs around a Duel on one die"},
	duel.Exhaust:      {"Exhaust", "two actions, no Duel, then prone"},
	duel.TakeAim:      {"Take aim", "no Move; the Duel Score may be changed by one after it is shown"},
	duel.Unjam:        {"Unjam the weapon", ""},
	duel.Disengage:    {"Disengage", "step out of the melee"},
	duel.Climb:        {"Climb here", ""},
	duel.Shoot:        {"Shoot", ""},
	duel.FightInMelee: {"Fight hand to hand", ""},
	duel.AimLower:     {"One lower", "acts earlier"},
	duel.KeepScore:    {"Keep the score", ""},
	duel.AimHigher:    {"One higher", "hits more often"},
}

func (l *look) plainChoice(c *scene.Choice, v duel.Verb) {
	words := verbLabels[v]
	c.Label, c.Note = words.label, words.note
	if v == duel.Done {
		switch l.s.Question() {
		case duel.AskSpecial:
			c.Label = "No Special Attack"
		case duel.AskConvert:
			c.Label = "Let them hit"
		case duel.AskReroll:
			c.Label = "Keep the dice"
		case duel.AskBuy:
			c.Label = "Leave the rest"
		case duel.AskWhom:
			c.Label = "Nobody"
		}
	}
	if l.s.SkillAsked() == duel.TraitManeuver && v == duel.AimLower {
		c.Label, c.Note = "A low result", "the lowest die counts"
	}
	if l.s.SkillAsked() == duel.TraitManeuver && v == duel.AimHigher {
		c.Label, c.Note = "A high result", "the highest die counts"
	}
	if l.s.Question() == duel.AskAct {
		c.Group = "Actions"
		if l.subject >= 0 {
			c.Things = []string{modelID(l.subject)}
		}
	}
}

// rolled makes the dice of the roll things to click.
func (l *look) rolled(sc *scene.Scene) {
	faces := l.s.Rolled()
	for i := range sc.Ask.Choices {
		d := l.s.Decode(sc.Ask.Choices[i].Action)
		if d.Verb != duel.RollAgain {
			continue
		}
		for k, face := range faces {
			if face == d.Number {
				sc.Ask.Choices[i].Things = append(sc.Ask.Choices[i].Things, fmt.Sprintf("die:%d", k))
			}
		}
	}
}
