package scenarios

import (
	"cmp"
	"math"
	"slices"

	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// flight returns the line on which a mob in panic runs away from a model: the first of the
// lines away from it that lead out of its sight, as far as they do, else straight away. The
// lines are straight away, and the eight directions, nearest to that first, of two as near
// the one counter-clockwise (DUEL-104).
func flight(s *turn.State, i int, m int8) (dx, dy, inches float64) {
	flees := s.Game.Number(config.MobFlees)
	ax, ay := between(s, i, m)
	ax, ay = -ax, -ay
	type line struct{ dx, dy, turned float64 }
	lines, n := [1 + turn.Directions]line{{ax, ay, -1}}, 1
	for d := range turn.Directions {
		x, y := float64(turn.DirectionSteps[d][0]), float64(turn.DirectionSteps[d][1])
		if along, across := float64(ax*x)+float64(ay*y), float64(ax*y)-float64(ay*x); along > 0 {
			turned := math.Abs(math.Round(math.Atan2(across, along) * 1e6))
			if across < 0 {
				turned += .5
			}
			lines[n] = line{x, y, turned}
			n++
		}
	}
	slices.SortFunc(lines[:n], func(a, b line) int { return cmp.Compare(a.turned, b.turned) })
	for _, l := range lines[:n] {
		if far := coverOn(s, i, m, l.dx, l.dy, flees); far > 0 {
			return l.dx, l.dy, far
		}
	}
	return ax, ay, flees
}

// coverOn returns how far a mob has to run along a line, in inches, to the furthest point on
// which a model would not see it; 0 when there is none.
func coverOn(s *turn.State, i int, m int8, dx, dy, inches float64) (far float64) {
	for p, gone := range disc(s, i, dx, dy, inches) {
		if !mobFits(s, i, p) {
			break
		}
		if !s.WouldSeeMob(m, i, p) {
			far = gone
		}
	}
	return far
}
