package turn

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/space"
)

// kitsOfHero are the equipment of a Hero and of its followers by kind, in the
// order of the kinds.
const kitsOfHero = int(Kinds)

// outfit compiles the kits of all models.
func (g *Game) outfit() {
	c := &g.Config
	if !c.Heroes {
		for m := range int8(g.Models) {
			seat := g.SeatOf(m)
			if arms := g.Scenario.Arms; arms != nil && g.Automatic(m) {
				g.Kits = append(g.Kits, *arms)
				continue
			}
			g.Kits = append(g.Kits, c.Compile(c.Kit(seat, int(m-g.FirstOf(seat)))))
		}
		return
	}
	for seat := range g.Seats {
		for j := range g.Heroes {
			k := c.Kit(seat, j)
			for kind := range Kinds {
				x := &config.Kit{Kind: KindNames[kind]}
				if kind <= Hero {
					x = k
				}
				for i := range k.Followers {
					if k.Followers[i].Kind == KindNames[kind] {
						x = &k.Followers[i]
					}
				}
				g.Kits = append(g.Kits, c.Compile(x))
			}
		}
	}
}

// KitFor returns the kit of a kind that belongs to a Hero.
func (g *Game) KitFor(m int8, k Kind) int {
	seat := g.SeatOf(m)
	return (seat*g.Heroes+int(m-g.FirstOf(seat)))*kitsOfHero + int(k)
}

// IsHero reports whether a model is a Hero's place in its warband.
func (g *Game) IsHero(m int8) bool {
	return g.Config.Heroes && int(m-g.FirstOf(g.SeatOf(m))) < g.Heroes
}

// Become makes a model one of a kind, with the equipment of a kit.
func (s *State) Become(m int8, k Kind, kit int) {
	x := &s.Models[m]
	x.Kind, x.Base, x.Kit = k, k.Base(), uint8(kit)
	if x.Flags &^= FlagFrail; k.Frail() {
		x.Flags |= FlagFrail
	}
}

// Drafts returns the number of Heroes that are drafted.
func (g *Game) Drafts() int {
	if g.Config.Heroes && g.Config.Warband != config.WarbandGiven {
		return g.Seats * g.Heroes
	}
	return 0
}

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

// A Wardrobe holds the shapes of a Hero, from its own, and what it is doing about them.
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
