package duel

import (
	"math/bits"

	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/layout"
)

// This file writes the fields of the observation that describe the table.

func (l *observer) observeTokens(s *turn.State, p int, centre space.Point, dst []float32) {
	g := s.Game
	next := 0
	for k := range g.Hooks.Things {
		for i := range g.Hooks.Things[k].Count {
			row := l.tokens.Row(dst, next)
			next++
			if t := g.Hooks.Things[k].Show(s, i); t.There {
				l.observeThing(s, p, g.Hooks.Things[k].Kind, t, centre, row)
			}
		}
	}
}

func (l *observer) observeThing(s *turn.State, p int, kind turn.ThingKind, t turn.Thing, centre space.Point, row []float32) {
	g := s.Game
	row[tokenThere] = 1
	row[l.kindColumn[kind]] = 1
	if centre != space.Nowhere {
		row[tokenDX], row[tokenDY] = scaled(g, int(t.At.X)-int(centre.X)), scaled(g, int(t.At.Y)-int(centre.Y))
	}
	row[tokenX], row[tokenY] = scaled(g, int(t.At.X)), scaled(g, int(t.At.Y))
	row[tokenFree], row[tokenWait] = layout.Bit(t.Free), float32(t.Wait)/2
	if l.tokenSide > 0 && t.Side != turn.Nobody {
		whose := row[l.tokenSide:]
		whose[tokenOurs], whose[tokenTheirs] = layout.Bit(t.Side == g.Side[p]), layout.Bit(t.Side != g.Side[p])
	}
}

// observeFacts writes the facts that the rules count.
func (l *observer) observeFacts(s *turn.State, p int, dst []float32) {
	facts, at := l.facts.In(dst), 0
	for k := range s.Game.Hooks.Facts {
		f := &s.Game.Hooks.Facts[k]
		for i := range f.Names {
			facts[at] = f.Of(s, p, i)
			at++
		}
	}
}

func (l *observer) observeTerrain(s *turn.State, centre space.Point, dst []float32) {
	g := s.Game
	for i := range l.pieces {
		if s.Land.Gone>>i&1 != 0 {
			continue
		}
		piece := &l.pieces[i]
		row := l.terrain.Row(dst, i)
		copy(row, piece.features)
		if centre != space.Nowhere {
			row[terrainDX] = (piece.x - float32(centre.X)*float32(g.Step.Inches())) / lengthScale
			row[terrainDY] = (piece.y - float32(centre.Y)*float32(g.Step.Inches())) / lengthScale
		}
		row[terrainDamage] = float32(s.Damage[i]) / float32(g.Config.FragileHits)
	}
}

// observeExposure writes, for each destination that is legal, the share of the
// standing enemies that would see the model there.
func (l *observer) observeExposure(s *turn.State, dst []float32) {
	g := s.Game
	if !l.exposed.Exists() {
		return
	}
	enemies := s.Enemies(int(s.Actor)) & s.Standing()
	if enemies == 0 {
		return
	}
	exposed := l.exposed.In(dst)
	share := 1 / float32(enemies.Count())
	origin := centre(s)
	a := &g.Actions
	for id := a.Dest; id < a.Edge; id++ {
		w := s.Legal[id>>6] >> (id & 63)
		if w == 0 {
			id = id | 63
			continue
		}
		if id += env.Action(bits.TrailingZeros64(w)); id >= a.Edge {
			break
		}
		at := g.Scene.Index(g.DestOf(origin, id))
		seen := float32(0)
		for rest := enemies; rest != 0; rest &= rest - 1 {
			if g.Sights.Has(at, g.Scene.Index(s.Models[rest.First()].At)) {
				seen += share
			}
		}
		exposed[id-a.Dest] = min(seen, 1)
	}
}

// A piece holds the observed columns of a piece of the map.
type piece struct {
	x, y     float32 // of its centre, in inches
	features []float32
}

// readPieces computes the columns of the terrain, which do not change in play.
func (l *observer) readPieces(g *turn.Game) {
	for i := range g.Scene.Pieces() {
		t := g.Scene.TypeOf(i)
		at, radius := g.Scene.CentreOf(i)
		f := make([]float32, len(terrainColumns))
		f[terrainThere] = 1
		f[terrainRadius], f[terrainHeight] = float32(radius)/lengthScale, float32(g.Scene.TopOf(i).Inches())/lengthScale
		f[terrainWalk], f[terrainSee], f[terrainCover], f[terrainStand] = layout.Bit(t.Walk), layout.Bit(t.See), layout.Bit(t.Cover), layout.Bit(t.Stand)
		for k, kind := range []space.Kind{space.Water, space.Fragile, space.Laser, space.Tree, space.Gap} {
			f[terrainKind+k] = layout.Bit(t.Kind == kind)
		}
		l.pieces = append(l.pieces, piece{float32(at[0]), float32(at[1]), f})
	}
}
