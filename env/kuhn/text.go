package kuhn

import (
	"fmt"
	"math/bits"
	"strings"

	"ringer/env"
)

// cardNames holds the names of the cards of the largest deck, lowest first. A
// smaller deck uses the highest names, so that two players get J, Q and K.
const cardNames = "89TJQK"

func (g *Game) cardName(card int) string {
	return cardNames[len(cardNames)-g.players-1+card:][:1]
}

// ActionString implements env.State: "deal K", "pass", "bet".
func (s *State) ActionString(a env.Action) string {
	switch {
	case s.actor == env.Chance && a >= 0 && int(a) <= s.game.players:
		return "deal " + s.game.cardName(int(a))
	case a == Pass:
		return "pass"
	case a == Bet:
		return "bet"
	}
	return fmt.Sprintf("action %d", a)
}

// String implements env.State: the cards by seat and the betting, as in
// "KJ pb".
func (s *State) String() string {
	var b strings.Builder
	for seat := range s.game.players {
		if seat < int(s.dealt) {
			b.WriteString(s.game.cardName(int(s.cards[seat])))
		} else {
			b.WriteByte('?')
		}
	}
	b.WriteByte(' ')
	b.Write(s.betting(nil))
	return b.String()
}

// betting appends one letter for each betting action.
func (s *State) betting(dst []byte) []byte {
	for i := range s.made {
		dst = append(dst, "pb"[s.bets>>i&1])
	}
	return dst
}

// InformationState implements env.InfoStater: the seat, its card and the
// betting, as in "1:K pb". During the deal the number of cards dealt stands for
// the betting; after a showdown the cards shown follow.
func (s *State) InformationState(p env.Player) string {
	var stack [64]byte
	b := append(stack[:0], byte('0'+p), ':')
	if int(p) < int(s.dealt) {
		b = append(b, s.game.cardName(int(s.cards[p]))...)
	} else {
		b = append(b, '?')
	}
	b = append(b, ' ')
	if s.actor == env.Chance {
		b = append(b, '0'+s.dealt)
	}
	b = s.betting(b)
	if s.showdown() {
		b = append(b, ' ')
		for in := s.in(); in != 0; in &= in - 1 {
			seat := bits.TrailingZeros16(in)
			b = append(b, byte('0'+seat))
			b = append(b, s.game.cardName(int(s.cards[seat]))...)
		}
	}
	return string(b)
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string {
	n := s.game.players
	var b strings.Builder
	deck := make([]string, n+1)
	for card := range deck {
		deck[card] = s.game.cardName(card)
	}
	fmt.Fprintf(&b, "Kuhn poker, deck %s. You are seat %d", strings.Join(deck, " "), p)
	if int(p) < int(s.dealt) {
		fmt.Fprintf(&b, " and hold %s", s.game.cardName(int(s.cards[p])))
	}
	pot := 0
	chips := make([]string, n)
	for seat := range n {
		pot += s.chips(seat)
		chips[seat] = fmt.Sprintf("seat %d paid %d", seat, s.chips(seat))
	}
	fmt.Fprintf(&b, ".\nPot %d: %s.", pot, strings.Join(chips, ", "))
	if s.made > 0 {
		actions := make([]string, s.made)
		for i := range actions {
			actions[i] = fmt.Sprintf("seat %d %s", i%n, [...]string{"passes", "bets"}[s.bets>>i&1])
		}
		fmt.Fprintf(&b, "\nBetting: %s.", strings.Join(actions, ", "))
	}
	switch {
	case s.actor == env.Chance:
		fmt.Fprintf(&b, "\nSeat %d gets a card.", s.dealt)
	case s.actor == p:
		b.WriteString("\nYou are to act.")
	case s.actor >= 0:
		fmt.Fprintf(&b, "\nSeat %d is to act.", s.actor)
	default:
		s.textEnd(&b, pot)
	}
	return b.String()
}

func (s *State) textEnd(b *strings.Builder, pot int) {
	if s.showdown() {
		var shown []string
		for in := s.in(); in != 0; in &= in - 1 {
			seat := bits.TrailingZeros16(in)
			shown = append(shown, fmt.Sprintf("seat %d shows %s", seat, s.game.cardName(int(s.cards[seat]))))
		}
		fmt.Fprintf(b, "\nShowdown: %s.", strings.Join(shown, ", "))
	}
	fmt.Fprintf(b, "\nSeat %d wins the pot of %d.", s.winner(), pot)
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch {
	case s.actor == env.Terminal:
		e.Reason = "the episode is over"
	case s.actor == env.Chance:
		e.Reason = "no such card is left"
	default:
		e.Reason = "want pass (0) or bet (1)"
	}
	return e
}

// Conservation implements env.Conserver: every card is in the deck or with
// exactly one seat.
func (s *State) Conservation() error {
	seen := uint(s.deck)
	for seat := range int(s.dealt) {
		card := uint(1) << s.cards[seat]
		if seen&card != 0 {
			return fmt.Errorf("kuhn: card %s is in two places", s.game.cardName(int(s.cards[seat])))
		}
		seen |= card
	}
	if all := uint(1)<<(s.game.players+1) - 1; seen != all {
		return fmt.Errorf("kuhn: cards %b, want %b", seen, all)
	}
	return nil
}
