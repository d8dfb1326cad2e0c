package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
	"ringer/env/scene"
)

// An asking is a question in words and the rule behind it. Words in braces stand for what
// asking.fill puts in their place: {m} is the model that is asked about, {o} the one that it
// concerns besides.
type asking struct{ text, help string }

// questions holds the words of each node's question.
var questions = [turn.NodeOver + 1]asking{
	turn.NodeCorner:    {"In which corner do you start?", "Your models come into play within {within} inches of it."},
	turn.NodeTerrain:   {"Which piece of terrain do you put down, and where?", "Each seat puts down {pieces}, in turn. A piece leaves a way to everywhere."},
	turn.NodeBid:       {"Bid an Initiative Score, in secret.", "High bids activate first. The Duels follow, low bids first, with the bid as the score of the model that began."},
	turn.NodePick:      {"Which model is activated?", "Every standing model is activated once a round."},
	turn.NodePlace:     {"Where does {m} come into play?", "Within {within} inches of its corner. That is all of its activation."},
	turn.NodeAct:       {"What does {m} do?", "It moves to a place in reach, or does something else that is offered. A Duel follows with all enemies that it then sees."},
	turn.NodeGo:        {"Where does {m} go?", "A Duel follows with all enemies that it then sees."},
	turn.NodeWeapon:    {"Does {m} shoot, or fight hand to hand?", "Hand to hand it duels with those in base contact."},
	turn.NodeInto:      {"{m}: shoot into the melee of {o}?", "A shot into a melee hits anyone in it, by chance."},
	turn.NodeScore:     {"{began}Set the Duel Score of {m}{foes}, in secret.", "Low scores roll first. {m} rolls {dice}: a die plus the score of {hit} or more hits. The first hit places a fighter prone, the second removes it.{avoids}"},
	turn.NodeTarget:    {"Whom does {m} attack?", "The one that began the Duel chooses a target when its turn comes; the others can only shoot back at it."},
	turn.NodeReroll:    {"{m}: which die do you roll again?", "The new face counts."},
	turn.NodeCover:     {"{m}: which hit is rolled again?", "Against a target in cover a die that hit is rolled again."},
	turn.NodeAim:       {"{m} took aim: change its Duel Score by one, or keep it?", "The scores are known now. A lower score acts earlier, a higher one hits more often."},
	turn.NodeFace:      {"Which way does {m} face?", "A shield covers from its front. A tree falls that way."},
	turn.NodeSwap:      {"With which enemy does {m} change places?", ""},
	turn.NodeMobWay:    {"Which way does the mob go?", "The player with most models in it decides."},
	turn.NodeMob:       {"On which mob does {m} come back?", ""},
	turn.NodeCrowd:     {"Where does {m} leave the mob, or does it melt with the crowd?", "When it steps out a Duel follows. When it melts it drops what it carries, and is back on a mob next round."},
	turn.NodeAgainst:   {"Does {m} duel a mob?", ""},
	turn.NodeAside:     {"A mob has run over {m}: where does it step aside?", ""},
	turn.NodeBuy:       {"What do you buy for {m}, in secret, with {left}?", "Each feat once, traits as often as you like. The others see nothing until all are done."},
	turn.NodeFollowers: {"Which followers does {m} have, in secret?", "A point fields a ganger with two dice, or two rookies or animals with one die that the first hit removes. Animals are fast and only fight hand to hand."},
	turn.NodeSpecial:   {"Does {m} use a Special Attack in this Duel?", "One Special Attack a Duel."},
	turn.NodeConvert:   {"What do the hits of {m} become?", "Let them hit, or use a feat in their place."},
	turn.NodeUse:       {"Does {m} use it?", ""},
	turn.NodeWhom:      {"{m}: whom is it about?", ""},
	turn.NodeWhere:     {"Where does {m} go?", ""},
	turn.NodeHow:       {"{m}: how many hits go to {o}?", ""},

	turn.ChanceWay: {text: "which way a mob goes"}, turn.ChanceCrowd: {text: "whom the mob loses"}, turn.ChanceBuy: {text: "what a Hero has"},
	turn.ChanceMap: {text: "the corners"}, turn.ChanceFirst: {text: "the first player"}, turn.ChanceSeatDie: {text: "an Initiative die"}, turn.ChanceTie: {text: "the order of a tie"},
	turn.ChanceDice: {text: "dice"}, turn.ChanceMember: {text: "who of a melee is shot at"}, turn.ChancePoint: {text: "a square of the area"}, turn.NodeOver: {text: "the game is over"},
}

