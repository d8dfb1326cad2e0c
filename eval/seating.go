package eval

import "ringer/env"

// WholeTeams reports whether entries can take whole sides of a game in turn: there are at
// least as many sides, and two, each of the same number of seats, which is more than one.
func WholeTeams(spec *env.Spec, entries int) bool {
	sides := spec.Sides()
	if entries > len(sides) || len(sides) < 2 {
		return false
	}
	for _, side := range sides {
		if len(side) < 2 || len(side) != len(sides[0]) {
			return false
		}
	}
	return true
}

// seatings returns the entry in each seat, [rotation][seat].
func (c *MatchConfig) seatings() [][]int {
	spot, spots := c.spots()
	seating := rotations(spots, len(c.Entries))
	for rotation, entries := range seating {
		seating[rotation] = make([]int, len(spot))
		for seat := range spot {
			seating[rotation][seat] = entries[spot[seat]]
		}
	}
	return seating
}

// spots returns for each seat that which entries take in turn, and their number: the seat
// itself, or with Teams its side.
func (c *MatchConfig) spots() (spot []int, n int) {
	spec := c.Game.Spec()
	if c.Teams {
		return spec.SideOf()
	}
	spot = make([]int, spec.Players)
	for seat := range spot {
		spot[seat] = seat
	}
	return spot, spec.Players
}

// rotations seats the entries in seats, or sides: role 0 sits at seat 0 in rotation 0, at
// seat 1 in rotation 1 and so on, and the last entry has all roles that are left.
func rotations(seats, entries int) [][]int {
	seating := make([][]int, seats)
	for rotation := range seating {
		for seat := range seats {
			role := (seat - rotation + seats) % seats
			seating[rotation] = append(seating[rotation], min(role, entries-1))
		}
	}
	return seating
}
