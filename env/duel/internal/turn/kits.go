package turn

import "ringer/env/duel/internal/config"

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
