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
		s.seatLine(&b, int(p), g.seats.Absolute(int(p), k))
	}
	s.handLines(&b, int(p))
	s.knownLines(&b, int(p))
	s.announcedLines(&b)
	s.cardLines(&b)
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
		if s.step != stepNone {
			fmt.Fprintf(b, ", phase %s", phaseNames[s.phase])
		}
	}
	held := s.now.held()
	fmt.Fprintf(b, ". Seat %d starts. Deck: %d cards.\nBoard: ", s.start, s.mem.left)
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
	for phase := range Phases {
		if s.Cancelled(seat, phase) {
			fmt.Fprintf(b, "; phase %s cancelled", phaseNames[phase])
		}
	}
	if t := s.then.target[seat]; t >= 0 {
		fmt.Fprintf(b, "; names seat %d", t)
	}
	if n := s.then.option[seat]; n > 0 {
		fmt.Fprintf(b, "; chooses %d", n)
	}
	if c := s.claims[seat]; c != none {
		fmt.Fprintf(b, "; claims %s", g.title(c))
	} else if s.claimed.Has(seat) {
		b.WriteString("; says nothing")
	}
	if s.honest[seat]+s.lied[seat] > 0 {
		fmt.Fprintf(b, "; claims kept %d, broken %d", s.honest[seat], s.lied[seat])
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
	fmt.Fprintf(b, "  %s%s: %s\n", t.title, g.marks[card], t.text)
}

// knownLines writes what the seat remembers of hidden cards.
func (s *State) knownLines(b *strings.Builder, p int) {
	g, m := s.game, &s.mem
	say := func(what, names string) {
		if names != "" {
			fmt.Fprintf(b, "%s: %s.\n", what, names)
		}
	}
	to := s.passTo(p, s.heist)
	say(fmt.Sprintf("You passed to seat %d, in this order", to), g.titles(m.passed[p].all()))
	say(fmt.Sprintf("You received from seat %d, in this order", g.seats.Absolute(p, g.players-g.seats.Relative(p, to))), g.titles(m.received[p].all()))
	for k := 1; k < g.players; k++ {
		seat := g.seats.Absolute(p, k)
		say(fmt.Sprintf("You know in the hand of seat %d", seat), g.names(&m.known[p][seat]))
	}
	for k := 1; k < g.players; k++ {
		seat := g.seats.Absolute(p, k)
		say(fmt.Sprintf("Seat %d knows in your hand", seat), g.names(&m.known[seat][p]))
	}
	s.lookLines(b)
	say("Discarded", g.names(&m.discards))
}

// lookLines writes who has looked at which hand: everyone saw it (HEAT-7).
func (s *State) lookLines(b *strings.Builder) {
	for p := range s.game.players {
		for q, n := range s.mem.looked[p][:s.game.players] {
			if n == 0 {
				continue
			}
			fmt.Fprintf(b, "Seat %d has looked at the hand of seat %d", p, q)
			if n > 1 {
				fmt.Fprintf(b, "; cards drawn since: %d", n-1)
			}
			b.WriteString(".\n")
		}
	}
}

// announcedLines writes the cards that have been chosen aloud in this phase and are
// still to leave a hand.
func (s *State) announcedLines(b *strings.Builder) {
	var leaving [maxSeats][maxTypes]uint8
	for _, t := range s.announced() {
		if t.card != none {
			leaving[t.owner()][t.card]++
		}
		if t.other != none {
			leaving[t.seat][t.other]++
		}
	}
	for seat := range s.game.players {
		if names := s.game.names(&leaving[seat]); names != "" {
			fmt.Fprintf(b, "To leave the hand of seat %d: %s.\n", seat, names)
		}
	}
}

// cardLines explains the cards whose effects count in this stage: those in use,
// and those whose effects act or will act in their place.
func (s *State) cardLines(b *strings.Builder) {
	if s.step == stepNone {
		return
	}
	var shown [maxTypes]bool
	b.WriteString("In use:\n")
	for _, cards := range [][maxSeats]uint8{s.now.inUse, s.acting, s.copied} {
		for i := range s.game.players {
			if c := cards[i]; c != none && !shown[c] {
				shown[c] = true
				s.game.cardLine(b, c)
			}
		}
	}
}

