package heroes

import (
	"iter"

	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// This file keeps the shapes of Heroes: with the trait Shapeshifter a Hero has
// further sets of feats and traits, of which it uses one at a time (DUEL-36,
// DUEL-98). What happens in the turn is in trait_shapeshifter.go.

// Further returns how many further shapes a Hero has.
func Further(s *turn.State, m int8) int { return s.Trait(m, turn.TraitShapeshifter) }

// shape returns the one that a Hero has: 0 its own, then the further ones.
func shape(s *turn.State, m int8) int { return max(0, s.Mark(m, turn.MarkShape)-1) }

// OtherShapes goes through the shapes of a Hero that it does not have now; while it
// is drafted, through the further ones.
func OtherShapes(s *turn.State, m int8) iter.Seq[int] {
	return func(yield func(int) bool) {
		if len(s.Wardrobes) == 0 || !s.Bears(m, turn.TraitShapeshifter) {
			return
		}
		for k := range 1 + Further(s, m) {
			if k != shape(s, m) && !yield(k) {
				return
			}
		}
	}
}

// ever returns how often a model has a feat or trait, in the one of its shapes that has
// it most.
func ever(s *turn.State, m int8, id turn.SkillID) int {
	n := 0
	if s.Bears(m, id) {
		if n = 1; id.Trait() {
			n = s.Trait(m, id)
		}
	}
	if len(s.Wardrobes) == 0 || !s.Bears(m, turn.TraitShapeshifter) {
		return n
	}
	w := s.WardrobeOf(m)
	for k := range 1 + Further(s, m) {
		switch r := &w.Shapes[k]; {
		case !r.Set.Has(id):
		case id.Trait():
			n = max(n, int(r.Traits[id-turn.FirstTrait]))
		default:
			n = max(n, 1)
		}
	}
	return n
}

// Stow keeps what a Hero has bought as the first of its shapes, now that it is
// known.
func Stow(s *turn.State, m int8) {
	r := turn.Repertoire{Traits: s.Models[m].Traits}
	for id := range s.Bearers {
		if s.Bears(m, turn.SkillID(id)) {
			r.Set |= 1 << id
		}
	}
	s.WardrobeOf(m).Shapes[0] = r
	s.SetMark(m, turn.MarkShape, 1)
}

// Wear gives a Hero the feats and traits of one of its shapes in place of those
// that it has. Its followers and its shapes stay its own.
func Wear(s *turn.State, m int8, k int) {
	x := &s.Models[m]
	kept := x.Traits
	s.Strip(m)
	r := &s.WardrobeOf(m).Shapes[k]
	for id := range s.Bearers {
		if r.Set.Has(turn.SkillID(id)) {
			s.Bearers[id] |= turn.Bit(m)
		}
	}
	x.Traits = r.Traits
	for _, id := range turn.OfHeroes {
		if x.Traits[id-turn.FirstTrait] = kept[id-turn.FirstTrait]; kept[id-turn.FirstTrait] > 0 {
			s.Bearers[id] |= turn.Bit(m)
		}
	}
	x.Base, x.Toughness = x.Kind.Base(), 0
	Prepare(s, m, false)
	s.SetMark(m, turn.MarkShape, k+1)
}

// A purchase is where a Hero's draft has come to: what is chosen for a shape, or the
// kind of followers.
type purchase struct {
	Shape     int // 0: the Hero's own
	Left      int // points for it
	followers bool
}

// purchaseAt returns the purchase after this many choices of a Hero's draft: its own
// shape, the kind of followers, and then each further shape (DUEL-36).
func purchaseAt(s *turn.State, m int8, n int) purchase {
	points := s.Game.Config.ResourcePoints
	if n <= points {
		return purchase{Left: points - n, followers: n == points}
	}
	n -= points + 1
	each := shapePoints(s, m)
	return purchase{Shape: 1 + n/each, Left: each - n%each}
}

// purchases returns how many choices the draft of a Hero has, as far as is known.
func purchases(s *turn.State, m int8) int {
	return s.Game.Config.ResourcePoints + 1 + Further(s, m)*shapePoints(s, m)
}

// shapePoints returns the points that are left to buy each further shape with: all have
// Shapeshifter as often as the Hero has bought it.
func shapePoints(s *turn.State, m int8) int {
	g := s.Game
	return g.Config.ResourcePoints - g.Price(turn.TraitShapeshifter)*max(0, Further(s, m)-g.GiftedShapes)
}

// Given returns how often one_up gives a trait.
func Given(c *config.Config, id turn.SkillID) (n int) {
	for _, gift := range Gifts(c) {
		if gift == id {
			n++
		}
	}
	return n
}

// Furnish fills the further shapes of a Hero from its warband, or empties them for
// a draft: each has what one_up gives.
func Furnish(s *turn.State, m int8, shapes []config.Shape) {
	if len(s.Wardrobes) == 0 {
		return
	}
	w := s.WardrobeOf(m)
	*w = turn.Wardrobe{}
	b := s.Build(m)
	for k := 1; k <= config.MaxShapes; k++ {
		r := &w.Shapes[k]
		for _, id := range s.Game.Gifts {
			if !id.OfHero() && CannotBuy(&s.Game.Config, id, b, s.Game.GiftedFollowers) == "" {
				r.Add(id)
			}
		}
		if k > len(shapes) {
			continue
		}
		for _, name := range shapes[k-1].Feats {
			id, _ := turn.SkillNamed(name)
			r.Add(id)
		}
		for name, times := range shapes[k-1].Traits {
			id, _ := turn.SkillNamed(name)
			for range times {
				r.Add(id)
			}
		}
	}
}

// MostShapes returns the largest number of further shapes that a Hero of the game can
// have.
func MostShapes(c *config.Config) (most int) {
	gift := Given(c, turn.TraitShapeshifter)
	if c.Warband != config.WarbandGiven {
		return min(c.MaxShapes, c.ResourcePoints+gift)
	}
	for seat := range seats(c) {
		for j := range c.ModelsPerPlayer {
			most = max(most, gift+c.Kit(seat, j).Traits[turn.TraitShapeshifter.String()])
		}
	}
	return most
}
