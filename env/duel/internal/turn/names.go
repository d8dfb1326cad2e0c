package turn

import (
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// ModelName returns how texts call a model: the seat's letter and a number; or a mob.
func (g *Game) ModelName(m int8) string {
	if m == Nobody {
		return "nobody"
	}
	if i, ok := MobOf(m); ok {
		return mobName(i)
	}
	if call := g.Scenario.Call; call != nil && g.Automatic(m) {
		return call(g, m)
	}
	name := string(rune('A' + g.SeatOf(m)))
	if g.PerSeat > 1 {
		name += strconv.Itoa(int(m-g.FirstOf(g.SeatOf(m))) + 1)
	}
	return name
}

// Where returns a point in inches, x,y from the southwest corner.
func (g *Game) Where(p space.Point) string {
	return FormatInches(float64(p.X)*g.Step.Inches()) + "," + FormatInches(float64(p.Y)*g.Step.Inches())
}

// SeatName names a seat, or what plays in its place.
func (g *Game) SeatName(seat int) string {
	if seat >= g.Players {
		return "automaton " + strconv.Itoa(seat-g.Players+1)
	}
	return env.Who(env.Player(seat))
}

// SideName names the seats of a side.
func (g *Game) SideName(side int8) string { return g.seatsOf(side, "", env.Who) }

// SideWhose names the seats of a side that has something.
func (g *Game) SideWhose(side int8) string { return g.seatsOf(side, "'s", env.Whose) }

func (g *Game) seatsOf(side int8, ending string, name func(env.Player) string) string {
	var seats []string
	for seat := range g.Seats {
		switch {
		case g.Side[seat] != side:
		case seat < g.Players:
			seats = append(seats, name(env.Player(seat)))
		default:
			seats = append(seats, g.SeatName(seat)+ending)
		}
	}
	return strings.Join(seats, " and ")
}

// SideDoes returns what the seats of a side do: a verb of one in the third person, and the same
// of several.
func (g *Game) SideDoes(side int8, one, several string) string {
	seat, n := g.FirstSeat(side), 0
	for _, of := range g.Side[:g.Seats] {
		if of == side {
			n++
		}
	}
	switch {
	case n > 1:
		return several
	case seat >= g.Players:
		return one
	}
	return env.Does(env.Player(seat), one)
}

// Title returns how texts write a feat or trait.
func (id SkillID) Title() string { return strings.ReplaceAll(SkillWords[id], "_", " ") }

// EdgeNames holds the words for the edges of the area.
var EdgeNames = [space.Edges]string{"south", "east", "north", "west"}

// CornerNames holds the words for the corners of the area.
var CornerNames = [Corners]string{"southwest", "southeast", "northeast", "northwest"}

// DirectionNames holds the words for the directions.
var DirectionNames = [Directions]string{"east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast"}

// FormatInches writes a length in inches, without a unit.
func FormatInches(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
