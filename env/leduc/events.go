package leduc

import (
	"fmt"
	"math/bits"

	"ringer/env"
)

// Tell implements env.Teller. A private card is named to the seat that gets it alone,
// until a showdown.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	end := after.(*State)
	switch seat := env.Player(s.dealt); {
	case s.actor == env.Chance && end.public != noCard:
		return append(dst, env.Event{Player: env.Chance, Text: "turns " + s.game.cardName(int8(a))})
	case s.actor == env.Chance && seat == p:
		return append(dst, env.Event{Player: seat, Text: env.Does(seat, "gets") + " " + s.game.cardName(int8(a))})
	case s.actor == env.Chance:
		return append(dst, env.Event{Player: seat, Text: env.Does(seat, "gets") + " a card"})
	}
	dst = append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, s.ActionString(a)+"s")})
	if end.actor != env.Terminal {
		return dst
	}
	if end.showdown() {
		for in := end.in; in != 0; in &= in - 1 {
			seat := env.Player(bits.TrailingZeros8(in))
			dst = append(dst, env.Event{Player: seat, Text: env.Does(seat, "shows") + " " + end.game.cardName(end.cards[seat])})
		}
	}
	verb := "wins"
	if bits.OnesCount8(end.winners()) > 1 {
		verb = "shares"
	}
	for left := end.winners(); left != 0; left &= left - 1 {
		winner := env.Player(bits.TrailingZeros8(left))
		dst = append(dst, env.Event{Player: winner, Text: env.Does(winner, verb) + fmt.Sprintf(" the pot of %d", end.pot())})
	}
	return dst
}
