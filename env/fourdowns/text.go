package fourdowns

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/playdesign"
	"ringer/env/scene"
)

// questionsAsked holds what each node waits for, in words.
var questionsAsked = [nodes]string{
	nodeDealer: "who deals first",
	nodeDeal:   "a card of the deal",
	nodeWindow: "knock or pass",
	nodeAnswer: "call, fold, or knock again",
	nodeOpen:   "choose a card to open the round with",
	nodeFollow: "choose a card to follow with",
	nodeOver:   "the game is over",
}

// asks returns what the state waits for, in words.
func (s *State) asks() string { return questionsAsked[s.node] }

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	g := s.game
	switch {
	case a < 0 || int(a) >= max(g.spec.NumActions(), g.spec.MaxChanceOutcomes):
		return fmt.Sprintf("no action %d", a)
	case s.node == nodeDealer:
		return fmt.Sprintf("dealer seat %d", a)
	case int(a) < len(g.kinds) && s.node == nodeDeal:
		return "deal " + g.name(uint8(a))
	case int(a) < len(g.kinds):
		return "play " + g.name(uint8(a))
	}
	return [...]string{"knock", "pass", "call", "fold"}[a-g.knock]
}

// name returns the name of a card.
func (g *Game) name(card uint8) string { return g.config.Cards[card].Name }

// names lists the names of a set of cards, by id.
func (g *Game) names(set cards) string {
	var b strings.Builder
	for ; set != 0; set &= set - 1 {
		if b.Len() > 0 {
			b.WriteString(", ")
		}
		b.WriteString(g.name(lowestCard(set)))
	}
	return b.String()
}

// String implements env.State.
func (s *State) String() string {
	g, h := s.game, &s.hand
	b := make([]byte, 0, 2048)
	for _, e := range s.log {
		b = append(s.tell(b, e), "; "...)
	}
	b = fmt.Appendf(b, "| %s: %s | hand %d round %d of %d, dealt %d, dealer %d opener %d leader %d knocker %d stake %d | in game %b in hand %b waiting %b spoken %b won %b",
		s.actor, s.asks(), s.hands, h.round, h.rounds, h.dealt, s.dealer, h.opener, h.leader, h.knocker, h.stake, s.in, h.in, h.waiting, h.spoken, s.won)
	if h.lead != none {
		b = fmt.Appendf(b, " | lead %s best %s", g.name(h.lead), g.name(h.best))
	}
	for i := range g.players {
		b = fmt.Appendf(b, " | seat %d: %d yards, accepted %d, habits %d %d %d %d, lacks %b, holds {%s} played {%s}", i, s.yards[i], h.accepted[i],
			s.knocked[i], s.called[i], s.folded[i], s.taken[i], h.void[i], g.names(h.held[i]), g.names(h.played[i]))
		if h.table[i] != none {
			b = fmt.Appendf(b, " table %s", g.name(h.table[i]))
		}
	}
	return string(fmt.Appendf(b, " | led {%s} deck {%s} knocks %v calls %v", g.names(h.led), g.names(h.deck), h.knocks, h.calls))
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// TextExceptions implements env.TextExcepter.
func (g *Game) TextExceptions() []env.TextException {
	return []env.TextException{
		{Pattern: `^Last hand .*\n`, Reason: "all cards are dealt anew, and habits count what each seat has done (FD-5)"},
	}
}

// className returns a colour and a side, as in "blue defense".
func className(class int) string {
	colour := playdesign.Orange + playdesign.Colour(class%colours)
	return colour.String() + " " + (playdesign.Offense + playdesign.Side(class/colours)).String()
}

// verbs holds the words for each kind of event, between the seat and the card.
var verbs = [...]string{
	evDealer: " deals", evDeal: " gets ", evPass: " passes", evKnock: " knocks", evCall: " calls", evFold: " folds",
	evOpen: " opens with ", evFollow: " plays ",
}

// tell appends one event in words, hidden cards included.
func (s *State) tell(b []byte, e event) []byte {
	b = strconv.AppendInt(append(b, "seat "...), int64(e.seat), 10)
	b = append(b, verbs[e.kind]...)
	if e.card != none {
		b = append(b, s.game.name(e.card)...)
	}
	return b
}
