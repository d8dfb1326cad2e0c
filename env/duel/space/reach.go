package space

import (
	"math"
	"math/bits"
)

// Edge is a side of the area.
type Edge uint8

// The edges, counter-clockwise from the south.
const (
	South Edge = iota
	East
	North
	West
	Edges = 4
)

func (e Edge) String() string { return [...]string{"south", "east", "north", "west"}[e] }

// Move says how far a model may go and by which means.
type Move struct {
	Allowance Length
	// Leap is the largest extent of a piece that does not block a straight way
	// (DUEL-86); 0: no leaping.
	Leap Length
	// JumpWidth is the widest gap that one jump inside the way crosses (DUEL-54),
	// JumpRise how much higher it may end; 0 wide: no jumping.
	JumpWidth, JumpRise Length
}

// maxNear models and added pieces can stand in the way of one Move.
const maxNear = 64

// noWay is the cost of what cannot be reached.
const noWay = math.MaxUint16

// Reach is what one model can reach with one Move, found once and asked often
// (DUEL-5). It owns all it needs: make one, use it for many Moves. Not safe for
// concurrent use.
type Reach struct {
	scene *Scene
	table *table
	mover Model
	move  Move
	field Field
	feet  Length // of the mover

	has   []uint64 // by id: a bit each
	cost  []uint16 // by id, in units, rounded up; valid where has is set
	exits [Edges]uint16

	near   [maxNear]obstacle // in the way at some height
	nNear  int
	active [maxNear]obstacle // in the way of the group at hand
	nAct   int
	bodies [MaxAdded]shape // of the field's added pieces
	own    uint32          // added pieces that the mover stands on or above

	how []way // by id: the kind of way, for Path

	known *known // what is known of Moves from here; nil: not of this one

	limit  float64   // steps
	dist   []float64 // by id: the shortest way of the last solve, in steps
	from   []uint16  // by id: the turning point before
	hidden []uint16  // offsets that are not reached in a straight line
	rest   []uint16  // destinations on or in terrain

	limit32       float32
	lost          []uint16 // hidden offsets without their usual way
	better, worse []uint16 // lists of turnAgain
	places        []int32
	best          []float64

	jumping bool      // whether a jump could be of use
	jumped  []float64 // by id: the shortest way with a jump
	source  []uint16  // by id: the turning point before, on that way
	took    []bool    // by id: whether the jump is the last leg of that way
}

// A way is how a destination is reached.
type way uint8

const (
	avoiding way = 0 // around water and lasers
	wading   way = 1
	leaping  way = 2
	jumping  way = 4 // with avoiding or wading
)

// An obstacle is a model in the way: a disc that the mover's centre must keep
// out of, and the heights that it fills.
type obstacle struct {
	at        vec
	r         Length // its radius and the mover's
	low, high Length
}

// A group of destinations is reached past the same pieces.
type group struct {
	over  uint64 // pieces of the map that bases at the ends overlap
	added uint32 // the same of added pieces
	low   Length // heights that the way passes
	high  Length
}

// NewReach makes room for the Moves of a scene.
func NewReach(s *Scene) *Reach {
	n := s.disc.Len()
	return &Reach{
		scene: s, has: make([]uint64, (n+63)/64), cost: make([]uint16, n),
		dist: make([]float64, n), from: make([]uint16, n), hidden: make([]uint16, 0, n), rest: make([]uint16, 0, n),
		lost: make([]uint16, 0, n), better: make([]uint16, 0, 4*n), worse: make([]uint16, 0, 4*n), places: make([]int32, 0, n), best: make([]float64, 0, n),
		how: make([]way, n), jumped: make([]float64, n), source: make([]uint16, n), took: make([]bool, n),
	}
}

// Has says whether the offset with an id, from where the model stood, can be
// reached.
func (r *Reach) Has(id int) bool { return r.has[id/64]>>(id%64)&1 != 0 }

// Cost is how much of the allowance the way to an offset takes, rounded up.
func (r *Reach) Cost(id int) Length {
	if !r.Has(id) {
		panic("space: the cost of an offset that is not reached")
	}
	return Length(r.cost[id])
}

// Count is the number of offsets reached, the origin included.
func (r *Reach) Count() int {
	n := 0
	for _, w := range r.has {
		n += bits.OnesCount64(w)
	}
	return n
}

