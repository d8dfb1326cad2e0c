package turn

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// A Repertoire is a set of feats and traits.
type Repertoire struct {
	Set    SkillSet
	Traits [traits]uint8
}

// Add puts a feat into the repertoire, or a trait once more.
func (r *Repertoire) Add(id SkillID) {
	r.Set |= 1 << id
	if id.Trait() {
		r.Traits[id-FirstTrait]++
	}
}

// Show returns a repertoire as configurations have it.
func (r *Repertoire) Show() (x config.Shape) {
	for id := NoSkill + 1; id < SkillIDs; id++ {
		switch {
		case id.OfHero() || !r.Set.Has(id):
		case !id.Trait():
			x.Feats = append(x.Feats, id.String())
		default:
			if x.Traits == nil {
				x.Traits = map[string]int{}
			}
			x.Traits[id.String()] = int(r.Traits[id-FirstTrait])
		}
	}
	return x
}

// A Wardrobe holds the shapes of a Hero, from that of its own, and what it is doing
// about them.
type Wardrobe struct {
	Shapes [1 + config.MaxShapes]Repertoire
	Shift  Shift
}

// A Shift holds where a Hero is about to have another shape; its mark says which.
type Shift struct {
	At    space.Point // of the marker
	Begun bool        // in the activation under way
}

// Shapely returns the number of Heroes of a game in which some have shapes; 0 in others.
func (g *Game) Shapely() int {
	if !g.InGame.Has(TraitShapeshifter) {
		return 0
	}
	return g.Seats * g.Heroes
}

// WardrobeOf returns where a Hero keeps its shapes. Only games with the trait have any.
func (s *State) WardrobeOf(m int8) *Wardrobe {
	g := s.Game
	seat := g.SeatOf(m)
	return &s.Wardrobes[seat*g.Heroes+int(m-g.FirstOf(seat))]
}