// The questions that feats and traits ask in words of their own, and that come instead of
// the questions of their nodes.
var (
	whereQuestions = map[Skill]string{
		FeatHurl: "Where does {m} land, thrown by {o}?", TraitRaiseDead: "{m}: where does {o} rise?", TraitShapeshifter: "Where will the next shape of {m} stand?",
		FeatExtremeReaction: "Where does {m} step before its Duel with {o}?",
	}
	howQuestions = map[Skill]string{
		FeatObstacle: "On which side of {m} does it lie?", TraitShapeshifter: "Which shape does {m} take next?", TraitNative: "In which terrain is {m} at home?",
		TraitManeuver: "{m}: a low result for Initiative, or a high one?", FeatWicked: "How many hits does {m} take, for as much on each die?",
		FeatThrall: "Is {m} spent for a point of toughness of {o}?",
	}
	toDuelWith = asking{"Which model is the Duel with?", ""}
	legs       = map[turn.MoveKind]asking{
		turn.GoLeg:     {"Where does {m} go before its Duel?", "This is the first leg of a divided Move: a Duel comes between the legs."},
		turn.GoLastLeg: {"Where does {m} go after its Duel?", "This is the last leg of the Move."},
	}
)

// questionKinds names the kinds of decisions as the spec does.
var questionKinds = [turn.NodeOver + 1]string{
	turn.NodeCorner: "place", turn.NodeTerrain: "place", turn.NodeBid: "bid", turn.NodePick: "activate", turn.NodePlace: "place", turn.NodeAct: "act", turn.NodeGo: "move",
	turn.NodeScore: "score", turn.NodeTarget: "target", turn.NodeBuy: "draft", turn.NodeFollowers: "draft",
}

// question returns the question to the viewer, without what can be chosen.
func (l *look) question() *scene.Question {
	a := l.asking()
	return &scene.Question{Kind: questionKinds[l.t.Node], Text: a.text, Help: a.help}
}

// asking returns what is asked, about whom, and the rule behind it.
func (l *look) asking() asking {
	t := l.t
	a := questions[t.Node]
	ask := func(words map[Skill]string) {
		if own, ok := words[t.Asked]; ok {
			a.text = own
		}
	}
	switch t.Node {
	case turn.NodeGo:
		if leg, ok := legs[t.Top().Move]; ok {
			a = leg
		}
	case turn.NodePick:
		if t.Top().Kind != turn.TaskTurns {
			a = toDuelWith
		}
	case turn.NodeWhere:
		ask(whereQuestions)
	case turn.NodeHow:
		ask(howQuestions)
	}
	if t.Asked != turn.NoSkill {
		a.text, a.help = scene.Sentence(t.Asked.Title())+": "+lower(a.text), skillTexts[t.Asked]
	}
	return l.fill(a)
}

// fill puts names and numbers in the place of words in braces. A question that does not name the
// models that it is about names them at its end.
func (l *look) fill(a asking) asking {
	other := l.other
	if other == l.subject || l.t.Node == turn.NodeScore && other == l.t.Duel.By { // the question says it
		other = turn.Nobody
	}
	for _, x := range [...]struct {
		m         int8
		sign, add string
	}{{l.subject, "{m}", " For {m}."}, {other, "{o}", " About {o}."}} {
		if x.m != turn.Nobody && l.t.Node < turn.NodeDecisions && !strings.Contains(a.text, x.sign) {
			a.text += x.add
		}
	}
	if b, ok := l.t.Pending(); ok && (l.t.Node == turn.NodeConvert || l.t.Node == turn.NodeHow) {
		a.text += fmt.Sprintf(" (%s by %s)", scene.Count(int(b.Hits), "hit"), l.name(b.By))
	}
	for _, i := range l.asksOfMobs() {
		a.text += fmt.Sprintf(" It is mob %d.", i+1)
	}
	words := []string{
		"{m}", l.calledOr(l.subject, "the model"), "{o}", l.calledOr(l.other, "the other"),
		"{within}", turn.FormatInches(l.c.PlaceWithin), "{pieces}", scene.Count(l.c.PlaceTerrain, "piece"), "{hit}", fmt.Sprint(l.c.HitOn),
	}
	switch l.t.Node {
	case turn.NodeBuy:
		words = append(words, "{left}", budget(l.t))
	case turn.NodeScore:
		words = append(words, l.aboutScore()...)
	}
	r := strings.NewReplacer(words...)
	return asking{r.Replace(a.text), r.Replace(a.help)}
}

