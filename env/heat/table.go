package heat

import (
	"fmt"
	"strings"

	"ringer/env"
)

// Text implements env.Texter: the table as seat p sees it, for a person.
func (s *State) Text(p env.Player) string {
	g := s.game
	var b strings.Builder
	s.headline(&b)
	for k := range g.players {
		s.seatLine(&b, int(p), g.relative(int(p), k))
	}
	s.handLines(&b, int(p))
	s.knownLines(&b, int(p))
	s.cardLines(&b)
	s.recently(&b, p)
	if s.actor == p {
		fmt.Fprintf(&b, "You: %s.", s.asks())
	} else if s.node == nodeOver {
		b.WriteString(s.outcome(int(p)))
	} else if s.actor == env.Chance {
		fmt.Fprintf(&b, "Chance: %s.", s.asks())
	} else {
		fmt.Fprintf(&b, "Seat %d: %s.", s.actor, s.asks())
	}
	return b.String()
}

func (s *State) headline(b *strings.Builder) {
	g, c := s.game, &s.game.config
	fmt.Fprintf(b, "Heist %d of %d", s.heist+1, c.Heists)
	switch {
	case int(s.round) < c.DraftRounds || s.node == nodeDeal:
		direction := "left"
		if s.heist%2 == 1 {
			direction = "right"
		}
		fmt.Fprintf(b, ", draft round %d of %d, passing %s", min(int(s.round)+1, c.DraftRounds), c.DraftRounds, direction)
	default:
		fmt.Fprintf(b, ", stage %d of %d", s.stage+1, c.Stages)
		if s.step > 0 {
			fmt.Fprintf(b, ", phase %s", phaseNames[s.phase])
		}
	}
	held := s.now.held()
	fmt.Fprintf(b, ". Start player: seat %d. Deck: %d cards.\nBoard: ", s.start, s.mem.left)
	for row, value := range c.RowValues {
		for i := range c.RowWidth {
			if row*c.RowWidth+i < held {
				b.WriteString("·")
			} else {
				b.WriteString("●")
			}
		}
		fmt.Fprintf(b, " -%d  ", value)
	}
	fmt.Fprintf(b, " each Heat costs $%d\n", g.value(held))
}

func (s *State) seatLine(b *strings.Builder, p, seat int) {
	g := s.game
	who := fmt.Sprintf("Seat %d", seat)
	if seat == p {
		who += " (you)"
	}
	fmt.Fprintf(b, "%-13s $%-3d Heat %-2d cards %d  Record: ", who, s.now.money[seat], s.now.heat[seat], s.mem.size[seat])
	if titles := g.titles(s.now.of(seat)); titles != "" {
		b.WriteString(titles)
	} else {
		b.WriteString("-")
	}
	if c := s.copied[seat]; c != none {
		fmt.Fprintf(b, "; copies %s", g.title(c))
	}
	for phase := range phases {
		if s.cancelled[seat]>>phase&1 != 0 {
			fmt.Fprintf(b, "; phase %s cancelled", phaseNames[phase])
		}
	}
	if c := s.claims[seat]; c != none {
		fmt.Fprintf(b, "; claims %s", g.title(c))
	} else if s.claimed.has(seat) {
		b.WriteString("; says nothing")
	}
	b.WriteString("\n")
}

func (s *State) handLines(b *strings.Builder, p int) {
	g := s.game
	if s.mem.size[p] > 0 {
		b.WriteString("Your hand:\n")
	}
	for t, n := range s.mem.hand[p][:g.types] {
		for range n {
			g.cardLine(b, uint8(t))
		}
	}
	if c := s.mem.commit[p]; c != none {
		verb := "play"
		if s.node == nodePick {
			verb = "pass"
		}
		fmt.Fprintf(b, "You will %s %s.\n", verb, g.title(c))
	}
}

func (g *Game) cardLine(b *strings.Builder, card uint8) {
	t := &g.deck.types[card]
	fmt.Fprintf(b, "  %s: %s\n", t.title, t.text)
}

// knownLines say what the seat remembers of hidden cards.
func (s *State) knownLines(b *strings.Builder, p int) {
	g, m := s.game, &s.mem
	say := func(what string, cards *[maxTypes]uint8) {
		if names := g.names(cards); names != "" {
			fmt.Fprintf(b, "%s: %s.\n", what, names)
		}
	}
	say("You passed", &m.passed[p])
	say("You received", &m.received[p])
	for k := 1; k < g.players; k++ {
		seat := g.relative(p, k)
		say(fmt.Sprintf("You know in the hand of seat %d", seat), &m.known[p][seat])
	}
	say("Discarded", &m.discards)
}

// cardLines explain the cards in use.
func (s *State) cardLines(b *strings.Builder) {
	if s.step == 0 {
		return
	}
	var shown [maxTypes]bool
	b.WriteString("In use:\n")
	for i := range s.game.players {
		if c := s.now.inUse[i]; c != none && !shown[c] {
			shown[c] = true
			s.game.cardLine(b, c)
		}
	}
}

// recently tells what has happened in this stage, or in this round of the draft.
func (s *State) recently(b *strings.Builder, p env.Player) {
	const most = 12
	var lines []string
	s.each(p, func(e event, line []byte, shown bool) {
		if e.seat == int8(p) || !tellings[e.kind].secret || shown {
			lines = append(lines, string(line))
		}
	})
	lines = lines[max(0, len(lines)-most):]
	if len(lines) > 0 {
		fmt.Fprintf(b, "Lately: %s.\n", strings.Join(lines, "; "))
	}
}

func (s *State) outcome(p int) string {
	switch {
	case s.arrested:
		return "Everyone is arrested: all lose."
	case s.won.has(p) && s.won.count() == 1:
		return "You win."
	case s.won.has(p):
		return "You share the victory."
	case s.won.count() == 1:
		return fmt.Sprintf("Seat %d wins.", s.won.first())
	}
	return "Others share the victory."
}
