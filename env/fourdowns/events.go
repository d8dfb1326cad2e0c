package fourdowns

import (
	"fmt"
	"strings"

	"ringer/env"
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
		return append(dst, env.Event{Player: env.Player(a), Text: "deals first"})
	case nodeDeal:
		return s.tellDeal(dst, int(p), next)
	case nodeWindow, nodeAnswer:
		dst = append(dst, env.Event{Player: seat, Text: s.bidInWords(a)})
		if a == g.fold {
			dst = s.tellFold(dst, int(seat), next)
		}
	case nodeOpen:
		dst = append(dst, env.Event{Player: seat, Text: "opens with " + g.full(uint8(a))})
	case nodeFollow:
		text := "plays " + g.full(uint8(a))
		if g.takes(s.hand.lead, s.hand.best, uint8(a)) {
			text += " and leads"
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
	each := fmt.Sprintf("deals %d cards to each player", s.hand.rounds)
	if s.hand.rounds == 1 {
		each = "deals 1 card to each player"
	}
	dst = append(dst, env.Event{Player: env.Player(s.dealer), Text: each})
	if held := after.hand.held[p]; held != 0 {
		dst = append(dst, env.Event{Player: env.Player(p), Text: "gets " + s.game.enumerated(held)})
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
	switch a {
	case g.knock:
		return fmt.Sprintf("knocks and raises the stake to %d yards", (int(h.stake)+1)*g.config.Yards)
	case g.call:
		return fmt.Sprintf("calls for %d yards", int(h.stake)*g.config.Yards)
	case g.fold:
		return fmt.Sprintf("folds and loses %d yards", int(h.accepted[s.actor])*g.config.Yards)
	}
	return "passes"
}

// tellFold tells what a fold changes at once: the folded seat may be out of the game,
// and another seat may lead the round (FD-2, FD-11).
func (s *State) tellFold(dst []env.Event, seat int, after *State) []env.Event {
	if s.in.has(seat) && !after.in.has(seat) {
		dst = append(dst, env.Event{Player: env.Player(seat), Text: "is out of the game"})
	}
	if s.hand.lead == none || int(s.hand.leader) != seat || s.hand.in.count() == 2 {
		return dst // with one player left there is nothing to lead
	}
	leader := after.hand.leader
	switch {
	case after.hands > s.hands: // the fold was the last of the hand, and its leader deals
		leader = after.dealer
	case after.hand.round > s.hand.round: // or of the round, and its leader opens
		leader = after.hand.opener
	}
	return append(dst, env.Event{Player: env.Player(leader), Text: "leads now"})
}

// tellEnds tells who wins a round, the hand and the game, when they end, and who
// loses what.
func (s *State) tellEnds(dst []env.Event, seat int, folded bool, after *State) []env.Event {
	if after.hands == s.hands {
		if after.hand.round > s.hand.round {
			dst = append(dst, env.Event{Player: env.Player(after.hand.opener), Text: fmt.Sprintf("wins down %d and opens the next", s.hand.round+1)})
		}
		return dst
	}
	winner := int(after.dealer) // of the hand, who deals the next one
	dst = append(dst, env.Event{Player: env.Player(winner), Text: "wins the hand"})
	for i := range s.game.players {
		lost := after.yards[i] - s.yards[i]
		if lost == 0 || folded && i == seat { // what a fold costs has been told
			continue
		}
		text := fmt.Sprintf("loses %d yards", lost)
		if !after.in.has(i) {
			text += " and is out of the game"
		}
		dst = append(dst, env.Event{Player: env.Player(i), Text: text})
	}
	if after.node != nodeOver {
		return dst
	}
	text := "wins the game"
	if after.won.count() > 1 {
		text = "shares the victory"
	}
	for i := range s.game.players {
		if after.won.has(i) {
			dst = append(dst, env.Event{Player: env.Player(i), Text: text})
		}
	}
	return dst
}
