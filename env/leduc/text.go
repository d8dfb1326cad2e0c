package leduc

import (
	"fmt"
	"math/bits"
	"strings"

	"ringer/env"
)

// rankNames holds the names of the ranks of the largest deck, lowest first. A
// smaller deck uses the highest names, so that two players get J, Q and K.
const (
	rankNames = "89TJQK"
	suitNames = "sh" // spades and hearts
)

// appendCard appends the two letters of a card, as in "Ks".
func (g *Game) appendCard(dst []byte, card int8) []byte {
	return append(dst, rankNames[len(rankNames)-g.players-1+rankOf(card)], suitNames[suitOf(card)])
}

func (g *Game) cardName(card int8) string { return string(g.appendCard(nil, card)) }

// ActionString implements env.State: "deal Ks", "fold", "call" (or "check"),
// "raise".
func (s *State) ActionString(a env.Action) string {
	switch {
	case s.actor == env.Chance && a >= 0 && int(a) < deckSize(s.game.players):
		return "deal " + s.game.cardName(int8(a))
	case s.actor < 0 || a < Fold || a > Raise:
		return fmt.Sprintf("action %d", a)
	}
	switch c := s.Decode(a); {
	case c.Folds:
		return "fold"
	case c.Raises:
		return "raise"
	case c.Chips > 0:
		return "call"
	}
	return "check"
}

// String implements env.State: the cards by seat, the public card and the
// betting of both rounds, as in "Ks Jh/Qs crc/r".
func (s *State) String() string {
	var b []byte
	for seat := range s.game.players {
		if seat > 0 {
			b = append(b, ' ')
		}
		if s.hasCard(env.Player(seat)) {
			b = s.game.appendCard(b, s.cards[seat])
		} else {
			b = append(b, '?')
		}
	}
	return string(s.appendTable(append(b, '/')))
}

// appendTable appends what lies open: the public card and the betting.
func (s *State) appendTable(b []byte) []byte {
	if s.public == noCard {
		b = append(b, '-')
	} else {
		b = s.game.appendCard(b, s.public)
	}
	for round := range rounds {
		b = append(b, " /"[round])
		for i := range s.made[round] {
			b = append(b, "fcr"[s.action(round, i)])
		}
	}
	return b
}

// action returns the i-th betting action of a round.
func (s *State) action(round int, i uint8) env.Action {
	return env.Action(s.betting[round] >> (2 * i) & 3)
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string {
	n := s.game.players
	var b strings.Builder
	fmt.Fprintf(&b, "Leduc hold'em, ranks %s in two suits. You are seat %d", rankNames[len(rankNames)-n-1:], p)
	if s.hasCard(p) {
		fmt.Fprintf(&b, " and hold %s", s.game.cardName(s.cards[p]))
	}
	b.WriteByte('.')
	if s.public != noCard {
		fmt.Fprintf(&b, "\nPublic card: %s.", s.game.cardName(s.public))
	}
	chips := make([]string, n)
	for seat := range n {
		chips[seat] = fmt.Sprintf("seat %d paid %d", seat, s.paid[seat])
	}
	fmt.Fprintf(&b, "\nPot %d: %s.", s.pot(), strings.Join(chips, ", "))
	s.textBetting(&b)
	switch {
	case s.actor == env.Chance && s.round == 1:
		b.WriteString("\nThe public card comes next.")
	case s.actor == env.Chance:
		fmt.Fprintf(&b, "\nSeat %d gets a card.", s.dealt)
	case s.actor == p:
		fmt.Fprintf(&b, "\nYou are to act, %s.", s.textToCall())
	case s.actor >= 0:
		fmt.Fprintf(&b, "\nSeat %d is to act, %s.", s.actor, s.textToCall())
	default:
		s.textEnd(&b)
	}
	return b.String()
}

// textToCall returns, in words, the chips that the seat to act must pay to stay
// in.
func (s *State) textToCall() string {
	if chips := s.toCall(); chips > 0 {
		return fmt.Sprintf("with %d to call", chips)
	}
	return "with nothing to call"
}

// replay calls told with each action of the betting. It plays the betting again to find out
// whose turn it was.
func (s *State) replay(told func(round, seat int, verb string)) {
	replay := State{game: s.game, in: 1<<s.game.players - 1, stake: ante, paid: s.game.start.paid}
	for round := range rounds {
		if s.made[round] == 0 {
			return
		}
		replay.round = uint8(round)
		replay.openRound()
		for i := range s.made[round] {
			a := s.action(round, i)
			told(round, int(replay.actor), replay.ActionString(a))
			if err := replay.applyBetting(a); err != nil {
				panic("leduc: " + err.Error())
			}
		}
	}
}

// textBetting writes the action of each seat.
func (s *State) textBetting(b *strings.Builder) {
	var actions [rounds][]string
	s.replay(func(round, seat int, verb string) {
		actions[round] = append(actions[round], fmt.Sprintf("seat %d %ss", seat, verb))
	})
	for round, list := range actions {
		if len(list) > 0 {
			fmt.Fprintf(b, "\nRound %d: %s.", round+1, strings.Join(list, ", "))
		}
	}
}

func (s *State) textEnd(b *strings.Builder) {
	if s.showdown() {
		var shown []string
		for in := s.in; in != 0; in &= in - 1 {
			seat := bits.TrailingZeros8(in)
			shown = append(shown, fmt.Sprintf("seat %d shows %s", seat, s.game.cardName(s.cards[seat])))
		}
		fmt.Fprintf(b, "\nShowdown: %s.", strings.Join(shown, ", "))
	}
	var winners []string
	for left := s.winners(); left != 0; left &= left - 1 {
		winners = append(winners, fmt.Sprintf("seat %d", bits.TrailingZeros8(left)))
	}
	verb := "wins"
	if len(winners) > 1 {
		verb = "share"
	}
	line := strings.Join(winners, " and ")
	fmt.Fprintf(b, "\n%s%s %s the pot of %d.", strings.ToUpper(line[:1]), line[1:], verb, s.pot())
}
