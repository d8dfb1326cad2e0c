package turn

import "ringer/env"

// Teams are two where there are any. Their seats take turns around the table, and
// all of a team start in one corner.
const Teams = 2

// takeSides sorts the seats into sides.
func (g *Game) takeSides() {
	g.Sides, g.Camps = g.Seats, g.Players
	for seat := range MaxSeats {
		g.Side[seat] = int8(seat)
	}
	if g.Scenario.Teams {
		g.Sides, g.Camps = Teams, Teams
		for seat := range MaxSeats {
			g.Side[seat] = int8(seat % Teams)
		}
	}
	if g.Scenario.Sides != nil {
		g.Sides = g.Scenario.Sides(g)
	}
	g.Teamed = g.Sides < g.Seats
}

// Allied returns all models of the seats on the side of a seat.
func (s *State) Allied(seat int) ModelSet {
	g := s.Game
	set := s.Own[seat]
	if g.Teamed {
		for other := range g.Seats {
			if g.Side[other] == g.Side[seat] {
				set |= s.Own[other]
			}
		}
	}
	return set
}

// SideOf returns the side of a model.
func (s *State) SideOf(m int8) int8 { return s.Game.Side[s.Owner(m)] }

// FirstSeat returns the first seat of a side.
func (g *Game) FirstSeat(side int8) int {
	for seat := range g.Seats {
		if g.Side[seat] == side {
			return seat
		}
	}
	panic("duel: a side without a seat")
}

// Share writes the returns of the sides, each for all of its seats.
func (s *State) Share(dst []float64) {
	g := s.Game
	if g.Scenario.Lost {
		s.shareAlone(dst)
		return
	}
	if !g.Teamed {
		env.ShareReturns(s.Won[:g.Players], dst)
		return
	}
	var won [MaxSeats]bool
	var returns [MaxSeats]float64
	for seat := range g.Players {
		won[g.Side[seat]] = s.Won[seat]
	}
	env.ShareReturns(won[:g.Sides], returns[:g.Sides])
	for seat := range g.Players {
		dst[seat] = returns[g.Side[seat]]
	}
}

// shareAlone writes the returns of players without an opposing player: +1 for a
// win, -1 for a loss and at the round cap, 0 for a tie (C-3).
func (s *State) shareAlone(dst []float64) {
	g := s.Game
	for seat := range g.Players {
		dst[seat] = -1
		if !s.Won[seat] {
			continue
		}
		dst[seat] = 1
		for other := range g.Seats {
			if s.Won[other] && g.Side[other] != g.Side[seat] {
				dst[seat] = 0
			}
		}
	}
}
