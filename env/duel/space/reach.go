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
	// Leap bounds the extent of a piece that does not block a straight way
	// (DUEL-86); 0: no leaping.
	Leap Length
	// JumpWidth bounds the gap that one jump inside the way crosses (DUEL-54),
	// JumpRise how much higher the jump may end. Without JumpWidth there is no
	// jumping.
	JumpWidth, JumpRise Length
	// Drop lets a model drop further than what is left of the allowance, which is a fall
	// and ends the way (DUEL-54).
	Drop bool
}

// maxNear bounds the models and added pieces in the way of one Move.
const maxNear = 64

// noWay is the cost of an offset that cannot be reached.
const noWay = math.MaxUint16

// Reach holds the destinations that one model can reach with one Move (DUEL-5):
// Find computes them once, the other methods look them up. It owns its memory:
// make one and use it for many Moves. It is not safe for concurrent use.
type Reach struct {
	scene *Scene
	table *baseFacts
	mover Model
	move  Move
	field Field
	feet  Length // of the mover

	has   []uint64 // by id: a bit each
	cost  []uint16 // by id, in units, rounded up; valid where has is set
	exits [Edges]uint16
	edges bool // a Move can lead off the area

	near    [maxNear]obstacle // in the way at some height
	nNear   int
	anyHeld bool
	active  [maxNear]obstacle // in the way of the group at hand
	nAct    int
	bodies  [MaxAdded]shape // of the field's added pieces
	laid    uint32          // those near enough to be in the way
	own     uint32          // those that the mover stands on or above

	how  []way     // by id: the kind of way, for Path
	ends [1]uint16 // the one offset of a Path

	tops  [maxTops]top // under the way at hand
	nTops int

	known  *known             // precomputed Moves from here; nil: not for this Move
	lesson [][maxTurns]uint16 // where ways to offsets on or in terrain are kept, by slot; nil: nowhere

	limit   float64   // steps
	far     int       // whole steps
	within  rows      // offsets within the limit
	dist    []float64 // by id: the shortest way of the last solve, in steps
	from    []uint16  // by id: the turning point before
	rest    []uint16  // destinations on or in terrain
	groups  []group   // of them
	members []uint16  // the rows of one group

	// Of the last solve: the group and the pieces that it avoided, and the offsets
	// seen from the mover and from the offsets that have a slot (0: none).
	g      group
	past   uint64
	ahead  rows
	slot   []uint16 // by id, from 1
	slots  int
	sights []uint64

	hidden      []uint16  // offsets that are not reached in a straight line
	lost        []uint16  // hidden offsets without their usual way
	queue, next []uint16  // lists of turnAgain
	queued      []bool    // by id
	back        []float64 // by id: the shortest way on from there; infinity but in seek
	least       []float64 // by id: a lower bound of the way there, where seek may turn

	gaps    uint64    // that the mover may jump over
	jumping bool      // whether a jump could be of use
	jumped  []float64 // by id: the shortest way with a jump
	source  []uint16  // by id: the turning point before, on that way
	took    []bool    // by id: whether the jump is the last leg of that way
}

// A way says by which means a destination is reached.
type way uint8

const (
	avoiding way = 0 // around water and lasers
	wading   way = 1
	leaping  way = 2
	jumping  way = 4 // with avoiding or wading
	dropping way = 8 // with avoiding or wading: the last of it is a fall
)

// An obstacle is a model in the way: a disc that the mover's centre must keep
// out of, and the heights that it fills.
type obstacle struct {
	p         Point
	at        vec
	shades    *shades
	r         Length // its radius and the mover's
	low, high Length
	held      bool // overlaps the mover, which was put there by force: does not hold it back

	round    *round   // the ways around it on an empty table; nil: not computed
	mirrored []uint16 // by id: its id there
}

// NewReach returns a Reach with memory for the Moves of a scene.
func NewReach(s *Scene) *Reach {
	n, h := s.disc.Len(), s.disc.height()
	r := &Reach{
		scene: s, has: make([]uint64, (n+63)/64), cost: make([]uint16, n), within: make(rows, h),
		dist: make([]float64, n), from: make([]uint16, n), rest: make([]uint16, 0, n), groups: make([]group, 0, n), members: make([]uint16, 0, n),
		slot: make([]uint16, n), sights: make([]uint64, n*h),
		hidden: make([]uint16, 0, n), lost: make([]uint16, 0, n), queue: make([]uint16, 0, n), next: make([]uint16, 0, n), queued: make([]bool, n),
		how: make([]way, n), jumped: make([]float64, n), source: make([]uint16, n), took: make([]bool, n),
		back: make([]float64, n), least: make([]float64, n),
	}
	for i := range r.back {
		r.back[i] = inf
	}
	return r
}

// Has reports whether the last Find reached the offset with an id.
func (r *Reach) Has(id int) bool { return r.has[id/64]>>(id%64)&1 != 0 }

// Set returns the offsets that the last Find reached, a bit for each id. The slice belongs
// to the Reach.
func (r *Reach) Set() []uint64 { return r.has }

// Cost returns the part of the allowance that the way to an offset takes, in
// units, rounded up.
func (r *Reach) Cost(id int) Length {
	if !r.Has(id) {
		panic("space: the cost of an offset that is not reached")
	}
	return Length(r.cost[id])
}

// Count returns the number of offsets reached, with the origin.
func (r *Reach) Count() int {
	n := 0
	for _, w := range r.has {
		n += bits.OnesCount64(w)
	}
	return n
}

