package duel

import (
	"maps"
	"slices"

	"ringer/env"
)

// heroic says whether a model of a position has what only Heroes and followers
// have.
func (p *Placed) heroic() bool {
	return p.Kind != "" || len(p.Feats)+len(p.Traits)+len(p.Shapes)+len(p.Marker)+len(p.Marks)+len(p.Bonds) > 0 || p.Toughness != nil
}

// layHero makes a model of a position what it is where Heroes are played.
func (s *State) layHero(m int8, p *Placed, path string, f *env.Faults) {
	g, x := s.game, &s.models[m]
	if p.Kind+joined(p.Feats) == "" && len(p.Traits) == 0 && g.first.models[m].kind != fighter {
		first := &g.first.models[m]
		x.kind, x.base, x.kit, x.valour = first.kind, first.base, first.kit, first.valour
		x.flags |= first.flags & flagFrail
		for id := range s.bearers {
			s.bearers[id] |= g.first.bearers[id] & bit(m)
		}
		if s.further(m) > 0 {
			*s.wardrobeOf(m) = *g.first.wardrobeOf(m)
		}
	} else {
		s.layKind(m, p, path, f)
		for i, name := range p.Feats {
			s.laySkill(m, name, 1, at(path+".feats", i), f)
		}
		for _, name := range slices.Sorted(maps.Keys(p.Traits)) {
			s.laySkill(m, name, p.Traits[name], path+".traits."+name, f)
		}
		s.prepare(m, false)
		s.layShapes(m, p, path, f)
	}
	s.layWorn(m, p, path, f)
	if p.Toughness != nil {
		if x.toughness = uint8(*p.Toughness); *p.Toughness < 0 || *p.Toughness > 20 {
			f.Add(path+".toughness", *p.Toughness, "a number from 0 to 20")
		}
	}
	for name, n := range p.Marks {
		i := slices.Index(markNames[:], name)
		if i < 0 || n < 0 || n > 60 {
			f.Add(path+".marks."+name, n, "a number for one of %s", joined(markNames[:]))
			continue
		}
		if x.marks[i] = uint8(n); mark(i) == markShift && (n > 1+s.further(m) || n == int(x.marks[markShape])) {
			f.Add(path+".marks."+name, n, "the number of another shape")
		}
	}
	if (len(p.Marker) > 0) != (s.mark(m, markShift) > 0) {
		f.Add(path+".marker", p.Marker, "a point with the mark %s, none without", markNames[markShift])
	} else if len(p.Marker) > 0 {
		s.wardrobeOf(m).shift.at = s.game.layAt(p.Marker, path+".marker", f)
	}
	for name, whom := range p.Bonds {
		i, e := slices.Index(bondNames[:], name), g.modelNamed(whom)
		if i < 0 || e == nobody || e == m {
			f.Add(path+".bonds."+name, whom, "another model for one of %s", joined(bondNames[:]))
			continue
		}
		x.bonds[i] = e
	}
}

// layShapes gives a Hero of a position its shapes, and the one that it has.
func (s *State) layShapes(m int8, p *Placed, path string, f *env.Faults) {
	n := s.further(m)
	if n > s.game.mostShapes {
		f.Add(path+".traits."+traitShapeshifter.String(), n, "at most %d", s.game.mostShapes)
		return
	}
	if len(p.Shapes) != n {
		f.Add(path+".shapes", len(p.Shapes), "%d: one for each time the Hero has %s", n, traitShapeshifter)
		return
	}
	if n == 0 {
		return
	}
	for i := range p.Shapes {
		x, where := &p.Shapes[i], at(path+".shapes", i)
		for _, name := range append(slices.Sorted(maps.Keys(x.Traits)), x.Feats...) {
			if id, ok := skillNamed(name); !ok || !s.game.inGame.has(id) || id.ofHero() || id.trait() != (x.Traits[name] > 0) {
				f.Add(where, name, "feats under feats and traits under traits, of this game, but for those that a Hero has whatever its shape")
				return
			}
		}
	}
	s.furnish(m, p.Shapes)
	s.stow(m)
}

// layWorn gives a Hero of a position the shape that it has by its mark.
func (s *State) layWorn(m int8, p *Placed, path string, f *env.Faults) {
	n := s.further(m)
	if n == 0 {
		return
	}
	switch k := p.Marks[markNames[markShape]]; {
	case k < 0 || k > 1+n:
		f.Add(path+".marks."+markNames[markShape], k, "the number of a shape, from 1")
	case k > 1:
		s.wear(m, k-1)
	}
}

// layKind makes a model of a position a Hero or a follower of its seat's first.
func (s *State) layKind(m int8, p *Placed, path string, f *env.Faults) {
	g := s.game
	k := kind(max(0, slices.Index(kindNames[:], p.Kind)))
	if p.Kind == "" {
		if k = ganger; g.isHero(m) {
			k = hero
		}
	}
	if k == fighter || (k == hero) != g.isHero(m) {
		f.Add(path+".kind", p.Kind, "hero for the first %d models of a seat, ganger, rookie or animal for the others", g.heroes)
		return
	}
	leader := g.firstOf(s.owner(m))
	if k == hero {
		leader = m
	}
	s.become(m, k, g.kitFor(leader, k))
	if k != hero {
		s.models[m].leader = leader
	}
	if k == animal && s.game.inGame.has(featFast) {
		s.give(m, featFast)
	}
}

func (s *State) laySkill(m int8, name string, times int, path string, f *env.Faults) {
	id, ok := skillNamed(name)
	if !ok || !s.game.inGame.has(id) || times < 1 {
		f.Add(path, name, "a feat or trait of this game: one of its warbands, or any with warband=draft or random")
		return
	}
	for range times {
		s.give(m, id)
	}
}
