package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// With climbing, heights cost movement: two inches for each inch up or down,
// one where there is an aid. Tops within reach are ordinary destinations; a
// higher one takes several activations: "climb here" spends a whole Move on a
// piece beside the model. Who hangs on a piece attacks with one die, avoids hits
// with all, and falls when hit (DUEL-44). It is seen at the foot of the piece.
var climbingRule = rule{
	name: "climbing",
	on: [points]func(s *State, m int8){
		atHit:     letGo,
		atRemoved: func(s *State, m int8) { s.models[m].climbed = 0; s.clear(m, flagClimbing) },
	},
	dice: func(s *State, r roll) int {
		if r.kind == rollAttack && s.is(r.by, flagClimbing) {
			return 1 - s.game.diceOfKind(s.models[r.by].kind)
		}
		return 0
	},
	offer: func(s *State, m int8) {
		if s.climbable(m) >= 0 {
			s.allow(s.game.do(doClimb))
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		if a != s.game.do(doClimb) {
			return false
		}
		s.plan(m)
		s.climb(m, s.climbable(m))
		return true
	},
	// Coming down costs what going up did.
	allowance: func(s *State, m int8) float64 {
		x := &s.models[m]
		if x.flags&flagClimbing == 0 {
			return 0
		}
		return -x.climbed.Inches() * s.game.climbCost(int(x.piece))
	},
}

// climbCost is the allowance that an inch of height takes.
func (g *Game) climbCost(piece int) float64 {
	if g.scene.TypeOf(piece).Aid {
		return 1
	}
	return 2
}

// climbable is the piece that a model could climb where it is: the one that it
// hangs on, else the lowest beside it that rises above its feet and has a top to
// stand on, the first on the map among equals; -1 for none.
func (s *State) climbable(m int8) int {
	g, x := s.game, &s.models[m]
	if x.flags&flagClimbing != 0 {
		return int(x.piece)
	}
	best := -1
	feet := s.feet(m)
	for rest := g.scene.Beside(x.at, s.base(m), &s.land); rest != 0; rest &= rest - 1 {
		i := lowest(rest)
		if t := g.scene.TypeOf(i); t.Stand && g.scene.TopOf(i) > feet && (best < 0 || g.scene.TopOf(i) < g.scene.TopOf(best)) && s.topOf(m, i) != space.Nowhere {
			best = i
		}
	}
	return best
}

// topOf is the free point on top of a piece nearest to a model, within two
// inches of where it climbs; space.Nowhere when there is none.
func (s *State) topOf(m int8, piece int) space.Point {
	g := s.game
	at := s.models[m].at
	best, found := space.Nowhere, 0.
	far := int8(2 * int(space.Inch) / int(g.step))
	for dy := -far; dy <= far; dy++ {
		for dx := -far; dx <= far; dx++ {
			p := space.Point{X: at.X + dx, Y: at.Y + dy}
			if !g.scene.Holds(p) || g.scene.Height(p, &s.land) != g.scene.TopOf(piece) || g.scene.Support(p, s.base(m), &s.land)>>piece&1 == 0 || !s.free(m, p) {
				continue
			}
			if d := g.scene.Distance(at, p); best == space.Nowhere || d < found {
				best, found = p, d
			}
		}
	}
	return best
}

// climb spends a Move on a piece; at the top the model steps onto it, or waits
// below while there is no room.
func (s *State) climb(m int8, piece int) {
	g, x := s.game, &s.models[m]
	if x.flags&flagClimbing == 0 {
		x.climbed, x.piece = 0, int8(piece)
		x.flags |= flagClimbing
	}
	base := g.config.Move
	if !s.act.exhausting {
		base = g.longMove()
	}
	gained := s.climbAllowance(m, base) / g.climbCost(piece)
	rise := g.scene.TopOf(piece) - s.feet(m)
	quarter := space.Inch / 4
	x.climbed = min(rise, x.climbed+space.Inches(gained)/quarter*quarter)
	if x.climbed < rise {
		return
	}
	if top := s.topOf(m, piece); top != space.Nowhere {
		x.at, x.climbed = top, 0
		x.flags &^= flagClimbing
	}
}

// climbAllowance is a Move without what coming down would cost.
func (s *State) climbAllowance(m int8, base float64) float64 {
	x := &s.models[m]
	hanging := x.flags & flagClimbing
	x.flags &^= flagClimbing
	far := s.allowance(m, base).Inches()
	x.flags |= hanging
	return far
}

// letGo makes a climber who is hit fall from as high as it has climbed.
func letGo(s *State, m int8) {
	x := &s.models[m]
	if x.flags&flagClimbing == 0 {
		return
	}
	height := x.climbed
	x.flags &^= flagClimbing
	x.climbed = 0
	s.fall(m, x.at, height)
}