// IDs appends the ids of all offsets reached, ascending.
func (r *Reach) IDs(dst []int32) []int32 {
	for i, w := range r.has {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, int32(i*64+bits.TrailingZeros64(w)))
		}
	}
	return dst
}

// Exit says whether the model can leave over an edge, and what that costs
// (DUEL-32).
func (r *Reach) Exit(e Edge) (cost Length, ok bool) {
	return Length(r.exits[e]), r.exits[e] != noWay
}

// Find works out a Move of the mover on the field among the other models. It
// keeps no reference to them and allocates nothing. Staying (the origin) is
// always possible (DUEL-24).
func (r *Reach) Find(mover Model, move Move, f *Field, models []Model) {
	s := r.scene
	if move.Allowance < 0 || move.Allowance > s.options.Radius {
		panic("space: an allowance beyond the block of offsets: " + move.Allowance.String())
	}
	r.start(mover, move, f, models)
	origin := s.disc.Origin()
	if r.known != nil && r.nNear == 0 {
		r.recall()
		return
	}
	r.rest = r.rest[:0]
	ground := r.groundGroup()
	r.solve(ground, r.block(ground, true))
	r.settle(ground, -1, avoiding)
	if s.avoid&^f.Gone&^ground.over != 0 && !r.complete() {
		r.solve(ground, r.block(ground, false))
		r.settle(ground, -1, wading)
	}
	for k := range r.rest {
		if r.rest[k] != noGroup {
			r.findGroup(k)
		}
	}
	if move.Leap > 0 {
		r.leap()
	}
	r.has[origin/64] |= 1 << (origin % 64)
	r.cost[origin] = 0
}

// groundGroup is the group of destinations on free ground.
func (r *Reach) groundGroup() group {
	return group{over: r.table.over[r.scene.Index(r.mover.At)] &^ r.field.Gone, added: r.own, low: 0, high: r.feet + r.mover.Height()}
}

// noGroup marks a destination of Reach.rest that has been dealt with.
const noGroup = math.MaxUint16

func (r *Reach) start(mover Model, move Move, f *Field, models []Model) {
	s := r.scene
	r.mover, r.move, r.table = mover, move, s.table(mover.Base)
	r.field = *f
	r.feet = s.Height(mover.At, f)
	r.limit = float64(move.Allowance)/float64(s.step) + slack
	r.limit32 = float32(r.limit) + 1e-5
	clear(r.has)
	r.exits = [Edges]uint16{noWay, noWay, noWay, noWay}
	at := s.at(mover.At)
	r.nNear = 0
	for _, m := range models {
		o := obstacle{at: s.at(m.At), r: m.Base.Radius() + mover.Base.Radius()}
		far := int64(o.r + move.Allowance + s.step)
		d := square(o.at.sub(at))
		if d >= far*far {
			continue
		}
		o.low = s.Height(m.At, f)
		o.high = o.low + m.Height()
		inside := d < int64(o.r)*int64(o.r) && r.feet < o.high && o.low < r.feet+mover.Height()
		if inside { // put there by force: it does not hold the mover back
			continue
		}
		if r.nNear == maxNear {
			panic("space: too many models around one")
		}
		r.near[r.nNear] = o
		r.nNear++
	}
	r.known = nil
	if k := r.table.known; k != nil && move.Allowance <= k.walk && move.Leap == 0 && move.JumpWidth == 0 && f.Gone == 0 && f.nAdded == 0 {
		r.known = k
	}
	r.own = 0
	for j := range f.Added() {
		r.bodies[j] = f.logs[j].shape()
		if r.bodies[j].swept(at, at, r.table.radius) {
			r.own |= 1 << j
		}
	}
}

// block is the set of pieces that ways of the group keep off.
func (r *Reach) block(g group, avoiding bool) uint64 {
	b := r.scene.blocking
	if avoiding {
		b |= r.scene.avoid
	}
	return b &^ g.over &^ r.field.Gone
}

// complete says whether all standable points on the ground and all edges have
// been reached, so that wading would add nothing.
func (r *Reach) complete() bool {
	s, d := r.scene, r.scene.disc
	for id := range d.Len() {
		if r.known != nil && !r.known.hasAt(s.Index(r.mover.At), id) {
			continue
		}
		if d.dist[id] > r.limit || r.Has(id) {
			continue
		}
		p := r.mover.At.Add(d.offsets[id])
		if s.inBounds(r.table, p) && r.table.over[s.Index(p)] == 0 {
			return false
		}
	}
	for _, x := range r.exits {
		if x == noWay {
			return false
		}
	}
	return true
}

