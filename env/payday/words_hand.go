package payday

import (
	"fmt"
	"strings"
)

// This file puts the cards that a seat holds into words.

// writeHand writes the cards that a seat holds, with what each costs now and does.
func (s *State) writeHand(b *strings.Builder, seat int) {
	g, hand := s.game, &s.zones[seat].hand
	if *hand == [maxKinds]uint8{} {
		b.WriteString("Your hand: none\n")
		return
	}
	b.WriteString("Your hand:\n")
	for i := range g.deck.kindsOf(seat) {
		n := hand[i]
		if n == 0 {
			continue
		}
		b.WriteString("  ")
		if n > 1 {
			fmt.Fprintf(b, "%d× ", n)
		}
		k := uint8(g.deck.base[seat] + i)
		s.writeInHand(b, seat, k)
	}
}

// writeInHand writes a card in hand: what it is and costs now, and what it does.
func (s *State) writeInHand(b *strings.Builder, seat int, k uint8) {
	card := s.kindOf(k)
	cost := fmt.Sprintf("$%d", s.cost(seat, k))
	if s.firstHeister(k) || card.cost == 0 && card.typ != TypeHeister {
		cost = "free"
	}
	fmt.Fprintf(b, "%s (%s, %s)", s.game.title(k), card.typ, cost)
	before := ": "
	say := func(format string, n int8) {
		if n != 0 {
			fmt.Fprintf(b, before+format, n)
			before = ", "
		}
	}
	if card.typ == TypeWeapon {
		say("%+d damage", card.damage)
	} else {
		say("%d damage", card.damage)
	}
	say("%d health", card.health)
	say("%d armor", card.armor)
	if card.text != "" {
		if before != ": " {
			before = ". "
		}
		b.WriteString(before + card.text)
	}
	b.WriteByte('\n')
}
