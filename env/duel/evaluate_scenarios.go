package duel

import (
	"math"

	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
)

// This file holds what the scenarios add to the evaluation of a seat.

// bossPrice is the price of a point of the boss's toughness, in fighters.
const bossPrice = 0.8

// prospects lists by scenario the function that adds its term to the evaluation of a
// seat, in fighters.
var prospects = map[string]func(s *turn.State, seat int) float64{
	config.ScenarioTreasure:    treasureProspects,
	config.ScenarioStandoff:    treasureProspects,
	config.ScenarioSolitaire:   treasureProspects,
	config.ScenarioHill:        hillProspects,
	config.ScenarioTugOfWar:    tugProspects,
	config.ScenarioFlags:       flagProspects,
	config.ScenarioGangWarfare: gangProspects,
	config.ScenarioBossFight:   bossProspects,
}

// treasureProspects returns the worth of being near the treasure, and of carrying it towards an
// edge.
func treasureProspects(s *turn.State, seat int) float64 {
	g, x := s.Game, 0.
	for rest := s.InPlay & s.Own[seat]; rest != 0; rest &= rest - 1 {
		m := rest.First()
		at := s.Models[m].At
		if s.Carrier == m {
			x += carryPrice + inchPrice*(g.Config.Board.Width/2-g.EdgeDistance(at))
		} else {
			x -= inchPrice * g.Scene.Distance(at, scenarios.Prize(s))
		}
	}
	return x
}

// flagProspects returns the worth of being near the enemy's flag, of carrying it home, and of
// being near whoever carries the seat's own.
func flagProspects(s *turn.State, seat int) float64 {
	g, side, x := s.Game, s.Game.Side[seat], 0.
	own, other := &s.Flags[side], &s.Flags[1-side]
	for rest := s.InPlay & s.Own[seat]; rest != 0; rest &= rest - 1 {
		m := rest.First()
		at := s.Models[m].At
		switch {
		case other.Carrier == m:
			x += carryPrice + inchPrice*(g.Config.Board.Width-g.Scene.Distance(at, own.Home))
		case own.Carrier != turn.Nobody:
			x -= inchPrice * g.Scene.Distance(at, scenarios.FlagAt(s, int(side)))
		default:
			x -= inchPrice * g.Scene.Distance(at, scenarios.FlagAt(s, int(1-side)))
		}
	}
	return x
}

// hillProspects returns the worth of Victory Points, of holding the hill and of being near it.
func hillProspects(s *turn.State, seat int) float64 {
	g, side, x := s.Game, s.Game.Side[seat], 0.
	if seat == g.FirstSeat(side) {
		x += 3 * float64(s.Points[side]) / float64(g.Config.VictoryPoints)
		if s.Hill == side {
			x += holdPrice
		}
	}
	for rest := s.InPlay & s.Own[seat]; rest != 0; rest &= rest - 1 {
		x -= inchPrice * g.Scene.Distance(s.Models[rest.First()].At, s.Treasure)
	}
	return x
}

// tugProspects returns the worth of the position counters that are held, and of being near those
// that are not.
func tugProspects(s *turn.State, seat int) float64 {
	g, side, x := s.Game, s.Game.Side[seat], 0.
	for i := range s.Counters {
		if s.Counters[i].Side == side && seat == g.FirstSeat(side) {
			x += holdPrice
		}
	}
	for rest := s.InPlay & s.Own[seat]; rest != 0; rest &= rest - 1 {
		nearest := math.Inf(1)
		for i := range s.Counters {
			if s.Counters[i].Side != side {
				nearest = min(nearest, g.Scene.Distance(s.Models[rest.First()].At, s.Counters[i].At))
			}
		}
		if !math.IsInf(nearest, 1) {
			x -= inchPrice * nearest
		}
	}
	return x
}

// gangProspects returns the worth of being near an enemy: nothing else wins.
func gangProspects(s *turn.State, seat int) float64 {
	g, x := s.Game, 0.
	foes := s.Enemies(seat)
	for rest := s.InPlay & s.Own[seat]; rest != 0; rest &= rest - 1 {
		nearest := math.Inf(1)
		for r := foes; r != 0; r &= r - 1 {
			nearest = min(nearest, g.Scene.Distance(s.Models[rest.First()].At, s.Models[r.First()].At))
		}
		if foes != 0 {
			x -= inchPrice * nearest
		}
	}
	return x
}

// bossProspects returns the worth of the boss's toughness, to the seat of the boss.
func bossProspects(s *turn.State, seat int) float64 {
	if boss := s.Game.Players; seat >= boss {
		return 2 + bossPrice*float64(s.Models[boss].Toughness)
	}
	return 0
}
