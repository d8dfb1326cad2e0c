package heist

import (
	"fmt"
	"strings"

	"ringer/env"
)

// questions put nodes into words.
var questions = [nodes]string{
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

func (s *State) asks() string { return questions[s.node] }

// verbs name an action on a card.
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

var genericNames = [generics]string{
	actPass: "pass", actStop: "stop", actNothing: "want nothing", actAccept: "accept", actDecline: "decline",
	actExecute: "execute own Job", actGiveUp: "give up",
}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	g := s.game
	if s.actor == env.Chance {
		return s.chanceString(a)
	}
	me := max(int8(s.actor), 0)
	switch {
	case a < 0 || int(a) >= g.spec.NumActions():
		return fmt.Sprintf("no action %d", a)
	case a < g.seatAt:
		return s.verb() + " " + g.deck.kinds[a].title
	case a < g.jobAt:
		return fmt.Sprintf("choose seat %d", g.relative(me, int(a-g.seatAt)))
	case a < g.crewAt:
		seat := g.relative(me, int(a-g.jobAt))
		verb := "choose"
		switch s.node {
		case nodeExecute:
			verb = "execute"
		case nodePlace:
			verb = "attach to"
		}
		if s.job[seat] != nobody {
			return fmt.Sprintf("%s %s of seat %d", verb, s.jobOf(seat).Title, seat)
		}
		return fmt.Sprintf("%s the Job of seat %d", verb, seat)
	case a < g.skillAt:
		return s.verb() + " " + g.deck.kinds[g.deck.people[a-g.crewAt]].title
	case a < g.generic:
		return "want a Con with " + skillTitles[a-g.skillAt]
	}
	return genericNames[a-g.generic]
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
	b = fmt.Appendf(b, "%s: %s | turn %d start %d round %d | count %d who %d offers %d effect %d swapped %d placed %d rival %d executed %t owner %d next %d thwarter %d won %b trade %v | deck %x discards %x playing %d fresh %x epoch %d security %x spare %x | jobs unseen %x drawn %d gone %x",
		s.actor, s.asks(), s.turn, s.start, s.round, s.count, s.who, s.offers, s.effect, s.swapped, s.placed, s.rival, s.executed, s.owner, s.next,
		s.thwarter, s.won, s.trade, s.deck, s.discards, s.playing, s.fresh, s.epoch, s.security, s.spare, s.jobsUnseen, s.jobsDrawn, s.jobsGone)
	if s.owner != nobody || !s.rolling.empty() {
		b = fmt.Appendf(b, " | spent %x rolling %x", s.spent, s.rolling)
	}
	if s.epoch > 0 {
		b = fmt.Appendf(b, " | drawn in %x", s.drawnIn[:g.deck.size])
	}
	for i := range g.players {
		b = fmt.Appendf(b, " | seat %d: %d points, captured %x, lying low %d, crew %x, Job %d worth %d short %d line %x attached %x, knows %x, hand {",
			i, s.points[i], s.captured[i], s.lying[i], s.crew[i], s.job[i], s.value[i], s.short[i], s.line[i].cards[:s.line[i].size], s.attached[i], s.known[i][:g.players])
		b = append(b, g.titles(s.hand[i])...)
		b = append(b, '}')
	}
	return string(b)
}

// titles lists cards.
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
