package turn

import (
	"strconv"
	"strings"

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

// SideName names the seats of a side.
func (g *Game) SideName(side int8) string {
	var seats []string
	for seat := range g.Seats {
		if g.Side[seat] == side {
			seats = append(seats, strconv.Itoa(seat))
		}
	}
	if len(seats) == 1 {
		return "seat " + seats[0]
	}
	return "seats " + strings.Join(seats, " and ")
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
