package duel

import (
	"math"

	game "ringer/env/duel"
	"ringer/env/duel/space"
)

// A term adds a scenario's part to the evaluation of a seat, in fighters.
type term func(j *Judge, s *game.State, seat int) float64

// terms lists the terms by scenario.
var terms = map[string]term{
	game.ScenarioTreasure:    (*Judge).treasure,
	game.ScenarioStandoff:    (*Judge).treasure,
	game.ScenarioSolitaire:   (*Judge).treasure,
	game.ScenarioHill:        (*Judge).hill,
	game.ScenarioTugOfWar:    (*Judge).tug,
	game.ScenarioFlags:       (*Judge).flags,
	game.ScenarioGangWarfare: (*Judge).gang,
	game.ScenarioBossFight:   (*Judge).boss,
}

// treasure returns the worth of being near the treasure, and of carrying it towards
// an edge.
func (j *Judge) treasure(s *game.State, seat int) (x float64) {
	for rest := s.InPlay() & s.Commands(seat); rest != 0; rest &= rest - 1 {
		m := int(rest.First())
		if s.Carrier() == m {
			x += carryPrice + inchPrice*(j.config.Board.Width/2-j.game.EdgeDistance(s.At(m)))
		} else {
			x -= inchPrice * j.distance(s, m, s.Treasure())
		}
	}
	return x
}

// flags returns the worth of being near the other side's flag, of carrying it home,
// and of being near the enemy that carries the side's own flag.
func (j *Judge) flags(s *game.State, seat int) (x float64) {
	side := j.game.Side(seat)
	own, other := s.Flag(side), s.Flag(1-side)
	if wins := j.config.Captures; wins > 1 && seat == j.game.FirstSeat(side) {
		x += pointsPrice * float64(s.VictoryPoints(side)) / float64(wins)
	}
	for rest := s.InPlay() & s.Commands(seat); rest != 0; rest &= rest - 1 {
		m := int(rest.First())
		switch {
		case other.Carrier == m:
			x += carryPrice + inchPrice*(j.config.Board.Width-j.distance(s, m, own.Home))
		case own.Carrier >= 0:
			x -= inchPrice * j.distance(s, m, own.At)
		default:
			x -= inchPrice * j.distance(s, m, other.At)
		}
	}
	return x
}

// hill returns the worth of Victory Points, of holding the hill and of being near it.
func (j *Judge) hill(s *game.State, seat int) (x float64) {
	var room [mostThings]game.Thing
	side := j.game.Side(seat)
	first := seat == j.game.FirstSeat(side)
	if first {
		x += pointsPrice * float64(s.VictoryPoints(side)) / float64(j.config.VictoryPoints)
	}
	for _, t := range s.Things(room[:0]) {
		if t.Kind != game.ThingHill {
			continue
		}
		if first && t.Side == side {
			x += holdPrice
		}
		for rest := s.InPlay() & s.Commands(seat); rest != 0; rest &= rest - 1 {
			x -= inchPrice * j.distance(s, int(rest.First()), t.At)
		}
	}
	return x
}

// tug returns the worth of the position counters that the side holds, and of being
// near another one.
func (j *Judge) tug(s *game.State, seat int) (x float64) {
	var room [mostThings]game.Thing
	things, side := s.Things(room[:0]), j.game.Side(seat)
	for _, t := range things {
		if t.Kind == game.ThingCounter && t.Side == side && seat == j.game.FirstSeat(side) {
			x += holdPrice
		}
	}
	for rest := s.InPlay() & s.Commands(seat); rest != 0; rest &= rest - 1 {
		nearest := math.Inf(1)
		for _, t := range things {
			if t.Kind == game.ThingCounter && t.Side != side {
				nearest = min(nearest, j.distance(s, int(rest.First()), t.At))
			}
		}
		if !math.IsInf(nearest, 1) {
			x -= inchPrice * nearest
		}
	}
	return x
}

// mostThings is the room for things on the stack; a table with more of them
// allocates.
const mostThings = 48

// gang returns the worth of being near an enemy, in a scenario that only removals
// win.
func (j *Judge) gang(s *game.State, seat int) (x float64) {
	enemies := s.InPlay()
	for k := range j.game.Seats() {
		if j.game.Side(k) == j.game.Side(seat) {
			enemies &^= s.Commands(k)
		}
	}
	if enemies == 0 {
		return 0
	}
	for rest := s.InPlay() & s.Commands(seat); rest != 0; rest &= rest - 1 {
		nearest := math.Inf(1)
		for r := enemies; r != 0; r &= r - 1 {
			nearest = min(nearest, j.distance(s, int(rest.First()), s.At(int(r.First()))))
		}
		x -= inchPrice * nearest
	}
	return x
}

// boss returns the worth of the boss and of its toughness, to the boss's own seat.
func (j *Judge) boss(s *game.State, seat int) float64 {
	if seat < j.config.Players {
		return 0
	}
	return bossWorth + bossPrice*float64(s.BossToughness())
}

// distance returns the distance between a model and a point, in inches.
func (j *Judge) distance(s *game.State, m int, to space.Point) float64 {
	return j.game.Scene().Distance(s.At(m), to)
}
