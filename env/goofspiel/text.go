package goofspiel

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// ActionString implements env.State: "prize 4", "bid 3".
func (s *State) ActionString(a env.Action) string {
	switch {
	case a < 0 || int(a) >= s.game.config.Cards:
		return fmt.Sprintf("action %d", a)
	case s.actor == env.Chance:
		return "prize " + strconv.Itoa(int(a)+1)
	}
	return "bid " + strconv.Itoa(s.game.Decode(a).Card)
}

// appendRounds appends every finished round as prize:bids>winner, with the bids
// of the given seats only and "=" for a tie. What comes after is the current
// round: its prize, with the bid of every seat for which own is true and that
// has bid.
func (s *State) appendRounds(b []byte, seats []int, own func(seat int) bool) []byte {
	for round := range s.revealed() {
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(s.prizes[round])+1, 10)
		b = append(b, ':')
		done := round < int(s.round)
		separate := false
		for _, seat := range seats {
			if !done && !(s.committed(seat) && own(seat)) {
				continue
			}
			if separate {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(s.bids[seat][round])+1, 10)
			separate = true
		}
		switch {
		case !done:
		case s.won[round] == nobody:
			b = append(b, '=')
		default:
			b = append(b, '>', '0'+byte(s.won[round]))
		}
	}
	return b
}

// allSeats lists the seats.
func (s *State) allSeats() []int {
	seats := make([]int, s.game.config.Players)
	for i := range seats {
		seats[i] = i
	}
	return seats
}

// String implements env.State: every round as prize:bids>winner, as in
// "4:3,1>0 3:".
func (s *State) String() string {
	b := s.appendRounds(nil, s.allSeats(), func(int) bool { return true })
	if s.actor == env.Chance {
		b = append(b, " ?"...)
	}
	return strings.TrimPrefix(string(b), " ")
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// cardList lists the cards of a set, as in "1 2 4".
func cardList(cards uint16) string {
	var names []string
	for ; cards != 0; cards &= cards - 1 {
		names = append(names, strconv.Itoa(bits.TrailingZeros16(cards)+1))
	}
	return strings.Join(names, " ")
}