// findGroup reaches the destinations that stand on or in the same terrain as
// the k-th of rest.
func (r *Reach) findGroup(k int) {
	g := r.groupOf(int(r.rest[k]))
	if r.straight(g, k) {
		return
	}
	for pass := range 2 {
		if pass == 1 && (r.scene.avoid&^r.field.Gone == 0 || !r.unsettled(g, k)) {
			break
		}
		how := [2]way{avoiding, wading}[pass]
		r.solve(g, r.block(g, how == avoiding))
		r.settle(g, k, how)
	}
	for j := k; j < len(r.rest); j++ {
		if r.rest[j] != noGroup && r.groupOf(int(r.rest[j])) == g {
			r.rest[j] = noGroup
		}
	}
}

// straight enters the members of a group whose way is straight, and says
// whether nothing is left to do.
func (r *Reach) straight(g group, k int) (done bool) {
	s, d := r.scene, r.scene.disc
	r.activate(g)
	block := r.block(g, true)
	row := r.table.legs[s.Index(r.mover.At)*d.Len():][:d.Len()]
	done = true
	for j := k; j < len(r.rest); j++ {
		if r.rest[j] == noGroup || j > k && r.groupOf(int(r.rest[j])) != g {
			continue
		}
		id := int(r.rest[j])
		if s.masks[row[id]]&block == 0 && r.open(s.at(r.mover.At), s.at(r.mover.At.Add(d.offsets[id])), g.added) {
			r.dist[id], r.from[id] = d.dist[id], uint16(d.Origin())
			r.jumping = false
			r.enter(id, avoiding)
			r.rest[j] = noGroup
			continue
		}
		if r.known != nil && r.likeKnown(id, g, block, row) {
			r.rest[j] = noGroup
			continue
		}
		done = false
	}
	return done
}

// likeKnown enters a destination that has a way with one turn, if it costs no
// more than the best way when no model is near.
func (r *Reach) likeKnown(b int, g group, block uint64, row []uint16) bool {
	s, d := r.scene, r.scene.disc
	at := d.centre + d.place[b]
	for _, v := range d.detours[b] {
		total := d.dist[v] + d.distAt[at-d.place[v]]
		if total > r.limit {
			return false
		}
		p := r.mover.At.Add(d.offsets[v])
		if !s.inBounds(r.table, p) || s.masks[row[v]]&block != 0 || !r.leg(int(v), b, g, block) || !r.open(s.at(r.mover.At), s.at(p), g.added) {
			continue
		}
		r.dist[v], r.from[v] = d.dist[v], uint16(d.Origin())
		r.dist[b], r.from[b] = total, v
		r.jumping = false
		r.enter(b, avoiding)
		if c := r.known.cost[s.Index(r.mover.At)*d.Len()+b]; r.Has(b) && r.cost[b] <= c {
			return true
		}
		r.has[b/64] &^= 1 << (b % 64)
		return false
	}
	return false
}

func (r *Reach) unsettled(g group, k int) bool {
	for _, id := range r.rest[k:] {
		if id != noGroup && !r.Has(int(id)) && r.groupOf(int(id)) == g {
			return true
		}
	}
	return false
}

// groupOf gives the group of a destination.
func (r *Reach) groupOf(id int) group {
	s := r.scene
	p := r.mover.At.Add(s.disc.offsets[id])
	z := s.Height(p, &r.field)
	g := group{
		over: (r.table.over[s.Index(r.mover.At)] | r.table.over[s.Index(p)]) &^ r.field.Gone, added: r.own,
		low: 0, high: max(z, r.feet) + r.mover.Height(),
	}
	if z > 0 && r.feet > 0 {
		g.low = min(z, r.feet)
	}
	v := s.at(p)
	for j := range r.field.Added() {
		if r.bodies[j].swept(v, v, r.table.radius) {
			g.added |= 1 << j
		}
	}
	return g
}

// settle enters the destinations that the last solve reached: those on free
// ground, or, from k on, those of the group in rest.
func (r *Reach) settle(g group, k int, how way) {
	if k < 0 {
		r.settleGround(g, how)
		return
	}
	for _, id := range r.rest[k:] {
		if id != noGroup && r.groupOf(int(id)) == g {
			r.enter(int(id), how)
		}
	}
}

