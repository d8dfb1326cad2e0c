package duel

import (
	"math"

	"ringer/env/duel/space"
)

// A crowd is a mob: a disc, and who stands on it.
type crowd struct {
	at        space.Point
	civilians uint8
	members   modelSet // of players; they have no position of their own
}

// A street is what a city brawl keeps: its mobs, and who has melted into them.
// Where the discs are is in State.land too, for they hide what is behind them.
type street struct {
	crowds  [space.MaxMobs]crowd // those without models are gone
	lying   modelSet             // members that are prone
	melted  modelSet
	duelled int8                // the mob that the Duel under way is with; nobody
	losses  uint8               // of that mob in that Duel
	turn    [space.MaxMobs]int8 // mobs that react to a Duel, in order
}

// size is how many models stand on a disc.
func (c *crowd) size() int { return int(c.civilians) + count(c.members) }

func (s *State) mob(i int) *crowd { return &s.street.crowds[i] }

// discs puts the discs on the table on which somebody stands.
func (s *State) discs() {
	s.land.ClearMobs()
	for i := range s.street.crowds {
		if c := s.mob(i); c.size() > 0 {
			s.land.PutMob(space.Mob{At: c.at, Radius: s.game.mobRadius})
		}
	}
}

// mobOf is the mob that a model is part of; -1 for none.
func (s *State) mobOf(m int8) int {
	for i := range s.street.crowds {
		if has(s.mob(i).members, m) {
			return i
		}
	}
	return -1
}

// mobGap is the distance between a model's base and a disc, in inches; negative
// where they overlap.
func (s *State) mobGap(x space.Model, i int) float64 {
	return s.game.scene.Distance(x.At, s.mob(i).at) - (x.Base.Radius() + s.game.mobRadius).Inches()
}

// rounding is how far a distance may be off, in inches.
const rounding = 1e-9

// onDisc says whether a base is over a disc. Who stands higher is not in a mob's
// way.
func (s *State) onDisc(x space.Model, i int) bool {
	return s.mob(i).size() > 0 && s.mobGap(x, i) < -rounding && s.game.scene.Height(x.At, &s.land) <= space.Inch/2
}

// onAnyDisc says whether a base is over one of the discs.
func (s *State) onAnyDisc(x space.Model) bool {
	for i := range s.street.crowds {
		if s.onDisc(x, i) {
			return true
		}
	}
	return false
}

// seesMob says whether a model sees a mob: a model in the middle of the disc.
func (s *State) seesMob(m int8, i int) bool {
	without := s.land
	without.ClearMobs()
	for k := range s.street.crowds {
		if c := s.mob(k); k != i && c.size() > 0 {
			without.PutMob(space.Mob{At: c.at, Radius: s.game.mobRadius})
		}
	}
	return s.game.scene.Sees(s.spot(m), space.Model{At: s.mob(i).at, Base: space.Normal}, &without)
}

// join makes a model part of a mob.
func (s *State) join(m int8, i int) {
	x, c := &s.models[m], s.mob(i)
	if x.status == prone {
		s.street.lying |= bit(m)
	}
	x.status, x.at = mingled, c.at
	x.flags &^= flagClimbing
	x.climbed = 0
	s.inPlay &^= bit(m)
	c.members |= bit(m)
}

// part takes a model out of the mob that it is part of. A disc that nobody stands
// on any more is taken away.
func (s *State) part(m int8) {
	if i := s.mobOf(m); i >= 0 {
		s.mob(i).members &^= bit(m)
		s.street.lying &^= bit(m)
		s.discs()
	}
}

// absorb makes every model that stands on a disc part of its mob.
func (s *State) absorb() {
	for i := range s.street.crowds {
		for rest := s.inPlay; rest != 0; rest &= rest - 1 {
			if m := first(rest); s.onDisc(s.spot(m), i) {
				s.join(m, i)
			}
		}
	}
}

// mobFits says whether a mob's disc could be on a point: inside the area, off
// blocking terrain and the other discs.
func (s *State) mobFits(i int, p space.Point) bool {
	g := s.game
	if !g.scene.Holds(p) || !g.scene.RoomFor(p, g.mobRadius, &s.land) {
		return false
	}
	for k := range s.street.crowds {
		if c := s.mob(k); k != i && c.size() > 0 && g.scene.Distance(p, c.at) < 2*g.mobRadius.Inches()-rounding {
			return false
		}
	}
	return true
}

// slide moves a disc along a line for so many inches, point by point of the
// lattice, until something is in its way, and calls over for every model that it
// comes over. It stops short of spare. It says whether it came all the way.
func (s *State) slide(i int, dx, dy, inches float64, spare int8, over func(m int8)) bool {
	g, c := s.game, s.mob(i)
	start, step, length := c.at, s.game.step.Inches(), math.Hypot(dx, dy)
	for k := 1; length > 0 && float64(k)*step <= inches+rounding; k++ {
		far := float64(k) / length
		p := space.Point{X: start.X + int8(math.Round(dx*far)), Y: start.Y + int8(math.Round(dy*far))}
		if p == c.at {
			continue
		}
		if !s.mobFits(i, p) {
			return false
		}
		before := c.at
		if c.at = p; spare != nobody && s.mobGap(s.spot(spare), i) < -rounding {
			c.at = before
			break
		}
		for rest := c.members; rest != 0; rest &= rest - 1 {
			s.models[first(rest)].at = p
		}
		for rest := s.inPlay; rest != 0; rest &= rest - 1 {
			if m := first(rest); s.onDisc(s.spot(m), i) {
				over(m)
			}
		}
	}
	s.discs()
	return g.scene.Holds(c.at)
}

// guide is the seat with strictly more fighters on a disc than each other; -1 when
// there is none.
func (s *State) guide(i int) int {
	best, most := -1, 0
	for seat := range s.game.seats {
		switch n := count(s.mob(i).members & s.own[seat]); {
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
func (s *State) allowBeside(m int8, i int) bool {
	g, at := s.game, s.mob(i).at
	x := s.spot(m)
	x.Prone = false
	s.origin = at
	s.forbidAll()
	far := int((g.mobRadius+x.Base.Radius()+space.Inch)/g.step) + 1
	for dy := -far; dy <= far; dy++ {
		for dx := -far; dx <= far; dx++ {
			x.At = space.Point{X: at.X + int8(dx), Y: at.Y + int8(dy)}
			if gap := s.mobGap(x, i); gap < -rounding || gap > 1+rounding || !s.free(m, x.At) || s.onAnyDisc(x) {
				continue
			}
			s.allow(g.destID(at, x.At))
		}
	}
	return s.allowed()
}
