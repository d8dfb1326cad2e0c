package turn

import (
	"math/bits"

	"ringer/env"
	"ringer/env/duel/space"
)

// This file asks package space about the models of a state.

// Spot returns where a model stands, as package space sees it.
func (s *State) Spot(m int8) space.Model {
	x := &s.Models[m]
	return space.Model{At: x.At, Base: s.Base(m), Prone: x.Status == Prone}
}

// Put places a model at a point. One that hangs on a piece of terrain and comes to
// another place does not hang there any more (DUEL-44).
func (s *State) Put(m int8, to space.Point) {
	x := &s.Models[m]
	if to != x.At {
		x.Flags &^= FlagClimbing
		x.Climbed = 0
	}
	x.At = to
}

// Others lists everybody in play but one model.
func (s *State) Others(m int8, room *[MaxModels]space.Model) []space.Model {
	n := 0
	rest := s.InPlay
	if m != Nobody {
		rest &^= Bit(m)
	}
	for ; rest != 0; rest &= rest - 1 {
		room[n] = s.Spot(rest.First())
		n++
	}
	return room[:n]
}

// Free reports whether a model could stand at a point.
func (s *State) Free(m int8, p space.Point) bool {
	if !s.Game.Scene.Standable(p, s.Base(m), &s.Land) {
		return false
	}
	var room [MaxModels]space.Model
	return s.Game.Scene.Free(space.Model{At: p, Base: s.Base(m)}, &s.Land, s.Others(m, &room))
}

// Feet returns the height of the ground under a model.
func (s *State) Feet(m int8) space.Length { return s.Game.Scene.Height(s.Models[m].At, &s.Land) }

// Sees reports whether two models in play see each other (DUEL-4). On an untouched
// table standing pairs are looked up.
func (s *State) Sees(a, b int8) bool {
	g := s.Game
	for _, f := range g.Hooks.Seen {
		if !f(s, a, b) {
			return false
		}
	}
	x, y := &s.Models[a], &s.Models[b]
	if g.Sights != nil && x.Base == space.Normal && y.Base == space.Normal && x.Status == Standing && y.Status == Standing && s.Land.Untouched() {
		return g.Sights.Has(g.Scene.Index(x.At), g.Scene.Index(y.At))
	}
	return g.Scene.Sees(s.Spot(a), s.Spot(b), &s.Land)
}

// WouldSee reports whether standing fighters at two points would see each other on the
// table as it is now: where nothing near the line between them has changed, by the
// table of the map.
func (s *State) WouldSee(p, q space.Point) bool {
	g := s.Game
	if s.Land.Untouched() || !g.Scene.Changed(p, q, space.Normal, &s.Land) {
		return g.Sights.Has(g.Scene.Index(p), g.Scene.Index(q))
	}
	return g.Scene.Sees(space.Model{At: p, Base: space.Normal}, space.Model{At: q, Base: space.Normal}, &s.Land)
}

// TerrainCover returns how much of a target the terrain hides from an attacker.
func (s *State) TerrainCover(by, target int8) CoverLevel {
	switch s.Game.Scene.Sight(s.Spot(by), s.Spot(target), &s.Land).Cover {
	case space.NoCover:
		return CoverNone
	case space.LightCover:
		return CoverLight
	}
	return CoverHeavy
}

// Within reports whether the bases of two models are at most this many inches apart.
func (s *State) Within(a, b int8, inches float64) bool {
	return s.gap(a, b) <= inches
}

// Nearer reports whether the bases of two models are less than this many inches
// apart.
func (s *State) Nearer(a, b int8, inches float64) bool {
	return s.gap(a, b) < inches
}

// InContact reports whether two models are in base contact, or a model and the disc of a mob.
func (s *State) InContact(a, b int8) bool {
	if b >= MaxModels {
		return s.Game.Scene.ContactAt(s.Spot(a), s.Crowd(b).At, s.Game.MobRadius, &s.Land)
	}
	return s.Game.Scene.Contact(s.Spot(a), s.Spot(b), &s.Land)
}

// Contacts returns the models in play in base contact with one.
func (s *State) Contacts(m int8) ModelSet {
	var set ModelSet
	at := s.Models[m].At
	near := int8(int(s.Base(m).Radius()+s.Game.Widest.Radius())/int(s.Game.Step) + 1)
	for rest := s.InPlay &^ Bit(m); rest != 0; rest &= rest - 1 {
		e := rest.First()
		p := s.Models[e].At
		if p.X-at.X <= near && at.X-p.X <= near && p.Y-at.Y <= near && at.Y-p.Y <= near && s.InContact(m, e) {
			set |= Bit(e)
		}
	}
	return set
}

// Touches reports whether a model is in base contact with a token.
func (s *State) Touches(m int8, token space.Point) bool {
	return s.Game.Scene.ContactAt(s.Spot(m), token, space.Inches(TokenRadius), &s.Land)
}

// FarAway is more inches than any table has.
const FarAway = 1000

// NearestFree returns the free point nearest to another, or space.Nowhere.
func (s *State) NearestFree(m int8, to space.Point) space.Point {
	return s.NearestBelow(m, to, space.Inches(FarAway))
}

// NearestBelow returns the free point nearest to another that is no higher than top, or
// space.Nowhere.
func (s *State) NearestBelow(m int8, to space.Point, top space.Length) space.Point {
	var room [MaxModels]space.Model
	p, ok := s.Game.Scene.Nearest(to, s.Base(m), top, &s.Land, s.Others(m, &room))
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
	room   [MaxModels]space.Model
	others int
	found  bool

	walk Walk // of automata
}

