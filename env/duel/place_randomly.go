package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

func init() { runners[taskScatter] = runScatter }

// squares is the side of the imaginary grid that things are placed on at random:
// two dice name a square, and the thing goes to the legal point of the lattice
// nearest to its centre; squares without room are drawn again (DUEL-59).
const squares = 6

// With place_randomly the treasure starts in a random square.
var placeRandomlyRule = rule{
	name: "place_randomly",
	on: [points]func(s *State, m int8){
		atSetup: func(s *State, _ int8) { s.push(taskScatter, nobody, scatterTreasure, 0) },
	},
}

// spawn_points puts six spawn points at random.
var spawnPointsRule = rule{
	name: "spawn_points",
	on: [points]func(s *State, m int8){
		atSetup: func(s *State, _ int8) {
			if given := s.game.scene.SpawnPoints(); len(given) >= maxSpawns {
				copy(s.spawns[:], given)
				return
			}
			for i := maxSpawns - 1; i >= 0; i-- {
				s.push(taskScatter, nobody, i, 0)
			}
		},
	},
	things: things{kind: thingSpawn, count: maxSpawns, show: func(s *State, i int) thing {
		return thing{at: s.spawns[i], there: i < int(s.spawned), free: true, side: nobody, sign: "123456"[i : i+1]}
	}},
}

// scatterTreasure stands for the treasure among the things to be placed, and
// scatterLight for the first light.
const (
	scatterTreasure = maxSpawns
	scatterLight    = maxSpawns + 1
)

func runScatter(s *State, t *task) {
	g := s.game
	if t.step == 1 {
		p := g.squarePoint(int(s.answer), s)
		switch {
		case t.a == scatterTreasure:
			s.treasure = p
		case t.a >= scatterLight:
			s.placeLight(int(t.a-scatterLight), p)
		default:
			s.spawns[t.a] = p
			s.spawned++
		}
		s.pop()
		return
	}
	t.step = 1
	s.forbidAll()
	for i := range squares * squares {
		if g.squarePoint(i, s) != space.Nowhere {
			s.allow(env.Action(i))
		}
	}
	s.chance(chancePoint, 0, nobody)
}

// squarePoint is the legal point nearest to the centre of a square: where a
// fighter can stand, and no spawn point is yet.
func (g *Game) squarePoint(square int, s *State) space.Point {
	return g.nearestInSquare(square, func(p space.Point) bool {
		return g.scene.Standable(p, space.Normal, &s.land) && !s.spawnAt(p)
	})
}

// nearestInSquare is the point nearest to the centre of a square that fits.
func (g *Game) nearestInSquare(square int, fits func(p space.Point) bool) space.Point {
	w, h := float64(g.columns-1)/squares, float64(g.rows-1)/squares
	cx, cy := (float64(square%squares)+.5)*w, (float64(square/squares)+.5)*h
	best, found := space.Nowhere, 0.
	for y := int(cy - h/2); float64(y) <= cy+h/2; y++ {
		for x := int(cx - w/2); float64(x) <= cx+w/2; x++ {
			dx, dy := float64(x)-cx, float64(y)-cy
			p := space.Point{X: int8(x), Y: int8(y)}
			if dx < -w/2 || dy < -h/2 || !fits(p) {
				continue
			}
			if d := dx*dx + dy*dy; best == space.Nowhere || d < found {
				best, found = p, d
			}
		}
	}
	return best
}

func (s *State) spawnAt(p space.Point) bool {
	for _, q := range s.spawns[:s.spawned] {
		if p == q {
			return true
		}
	}
	return false
}
