package options

import (
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// With place_terrain the players put down pieces of terrain in turn, clockwise from seat 0,
// as many each, before corners are chosen. Where no piece has room any more, nobody puts
// down another (DUEL-123).
var placeTerrainRule = turn.Rule{Name: "place_terrain", Hook: func(h *turn.Hooks) {
	h.Opening.Add(func(s *turn.State) { s.Push(taskPutDown, turn.Nobody) })
}}

func runPutDown(s *turn.State, t *turn.Task) {
	g := s.Game
	if t.Step == turn.Answered {
		t.Step = turn.Asking
		k, at := g.PutDownBy(s.Answer)
		putDown(s, k, at)
	}
	if int(s.PutDown) == g.Players*g.Config.PlaceTerrain || !allowTerrain(s) {
		s.Pop()
		return
	}
	t.Step = turn.Answered
	s.Ask(turn.NodeTerrain, int(s.PutDown)%g.Players, turn.Nobody, turn.Nobody)
}

func putDown(s *turn.State, k space.Stock, at space.Point) {
	s.Land.Put(s.Game.Yard.Piece(k, at))
	s.PutDown++
}

// allowTerrain makes all pieces legal that have room; false when there is none.
func allowTerrain(s *turn.State) bool {
	g := s.Game
	s.ForbidAll()
	g.Yard.Each(&s.Land, func(k space.Stock, column, row int) { s.Allow(g.TerrainID(k, column, row)) })
	return s.Allowed()
}

// LayTerrain puts down the pieces of a position, in its order.
func LayTerrain(s *turn.State, p *turn.Position, f *env.Faults) {
	g := s.Game
	for i := range p.Terrain {
		x, path := &p.Terrain[i], config.Item("terrain", i)
		if g.Yard == nil || i == g.Players*g.Config.PlaceTerrain {
			f.Add(path, x.Piece, "no more than %d pieces: see place_terrain", i)
			return
		}
		at, found := g.LayAt(x.At, path+".at", f), false
		var kind space.Stock
		g.Yard.Each(&s.Land, func(k space.Stock, column, row int) {
			if k.String() == x.Piece && g.Yard.Spot(column, row) == at {
				kind, found = k, true
			}
		})
		if !found {
			f.Add(path, x.Piece, "one of: %s; on a spot where it has room", stockNames())
			return
		}
		putDown(s, kind, at)
	}
}

func stockNames() string {
	var names []string
	for k := range space.Stocks {
		names = append(names, k.String())
	}
	return strings.Join(names, ", ")
}