func (l *look) calledOr(m int8, nobody string) string {
	if m == turn.Nobody {
		return nobody
	}
	return l.called(m)
}

// lower returns a question as it stands behind a colon.
func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }

// aboutScore returns what the question for a Duel Score says of the Duel.
func (l *look) aboutScore() []string {
	d, m := &l.t.Duel, l.subject
	var foes []string
	for e := range int8(l.g.Models) {
		if e != m && (d.In.Has(e) || d.By == e) && l.enemies(m, e) {
			foes = append(foes, l.called(e))
		}
	}
	foe, began, avoids := "", "", ""
	if len(foes) > 0 {
		foe = " against " + scene.List(foes, "and")
	}
	if d.By != turn.Nobody && d.By != m {
		began = fmt.Sprintf("%s began a Duel with %s. ", l.called(d.By), l.called(m))
	}
	if l.c.AvoidHits {
		avoids = " To avoid hits, roll before an attacker with a higher score."
	}
	return []string{"{foes}", foe, "{began}", began, "{avoids}", avoids, "{dice}", dice(l.diceOf(m))}
}

// diceOf returns how many dice a model rolls in the Duel under way.
func (l *look) diceOf(m int8) int {
	if foe := opponent(l.t, m); foe != turn.Nobody {
		n, _ := l.t.DiceOf(turn.Roll{By: m, Against: foe, Kind: turn.RollAttack})
		return n
	}
	return l.g.DiceOfKind(l.t.Models[m].Kind)
}

// opponent returns a model, or a mob, that a model duels with.
func opponent(s *turn.State, m int8) int8 {
	d := &s.Duel
	if d.By != turn.Nobody && d.By != m {
		return d.By
	}
	for e := range int8(s.Game.Models) {
		if e != m && d.In.Has(e) && s.SideOf(e) != s.SideOf(m) {
			return e
		}
	}
	return turn.Nobody
}

func (l *look) enemies(a, b int8) bool { return l.t.SideOf(a) != l.t.SideOf(b) }

// dice writes a number of dice.
func dice(n int) string {
	if n == 1 {
		return "one die"
	}
	return fmt.Sprintf("%d dice", n)
}

// budget returns the points left to buy with, and their shape.
func budget(s *turn.State) string {
	p := heroes.Buying(s)
	text := fmt.Sprintf("%d points left", p.Left)
	if p.Left == 1 {
		text = "the last point"
	}
	if p.Shape > 0 {
		text += fmt.Sprintf(" for shape %d", p.Shape+1)
	}
	return text
}

// asksOfMobs lists the mobs that the question is about.
func (l *look) asksOfMobs() (mobs []int) {
	if l.t.Node != turn.NodeMobWay && l.t.Node != turn.NodeAside && l.t.Node != turn.NodeCrowd {
		return nil
	}
	for i := range l.t.Street.Crowds {
		if c := scenarios.Mob(l.t, i); c.Size() > 0 && c.At == l.t.Origin {
			mobs = append(mobs, i)
		}
	}
	return mobs
}

// asks returns what a state waits for, as records and errors say it.
func (s *State) asks() string {
	actor := s.t.Actor
	if actor < 0 {
		actor = env.Terminal
	}
	return env.Plain(s.look(actor).asking().text)
}
