package duel

import (
	"strconv"
	"strings"

	"ringer/env"
)

// teams are two where there are any. Their seats take turns around the table, and
// all of a team start in one corner.
const teams = 2

// takeSides sorts the seats into sides.
func (g *Game) takeSides() {
	g.sides, g.camps = g.seats, g.players
	for seat := range maxSeats {
		g.side[seat] = int8(seat)
	}
	if g.scenario.teams {
		g.sides, g.camps = teams, teams
		for seat := range maxSeats {
			g.side[seat] = int8(seat % teams)
		}
	}
	if g.scenario.sides != nil {
		g.sides = g.scenario.sides(g)
	}
	g.teamed = g.sides < g.seats
}

// allied are all models of the seats on the side of a seat.
func (s *State) allied(seat int) modelSet {
	g := s.game
	set := s.own[seat]
	if g.teamed {
		for other := range g.seats {
			if g.side[other] == g.side[seat] {
				set |= s.own[other]
			}
		}
	}
	return set
}

// sideOf is the side of a model.
func (s *State) sideOf(m int8) int8 { return s.game.side[s.owner(m)] }

// firstSeat is the first seat of a side.
func (g *Game) firstSeat(side int8) int {
	for seat := range g.seats {
		if g.side[seat] == side {
			return seat
		}
	}
	panic("duel: a side without a seat")
}

// sideName names the seats of a side.
func (g *Game) sideName(side int8) string {
	var seats []string
	for seat := range g.seats {
		if g.side[seat] == side {
			seats = append(seats, strconv.Itoa(seat))
		}
	}
	if len(seats) == 1 {
		return "seat " + seats[0]
	}
	return "seats " + strings.Join(seats, " and ")
}

// share writes the returns: those of the sides, each for all of its seats.
func (s *State) share(dst []float64) {
	g := s.game
	if g.scenario.lost {
		s.shareAlone(dst)
		return
	}
	if !g.teamed {
		env.ShareReturns(s.won[:g.players], dst)
		return
	}
	var won [maxSeats]bool
	var returns [maxSeats]float64
	for seat := range g.players {
		won[g.side[seat]] = s.won[seat]
	}
	env.ShareReturns(won[:g.sides], returns[:g.sides])
	for seat := range g.players {
		dst[seat] = returns[g.side[seat]]
	}
}

// shareAlone writes the returns of players without an opposing player: +1 for a
// win, -1 for a loss and at the round cap, 0 for a tie (C-3).
func (s *State) shareAlone(dst []float64) {
	g := s.game
	for seat := range g.players {
		dst[seat] = -1
		if !s.won[seat] {
			continue
		}
		dst[seat] = 1
		for other := range g.seats {
			if s.won[other] && g.side[other] != g.side[seat] {
				dst[seat] = 0
			}
		}
	}
}

// laySide is the side that a part of a position names.
func (g *Game) laySide(side int, path string, f *env.Faults) int8 {
	if side < 0 || side >= g.sides {
		f.Add(path, side, "a side from 0 to %d", g.sides-1)
		return nobody
	}
	return int8(side)
}
