package duel

import (
	"maps"
	"slices"

	"ringer/env"
)

// heroic says whether a model of a position has what only Heroes and followers
// have.
func (p *Placed) heroic() bool {
	return p.Kind != "" || len(p.Feats)+len(p.Traits)+len(p.Marks)+len(p.Bonds) > 0 || p.Toughness != nil
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
	} else {
		s.layKind(m, p, path, f)
		for i, name := range p.Feats {
			s.laySkill(m, name, 1, at(path+".feats", i), f)
		}
		for _, name := range slices.Sorted(maps.Keys(p.Traits)) {
			s.laySkill(m, name, p.Traits[name], path+".traits."+name, f)
		}
		for id, k := range skills {
			if k != nil && k.fielded != nil && id != int(traitFollower) && s.bears(m, skillID(id)) {
				k.fielded(s, m)
			}
		}
	}
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
		x.marks[i] = uint8(n)
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