// IDs appends to dst the ids of all offsets reached, ascending.
func (r *Reach) IDs(dst []int32) []int32 {
	for i, w := range r.has {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, int32(i*64+bits.TrailingZeros64(w)))
		}
	}
	return dst
}

// Exit returns the cost of leaving over an edge, in units, and whether the model
// can leave there (DUEL-32).
func (r *Reach) Exit(e Edge) (cost Length, ok bool) {
	return Length(r.exits[e]), r.exits[e] != noWay
}

// Find computes a Move of the mover on the field among the other models. It keeps
// no reference to them and allocates nothing. The model can always stay: the
// origin is always reached (DUEL-24).
func (r *Reach) Find(mover Model, move Move, f *Field, models []Model) {
	s := r.scene
	if move.Allowance < 0 || move.Allowance > s.options.Radius {
		panic("space: an allowance beyond the block of offsets: " + move.Allowance.String())
	}
	r.start(mover, move, f, models)
	if k := r.table.known; k != nil && move.Allowance <= k.walk && r.plain() {
		k.learn(r.table, mover.At)
		r.known = k
	}
	// With a smaller allowance, a way through water may be the only one.
	if k := r.known; k != nil && r.nNear == 0 && move.Allowance <= k.usual && (s.avoid == 0 || move.Allowance == k.walk) {
		r.recall()
		r.stay()
		return
	}
	r.search()
}

// plain reports whether the Move is of the kind that is precomputed, but for the models
// near.
func (r *Reach) plain() bool {
	s := r.scene
	return r.move.Leap == 0 && !r.move.Drop && r.field.nAdded == 0 && r.field.Gone&(s.blocking|s.avoid) == 0 &&
		(r.move.JumpWidth == 0 || s.kinds[Gap] == 0 && !s.options.Climbing)
}

// search works out the Move that start has set up.
func (r *Reach) search() {
	s := r.scene
	r.rest = r.rest[:0]
	ground := r.groundGroup()
	r.solveGround(ground, r.block(ground, true))
	r.settleGround(ground, avoiding)
	if s.avoid&^r.field.Gone&^ground.over != 0 && !r.complete() {
		r.solveGround(ground, r.block(ground, false))
		r.settleGround(ground, wading)
	}
	r.groups = r.groups[:0]
	for _, id := range r.rest {
		r.groups = append(r.groups, r.groupOf(int(id)))
	}
	for k := range r.rest {
		if r.rest[k] != noGroup {
			r.findGroup(k)
		}
	}
	if r.move.Leap > 0 {
		r.leap()
	}
	r.stay()
}

// solveGround finds the lengths of the shortest ways of the group on the ground and, where
// they may be asked for, the ways.
func (r *Reach) solveGround(g group, block uint64) {
	if static, from, bent := r.static(g, block); static != nil && r.known.turns != nil {
		r.solveKnown(g, block, static, from, bent)
		return
	}
	r.solve(g, block)
}

// stay enters the origin: a model can always stay where it is (DUEL-24).
func (r *Reach) stay() {
	origin := r.scene.disc.Origin()
	r.has[origin/64] |= 1 << (origin % 64)
	r.cost[origin] = 0
}

func (r *Reach) start(mover Model, move Move, f *Field, models []Model) {
	s := r.scene
	r.mover, r.move, r.table = mover, move, s.table(mover.Base)
	r.field = *f
	r.feet = s.Height(mover.At, f)
	r.limit = float64(move.Allowance)/float64(s.step) + slack
	r.measure()
	clear(r.has)
	r.exits = [Edges]uint16{noWay, noWay, noWay, noWay}
	at := s.at(mover.At)
	r.edges = float64(min(at.x, at.y, s.size.x-at.x, s.size.y-at.y)) <= float64(move.Allowance+s.step)
	r.nNear, r.anyHeld = 0, false
	for _, m := range models {
		o := obstacle{p: m.At, at: s.at(m.At), r: m.Base.Radius() + mover.Base.Radius(), shades: r.table.shades[m.Base]}
		far := int64(o.r + move.Allowance + s.step)
		d := square(o.at.sub(at))
		if d >= far*far {
			continue
		}
		o.low = s.Height(m.At, f)
		o.high = o.low + m.Height()
		o.held = d < int64(o.r)*int64(o.r) && r.feet < o.high && o.low < r.feet+mover.Height()
		r.anyHeld = r.anyHeld || o.held
		o.round, o.mirrored = o.shades.round(s.disc, int(m.At.X-mover.At.X), int(m.At.Y-mover.At.Y))
		if r.nNear == maxNear {
			panic("space: too many models around one")
		}
		r.near[r.nNear] = o
		r.nNear++
	}
	r.gaps = s.kinds[Gap] & s.around(at, move.Allowance+r.table.radius)
	r.known, r.lesson = nil, nil
	r.own, r.laid = 0, 0
	for j := range f.Added() {
		r.bodies[j] = f.logs[j].shape()
		if r.bodies[j].within(at, move.Allowance+r.table.radius) {
			r.laid |= 1 << j
		}
		if r.bodies[j].swept(at, at, r.table.radius) {
			r.own |= 1 << j
		}
	}
}

// measure sets r.within to the offsets within the limit.
func (r *Reach) measure() {
	d := r.scene.disc
	r.far = int(r.limit)
	for y := range r.within {
		r.within[y] = 0
		half := int(d.half[y])
		for middle := int(d.row[y]); half >= 0 && d.dist[middle+half] > r.limit; {
			half--
		}
		if half >= 0 {
			r.within[y] = d.band(-half, half)
		}
	}
}
