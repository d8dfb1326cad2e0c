package kuhn

import (
	"fmt"
	"math/bits"

	"ringer/env"
)

// Tell implements env.Teller. A card is named to the seat that gets it alone, until a
// showdown.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	if s.actor == env.Chance {
		seat, text := env.Player(s.dealt), "gets a card"
		if seat == p {
			text = "gets " + s.game.cardName(int(a))
		}
		return append(dst, env.Event{Player: seat, Text: text})
	}
	dst = append(dst, env.Event{Player: s.actor, Text: verbs[a]})
	end := after.(*State)
	if end.actor != env.Terminal {
		return dst
	}
	if end.showdown() {
		for in := end.in(); in != 0; in &= in - 1 {
			seat := bits.TrailingZeros16(in)
			dst = append(dst, env.Event{Player: env.Player(seat), Text: "shows " + end.game.cardName(int(end.cards[seat]))})
		}
	}
	return append(dst, env.Event{Player: env.Player(end.winner()), Text: fmt.Sprintf("wins the pot of %d", end.pot())})
}
