package goofspiel

import (
	"fmt"

	"ringer/env"
)

// Tell implements env.Teller. A bid is named to its seat alone; the others are told
// that there is one, and what it was when the bids are turned over, where that is
// played. The last cards, which are played without asking, are told in the same way.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	end := after.(*State)
	if s.actor == env.Chance {
		return append(dst, end.tellPrize(end.round))
	}
	dst = append(dst, s.tellBid(p, s.actor, int8(a)))
	if end.round == s.round {
		return dst
	}
	dst = end.tellAward(s.round, dst)
	if end.prize != noCard {
		return append(dst, end.tellPrize(end.round))
	}
	for round := s.round + 1; round < end.round; round++ {
		dst = append(dst, end.tellPrize(round))
		for seat := range s.game.config.Players {
			dst = append(dst, s.tellBid(p, env.Player(seat), end.bids[seat][round]))
		}
		dst = end.tellAward(round, dst)
	}
	return dst
}

// tellPrize returns the event that a round's prize is revealed.
func (s *State) tellPrize(round uint8) env.Event {
	return env.Event{Player: env.Chance, Text: fmt.Sprintf("the prize is %d", s.prizes[round]+1)}
}

// tellBid returns the event that a seat bids a card in secret.
func (s *State) tellBid(p, seat env.Player, card int8) env.Event {
	if seat != p {
		return env.Event{Player: seat, Text: env.Does(seat, "bids") + " a card"}
	}
	return env.Event{Player: seat, Text: env.Does(seat, "bids") + fmt.Sprintf(" %d", card+1)}
}

// tellAward appends what is announced at the end of a round.
func (s *State) tellAward(round uint8, dst []env.Event) []env.Event {
	if !s.game.config.ImpInfo {
		for seat := range env.Player(s.game.config.Players) {
			dst = append(dst, env.Event{Player: seat, Text: env.Does(seat, "shows") + fmt.Sprintf(" %d", s.bids[seat][round]+1)})
		}
	}
	prize := s.prizes[round] + 1
	if s.won[round] == nobody {
		return append(dst, env.Event{Player: env.Chance, Text: fmt.Sprintf("nobody wins the prize %d: the highest bids are equal", prize)})
	}
	winner := env.Player(s.won[round])
	return append(dst, env.Event{Player: winner, Text: env.Does(winner, "wins") + fmt.Sprintf(" the prize %d", prize)})
}
