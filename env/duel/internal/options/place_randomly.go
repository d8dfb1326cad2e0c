package options

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// With place_randomly the treasure starts in a random square.
var placeRandomlyRule = turn.Rule{Name: "place_randomly", Hook: func(h *turn.Hooks) {
	h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) { s.Push(TaskScatter, turn.Nobody).Thing = scatterTreasure })
}}

// spawn_points puts six spawn points at random.
var spawnPointsRule = turn.Rule{Name: "spawn_points", Hook: func(h *turn.Hooks) {
	h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) {
		if given := s.Game.Scene.SpawnPoints(); len(given) >= turn.MaxSpawns {
			copy(s.Spawns[:], given)
			return
		}
		for i := turn.MaxSpawns - 1; i >= 0; i-- {
			s.Push(TaskScatter, turn.Nobody).Thing = int8(i)
		}
	})
	h.Things.Add(turn.Things{Kind: turn.ThingSpawn, Count: turn.MaxSpawns, Show: func(s *turn.State, i int) turn.Thing {
		return turn.Thing{At: s.Spawns[i], There: i < int(s.Spawned), Free: true, Side: turn.Nobody, Sign: "123456"[i : i+1]}
	}})
}}

// scatterTreasure stands for the treasure among the things to be placed, and
// ScatterLight for the first light.
const (
	scatterTreasure = turn.MaxSpawns
	ScatterLight    = turn.MaxSpawns + 1
)

func runScatter(s *turn.State, t *turn.Task) {
	g := s.Game
	if t.Step == turn.Answered {
		p := squarePoint(g, int(s.Answer), s)
		switch {
		case t.Thing == scatterTreasure:
			s.Treasure = p
		case t.Thing >= ScatterLight:
			s.PlaceLight(int(t.Thing-ScatterLight), p)
		default:
			s.Spawns[t.Thing] = p
			s.Spawned++
		}
		s.Pop()
		return
	}
	t.Step = turn.Answered
	s.ForbidAll()
	for i := range turn.Squares * turn.Squares {
		if squarePoint(g, i, s) != space.Nowhere {
			s.Allow(env.Action(i))
		}
	}
	s.Chance(turn.ChancePoint, 0, turn.Nobody)
}

// squarePoint returns the legal point nearest to the centre of a square: where a
// fighter can stand, and no spawn point is yet.
func squarePoint(g *turn.Game, square int, s *turn.State) space.Point {
	return NearestInSquare(g, square, func(p space.Point) bool {
		return g.Scene.Standable(p, space.Normal, &s.Land) && !spawnAt(s, p)
	})
}

// NearestInSquare returns the point nearest to the centre of a square that fits.
func NearestInSquare(g *turn.Game, square int, fits func(p space.Point) bool) space.Point {
	w, h := float64(g.Columns-1)/turn.Squares, float64(g.Rows-1)/turn.Squares
	cx, cy := float64((float64(square%turn.Squares)+.5)*w), float64((float64(square/turn.Squares)+.5)*h)
	halfW, halfH := float64(w/2), float64(h/2)
	best, found := space.Nowhere, 0.
	for y := int(cy - halfH); float64(y) <= cy+halfH; y++ {
		for x := int(cx - halfW); float64(x) <= cx+halfW; x++ {
			dx, dy := float64(x)-cx, float64(y)-cy
			p := space.Point{X: int8(x), Y: int8(y)}
			if dx < -halfW || dy < -halfH || !fits(p) {
				continue
			}
			if d := float64(dx*dx) + float64(dy*dy); best == space.Nowhere || d < found {
				best, found = p, d
			}
		}
	}
	return best
}

func spawnAt(s *turn.State, p space.Point) bool {
	for _, q := range s.Spawns[:s.Spawned] {
		if p == q {
			return true
		}
	}
	return false
}