func (s *State) outcome(p int) string {
	switch {
	case s.arrested:
		return "Everyone is arrested: all lose."
	case s.won.Has(p) && s.won.Count() == 1:
		return "You win."
	case s.won.Has(p):
		return "You share the victory."
	case s.won.Count() == 1:
		return fmt.Sprintf("Seat %d wins.", s.won.first())
	}
	return "Others share the victory."
}

// verbs name an action on a card.
var verbs = [nodes]string{
	nodeDeal: "draw", nodePick: "pass", nodePlay: "play", nodeDiscard: "discard", nodeGive: "give",
	nodeTake: "take", nodeReplace: "put", nodeExtra: "add", nodeDraw: "draw", nodeLose: "lose", nodeGrab: "get",
}

func (g *Game) title(card uint8) string {
	if card == none {
		return "nothing"
	}
	return g.deck.types[card].title
}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	switch c := s.game.Decode(a); c.Kind {
	case ChooseCard:
		verb := verbs[s.node]
		if verb == "" {
			verb = "card"
		}
		return verb + " " + s.game.title(uint8(c.Card))
	case ChooseSeat:
		return fmt.Sprintf("target seat %d", s.Target(c))
	case Decline:
		return "decline"
	case PlayNothing:
		return "play nothing"
	case ChooseNumber:
		return fmt.Sprintf("choose %d", c.Number)
	case SayNothing:
		return "say nothing"
	case ClaimCard:
		return "claim " + s.game.title(uint8(c.Card))
	}
	return fmt.Sprintf("no action %d", a)
}

// String implements env.State.
func (s *State) String() string {
	g := s.game
	b := make([]byte, 0, 4096)
	for _, e := range s.log {
		b = append(s.tell(b, env.Terminal, e), "; "...)
	}
	b = fmt.Appendf(b, "| %s: %s | heist %d stage %d round %d phase %d step %d start %d cursor %d fires %d arrested %t won %b",
		s.actor, s.asks(), s.heist, s.stage, s.round, s.phase, s.step, s.start, s.cursor, s.fires, s.arrested, s.won)
	for i := range g.players {
		b = fmt.Appendf(b, " | seat %d: $%d, %d Heat, cancelled %d target %d option %d kept %d lied %d", i, s.now.money[i], s.now.heat[i],
			s.cancelled[i], s.then.target[i], s.then.option[i], s.honest[i], s.lied[i])
		b = append(b, ", hand {"...)
		b = append(b, g.names(&s.mem.hand[i])...)
		b = append(b, "} record ["...)
		b = append(b, g.titles(s.now.of(i))...)
		b = append(b, ']')
		for _, x := range []struct {
			what string
			card uint8
		}{{"chose", s.mem.commit[i]}, {"uses", s.now.inUse[i]}, {"acts as", s.acting[i]}, {"copies", s.copied[i]}, {"claims", s.claims[i]}} {
			if x.card != none {
				b = append(b, ", "...)
				b = append(b, x.what...)
				b = append(b, ' ')
				b = append(b, g.title(x.card)...)
			}
		}
	}
	if s.taskAt < s.taskCount {
		b = fmt.Appendf(b, " | tasks %v at %d", s.tasks[:s.taskCount], s.taskAt)
	}
	b = append(b, " | deck {"...)
	b = append(b, g.names(&s.mem.deck)...)
	b = append(b, "} discards {"...)
	b = append(b, g.names(&s.mem.discards)...)
	return string(append(b, '}'))
}

// names returns the titles of the cards of a hand, by kind.
func (g *Game) names(hand *[maxTypes]uint8) string {
	var b strings.Builder
	for t, n := range hand[:g.types] {
		for range n {
			if b.Len() > 0 {
				b.WriteString(", ")
			}
			b.WriteString(g.deck.types[t].title)
		}
	}
	return b.String()
}

func (g *Game) titles(cards []uint8) string {
	parts := make([]string, len(cards))
	for i, c := range cards {
		parts[i] = g.title(c)
	}
	return strings.Join(parts, ", ")
}
