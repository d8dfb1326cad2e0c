package duel

import (
	"math/bits"

	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// This file writes what the observation says of the table.

func (l *layout) observeTokens(s *turn.State, p int, centre space.Point, dst []float32) {
	g := s.Game
	rows := dst[l.tokens:]
	for k := range g.Hooks.Things {
		for i := range g.Hooks.Things[k].Count {
			row := rows[:l.tokenWidth]
			rows = rows[l.tokenWidth:]
			if t := g.Hooks.Things[k].Show(s, i); t.There {
				l.observeThing(s, p, g.Hooks.Things[k].Kind, t, centre, row)
			}
		}
	}
}

func (l *layout) observeThing(s *turn.State, p int, kind turn.ThingKind, t turn.Thing, centre space.Point, row []float32) {
	g := s.Game
	row[0] = 1
	row[l.kindColumn[kind]] = 1
	if centre != space.Nowhere {
		row[4], row[5] = scaled(g, int(t.At.X)-int(centre.X)), scaled(g, int(t.At.Y)-int(centre.Y))
	}
	row[6], row[7] = scaled(g, int(t.At.X)), scaled(g, int(t.At.Y))
	row[8], row[9] = oneIf(t.Free), float32(t.Wait)/2
	if l.moreThings && t.Side != turn.Nobody {
		whose := row[l.tokenWidth-2:]
		whose[0], whose[1] = oneIf(t.Side == g.Side[p]), oneIf(t.Side != g.Side[p])
	}
}

// observeFacts writes what the rules keep count of.
func (l *layout) observeFacts(s *turn.State, p int, dst []float32) {
	at := l.facts
	for k := range s.Game.Hooks.Facts {
		f := &s.Game.Hooks.Facts[k]
		for i := range f.Names {
			dst[at] = f.Of(s, p, i)
			at++
		}
	}
}

func (l *layout) observeTerrain(s *turn.State, centre space.Point, dst []float32) {
	g := s.Game
	for i := range l.pieces {
		if s.Land.Gone>>i&1 != 0 {
			continue
		}
		piece := &l.pieces[i]
		row := dst[l.terrain+i*l.terrainWidth:][:l.terrainWidth]
		copy(row, piece.features)
		if centre != space.Nowhere {
			row[1] = (piece.x - float32(centre.X)*float32(g.Step.Inches())) / lengthScale
			row[2] = (piece.y - float32(centre.Y)*float32(g.Step.Inches())) / lengthScale
		}
		row[14] = float32(s.Damage[i]) / float32(g.Config.FragileHits)
	}
}

// observeExposure writes, for each destination that is legal, the share of the
// standing enemies that would see the model there.
func (l *layout) observeExposure(s *turn.State, dst []float32) {
	g := s.Game
	if l.exposed == 0 {
		return
	}
	enemies := s.Enemies(int(s.Actor)) & s.Standing()
	if enemies == 0 {
		return
	}
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
		dst[l.exposed+int(id-a.Dest)] = min(seen, 1)
	}
}

// A piece of the map as the observation shows it.
type piece struct {
	x, y     float32 // of its centre, in inches
	features []float32
}

// readPieces prepares what the observation says of the terrain.
func (l *layout) readPieces(g *turn.Game) {
	for i := range g.Scene.Pieces() {
		t := g.Scene.TypeOf(i)
		at, radius := g.Scene.CentreOf(i)
		f := make([]float32, len(terrainFeatures))
		f[0] = 1
		f[3], f[4] = float32(radius)/lengthScale, float32(g.Scene.TopOf(i).Inches())/lengthScale
		f[5], f[6], f[7], f[8] = oneIf(t.Walk), oneIf(t.See), oneIf(t.Cover), oneIf(t.Stand)
		for k, kind := range []space.Kind{space.Water, space.Fragile, space.Laser, space.Tree, space.Gap} {
			f[9+k] = oneIf(t.Kind == kind)
		}
		l.pieces = append(l.pieces, piece{float32(at[0]), float32(at[1]), f})
	}
}
