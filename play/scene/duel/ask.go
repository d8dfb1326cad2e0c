package duel

import (
	"fmt"

	"ringer/env/duel"
	"ringer/env/scene"
)

// ask fills in the question of the seat that acts.
func (l *look) ask(sc *scene.Scene) {
	q := sc.Ask
	q.Kind = questionKinds[l.s.Question()]
	q.Text, q.Help = l.question()
	if l.s.Question() == duel.AskBuy || l.s.Question() == duel.AskFollowers {
		sc.Zones = append(sc.Zones, l.shop(q))
	}
	for i := range q.Choices {
		l.choice(&q.Choices[i])
	}
	if l.s.Question() == duel.AskReroll || l.s.Question() == duel.AskCover {
		l.rolled(sc)
	}
}

// questionKinds names the kinds of decisions as the spec does.
var questionKinds = map[duel.Question]string{
	duel.AskCorner: "place", duel.AskTerrain: "place", duel.AskBid: "bid", duel.AskPick: "activate", duel.AskPlace: "place", duel.AskAct: "act", duel.AskGo: "move",
	duel.AskScore: "score", duel.AskTarget: "target", duel.AskBuy: "draft", duel.AskFollowers: "draft",
}

// question returns what is asked, about which model, and the rule behind it.
func (l *look) question() (text, help string) {
	s, m := l.s, ""
	if l.subject >= 0 {
		m = l.called(l.subject)
	}
	with := ""
	if l.other >= 0 {
		with = l.called(l.other)
	}
	if id := s.SkillAsked(); id != duel.NoSkill {
		return l.skillQuestion(id, m, with)
	}
	switch s.Question() {
	case duel.AskCorner:
		return "In which corner do you start?", fmt.Sprintf("Your models come into play within %g inches of it.", l.config.PlaceWithin)
	case duel.AskTerrain:
		return "Which piece of terrain do you put down, and where?", fmt.Sprintf("Each seat puts down %d, in turn. A piece leaves a way to everywhere.", l.config.PlaceTerrain)
	case duel.AskBid:
		if m != "" && l.config.BidInitiative == duel.BidModel {
			return fmt.Sprintf("Bid an Initiative Score for %s, in secret.", m), "High bids activate first. The Duels follow, low bids first, with the bid as the score of the model that began."
		}
		return "Bid an Initiative Score, in secret.", "High bids activate first. The Duels follow, low bids first, with the bid as the score of the model that began."
	case duel.AskPick:
		return scene.Sentence(s.QuestionInWords()) + ".", "Every standing model is activated once a round."
	case duel.AskPlace:
		return fmt.Sprintf("Where does %s come into play?", m), fmt.Sprintf("Within %g inches of its corner. That is all of its activation.", l.config.PlaceWithin)
	case duel.AskAct:
		return fmt.Sprintf("What does %s do?", m), "It moves to a place in reach, or does something else that is offered. A Duel follows with all enemies that it then sees."
	case duel.AskGo:
		switch s.Leg() {
		case duel.FirstLeg:
			return fmt.Sprintf("Where does %s go before its Duel?", m), "This is the first leg of a divided Move: a Duel comes between the legs."
		case duel.LastLeg:
			return fmt.Sprintf("Where does %s go after its Duel?", m), "This is the last leg of the Move."
		}
		return fmt.Sprintf("Where does %s go?", m), "A Duel follows with all enemies that it then sees."
	case duel.AskWeapon:
		return fmt.Sprintf("Does %s shoot, or fight hand to hand?", m), "Hand to hand it duels with those in base contact."
	case duel.AskInto:
		return fmt.Sprintf("%s: shoot into a melee?", m), "A shot into a melee hits anyone in it, by chance."
	case duel.AskScore:
		return l.scoreQuestion(m)
	case duel.AskTarget:
		return fmt.Sprintf("Whom does %s attack?", m), "The one that began the Duel chooses a target when its turn comes; the others can only shoot back at it."
	case duel.AskReroll:
		return fmt.Sprintf("%s: which die do you roll again?", m), "The new face counts."
	case duel.AskCover:
		return fmt.Sprintf("%s is in cover: which hit is rolled again?", first(with, m)), "Against a target in cover a die that hit is rolled again."
	case duel.AskAim:
		return fmt.Sprintf("%s took aim: change its Duel Score by one, or keep it?", m), "The scores are known now. A lower score acts earlier, a higher one hits more often."
	case duel.AskFace:
		return fmt.Sprintf("Which way does %s face?", m), "A shield covers from its front. A tree falls that way."
	case duel.AskSwap:
		return fmt.Sprintf("With which enemy does %s change places?", m), ""
	case duel.AskMobWay:
		return "Which way does the mob go?", "The player with most models in it decides."
	case duel.AskMob:
		return fmt.Sprintf("On which mob does %s come back?", m), ""
	case duel.AskLeaveMob:
		return fmt.Sprintf("Where does %s leave the mob, or does it melt with the crowd?", m), "When it steps out a Duel follows. When it melts it drops what it carries, and is back on a mob next round."
	case duel.AskMobDuel:
		return fmt.Sprintf("Does %s duel a mob?", m), ""
	case duel.AskAside:
		return fmt.Sprintf("A mob has run over %s: where does it step aside?", m), ""
	case duel.AskBuy:
		return fmt.Sprintf("What do you buy for %s, in secret? %s.", m, scene.Sentence(s.BudgetInWords())), "Each feat once, traits as often as you like. The others see nothing until all are done."
	case duel.AskFollowers:
		return fmt.Sprintf("Which followers does %s have, in secret?", m), "A point fields a ganger with two dice, or two rookies or animals with one die that the first hit removes. Animals are fast and only fight hand to hand."
	case duel.AskSpecial:
		return fmt.Sprintf("Does %s use a Special Attack in this Duel?", m), "One Special Attack a Duel."
	case duel.AskConvert:
		return fmt.Sprintf("%s has hit %s: what do the hits become?", m, first(with, "its target")), "Let them hit, or use a feat in their place."
	}
	return scene.Sentence(s.QuestionInWords()) + ".", ""
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// scoreQuestion asks for a Duel Score and names the other models in the Duel.
func (l *look) scoreQuestion(m string) (text, help string) {
	var foes []string
	for e := range l.game.Models() {
		if e != l.subject && l.s.InDuel(e) && l.enemies(l.subject, e) {
			foes = append(foes, l.called(e))
		}
	}
	text = fmt.Sprintf("Set the Duel Score of %s against %s, in secret.", m, scene.List(foes, "and"))
	if len(foes) == 0 {
		text = fmt.Sprintf("Set the Duel Score of %s, in secret.", m)
	}
	if by := l.s.Initiator(); by >= 0 && by != l.subject {
		text = fmt.Sprintf("%s began a Duel with %s. %s", l.called(by), m, text)
	}
	help = fmt.Sprintf("Low scores roll first. %s rolls %s: a die plus the score of %d or more hits. The first hit places a fighter prone, the second removes it.", l.name(l.subject), dice(l.diceOf(l.subject)), l.config.HitOn)
	if l.config.AvoidHits {
		help += " To avoid hits, roll before an attacker with a higher score."
	}
	return text, help
}

// dice writes a number of dice.
func dice(n int) string {
	if n == 1 {
		return "one die"
	}
	return fmt.Sprintf("%d dice", n)
}

// skillQuestion asks about the use of a feat or trait.
func (l *look) skillQuestion(id duel.Skill, m, with string) (text, help string) {
	name := scene.Sentence(id.Title())
	switch l.s.Question() {
	case duel.AskUse:
		text = fmt.Sprintf("%s: does %s use it?", name, m)
		if with != "" {
			text = fmt.Sprintf("%s: does %s use it on %s?", name, m, with)
		}
	case duel.AskWhom:
		text = fmt.Sprintf("%s of %s: whom is it about?", name, m)
	case duel.AskWhere:
		text = whereQuestion(id, name, m, with)
	case duel.AskHow:
		text = l.howQuestion(id, name, m, with)
	default:
		text = scene.Sentence(l.s.QuestionInWords()) + "."
	}
	return text, skillTexts[id]
}

// whereQuestion asks for the place at which a feat takes effect.
func whereQuestion(id duel.Skill, name, m, with string) string {
	switch id {
	case duel.FeatHurl:
		return fmt.Sprintf("%s: where does %s land, thrown by %s?", name, m, with)
	case duel.TraitRaiseDead:
		return fmt.Sprintf("%s of %s: where does %s rise?", name, m, with)
	case duel.TraitShapeshifter:
		return fmt.Sprintf("%s: where will the next shape of %s stand?", name, m)
	case duel.FeatExtremeReaction:
		return fmt.Sprintf("%s: where does %s step before its Duel with %s?", name, m, with)
	}
	return fmt.Sprintf("%s: where does %s go?", name, m)
}

// howQuestion asks how much, or which way, a feat works.
func (l *look) howQuestion(id duel.Skill, name, m, with string) string {
	switch id {
	case duel.FeatObstacle:
		return fmt.Sprintf("%s: on which side of %s does it lie?", name, m)
	case duel.TraitShapeshifter:
		return fmt.Sprintf("%s: which shape does %s take next?", name, m)
	case duel.TraitNative:
		return fmt.Sprintf("%s: in which terrain is %s at home?", name, m)
	case duel.TraitManeuver:
		return fmt.Sprintf("%s of %s: a low result for Initiative, or a high one?", name, m)
	case duel.FeatWicked:
		return fmt.Sprintf("%s: how many hits does %s take, for as much on each die?", name, m)
	case duel.FeatThrall:
		return fmt.Sprintf("%s: is %s spent for a point of toughness of %s?", name, m, with)
	}
	return fmt.Sprintf("%s: how many hits on %s go to %s?", name, m, first(with, "the other"))
}

// shop lists what can be bought as things.
func (l *look) shop(q *scene.Question) scene.Zone {
	z := scene.Zone{ID: "shop", Title: "To choose from", Kind: "row", Seat: scene.Ref(l.p)}
	for _, c := range q.Choices {
		d := l.s.Decode(c.Action)
		switch d.Verb {
		case duel.UseSkill:
			t := l.skill("buy:"+d.Skill.String(), d.Skill)
			z.Things = append(z.Things, t)
		case duel.FieldFollowers:
			z.Things = append(z.Things, scene.Thing{ID: "buy:" + d.Followers, Name: scene.Sentence(d.Followers) + "s", Kind: "followers"})
		}
	}
	return z
}
