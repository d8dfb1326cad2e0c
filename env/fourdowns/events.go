package fourdowns

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// Tell implements env.Teller. Everything but the deal is public. A deal is told when
// its last card is dealt, to each player with the cards of that player alone, in the
// order of the deck: the order of the deal means nothing. Cards that were not played
// are never named to others (FD-5).
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	next, g := after.(*State), s.game
	seat := s.actor
	switch s.node {
	case nodeDealer:
		return append(dst, env.Event{Player: env.Player(a), Text: env.Does(env.Player(a), "deals") + " first"})
	case nodeDeal:
		return s.tellDeal(dst, int(p), next)
	case nodeWindow, nodeAnswer:
		dst = append(dst, env.Event{Player: seat, Text: s.bidInWords(a)})
		if a == g.fold {
			dst = s.tellFold(dst, int(seat), next)
		}
	case nodeOpen:
		dst = append(dst, env.Event{Player: seat, Text: env.Does(seat, "opens") + " with " + g.full(int(a))})
	case nodeFollow:
		text := env.Does(seat, "plays") + " " + g.full(int(a))
		if g.takes(s.hand.lead, s.hand.best, uint8(a)) {
			text += " and " + env.Does(seat, "leads")
		}
		dst = append(dst, env.Event{Player: seat, Text: text})
	}
	return s.tellEnds(dst, int(seat), a == g.fold, next)
}

// tellDeal tells of the deal when its last card is dealt.
func (s *State) tellDeal(dst []env.Event, p int, after *State) []env.Event {
	if after.node == nodeDeal {
		return dst
	}
	dealer := env.Player(s.dealer)
	dst = append(dst, env.Event{Player: dealer, Text: env.Does(dealer, "deals") + " " + scene.Count(int(s.hand.rounds), "card") + " to each player"})
	if held := after.hand.held[p]; held != 0 {
		dst = append(dst, env.Event{Player: env.Player(p), Text: env.Does(env.Player(p), "gets") + " " + s.game.enumerated(held)})
	}
	return dst
}

// enumerated lists the names of a set of cards, with a last "and".
func (g *Game) enumerated(set cards) string {
	names := g.names(set)
	if i := strings.LastIndex(names, ", "); i >= 0 {
		names = names[:i] + " and " + names[i+len(", "):]
	}
	return names
}

// bidInWords returns what the actor does in a window or answers.
func (s *State) bidInWords(a env.Action) string {
	h, g := &s.hand, s.game
	does := func(verb string) string { return env.Does(s.actor, verb) }
	switch a {
	case g.knock:
		return fmt.Sprintf("%s and %s the stake to %d yards", does("knocks"), does("raises"), (int(h.stake)+1)*g.config.Yards)
	case g.call:
		return fmt.Sprintf("%s for %d yards", does("calls"), int(h.stake)*g.config.Yards)
	case g.fold:
		return fmt.Sprintf("%s and %s %d yards", does("folds"), does("loses"), int(h.accepted[s.actor])*g.config.Yards)
	}
	return does("passes")
}

// tellFold tells what a fold changes at once: the folded seat may be out of the game,
// and another seat may lead the round (FD-2, FD-11).
func (s *State) tellFold(dst []env.Event, seat int, after *State) []env.Event {
	if s.in.has(seat) && !after.in.has(seat) {
		dst = append(dst, env.Event{Player: env.Player(seat), Text: env.Does(env.Player(seat), "is") + " out of the game"})
	}
	if s.hand.lead == none || int(s.hand.leader) != seat || s.hand.in.count() == 2 {
		return dst // with one player left there is nothing to lead
	}
	leader := int(after.hand.leader)
	switch {
	case after.hands > s.hands: // the fold was the last of the hand, and its leader deals
		leader = int(after.dealer)
	case after.hand.round > s.hand.round: // or of the round, and its leader opens
		leader = int(after.hand.opener)
	}
	return append(dst, env.Event{Player: env.Player(leader), Text: env.Does(env.Player(leader), "leads") + " now"})
}

// tellEnds tells who wins a round, the hand and the game, when they end, and who
// loses what.
func (s *State) tellEnds(dst []env.Event, seat int, folded bool, after *State) []env.Event {
	if after.hands == s.hands {
		if after.hand.round > s.hand.round {
			opener := env.Player(after.hand.opener)
			dst = append(dst, env.Event{Player: opener, Text: fmt.Sprintf("%s down %d and %s the next", env.Does(opener, "wins"), s.hand.round+1, env.Does(opener, "opens"))})
		}
		return dst
	}
	winner := int(after.dealer) // of the hand, who deals the next one
	dst = append(dst, env.Event{Player: env.Player(winner), Text: env.Does(env.Player(winner), "wins") + " the hand"})
	for i := range s.game.players {
		lost := after.yards[i] - s.yards[i]
		if lost == 0 || folded && i == seat { // what a fold costs has been told
			continue
		}
		text := env.Does(env.Player(i), "loses") + fmt.Sprintf(" %d yards", lost)
		if !after.in.has(i) {
			text += " and " + env.Does(env.Player(i), "is") + " out of the game"
		}
		dst = append(dst, env.Event{Player: env.Player(i), Text: text})
	}
	if after.node != nodeOver {
		return dst
	}
	verb, what := "wins", " the game"
	if after.won.count() > 1 {
		verb, what = "shares", " the victory"
	}
	for i := range s.game.players {
		if after.won.has(i) {
			dst = append(dst, env.Event{Player: env.Player(i), Text: env.Does(env.Player(i), verb) + what})
		}
	}
	return dst
}
