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
		seat, text := env.Player(int(s.rolled)/s.game.dice), "rolls a die"
		if seat == p {
			text = fmt.Sprintf("rolls %d", a+1)
		}
		return append(dst, env.Event{Player: seat, Text: text})
	case a != s.game.liar:
		return append(dst, env.Event{Player: s.actor, Text: "bids " + s.ActionString(a)})
	}
	end := after.(*State)
	dst = append(dst, env.Event{Player: s.actor, Text: "calls liar"})
	for seat := range players {
		dst = append(dst, env.Event{Player: env.Player(seat), Text: fmt.Sprintf("shows %s", appendDice(nil, end.own(seat)))})
	}
	verdict := "does not hold"
	if end.bidHolds() {
		verdict = "holds"
	}
	return append(dst, env.Event{
		Player: env.Player(end.winner()), Text: fmt.Sprintf("wins: the bid %s %s", s.game.appendBid(nil, env.Action(s.bid)), verdict),
	})
}
