package scenarios

import (
	"iter"
	"math"

	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Mob returns the mob with a number.
func Mob(s *turn.State, i int) *turn.Crowd { return &s.Street.Crowds[i] }

// discs puts the discs on the table on which somebody stands.
func discs(s *turn.State) {
	s.Land.ClearMobs()
	for i := range s.Street.Crowds {
		if c := Mob(s, i); c.Size() > 0 {
			s.Land.PutMob(space.Mob{At: c.At, Radius: s.Game.MobRadius})
		}
	}
}

// mobOf returns the mob that a model is part of; -1 for none.
func mobOf(s *turn.State, m int8) int {
	for i := range s.Street.Crowds {
		if Mob(s, i).Members.Has(m) {
			return i
		}
	}
	return -1
}

// mobGap returns the distance between a model's base and a disc, in inches; negative
// where they overlap.
func mobGap(s *turn.State, x space.Model, i int) float64 {
	return s.Game.Scene.Distance(x.At, Mob(s, i).At) - (x.Base.Radius() + s.Game.MobRadius).Inches()
}

// rounding is how far a distance may be off, in inches.
const rounding = 1e-9

// onDisc reports whether a base is over a disc. A model that stands higher is not in a
// mob's way.
func onDisc(s *turn.State, x space.Model, i int) bool {
	return Mob(s, i).Size() > 0 && mobGap(s, x, i) < -rounding && s.Game.Scene.Height(x.At, &s.Land) <= space.Inch/2
}

// onAnyDisc reports whether a base is over one of the discs.
func onAnyDisc(s *turn.State, x space.Model) bool {
	for i := range s.Street.Crowds {
		if onDisc(s, x, i) {
			return true
		}
	}
	return false
}

// join makes a model part of a mob.
func join(s *turn.State, m int8, i int) {
	x, c := &s.Models[m], Mob(s, i)
	if x.Status == turn.Prone {
		s.Street.Lying |= turn.Bit(m)
	}
	x.Status, x.At = turn.Mingled, c.At
	x.Flags &^= turn.FlagClimbing
	x.Climbed = 0
	s.InPlay &^= turn.Bit(m)
	c.Members |= turn.Bit(m)
}

// part takes a model out of the mob that it is part of. A disc that nobody stands
// on any more is taken away.
func part(s *turn.State, m int8) {
	if i := mobOf(s, m); i >= 0 {
		Mob(s, i).Members &^= turn.Bit(m)
		s.Street.Lying &^= turn.Bit(m)
		discs(s)
	}
}

// absorb makes every model that stands on a disc part of its mob.
func absorb(s *turn.State) {
	for i := range s.Street.Crowds {
		for rest := s.InPlay; rest != 0; rest &= rest - 1 {
			if m := rest.First(); onDisc(s, s.Spot(m), i) {
				join(s, m, i)
			}
		}
	}
}

// mobFits reports whether a mob's disc could be on a point: inside the area, off
// blocking terrain and the other discs.
func mobFits(s *turn.State, i int, p space.Point) bool {
	g := s.Game
	if !g.Scene.Holds(p) || !g.Scene.RoomFor(p, g.MobRadius, &s.Land) {
		return false
	}
	for k := range s.Street.Crowds {
		if c := Mob(s, k); k != i && c.Size() > 0 && g.Scene.Distance(p, c.At) < 2*g.MobRadius.Inches()-rounding {
			return false
		}
	}
	return true
}

// disc yields the points of the lattice that a disc comes over on a line of this many inches,
// one after the other, and how far that is.
func disc(s *turn.State, i int, dx, dy, inches float64) iter.Seq2[space.Point, float64] {
	return func(yield func(space.Point, float64) bool) {
		start, step, length := Mob(s, i).At, s.Game.Step.Inches(), math.Hypot(dx, dy)
		at := start
		for k := 1; length > 0 && float64(k)*step <= inches+rounding; k++ {
			far := float64(k) / length
			p := space.Point{X: start.X + int8(math.Round(dx*far)), Y: start.Y + int8(math.Round(dy*far))}
			if p == at {
				continue
			}
			if at = p; !yield(p, float64(k)*step) {
				return
			}
		}
	}
}

// slide moves a disc along a line for this many inches, point by point of the
// lattice, until something is in its way, and calls over for every model that it
// comes over. It stops short of spare. It reports whether the disc came all the
// way.
func slide(s *turn.State, i int, dx, dy, inches float64, spare int8, over func(m int8)) bool {
	g, c := s.Game, Mob(s, i)
	for p := range disc(s, i, dx, dy, inches) {
		if !mobFits(s, i, p) {
			discs(s)
			return false
		}
		before := c.At
		if c.At = p; spare != turn.Nobody && mobGap(s, s.Spot(spare), i) < -rounding {
			c.At = before
			break
		}
		for rest := c.Members; rest != 0; rest &= rest - 1 {
			s.Models[rest.First()].At = p
		}
		for rest := s.InPlay; rest != 0; rest &= rest - 1 {
			if m := rest.First(); onDisc(s, s.Spot(m), i) {
				over(m)
			}
		}
	}
	discs(s)
	return g.Scene.Holds(c.At)
}

// guide returns the seat with strictly more fighters on a disc than each other; -1 when
// there is none.
func guide(s *turn.State, i int) int {
	best, most := -1, 0
	for seat := range s.Game.Seats {
		switch n := (Mob(s, i).Members & s.Own[seat]).Count(); {
		case n > most:
			best, most = seat, n
		case n == most:
			best = -1
		}
	}
	return best
}

// allowBeside makes the free points legal where a model would be within an inch of
// a mob's disc, and on none.
func allowBeside(s *turn.State, m int8, i int) bool {
	g, at := s.Game, Mob(s, i).At
	x := s.Spot(m)
	x.Prone = false
	s.Origin = at
	s.ForbidAll()
	far := int((g.MobRadius+x.Base.Radius()+space.Inch)/g.Step) + 1
	for dy := -far; dy <= far; dy++ {
		for dx := -far; dx <= far; dx++ {
			x.At = space.Point{X: at.X + int8(dx), Y: at.Y + int8(dy)}
			if gap := mobGap(s, x, i); gap < -rounding || gap > 1+rounding || !s.Free(m, x.At) || onAnyDisc(s, x) {
				continue
			}
			s.Allow(g.DestID(at, x.At))
		}
	}
	return s.Allowed()
}
