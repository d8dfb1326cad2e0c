package duel

import (
	"maps"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/turn"
)

// heroic reports whether a model of a position sets a field that only Heroes and
// followers have.
func heroic(p *turn.Placed) bool {
	return p.Kind != "" || len(p.Feats)+len(p.Traits)+len(p.Shapes)+len(p.Marker)+len(p.Marks)+len(p.Bonds) > 0 || p.Toughness != nil
}

// layHero sets the kind, feats, traits and shapes of a model of a position, in
// games with Heroes.
func layHero(s *turn.State, start *turn.State, m int8, p *turn.Placed, path string, f *env.Faults) {
	g, x := s.Game, &s.Models[m]
	if p.Kind+strings.Join(p.Feats, ", ") == "" && len(p.Traits) == 0 && start.Models[m].Kind != turn.Fighter {
		first := &start.Models[m]
		x.Kind, x.Base, x.Kit, x.Valour = first.Kind, first.Base, first.Kit, first.Valour
		x.Flags |= first.Flags & turn.FlagFrail
		for id := range s.Bearers {
			s.Bearers[id] |= start.Bearers[id] & turn.Bit(m)
		}
		if heroes.Further(s, m) > 0 {
			*s.WardrobeOf(m) = *start.WardrobeOf(m)
		}
	} else {
		layKind(s, m, p, path, f)
		for i, name := range p.Feats {
			laySkill(s, m, name, 1, config.Item(path+".feats", i), f)
		}
		for _, name := range slices.Sorted(maps.Keys(p.Traits)) {
			laySkill(s, m, name, p.Traits[name], path+".traits."+name, f)
		}
		heroes.Prepare(s, m, false)
		layShapes(s, m, p, path, f)
	}
	layWorn(s, m, p, path, f)
	if p.Toughness != nil {
		if x.Toughness = uint8(*p.Toughness); *p.Toughness < 0 || *p.Toughness > 20 {
			f.Add(path+".toughness", *p.Toughness, "a number from 0 to 20")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Marks)) {
		n := p.Marks[name]
		i := slices.Index(turn.MarkNames[:], name)
		if i < 0 || n < 0 || n > 60 {
			f.Add(path+".marks."+name, n, "a number for one of %s", strings.Join(turn.MarkNames[:], ", "))
			continue
		}
		if x.Marks[i] = uint8(n); turn.Mark(i) == turn.MarkShift && (n > 1+heroes.Further(s, m) || n == int(x.Marks[turn.MarkShape])) {
			f.Add(path+".marks."+name, n, "the number of another shape")
		}
	}
	if (len(p.Marker) > 0) != (s.Mark(m, turn.MarkShift) > 0) {
		f.Add(path+".marker", p.Marker, "a point with the mark %s, none without", turn.MarkNames[turn.MarkShift])
	} else if len(p.Marker) > 0 {
		s.WardrobeOf(m).Shift.At = s.Game.LayAt(p.Marker, path+".marker", f)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Bonds)) {
		whom := p.Bonds[name]
		i, e := slices.Index(turn.BondNames[:], name), g.ModelNamed(whom)
		if i < 0 || e == turn.Nobody || e == m {
			f.Add(path+".bonds."+name, whom, "another model for one of %s", strings.Join(turn.BondNames[:], ", "))
			continue
		}
		x.Bonds[i] = e
	}
}

// layShapes sets the shapes of a Hero of a position, and its present one.
func layShapes(s *turn.State, m int8, p *turn.Placed, path string, f *env.Faults) {
	n := heroes.Further(s, m)
	if n > s.Game.MostShapes {
		f.Add(path+".traits."+turn.TraitShapeshifter.String(), n, "at most %d", s.Game.MostShapes)
		return
	}
	if len(p.Shapes) != n {
		f.Add(path+".shapes", len(p.Shapes), "%d: one for each time the Hero has %s", n, turn.TraitShapeshifter)
		return
	}
	if n == 0 {
		return
	}
	for i := range p.Shapes {
		x, where := &p.Shapes[i], config.Item(path+".shapes", i)
		for _, name := range append(slices.Sorted(maps.Keys(x.Traits)), x.Feats...) {
			if id, ok := turn.SkillNamed(name); !ok || !s.Game.InGame.Has(id) || id.OfHero() || id.Trait() != (x.Traits[name] > 0) {
				f.Add(where, name, "feats under feats and traits under traits, of this game, but for those that a Hero has whatever its shape")
				return
			}
		}
	}
	heroes.Furnish(s, m, p.Shapes)
	heroes.Stow(s, m)
}

// layWorn sets the present shape of a Hero of a position, by its mark.
func layWorn(s *turn.State, m int8, p *turn.Placed, path string, f *env.Faults) {
	n := heroes.Further(s, m)
	if n == 0 {
		return
	}
	switch k := p.Marks[turn.MarkNames[turn.MarkShape]]; {
	case k < 0 || k > 1+n:
		f.Add(path+".marks."+turn.MarkNames[turn.MarkShape], k, "the number of a shape, from 1")
	case k > 1:
		heroes.Wear(s, m, k-1)
	}
}

// layKind makes a model of a position a Hero or a follower of its seat's first.
func layKind(s *turn.State, m int8, p *turn.Placed, path string, f *env.Faults) {
	g := s.Game
	k := turn.Kind(max(0, slices.Index(turn.KindNames[:], p.Kind)))
	if p.Kind == "" {
		if k = turn.Ganger; g.IsHero(m) {
			k = turn.Hero
		}
	}
	if k == turn.Fighter || (k == turn.Hero) != g.IsHero(m) {
		f.Add(path+".kind", p.Kind, "hero for the first %d models of a seat, ganger, rookie or animal for the others", g.Heroes)
		return
	}
	leader := g.FirstOf(s.Owner(m))
	if k == turn.Hero {
		leader = m
	}
	s.Become(m, k, g.KitFor(leader, k))
	if k != turn.Hero {
		s.Models[m].Leader = leader
	}
	if k == turn.Animal && s.Game.InGame.Has(turn.FeatFast) {
		s.Give(m, turn.FeatFast)
	}
}

// mostTimes is how often a model of a position can have a trait.
const mostTimes = 20

func laySkill(s *turn.State, m int8, name string, times int, path string, f *env.Faults) {
	id, ok := turn.SkillNamed(name)
	if !ok || !s.Game.InGame.Has(id) || times < 1 {
		f.Add(path, name, "a feat or trait of this game: one of its warbands, or any with warband=draft or random")
		return
	}
	if times > mostTimes {
		f.Add(path, times, "at most %d", mostTimes)
		return
	}
	for range times {
		s.Give(m, id)
	}
}