func (r *Reach) settleGround(g group, how way) {
	s, d, t := r.scene, r.scene.disc, r.table
	first := len(r.rest) == 0
	for id := range d.Len() {
		if d.dist[id] > r.limit || r.Has(id) {
			continue
		}
		p := r.mover.At.Add(d.offsets[id])
		if !s.inBounds(t, p) {
			continue
		}
		i := s.Index(p)
		if t.over[i]&^r.field.Gone != 0 || r.field.nAdded != 0 && r.groupOf(id).added != r.own {
			if first && (r.known == nil || r.known.hasAt(s.Index(r.mover.At), id)) && s.Standable(p, r.mover.Base, &r.field) && r.roomAt(p) {
				r.rest = append(r.rest, uint16(id))
			}
			continue
		}
		if s.Standable(p, r.mover.Base, &r.field) {
			r.enter(id, how)
		}
	}
	r.leave(g)
}

// roomAt says whether no model is in the way of standing at p.
func (r *Reach) roomAt(p Point) bool {
	s := r.scene
	v, z := s.at(p), s.Height(p, &r.field)
	for i := range r.near[:r.nNear] {
		o := &r.near[i]
		if square(o.at.sub(v)) < int64(o.r)*int64(o.r) && o.low < z+r.mover.Height() && z < o.high {
			return false
		}
	}
	return true
}

// enter makes a destination reached, if its cost is within the allowance.
func (r *Reach) enter(id int, how way) {
	s := r.scene
	steps := r.dist[id]
	if r.jumping && r.jumped[id] < steps {
		steps = r.jumped[id]
		how |= jumping
	}
	if steps > r.limit || r.Has(id) {
		return
	}
	if z := s.Height(r.mover.At.Add(s.disc.offsets[id]), &r.field); z != r.feet || s.options.Climbing && (z != 0 || r.feet != 0) {
		if s.options.Climbing {
			steps += r.climbed(id, how)
		} else { // DUEL-3: the distance in space
			dz := float64(z-r.feet) / float64(s.step)
			steps = max(steps, math.Sqrt(s.disc.dist[id]*s.disc.dist[id]+dz*dz))
		}
		if steps > r.limit {
			return
		}
	}
	r.has[id/64] |= 1 << (id % 64)
	r.cost[id] = r.units(steps)
	r.how[id] = how
}

// units converts steps, rounding up.
func (r *Reach) units(steps float64) uint16 {
	return uint16(math.Ceil((steps - slack) * float64(r.scene.step)))
}

// leave finds what it costs to walk off each edge (DUEL-32).
func (r *Reach) leave(g group) {
	s, d, t := r.scene, r.scene.disc, r.table
	block := r.block(g, false)
	x, y := int(r.mover.At.X), int(r.mover.At.Y)
	last := [Edges]int{y - t.low, s.nx - 1 - t.low - x, s.ny - 1 - t.low - y, x - t.low}
	for e := range Edge(Edges) {
		away := last[e] // steps from the mover to the last row before the edge
		if r.exits[e] != noWay || float64(away+t.low) > r.limit {
			continue
		}
		best := math.Inf(1)
		for side := -d.steps; side <= d.steps; side++ {
			o := [Edges]Offset{{int8(side), int8(-away)}, {int8(away), int8(side)}, {int8(side), int8(away)}, {int8(-away), int8(side)}}[e]
			id := d.ID(o)
			if id < 0 {
				continue
			}
			if total := r.dist[id] + float64(t.low); total < best && total <= r.limit {
				p := r.mover.At.Add(o)
				if s.masks[t.exits[s.Index(p)*Edges+int(e)]]&block == 0 && r.open(s.at(p), s.edgePoint(p, e), g.added) {
					best = total
				}
			}
		}
		if best <= r.limit {
			r.exits[e] = r.units(best)
		}
	}
}

// edgePoint is where a model at p crosses an edge when it walks straight off.
func (s *Scene) edgePoint(p Point, e Edge) vec {
	v := s.at(p)
	switch e {
	case South:
		v.y = 0
	case East:
		v.x = s.size.x
	case North:
		v.y = s.size.y
	case West:
		v.x = 0
	}
	return v
}
