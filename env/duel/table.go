package duel

import (
	"math/bits"

	"ringer/env"
	"ringer/env/duel/space"
)

// This file asks package space about the models of a state.

// spot is where a model stands, as package space sees it.
func (s *State) spot(m int8) space.Model {
	x := &s.models[m]
	return space.Model{At: x.at, Base: s.base(m), Prone: x.status == prone}
}

// others lists everybody in play but one model.
func (s *State) others(m int8, room *[maxModels]space.Model) []space.Model {
	n := 0
	rest := s.inPlay
	if m != nobody {
		rest &^= bit(m)
	}
	for ; rest != 0; rest &= rest - 1 {
		room[n] = s.spot(first(rest))
		n++
	}
	return room[:n]
}

// free says whether a model could stand at a point.
func (s *State) free(m int8, p space.Point) bool {
	if !s.game.scene.Standable(p, s.base(m), &s.land) {
		return false
	}
	var room [maxModels]space.Model
	return s.game.scene.Free(space.Model{At: p, Base: s.base(m)}, &s.land, s.others(m, &room))
}

// feet is the height of the ground under a model.
func (s *State) feet(m int8) space.Length { return s.game.scene.Height(s.models[m].at, &s.land) }

// sees says whether two models in play see each other (DUEL-4). On an untouched
// table standing pairs are looked up.
func (s *State) sees(a, b int8) bool {
	g := s.game
	for _, f := range g.hooks.seen {
		if !f(s, a, b) {
			return false
		}
	}
	x, y := &s.models[a], &s.models[b]
	if g.sights != nil && x.base == space.Normal && y.base == space.Normal && x.status == standing && y.status == standing && s.land.Gone == 0 && len(s.land.Added()) == 0 && len(s.land.Mobs()) == 0 {
		return g.sights.has(g.scene.Index(x.at), g.scene.Index(y.at))
	}
	return g.scene.Sees(s.spot(a), s.spot(b), &s.land)
}

// terrainCover is how much of a target the terrain hides from an attacker.
func (s *State) terrainCover(by, target int8) coverLevel {
	switch s.game.scene.Sight(s.spot(by), s.spot(target), &s.land).Cover {
	case space.NoCover:
		return coverNone
	case space.LightCover:
		return coverLight
	}
	return coverHeavy
}

// within says whether the bases of two models are at most so many inches apart.
func (s *State) within(a, b int8, inches float64) bool {
	return s.game.scene.Range(s.spot(a), s.spot(b), &s.land) <= inches
}

// nearer says whether the bases of two models are less than so many inches
// apart.
func (s *State) nearer(a, b int8, inches float64) bool {
	return s.game.scene.Range(s.spot(a), s.spot(b), &s.land) < inches
}

// inContact says whether two models are in base contact.
func (s *State) inContact(a, b int8) bool {
	return s.game.scene.Contact(s.spot(a), s.spot(b), &s.land)
}

// contacts are the models in play in base contact with one.
func (s *State) contacts(m int8) modelSet {
	var set modelSet
	at := s.models[m].at
	near := int8(int(s.base(m).Radius()+s.game.widest.Radius())/int(s.game.step) + 1)
	for rest := s.inPlay &^ bit(m); rest != 0; rest &= rest - 1 {
		e := first(rest)
		p := s.models[e].at
		if p.X-at.X <= near && at.X-p.X <= near && p.Y-at.Y <= near && at.Y-p.Y <= near && s.inContact(m, e) {
			set |= bit(e)
		}
	}
	return set
}

// touches says whether a model is in base contact with a token.
func (s *State) touches(m int8, token space.Point) bool {
	return s.game.scene.ContactAt(s.spot(m), token, space.Inches(tokenRadius), &s.land)
}

// farAway is more inches than any table has.
const farAway = 1000

// nearestFree is the free point nearest to another, or space.Nowhere.
func (s *State) nearestFree(m int8, to space.Point) space.Point {
	return s.nearestBelow(m, to, space.Inches(farAway))
}

// nearestBelow is the same among points no higher than top.
func (s *State) nearestBelow(m int8, to space.Point, top space.Length) space.Point {
	var room [maxModels]space.Model
	p, ok := s.game.scene.Nearest(to, s.base(m), top, &s.land, s.others(m, &room))
	if !ok {
		return space.Nowhere
	}
	return p
}

// A finder works out Moves and remembers the last one: the question where to
// go and the way there are about the same Move.
type finder struct {
	reach  *space.Reach
	mover  space.Model
	move   space.Move
	asked  space.Move
	land   space.Field
	room   [maxModels]space.Model
	others int
	found  bool

	walk walk // of automata
}

// memory is what the state works in.
func (s *State) memory() *finder {
	if s.scratch == nil {
		s.scratch = &finder{reach: space.NewReach(s.game.scene)}
	}
	return s.scratch
}

// find works out a Move.
func (s *State) find(m int8, allowance space.Length) *space.Reach {
	f := s.memory()
	s.describe(m, allowance, &f.asked)
	mover, move := s.spot(m), f.asked
	mover.Prone = false
	var room [maxModels]space.Model
	n := len(s.others(m, &room))
	if f.found && f.mover == mover && f.move == move && f.others == n && f.room == room && f.land == s.land {
		return f.reach
	}
	f.mover, f.move, f.land, f.room, f.others, f.found = mover, move, s.land, room, n, true
	f.reach.Find(mover, move, &s.land, room[:n])
	return f.reach
}

