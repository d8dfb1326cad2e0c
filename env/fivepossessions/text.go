package fivepossessions

import (
	"fmt"

	"ringer/env"
	"ringer/env/scene"
)

// asks returns what the state waits for, in words.
func (s *State) asks() string {
	switch s.node {
	case nodeToss:
		return "toss for the choice of side"
	case nodeChoose:
		return "choose offense or defense"
	case nodeDraw:
		return "a card for the hand of the " + s.side.String()
	case nodePlace:
		return "choose a lane for " + s.game.name(s.side, s.now.hand[s.side][s.now.put[s.side]])
	}
	return "the game is over"
}

// name returns the name of a card.
func (g *Game) name(side Side, card Card) string {
	if card == NoCard {
		return "-"
	}
	return g.config.Cards[g.cards.id[side][card]].Name
}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	g := s.game
	switch {
	case s.node == nodeToss && (a == 0 || a == 1):
		return fmt.Sprintf("seat %d wins the toss", a)
	case s.node == nodeDraw && a >= 0 && int(a) < len(g.cards.number):
		return "draw " + g.config.Cards[a].Name
	case a < 0 || a > g.sideAt+1:
		return fmt.Sprintf("no action %d", a)
	case a >= g.sideAt:
		return Side(a - g.sideAt).String()
	case s.node == nodePlace:
		return fmt.Sprintf("%s to lane %d", g.name(s.side, s.now.hand[s.side][s.now.put[s.side]]), a+1)
	}
	return fmt.Sprintf("lane %d", a+1)
}

// String implements env.State: what both seats know, which is everything.
func (s *State) String() string {
	b := fmt.Appendf(nil, "yards %d:%d, played %d, won %v, node %d side %d | seat 0: ", s.yards[0], s.yards[1], s.played, s.won, s.node, s.side)
	b = s.appendInformation(b, 0)
	b = append(b, " | seat 1: "...)
	return string(s.appendInformation(b, 1))
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// TextExceptions implements env.TextExcepter.
func (g *Game) TextExceptions() []env.TextException {
	return []env.TextException{
		{Pattern: `^ *(?:Possessions|Last possession).*\n`, Reason: "stacks are full and shuffled again, and the score is shown (FP-2)"},
		{Pattern: `^ *Line \d+ \(.*\n`, Reason: "an opened lane is closed or shows its card, and the cards that are out are shown: which of them met matters no more (FP-4)"},
	}
}
