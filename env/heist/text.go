package heist

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	g := s.game
	if s.actor == env.Chance {
		return s.chanceString(a)
	}
	if a < 0 || int(a) >= g.spec.NumActions() {
		return fmt.Sprintf("no action %d", a)
	}
	switch c := s.Decode(a); c.Act {
	case ActCard, ActPerson:
		return s.verb() + " " + g.deck.kinds[c.Kind].title
	case ActSeat:
		return fmt.Sprintf("choose seat %d", c.Seat)
	case ActJob:
		verb := "choose"
		switch s.node {
		case nodeExecute:
			verb = "execute"
		case nodePlace:
			verb = "attach to"
		}
		if s.job[c.Seat] != nobody {
			return fmt.Sprintf("%s %s of seat %d", verb, s.jobOf(int8(c.Seat)).Title, c.Seat)
		}
		return fmt.Sprintf("%s the Job of seat %d", verb, c.Seat)
	case ActSkill:
		return "want a Con with " + skillTitles[c.Skill]
	default:
		return actWords[c.Act]
	}
}

func (s *State) chanceString(a env.Action) string {
	g := s.game
	if !s.isLegal(a) {
		return fmt.Sprintf("no outcome %d", a)
	}
	switch s.node {
	case nodeStart:
		return fmt.Sprintf("seat %d begins", a)
	case nodeFirstJob, nodeNewJob:
		return "Job " + g.deck.jobs[a].Title
	case nodeFirstSecurity, nodeSecurity:
		return "Security " + g.deck.guards[a].title
	case nodeThwarter:
		return fmt.Sprintf("seat %d is the Thwarter", a)
	case nodeDie, nodeCrew:
		if a == 1 {
			return fmt.Sprintf("a %d", g.config.Die)
		}
		return fmt.Sprintf("no %d", g.config.Die)
	case nodeLieLow:
		return fmt.Sprintf("a %d", a+1)
	}
	return s.verb() + " " + g.deck.kinds[a].title
}

// String implements env.State.
func (s *State) String() string {
	g := s.game
	b := make([]byte, 0, 2048)
	b = fmt.Appendf(b, "%s: %s | turn %d start %d round %d | count %d who %d offers %d effect %d swapped %d placed %d rival %d executed %t owner %d next %d thwarter %d won %b trade %v refused %v | deck %x discards %x playing %d fresh %x epoch %d security %x spare %x | jobs unseen %x drawn %d gone %x",
		s.actor, s.asks(), s.turn, s.start, s.round, s.count, s.who, s.offers, s.effect, s.swapped, s.placed, s.rival, s.executed, s.owner, s.next,
		s.thwarter, s.won, s.trade, s.refused, s.deck, s.discards, s.playing, s.fresh, s.epoch, s.security, s.spare, s.jobsUnseen, s.jobsDrawn, s.jobsGone)
	if s.owner != nobody || !s.rolling.empty() {
		b = fmt.Appendf(b, " | spent %x rolling %x", s.spent, s.rolling)
	}
	if s.epoch > 0 {
		b = fmt.Appendf(b, " | drawn in %x", s.drawnIn[:g.deck.size])
	}
	if !g.deck.unique {
		b = fmt.Appendf(b, " | drew %x", s.drew[:g.players])
	}
	if g.strict {
		b = fmt.Appendf(b, " | barred %x", s.bars[:g.deck.size])
	}
	for i := range g.players {
		b = fmt.Appendf(b, " | seat %d: %d points, captured %x, lying low %d, crew %x, Job %d worth %d short %d line %x attached %x, knows %x, hand {",
			i, s.points[i], s.captured[i], s.lying[i], s.crew[i], s.job[i], s.value[i], s.short[i], s.line[i].cards[:s.line[i].size], s.attached[i], s.known[i][:g.players])
		b = append(b, g.titles(s.hand[i])...)
		b = append(b, '}')
	}
	return string(b)
}

// titles returns the titles of some cards.
func (g *Game) titles(cards set) string {
	var b strings.Builder
	for !cards.empty() {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(g.deck.kinds[g.deck.kindOf[cards.pop()]].title)
	}
	return b.String()
}

// TextExceptions implements env.TextExcepter.
func (g *Game) TextExceptions() []env.TextException {
	d := g.deck
	var titles []string
	for i := range d.kinds {
		titles = append(titles, d.kinds[i].title)
	}
	for i := range d.guards {
		titles = append(titles, d.guards[i].title)
	}
	slices.SortFunc(titles, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for i, t := range titles {
		titles[i] = regexp.QuoteMeta(t)
	}
	return []env.TextException{{
		Pattern: strings.Join(titles, "|"),
		Reason:  "no rule looks at titles: the text of the card, which observations tell, follows or stands for it",
	}}
}

// This file names questions and actions for people.

// nodeWords are phrases for what a state waits for.
var nodeWords = [nodes]string{
	nodeRecruit:       "recruit Personnel, or pass",
	nodePartner:       "choose a partner to trade with, or pass",
	nodeGive:          "choose what to offer",
	nodeWant:          "choose what to ask for it",
	nodeAnswer:        "accept the offer, or decline",
	nodePick:          "choose the Con to give",
	nodeEvent:         "play an Event, or pass",
	nodePerson:        "choose Personnel in play",
	nodeOwner:         "choose whose",
	nodeSeat:          "choose an opponent",
	nodeJob:           "choose a Job in play",
	nodeExchange:      "discard a card, or stop",
	nodeAttach:        "play a Complication or a Secondary Job, or pass",
	nodePlace:         "choose a Job to attach it to",
	nodeExecute:       "execute a Job, or pass",
	nodeObstacle:      "overcome the next card, or give up",
	nodeUnspend:       "choose spent Personnel to free",
	nodeCrisis:        "play a Crisis, or pass",
	nodeDiscard:       "discard down to the hand limit",
	nodeStart:         "who begins",
	nodeDeal:          "a card of the first hand",
	nodeFirstJob:      "a first Job",
	nodeFirstSecurity: "a Security card",
	nodeDraw:          "a card from the deck",
	nodeLose:          "a card lost at random",
	nodeSecurity:      "a Security card",
	nodeThwarter:      "the Thwarter",
	nodeDie:           "the die after a card",
	nodeSpend:         "Personnel to spend",
	nodeCrew:          "the die for Personnel",
	nodeLieLow:        "the die for lying low",
	nodeNewJob:        "a new Job",
	nodeOver:          "the game is over",
}

// asks returns what the state waits for, in words.
func (s *State) asks() string { return nodeWords[s.node] }

// verbs are the words for naming a card.
var verbs = [nodes]string{
	nodeRecruit: "recruit", nodeGive: "offer", nodeWant: "want", nodePick: "give", nodeEvent: "play", nodePerson: "target", nodeExchange: "discard",
	nodeAttach: "play", nodeObstacle: "use", nodeUnspend: "free", nodeCrisis: "play", nodeDiscard: "discard",
	nodeDeal: "draw", nodeDraw: "draw", nodeLose: "lose", nodeSpend: "spend",
}

func (s *State) verb() string {
	if v := verbs[s.node]; v != "" {
		return v
	}
	return "card"
}

// actWords name the acts that have one id each.
var actWords = [acts]string{
	ActPass: "pass", ActStop: "stop", ActGift: "want nothing", ActAccept: "accept", ActDecline: "decline",
	ActExecute: "execute own Job", ActGiveUp: "give up",
}
