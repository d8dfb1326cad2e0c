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
		seat, card := env.Player(s.dealt), "a card"
		if seat == p {
			card = s.game.cardName(int(a))
		}
		return append(dst, env.Event{Player: seat, Text: env.Does(seat, "gets") + " " + card})
	}
	dst = append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, verbs[a])})
	end := after.(*State)
	if end.actor != env.Terminal {
		return dst
	}
	if end.showdown() {
		for in := end.in(); in != 0; in &= in - 1 {
			seat := env.Player(bits.TrailingZeros16(in))
			dst = append(dst, env.Event{Player: seat, Text: env.Does(seat, "shows") + " " + end.game.cardName(int(end.cards[seat]))})
		}
	}
	winner := env.Player(end.winner())
	return append(dst, env.Event{Player: winner, Text: env.Does(winner, "wins") + fmt.Sprintf(" the pot of %d", end.pot())})
}
