package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// This file gives facts to those who work out the odds of a choice.

// Secret reports whether warbands are being drafted in secret.
func (s *State) Secret() bool { return hidden(&s.t) }

// Name returns what a model is called: its sign on the table.
func (g *Game) Name(m int) string { return g.t.ModelName(int8(m)) }

// OwnerOf returns the seat that commands a model now.
func (s *State) OwnerOf(m int) int { return s.t.Owner(int8(m)) }

// CoverOf returns how much of a target the terrain hides from an attacker.
func (s *State) CoverOf(attacker, target int) space.Cover {
	return s.t.Game.Scene.Sight(s.t.Spot(int8(attacker)), s.t.Spot(int8(target)), &s.t.Land).Cover
}

// SightFrom returns how a model would see another if it stood at a point, on the table as
// it is now.
func (s *State) SightFrom(m int, at space.Point, target int) space.View {
	me := s.t.Spot(int8(m))
	me.At = at
	return s.t.Game.Scene.Sight(me, s.t.Spot(int8(target)), &s.t.Land)
}

// SightOf returns how another model would see a model that stood at a point.
func (s *State) SightOf(m int, at space.Point, by int) space.View {
	me := s.t.Spot(int8(m))
	me.At = at
	return s.t.Game.Scene.Sight(s.t.Spot(int8(by)), me, &s.t.Land)
}

// Gap returns the distance of the bases of a model that stood at a point and of another, in
// inches.
func (s *State) Gap(m int, at space.Point, other int) float64 {
	me := s.t.Spot(int8(m))
	me.At = at
	return s.t.Game.Scene.Range(me, s.t.Spot(int8(other)), &s.t.Land)
}

// Opponent returns a model that another one duels with; -1 for none.
func (s *State) Opponent(m int) int { return int(opponent(&s.t, int8(m))) }

// ScoreFor returns a model's Duel Score if a seat may know it: its own, or one that is
// revealed.
func (s *State) ScoreFor(p env.Player, m int) (score int, avoids, known bool) {
	d := &s.t.Duel
	if d.By == turn.Nobody || s.t.Node == turn.NodeOver || !d.Set.Has(int8(m)) || !d.Revealed && s.t.Owner(int8(m)) != int(p) {
		return 0, false, false
	}
	return int(d.Score[m]), d.Avoiding.Has(int8(m)), true
}

// Spent reports whether a model has used a feat that it can use a limited number of times.
func (s *State) Spent(m int, id Skill) bool {
	x := &s.t.Models[m]
	return (x.Spent | x.Used).Has(id)
}

// Spot returns the place of a point of the lattice, in inches.
func (g *Game) Spot(p space.Point) space.Spot {
	step := g.t.Scene.Step().Inches()
	return space.Spot{float64(p.X) * step, float64(p.Y) * step}
}
