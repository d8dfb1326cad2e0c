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
	case a != Pass && a != Bet:
		return fmt.Sprintf("action %d", a)
	case s.game.Decode(a).Pays:
		return "bet"
	}
	return "pass"
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
	b.Write(s.appendBetting(nil))
	return b.String()
}

// appendBetting appends one letter for each betting action.
func (s *State) appendBetting(dst []byte) []byte {
	for i := range int(s.made) {
		dst = append(dst, "pb"[s.action(i)])
	}
	return dst
}

// verbs says what a betting action does.
var verbs = [...]string{Pass: "passes", Bet: "bets"}

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
	pot := s.pot()
	chips := make([]string, n)
	for seat := range n {
		chips[seat] = fmt.Sprintf("seat %d paid %d", seat, s.chips(seat))
	}
	fmt.Fprintf(&b, ".\nPot %d: %s.", pot, strings.Join(chips, ", "))
	if s.made > 0 {
		actions := make([]string, s.made)
		for i := range actions {
			actions[i] = fmt.Sprintf("seat %d %s", i%n, verbs[s.action(i)])
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
