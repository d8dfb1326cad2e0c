package options

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// With climbing, heights cost movement: two inches for each inch up or down,
// one where there is an aid. Tops within reach are ordinary destinations; a
// higher one takes several activations: "climb here" spends a Move, or what is left of
// one, on a piece beside the model. A model that hangs on a piece attacks with one die, avoids hits
// with all, and falls when hit or prone (DUEL-44). It is seen at the foot of the piece.
var climbingRule = turn.Rule{Name: "climbing", Hook: func(h *turn.Hooks) {
	h.On[turn.AtHit].Add(letGo)
	h.On[turn.AtTough].Add(letGo)
	h.On[turn.AtProne].Add(letGo)
	h.On[turn.AtMoved].Add(offerClimb)
	h.On[turn.AtRemoved].Add(func(s *turn.State, m int8) { s.Models[m].Climbed = 0; s.Clear(m, turn.FlagClimbing) })
	h.Dice.Add(func(s *turn.State, r turn.Roll) int {
		if r.Kind == turn.RollAttack && s.Is(r.By, turn.FlagClimbing) {
			return 1 - s.Game.DiceOfKind(s.Models[r.By].Kind)
		}
		return 0
	})
	h.Offer.Add(func(s *turn.State, m int8) {
		if climbable(s, m) >= 0 && s.Holders(m) == 0 {
			s.Allow(s.Game.Do(turn.DoClimb))
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		if a != s.Game.Do(turn.DoClimb) {
			return false
		}
		s.Plan(m)
		base := s.Game.Config.Move
		if !s.Act.Exhausting {
			base = s.Game.LongMove()
		}
		climb(s, m, climbable(s, m), climbAllowance(s, m, base))
		return true
	})
	h.Onward.Add(func(s *turn.State, m int8, kind turn.MoveKind) {
		if kind != turn.GoLeg && climbsOn(s, m, kind) {
			s.Allow(s.Game.Do(turn.DoClimb))
		}
	})
	h.Went.Add(climbOn)
	// Coming down costs what going up did.
	h.Allowance.Add(func(s *turn.State, m int8) float64 {
		x := &s.Models[m]
		if x.Flags&turn.FlagClimbing == 0 {
			return 0
		}
		return -x.Climbed.Inches() * climbCost(s.Game, int(x.Piece))
	})
}}

// climbCost returns the allowance that an inch of height takes.
func climbCost(g *turn.Game, piece int) float64 {
	if g.Scene.TypeOf(piece).Aid {
		return g.Number(config.ClimbAidCost)
	}
	return g.Number(config.ClimbCost)
}

// climbable returns the piece that a model could climb where it is: the one that it
// hangs on, else the lowest beside it that rises above its feet and has a top to
// stand on, the first on the map among equals; -1 for none.
func climbable(s *turn.State, m int8) int {
	g, x := s.Game, &s.Models[m]
	if x.Flags&turn.FlagClimbing != 0 {
		return int(x.Piece)
	}
	best := -1
	feet := s.Feet(m)
	for rest := g.Scene.Beside(x.At, s.Base(m), &s.Land); rest != 0; rest &= rest - 1 {
		i := turn.Lowest(rest)
		if t := g.Scene.TypeOf(i); t.Stand && g.Scene.TopOf(i) > feet && (best < 0 || g.Scene.TopOf(i) < g.Scene.TopOf(best)) && topOf(s, m, i) != space.Nowhere {
			best = i
		}
	}
	return best
}

// topOf returns the free point on top of a piece nearest to a model, within two
// inches of where it climbs; space.Nowhere when there is none.
func topOf(s *turn.State, m int8, piece int) space.Point {
	g := s.Game
	at := s.Models[m].At
	best, found := space.Nowhere, 0.
	far := int8(2 * int(space.Inch) / int(g.Step))
	for dy := -far; dy <= far; dy++ {
		for dx := -far; dx <= far; dx++ {
			p := space.Point{X: at.X + dx, Y: at.Y + dy}
			if !g.Scene.Holds(p) || g.Scene.Height(p, &s.Land) != g.Scene.TopOf(piece) || g.Scene.Support(p, s.Base(m), &s.Land)>>piece&1 == 0 || !s.Free(m, p) {
				continue
			}
			if d := g.Scene.Distance(at, p); best == space.Nowhere || d < found {
				best, found = p, d
			}
		}
	}
	return best
}

// climbsOn reports whether the rest of a Move is enough for a quarter of an inch more of
// a piece, and nobody holds the model (DUEL-57).
func climbsOn(s *turn.State, m int8, kind turn.MoveKind) bool {
	piece := climbable(s, m)
	return piece >= 0 && leftToClimb(s, m, kind) >= leastClimb*climbCost(s.Game, piece) && s.HoldersNow(m) == 0
}

// leftToClimb returns what is left of the Move under way, in inches. A climber has not
// used what it would cost it to come down.
func leftToClimb(s *turn.State, m int8, kind turn.MoveKind) float64 {
	if s.Models[m].Flags&turn.FlagClimbing == 0 {
		return s.Act.Left.Inches()
	}
	base := s.Game.LongMove()
	if kind == turn.GoLastLeg {
		base = s.Game.Config.Move
	}
	return climbAllowance(s, m, base) - s.Act.Moved.Inches()
}

// offerClimb lets a model that has ended its Move beside a piece climb it with the rest
// of the Move (DUEL-44), but for automata.
func offerClimb(s *turn.State, m int8) {
	x := &s.Models[m]
	if s.Act.M != m || x.Status != turn.Standing || x.Flags&turn.FlagClimbing != 0 || s.Game.Automatic(m) || s.Top().Kind == turn.TaskGo || !climbsOn(s, m, turn.GoMove) {
		return
	}
	s.Push(taskClimbOn, m)
}

func runClimbOn(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	if t.Step == turn.Answered {
		s.Pop()
		climbOn(s, m, turn.GoMove, s.Answer)
		return
	}
	if s.Models[m].Status != turn.Standing || !climbsOn(s, m, turn.GoMove) {
		s.Pop()
		return
	}
	t.Step = turn.Answered
	s.ForbidAll()
	at := s.Models[m].At
	s.Allow(g.DestID(at, at))
	s.Allow(g.Do(turn.DoClimb))
	s.Ask(turn.NodeGo, s.Owner(m), m, turn.Nobody)
}

// climbOn climbs with the rest of a Move.
func climbOn(s *turn.State, m int8, kind turn.MoveKind, a env.Action) bool {
	if a != s.Game.Do(turn.DoClimb) {
		return false
	}
	left := leftToClimb(s, m, kind)
	s.Act.Left = 0
	climb(s, m, climbable(s, m), left)
	return true
}

// leastClimb is the least height, in inches, that a climber gains.
const leastClimb = .25

// climb spends this many inches of a Move on a piece; at the top the model steps onto it,
// or waits below while there is no room.
func climb(s *turn.State, m int8, piece int, inches float64) {
	g, x := s.Game, &s.Models[m]
	if x.Flags&turn.FlagClimbing == 0 {
		x.Climbed, x.Piece = 0, int8(piece)
		x.Flags |= turn.FlagClimbing
	}
	gained := inches / climbCost(g, piece)
	rise := g.Scene.TopOf(piece) - s.Feet(m)
	quarter := space.Inch / 4
	x.Climbed = min(rise, x.Climbed+space.Inches(gained)/quarter*quarter)
	if x.Climbed < rise {
		return
	}
	if top := topOf(s, m, piece); top != space.Nowhere {
		x.At, x.Climbed = top, 0
		x.Flags &^= turn.FlagClimbing
	}
}

// climbAllowance returns a Move without what coming down would cost.
func climbAllowance(s *turn.State, m int8, base float64) float64 {
	x := &s.Models[m]
	hanging := x.Flags & turn.FlagClimbing
	x.Flags &^= turn.FlagClimbing
	far := s.Allowance(m, base).Inches()
	x.Flags |= hanging
	return far
}

// letGo makes a climber that is hit fall from the height that it has climbed.
func letGo(s *turn.State, m int8) {
	x := &s.Models[m]
	if x.Flags&turn.FlagClimbing == 0 {
		return
	}
	height := x.Climbed
	x.Flags &^= turn.FlagClimbing
	x.Climbed = 0
	Fall(s, m, x.At, height)
}
