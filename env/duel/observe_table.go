package duel

import (
	"math/bits"

	"ringer/env"
	"ringer/env/duel/space"
)

// This file writes what the observation says of the table.

func (s *State) observeTokens(p int, centre space.Point, dst []float32) {
	g, l := s.game, &s.game.layout
	rows := dst[l.tokens:]
	for k := range g.hooks.things {
		for i := range g.hooks.things[k].count {
			row := rows[:l.tokenWidth]
			rows = rows[l.tokenWidth:]
			if t := g.hooks.things[k].show(s, i); t.there {
				s.observeThing(p, g.hooks.things[k].kind, t, centre, row)
			}
		}
	}
}

func (s *State) observeThing(p int, kind thingKind, t thing, centre space.Point, row []float32) {
	g, l := s.game, &s.game.layout
	row[0] = 1
	row[g.column[kind]] = 1
	if centre != space.Nowhere {
		row[4], row[5] = g.scaled(int(t.at.X)-int(centre.X)), g.scaled(int(t.at.Y)-int(centre.Y))
	}
	row[6], row[7] = g.scaled(int(t.at.X)), g.scaled(int(t.at.Y))
	row[8], row[9] = oneIf(t.free), float32(t.wait)/2
	if g.moreThings && t.side != nobody {
		whose := row[l.tokenWidth-2:]
		whose[0], whose[1] = oneIf(t.side == g.side[p]), oneIf(t.side != g.side[p])
	}
}

// observeFacts writes what the rules keep count of.
func (s *State) observeFacts(p int, dst []float32) {
	at := s.game.layout.facts
	for k := range s.game.hooks.facts {
		f := &s.game.hooks.facts[k]
		for i := range f.names {
			dst[at] = f.of(s, p, i)
			at++
		}
	}
}

func (s *State) observeTerrain(centre space.Point, dst []float32) {
	g, l := s.game, &s.game.layout
	for i := range g.pieces {
		if s.land.Gone>>i&1 != 0 {
			continue
		}
		piece := &g.pieces[i]
		row := dst[l.terrain+i*l.terrainWidth:][:l.terrainWidth]
		copy(row, piece.features)
		if centre != space.Nowhere {
			row[1] = (piece.x - float32(centre.X)*float32(g.step.Inches())) / lengthScale
			row[2] = (piece.y - float32(centre.Y)*float32(g.step.Inches())) / lengthScale
		}
		row[14] = float32(s.damage[i]) / float32(g.config.FragileHits)
	}
}

// observeExposure writes, for each destination that is legal, the share of the
// standing enemies that would see the model there.
func (s *State) observeExposure(dst []float32) {
	g, l := s.game, &s.game.layout
	if l.exposed == 0 {
		return
	}
	enemies := s.enemies(int(s.actor)) & s.standing()
	if enemies == 0 {
		return
	}
	share := 1 / float32(count(enemies))
	origin := s.centre()
	a := &g.actions
	for id := a.dest; id < a.edge; id++ {
		w := s.legal[id>>6] >> (id & 63)
		if w == 0 {
			id = id | 63
			continue
		}
		if id += env.Action(bits.TrailingZeros64(w)); id >= a.edge {
			break
		}
		at := g.scene.Index(g.destOf(origin, id))
		seen := float32(0)
		for rest := enemies; rest != 0; rest &= rest - 1 {
			if g.sights.has(at, g.scene.Index(s.models[first(rest)].at)) {
				seen += share
			}
		}
		dst[l.exposed+int(id-a.dest)] = min(seen, 1)
	}
}
