package fourdowns

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/layout"
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

// full returns a card as a player reads it: "Dime (blue defense 6)".
func (g *Game) full(card uint8) string {
	c := &g.config.Cards[card]
	return fmt.Sprintf("%s (%s %s %d)", c.Name, c.Colour, c.Side, c.Strength)
}

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

// Text implements env.Texter: the table as seat p sees it, for a person.
func (s *State) Text(p env.Player) string {
	g := s.game
	var b strings.Builder
	s.headline(&b)
	for k := range g.players {
		s.seatLine(&b, int(p), layout.Seats(g.players).Absolute(int(p), k))
	}
	s.roundLine(&b)
	if held := s.hand.held[p]; held != 0 && s.node != nodeOver {
		b.WriteString("Your hand:\n")
		for ; held != 0; held &= held - 1 {
			fmt.Fprintf(&b, "  %s\n", g.full(lowestCard(held)))
		}
	}
	s.lackLines(&b)
	s.recently(&b, p)
	switch {
	case s.actor == p:
		fmt.Fprintf(&b, "You: %s%s%s.", s.asks(), s.before(), s.price(int(p)))
	case s.node == nodeOver:
		b.WriteString(s.outcome(int(p)))
	case s.actor == env.Chance:
		fmt.Fprintf(&b, "Chance: %s.", s.asks())
	default:
		fmt.Fprintf(&b, "Seat %d: %s%s.", s.actor, s.asks(), s.before())
	}
	return b.String()
}

// headline writes the score and the hand.
func (s *State) headline(b *strings.Builder) {
	g, h, c := s.game, &s.hand, &s.game.config
	fmt.Fprintf(b, "4 Downs: %d yards and you are out.", c.OutAt)
	if s.node == nodeOver {
		fmt.Fprintf(b, " Hands played: %d.\n", s.hands)
		return
	}
	fmt.Fprintf(b, " Hand %d", s.hands+1)
	if c.Hands > 0 {
		fmt.Fprintf(b, " of at most %d", c.Hands)
	}
	if s.node == nodeDealer {
		b.WriteString(".\n")
		return
	}
	fmt.Fprintf(b, ", down %d of %d, dealt by seat %d.\nStake: %d yards", h.round+1, h.rounds, s.dealer, int(h.stake)*c.Yards)
	if g.knocks > 0 {
		fmt.Fprintf(b, ", %d of %d knocks made", h.stake-1, g.knocks)
		if h.knocker != nobody {
			fmt.Fprintf(b, ", the last by seat %d", h.knocker)
		}
	}
	b.WriteString(".\n")
}

// seatLine writes what is public about a seat.
func (s *State) seatLine(b *strings.Builder, p, seat int) {
	h, c := &s.hand, &s.game.config
	who := fmt.Sprintf("Seat %d", seat)
	if seat == p {
		who += " (you)"
	}
	fmt.Fprintf(b, "%-13s %3d yards", who, s.yards[seat])
	over := s.node == nodeOver
	switch {
	case over:
	case h.in.has(seat):
		fmt.Fprintf(b, ", in for %d", int(h.accepted[seat])*c.Yards)
	case h.accepted[seat] > 0:
		b.WriteString(", folded")
		if !s.in.has(seat) {
			b.WriteString(" and out of the game")
		}
	case !s.in.has(seat):
		b.WriteString(", out of the game")
	}
	if !over && h.accepted[seat] > 0 {
		fmt.Fprintf(b, ", cards %d", cardCount(h.held[seat]))
		if h.played[seat] != 0 {
			fmt.Fprintf(b, ", played %s", s.playedInOrder(seat))
		}
	}
	b.WriteString("\n")
}

// playedInOrder names the cards that a seat has played in this hand, the first one first.
func (s *State) playedInOrder(seat int) string {
	var names []string
	left := s.hand.played[seat]
	for i := len(s.log) - 1; i >= 0 && left != 0; i-- {
		e := s.log[i]
		if int(e.seat) == seat && (e.kind == evOpen || e.kind == evFollow) && left>>e.card&1 != 0 {
			names = append(names, s.game.name(e.card))
			left &^= 1 << e.card
		}
	}
	slices.Reverse(names)
	return strings.Join(names, ", ")
}

// roundLine writes the cards of this round.
func (s *State) roundLine(b *strings.Builder) {
	h := &s.hand
	if h.lead == none || s.node == nodeOver {
		return
	}
	fmt.Fprintf(b, "Seat %d opened with %s", h.opener, s.game.full(h.lead))
	for seat := s.after(int(h.opener), 1<<s.game.players-1); seat != int(h.opener); seat = s.after(seat, 1<<s.game.players-1) {
		if card := h.table[seat]; card != none {
			fmt.Fprintf(b, "; seat %d: %s", seat, s.game.full(card))
		}
	}
	fmt.Fprintf(b, ". Seat %d leads.\n", h.leader)
}

// lackLines write what followers have shown to lack.
func (s *State) lackLines(b *strings.Builder) {
	if s.node == nodeOver {
		return
	}
	for seat := range s.game.players {
		var lacks []string
		for class := range classes {
			if s.hand.void[seat]>>class&1 != 0 {
				lacks = append(lacks, className(class))
			}
		}
		if len(lacks) > 0 {
			fmt.Fprintf(b, "Seat %d has shown a lack of %s.\n", seat, strings.Join(lacks, ", "))
		}
	}
}

// before returns, in words, which card a bid comes before: none in a window before a
// round (FD-11).
func (s *State) before() string {
	if s.node != nodeWindow && s.node != nodeAnswer || s.hand.lead == none {
		return ""
	}
	if left := s.toPlay(); left != 0 {
		return fmt.Sprintf(", before seat %d plays", s.after(int(s.hand.opener), left))
	}
	return ""
}

// TextExceptions implements env.TextExcepter.
func (g *Game) TextExceptions() []env.TextException {
	return []env.TextException{
		{Pattern: `^Last hand: .*\n`, Reason: "all cards are dealt anew, and habits count what each seat has done (FD-5)"},
	}
}

// price returns what a fold costs the seat that answers a knock, in words.
func (s *State) price(p int) string {
	if s.node != nodeAnswer {
		return ""
	}
	return fmt.Sprintf(" (to fold costs %d yards)", int(s.hand.accepted[p])*s.game.config.Yards)
}

// outcome returns who has won, as a seat reads it.
func (s *State) outcome(p int) string {
	switch {
	case s.won.has(p) && s.won.count() == 1:
		return "You win."
	case s.won.has(p):
		return "You share the victory."
	case s.won.count() == 1:
		return fmt.Sprintf("Seat %d wins.", s.won.lowest())
	}
	return "Others share the victory."
}