// memory returns the memory that searches work in.
func (s *State) memory() *finder {
	if s.scratch == nil {
		s.scratch = &finder{reach: space.NewReach(s.Game.Scene)}
	}
	return s.scratch
}

// Find returns the points that a model can reach on a Move.
func (s *State) Find(m int8, allowance space.Length) *space.Reach {
	f := s.memory()
	s.describe(m, allowance, &f.asked)
	mover, move := s.Spot(m), f.asked
	mover.Prone = false
	var room [MaxModels]space.Model
	n := len(s.Others(m, &room))
	if f.found && f.mover == mover && f.move == move && f.others == n && f.room == room && f.land == s.Land {
		return f.reach
	}
	f.mover, f.move, f.land, f.room, f.others, f.found = mover, move, s.Land, room, n, true
	f.reach.Find(mover, move, &s.Land, room[:n])
	return f.reach
}

// describe writes a Move of a model with what the rules let it do on the way.
func (s *State) describe(m int8, allowance space.Length, move *space.Move) {
	*move = space.Move{Allowance: min(allowance, s.Game.radius)}
	for _, f := range s.Game.Hooks.Way {
		f(s, m, move)
	}
}

// AllowReach makes the destinations of a Move legal.
func (s *State) AllowReach(m int8, r *space.Reach) {
	g := s.Game
	at := s.Models[m].At
	if g.Actions.Absolute {
		for id := range g.Scene.Disc().Len() {
			if r.Has(id) {
				s.Allow(g.DestID(at, at.Add(g.Scene.Disc().Offset(id))))
			}
		}
		return
	}
	first, shift := int(g.Actions.Dest>>6), uint(g.Actions.Dest&63)
	for i, w := range r.Set() {
		s.legal[first+i] |= w << shift
		if over := w >> (64 - shift); over != 0 { // nothing where shift is 0
			s.legal[first+i+1] |= over
		}
	}
}

// allowMoves makes the destinations of a Move legal, and the edges within reach.
// A model held in a melee may only go where it stays in contact with all who
// hold it (DUEL-57).
func (s *State) allowMoves(m int8, allowance space.Length, held ModelSet) {
	s.offered = offer{open: true, m: m, far: allowance, held: held}
}

// findMoves does so at once.
func (s *State) findMoves(m int8, allowance space.Length, held ModelSet) {
	g := s.Game
	r := s.Find(m, allowance)
	s.AllowReach(m, r)
	if held == 0 {
		for e := range space.Edge(space.Edges) {
			if _, ok := r.Exit(e); ok {
				s.Allow(g.Actions.Edge + env.Action(e))
			}
		}
		return
	}
	s.keepContact(m, held)
}

// keepContact leaves of the legal destinations of a model those that are in contact with
// all of a set.
func (s *State) keepContact(m int8, held ModelSet) {
	g, at := s.Game, s.Models[m].At
	for id := g.Actions.Dest; id < g.Actions.Edge; id++ {
		if !s.legal.has(id) {
			continue
		}
		to := space.Model{At: g.DestOf(at, id), Base: s.Base(m)}
		for rest := held; rest != 0; rest &= rest - 1 {
			if !g.Scene.Contact(to, s.Spot(rest.First()), &s.Land) {
				s.legal[id>>6] &^= 1 << (id & 63)
				break
			}
		}
	}
}

// ChargePoint returns where a charge at an enemy would end.
func (s *State) ChargePoint(m, e int8) (space.Point, bool) {
	var room [MaxModels]space.Model
	return s.memory().reach.Charge(s.Spot(m), s.Spot(e), s.straightOn(m, s.ChargeLength(m)), &s.Land, s.Others(m, &room))
}

// straightOn returns what a model can do on a straight way of some length: jump, but
// not leap.
func (s *State) straightOn(m int8, far space.Length) space.Move {
	move := &s.memory().asked // on the heap already
	s.describe(m, far, move)
	move.Leap = 0
	return *move
}

// AllowStraight makes the points and edges legal that a straight Move reaches, of a
// model held in a melee only points in contact with all who hold it (DUEL-57).
func (s *State) AllowStraight(m int8, far space.Length, held ModelSet) {
	g, r := s.Game, s.memory().reach
	var room [MaxModels]space.Model
	others, at, move := s.Others(m, &room), s.Models[m].At, s.straightOn(m, far)
	for id := range g.Scene.Disc().Len() {
		to := at.Add(g.Scene.Disc().Offset(id))
		if g.Scene.Holds(to) && g.Scene.Distance(at, to) <= far.Inches() &&
			g.Scene.Free(space.Model{At: to, Base: s.Base(m)}, &s.Land, others) && g.Scene.SweepFree(s.Spot(m), to, &s.Land, others) &&
			r.Straight(s.Spot(m), to, move, &s.Land) <= far {
			s.Allow(g.DestID(at, to))
		}
	}
	if held != 0 {
		s.keepContact(m, held)
		return
	}
	for e := range space.Edge(space.Edges) {
		if r.StraightOff(s.Spot(m), e, move, &s.Land, others) {
			s.Allow(g.Actions.Edge + env.Action(e))
		}
	}
}

// Lowest returns the number of the first piece of a set; -1 for none.
func Lowest(set uint64) int {
	if set == 0 {
		return -1
	}
	return bits.TrailingZeros64(set)
}

// A CoverLevel says how well a target is hidden.
type CoverLevel uint8

// EdgeDistance returns how far a point is from the nearest edge, in inches.
func (g *Game) EdgeDistance(p space.Point) float64 {
	d := min(int(p.X), int(p.Y), g.Columns-1-int(p.X), g.Rows-1-int(p.Y))
	return float64(d) * g.Step.Inches()
}

const (
	CoverNone CoverLevel = iota
	CoverLight
	CoverHeavy
)
