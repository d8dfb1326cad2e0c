package liarsdice

import (
	"fmt"

	"ringer/env"
)

// Tell implements env.Teller. A die is named to the seat that rolls it alone, until
// somebody calls liar.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	switch {
	case s.actor == env.Chance:
		seat, text := env.Player(int(s.rolled)/s.game.dice), "a die"
		if seat == p {
			text = fmt.Sprint(a + 1)
		}
		return append(dst, env.Event{Player: seat, Text: env.Does(seat, "rolls") + " " + text})
	case a != s.game.liar:
		return append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, "bids") + " " + s.ActionString(a)})
	}
	end := after.(*State)
	dst = append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, "calls") + " liar"})
	for seat := range env.Player(players) {
		dst = append(dst, env.Event{Player: seat, Text: env.Does(seat, "shows") + fmt.Sprintf(" %s", appendDice(nil, end.own(int(seat))))})
	}
	verdict := "does not hold"
	if end.bidHolds() {
		verdict = "holds"
	}
	winner := env.Player(end.winner())
	return append(dst, env.Event{
		Player: winner, Text: env.Does(winner, "wins") + fmt.Sprintf(": the bid %s %s", s.game.appendBid(nil, env.Action(s.bid)), verdict),
	})
}