// describe writes a Move of a model with what the rules let it do on the way.
func (s *State) describe(m int8, allowance space.Length, move *space.Move) {
	*move = space.Move{Allowance: min(allowance, s.game.radius)}
	if s.game.config.Jump {
		move.JumpWidth, move.JumpRise = jumpOf(s.build(m).protection, move.Allowance)
	}
	for _, f := range s.game.hooks.way {
		f(s, m, move)
	}
}

// allowReach makes the destinations of a Move legal.
func (s *State) allowReach(m int8, r *space.Reach) {
	g := s.game
	at := s.models[m].at
	if g.actions.absolute {
		for id := range g.scene.Disc().Len() {
			if r.Has(id) {
				s.allow(g.destID(at, at.Add(g.scene.Disc().Offset(id))))
			}
		}
		return
	}
	for id := range g.scene.Disc().Len() {
		if r.Has(id) {
			s.allow(g.actions.dest + env.Action(id))
		}
	}
}

// allowMoves makes the destinations of a Move legal, and the edges within reach.
// A model held in a melee may only go where it stays in contact with all who
// hold it (DUEL-57).
func (s *State) allowMoves(m int8, allowance space.Length, held modelSet) {
	g := s.game
	r := s.find(m, allowance)
	s.allowReach(m, r)
	if held == 0 {
		for e := range space.Edge(space.Edges) {
			if _, ok := r.Exit(e); ok {
				s.allow(g.actions.edge + env.Action(e))
			}
		}
		return
	}
	at := s.models[m].at
	for id := g.actions.dest; id < g.actions.edge; id++ {
		if s.legal[id>>6]>>(id&63)&1 == 0 {
			continue
		}
		to := space.Model{At: g.destOf(at, id), Base: s.base(m)}
		for rest := held; rest != 0; rest &= rest - 1 {
			if !g.scene.Contact(to, s.spot(first(rest)), &s.land) {
				s.legal[id>>6] &^= 1 << (id & 63)
				break
			}
		}
	}
}

// chargePoint is where a charge at an enemy would end.
func (s *State) chargePoint(m, e int8) (space.Point, bool) {
	var room [maxModels]space.Model
	far := s.chargeLength(m)
	return s.game.scene.Charge(s.spot(m), s.spot(e), min(far, s.game.radius), &s.land, s.others(m, &room))
}

// allowStraight makes the points legal that a straight Move reaches.
func (s *State) allowStraight(m int8, far space.Length) {
	g := s.game
	var room [maxModels]space.Model
	others, at := s.others(m, &room), s.models[m].at
	for id := range g.scene.Disc().Len() {
		to := at.Add(g.scene.Disc().Offset(id))
		if g.scene.Holds(to) && g.scene.Distance(at, to) <= far.Inches() &&
			g.scene.Free(space.Model{At: to, Base: s.base(m)}, &s.land, others) && g.scene.SweepFree(s.spot(m), to, &s.land, others) {
			s.allow(g.destID(at, to))
		}
	}
}

// A sightTable holds, for all pairs of points where a fighter can stand, whether
// two standing ones would see each other on the untouched table.
type sightTable struct {
	points int
	bits   []uint64
}

// maxSightPoints is the largest lattice that a table is made for.
const maxSightPoints = 700

func newSightTable(scene *space.Scene) *sightTable {
	n := scene.Points()
	if n > maxSightPoints {
		return nil
	}
	t := &sightTable{points: n, bits: make([]uint64, (n*n+63)/64)}
	open := true
	for i := range scene.Pieces() {
		open = open && scene.TypeOf(i).See
	}
	if open { // nothing hides anybody
		for i := range t.bits {
			t.bits[i] = ^uint64(0)
		}
		return t
	}
	var f space.Field
	for i := range n {
		p := scene.PointAt(i)
		if !scene.Standable(p, space.Normal, &f) {
			continue
		}
		a := space.Model{At: p, Base: space.Normal}
		for j := i; j < n; j++ {
			q := scene.PointAt(j)
			if scene.Standable(q, space.Normal, &f) && scene.Sees(a, space.Model{At: q, Base: space.Normal}, &f) {
				t.set(i, j)
				t.set(j, i)
			}
		}
	}
	return t
}

func (t *sightTable) set(i, j int) { k := i*t.points + j; t.bits[k/64] |= 1 << (k % 64) }

func (t *sightTable) has(i, j int) bool {
	k := i*t.points + j
	return t.bits[k/64]>>(k%64)&1 != 0
}

// A piece of the map as the observation shows it.
type piece struct {
	x, y     float32 // of its centre, in inches
	features []float32
}

// readPieces prepares what the observation says of the terrain.
func (g *Game) readPieces() {
	for i := range g.scene.Pieces() {
		t := g.scene.TypeOf(i)
		at, radius := g.scene.CentreOf(i)
		f := make([]float32, len(terrainFeatures))
		f[0] = 1
		f[3], f[4] = float32(radius)/lengthScale, float32(g.scene.TopOf(i).Inches())/lengthScale
		f[5], f[6], f[7], f[8] = oneIf(t.Walk), oneIf(t.See), oneIf(t.Cover), oneIf(t.Stand)
		for k, kind := range []space.Kind{space.Water, space.Fragile, space.Laser, space.Tree, space.Gap} {
			f[9+k] = oneIf(t.Kind == kind)
		}
		g.pieces = append(g.pieces, piece{float32(at[0]), float32(at[1]), f})
	}
}

// lowest is the number of the first piece of a set; -1 for none.
func lowest(set uint64) int {
	if set == 0 {
		return -1
	}
	return bits.TrailingZeros64(set)
}
