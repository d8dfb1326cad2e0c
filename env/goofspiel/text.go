package goofspiel

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"ringer/env"
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
func (s *State) Text(p env.Player) string {
	c := s.game.config
	var b strings.Builder
	fmt.Fprintf(&b, "Goofspiel, cards 1 to %d, prizes in %s order. You are seat %d.", c.Cards, c.Order, p)
	for round := range int(s.round) {
		fmt.Fprintf(&b, "\nPrize %d: %s", s.prizes[round]+1, s.textBids(p, round))
		if winner := s.won[round]; winner == nobody {
			b.WriteString("; a tie, nobody gets it.")
		} else {
			fmt.Fprintf(&b, "; seat %d wins it.", winner)
		}
	}
	points := make([]string, c.Players)
	for seat := range points {
		points[seat] = fmt.Sprintf("seat %d has %d", seat, s.points[seat])
	}
	fmt.Fprintf(&b, "\nPoints: %s.", strings.Join(points, ", "))
	if s.actor == env.Terminal {
		s.textEnd(&b)
		return b.String()
	}
	fmt.Fprintf(&b, "\nYour hand: %s.", cardList(s.hands[p]))
	if s.actor == env.Chance {
		b.WriteString("\nThe next prize is being revealed.")
		return b.String()
	}
	fmt.Fprintf(&b, "\nThe prize is %d.", s.prize+1)
	switch {
	case s.actor == p:
		b.WriteString(" You are to bid.")
	case s.committed(int(p)):
		fmt.Fprintf(&b, " You bid %d; the others are still to bid.", s.bids[p][s.round]+1)
	default:
		b.WriteString(" The others are bidding.")
	}
	return b.String()
}

// textBids returns the bids of a finished round that p may know.
func (s *State) textBids(p env.Player, round int) string {
	if s.game.config.ImpInfo {
		return fmt.Sprintf("you bid %d", s.bids[p][round]+1)
	}
	bids := make([]string, s.game.config.Players)
	for seat := range bids {
		bids[seat] = fmt.Sprintf("seat %d bid %d", seat, s.bids[seat][round]+1)
	}
	return strings.Join(bids, ", ")
}

func (s *State) textEnd(b *strings.Builder) {
	count, most := s.winners()
	if count == s.game.config.Players {
		b.WriteString("\nAll have equally many points.")
		return
	}
	var winners []string
	for seat, points := range s.points[:s.game.config.Players] {
		if points == most {
			winners = append(winners, fmt.Sprintf("seat %d", seat))
		}
	}
	line := strings.Join(winners, " and ")
	fmt.Fprintf(b, "\nMost points: %s.", line)
}

// cardList lists the cards of a set, as in "1 2 4".
func cardList(cards uint16) string {
	var names []string
	for ; cards != 0; cards &= cards - 1 {
		names = append(names, strconv.Itoa(bits.TrailingZeros16(cards)+1))
	}
	return strings.Join(names, " ")
}
