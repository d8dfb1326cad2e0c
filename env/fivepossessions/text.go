package fivepossessions

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/playdesign"
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

// Text implements env.Texter: the field as seat p sees it, for a person.
func (s *State) Text(p env.Player) string {
	var b strings.Builder
	seat := int(p)
	s.headline(&b, seat)
	if s.node == nodeDraw || s.node == nodePlace {
		s.laneLines(&b, seat)
		s.handLines(&b, seat)
		s.seenLine(&b, seat)
	}
	s.lately(&b, seat)
	switch {
	case s.node == nodeOver:
		b.WriteString(s.outcome(seat))
	case s.actor == p:
		fmt.Fprintf(&b, "You: %s.", s.asks())
	case s.actor == env.Chance:
		b.WriteString("Chance: ")
		if s.node == nodeToss {
			b.WriteString("the toss.")
		} else {
			fmt.Fprintf(&b, "the %s draws, %d of %d.", s.side, s.now.drawn[s.side]+1, s.game.handSize[s.now.line])
		}
	case s.node == nodeChoose:
		fmt.Fprintf(&b, "Seat %d has won the toss and chooses offense or defense.", s.actor)
	default:
		fmt.Fprintf(&b, "Seat %d places its cards, %d of %d.", s.actor, s.now.put[s.side]+1, s.now.drawn[s.side])
	}
	return b.String()
}

// headline writes the score and the line.
func (s *State) headline(b *strings.Builder, seat int) {
	c := &s.game.config
	fmt.Fprintf(b, "Yards: you %d, seat %d %d; %d win", s.yards[seat], 1-seat, s.yards[1-seat], c.Goal)
	switch {
	case s.now.attacker < 0 && s.sudden:
		b.WriteString(". Sudden death")
	case s.now.attacker < 0:
	case s.sudden:
		b.WriteString(". Sudden death: one possession decides")
	default:
		fmt.Fprintf(b, ". Possession %d", s.played+1)
	}
	if s.now.attacker >= 0 {
		fmt.Fprintf(b, ", line %d of %d. ", s.now.line+1, c.Lines)
		if int(s.now.attacker) == seat {
			b.WriteString("You attack")
		} else {
			b.WriteString("You defend")
		}
	}
	b.WriteString(".\n")
}

// laneLines writes the lanes, what lies open there, and this line's cards.
func (s *State) laneLines(b *strings.Builder, seat int) {
	g, p := s.game, &s.now
	own, other := p.sideOf(seat), p.sideOf(1-seat)
	full := int(p.put[other]) == g.handSize[p.line]
	for lane := range g.lanes {
		fmt.Fprintf(b, "  Lane %d  ", lane+1)
		switch o := p.open[lane]; {
		case p.closed>>lane&1 == 1:
			b.WriteString("closed")
		case o != NoCard:
			c := &g.config.Cards[g.cards.id[Offense][o]]
			fmt.Fprintf(b, "open: %s (no %s on it)", c.Name, c.Colour)
		default:
			b.WriteString("open")
		}
		if c := p.placed[own][p.line][lane]; c != NoCard {
			fmt.Fprintf(b, "; you: %s", g.name(own, c))
		}
		if full && p.placed[other][p.line][lane] != NoCard {
			fmt.Fprintf(b, "; seat %d: a card face down", 1-seat)
		}
		b.WriteString("\n")
	}
}

// handLines writes the cards of the seat's hand that are not placed.
func (s *State) handLines(b *strings.Builder, seat int) {
	g, p := s.game, &s.now
	own := p.sideOf(seat)
	if p.put[own] < p.drawn[own] {
		b.WriteString("Your hand:\n")
	}
	for _, card := range p.hand[own][p.put[own]:p.drawn[own]] {
		c := &g.config.Cards[g.cards.id[own][card]]
		// At most 75 characters with the shipped deck, for narrow terminals.
		fmt.Fprintf(b, "  %-22s  %-6s ", c.Name, c.Colour)
		for colour := playdesign.Orange; colour <= playdesign.Yellow; colour++ {
			fmt.Fprintf(b, " %d %s", c.Men(colour), colour)
		}
		b.WriteString("\n")
	}
}

// seenLine writes what the other side has shown in this possession.
func (s *State) seenLine(b *strings.Builder, seat int) {
	g, p := s.game, &s.now
	other := p.sideOf(1 - seat)
	if p.shown[other] == 0 {
		return
	}
	var names []string
	for cards := p.shown[other]; cards != 0; cards &= cards - 1 {
		names = append(names, g.name(other, cards.First()))
	}
	fmt.Fprintf(b, "Seen of their %s: %s. Not seen: %d of %d.\n", other, strings.Join(names, ", "),
		g.config.EachSide-len(names), g.config.EachSide)
}

// TextExceptions implements env.TextExcepter.
func (g *Game) TextExceptions() []env.TextException {
	return []env.TextException{
		{Pattern: `^Last possession: .*$`, Reason: "stacks are full and shuffled again, and the score is shown (FP-2)"},
		{Pattern: `^Line \d+: .*$`, Reason: "an opened lane is closed or shows its card, and the cards that are out are shown: which of them met matters no more (FP-4)"},
	}
}

// lately writes how the last line went.
func (s *State) lately(b *strings.Builder, seat int) {
	g := s.game
	if s.now.line > 0 {
		g.tellLine(b, &s.now, int(s.now.line)-1, seat)
		b.WriteString("\n")
		return
	}
	n := len(s.past) / g.stride
	if n == 0 {
		return
	}
	var p possession
	g.unpack(s.past, n-1, &p)
	b.WriteString("Last possession: ")
	g.tellLine(b, &p, int(p.line), seat)
	if g.scored(&p) {
		fmt.Fprintf(b, " Seat %d scored: %d yards.\n", p.attacker, g.config.ScoreYards)
	} else {
		fmt.Fprintf(b, " Seat %d stopped the possession in line %d: %d yards.\n", 1-p.attacker, p.line+1, g.config.StopYards)
	}
}

// tellLine writes how the lanes of a line were opened.
func (g *Game) tellLine(b *strings.Builder, p *possession, line, seat int) {
	fmt.Fprintf(b, "Line %d:", line+1)
	for lane := range g.lanes {
		o, d := p.placed[Offense][line][lane], p.placed[Defense][line][lane]
		fate := g.fate(p, line, lane)
		if fate == laneUnseen {
			break
		}
		if lane > 0 {
			b.WriteString(";")
		}
		fmt.Fprintf(b, " lane %d ", lane+1)
		switch fate {
		case laneEmpty:
			b.WriteString("is not contested")
		case laneDead:
			b.WriteString("a dead card")
			if p.sideOf(seat) == Offense {
				fmt.Fprintf(b, " (your %s)", g.name(Offense, o))
			}
		case laneLost:
			fmt.Fprintf(b, "%s is stopped by %s", g.name(Offense, o), g.name(Defense, d))
		default:
			if d == NoCard {
				fmt.Fprintf(b, "%s wins, undefended", g.name(Offense, o))
			} else {
				fmt.Fprintf(b, "%s beats %s", g.name(Offense, o), g.name(Defense, d))
			}
		}
	}
	b.WriteString(".")
}

// outcome returns who has won, as a seat reads it.
func (s *State) outcome(seat int) string {
	switch {
	case s.won[0] && s.won[1]:
		return "The game is over: shared, the last possession has been played."
	case s.won[seat]:
		return "You win."
	}
	return fmt.Sprintf("Seat %d wins.", 1-seat)
}
