package space

import (
	"cmp"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// known holds the precomputed Moves of one base up to an allowance, on the table
// as the map describes it, with no model near. Find copies them, or starts from
// them. Rows hold only the offsets up to that allowance; ids maps slots to them.
// The Moves from a point are worked out when the first Move from there is asked for.
type known struct {
	walk Length
	ids  []uint16 // by slot, ascending
	slot []int16  // by id; -1 beyond the allowance
	all  bool     // the slots are the ids

	has   []uint64 // by point: a bit for each id that is reached
	cost  []uint16 // by point and slot; noWay where it is not reached
	how   []way    // by point and slot
	exits []uint16 // by point and edge, of a Move up to usual
	usual Length

	// By pass (around water and lasers, and through them), point and slot: the
	// shortest way to offsets on the ground in steps, and the id of its last
	// turning point. The second pass is nil where nothing is to be avoided.
	dist [2][]float64
	from [2][]uint16
	bent [2][]uint16 // by rank: the ids of those whose way turns, by its length, then noTurn

	// By point and slot: the ids of the turning points of the way to an offset on or in
	// terrain, the last one first, then noTurn; manyTurns where there are more. Nil where
	// heights count, of which two ways as long may have different ones.
	turns [][maxTurns]uint16

	ready []atomic.Bool // by point
	teach sync.Mutex    // held while the Moves from a point are worked out
	own   *Reach        // to work with
}

const (
	maxTurns  = 3
	noTurn    = math.MaxUint16
	manyTurns = math.MaxUint16 - 1
)

// maxKnown bounds the points and slots of the Moves that are known of one base.
const maxKnown = 1 << 20

// hasAt reports whether an offset is reached from a point.
func (k *known) hasAt(point, id int) bool {
	return k.slot[id] >= 0 && k.cost[point*len(k.ids)+int(k.slot[id])] != noWay
}

// usualMove bounds the Moves whose ways off the area are known where a top leads there.
const usualMove = 4 * Inch

// topsLead reports whether a model can leave the area over the top of a piece for less
// than it costs to stand there: then the longer of two Moves finds cheaper ways off.
func (s *Scene) topsLead() bool { return s.standing != 0 && !s.options.Climbing }

// newKnown makes room for all Moves of one base up to an allowance.
func (s *Scene) newKnown(walk Length) *known {
	n, d := s.Points(), s.disc
	k := &known{walk: walk, usual: walk, slot: make([]int16, d.Len()), ready: make([]atomic.Bool, n), own: NewReach(s)}
	limit := float64(walk)/float64(s.step) + slack
	for id := range d.Len() {
		k.slot[id] = -1
		if d.dist[id] <= limit {
			k.slot[id] = int16(len(k.ids))
			k.ids = append(k.ids, uint16(id))
		}
	}
	if s.topsLead() {
		k.usual = min(walk, usualMove)
	}
	w := len(k.ids)
	k.all = w == d.Len()
	k.has = make([]uint64, n*len(k.own.has))
	k.cost, k.how, k.exits = make([]uint16, n*w), make([]way, n*w), make([]uint16, n*Edges)
	passes := 1
	if s.avoid != 0 {
		passes = 2
	}
	for pass := range passes {
		k.dist[pass], k.from[pass], k.bent[pass] = make([]float64, n*w), make([]uint16, n*w), make([]uint16, n*w)
	}
	if !s.options.Climbing {
		k.turns = make([][maxTurns]uint16, n*w)
	}
	return k
}

// learn works out the Moves from a point, unless that was done before.
func (k *known) learn(t *baseFacts, at Point) {
	i := k.own.scene.Index(at)
	if k.ready[i].Load() {
		return
	}
	k.teach.Lock()
	defer k.teach.Unlock()
	if !k.ready[i].Load() {
		k.work(t, at)
		k.ready[i].Store(true)
	}
}

func (k *known) work(t *baseFacts, at Point) {
	r, w := k.own, len(k.ids)
	s := r.scene
	i := s.Index(at)
	cost, how := k.cost[i*w:(i+1)*w], k.how[i*w:(i+1)*w]
	for j := range cost {
		cost[j] = noWay
	}
	for e := range Edges {
		k.exits[i*Edges+e] = noWay
	}
	if !s.inBounds(t, at) {
		return
	}
	mover := Model{At: at, Base: t.base}
	if k.usual < k.walk {
		r.start(mover, Move{Allowance: k.usual}, &Field{}, nil)
		r.search()
		copy(k.exits[i*Edges:], r.exits[:])
	}
	r.start(mover, Move{Allowance: k.walk}, &Field{}, nil)
	if k.turns != nil {
		r.lesson = k.turns[i*w : (i+1)*w]
	}
	r.search()
	if k.usual == k.walk {
		copy(k.exits[i*Edges:], r.exits[:])
	}
	copy(k.has[i*len(r.has):], r.has)
	for j, id := range k.ids {
		if r.Has(int(id)) {
			cost[j], how[j] = r.cost[id], r.how[id]
		}
	}
	g, origin := r.groundGroup(), uint16(s.disc.Origin())
	for pass := range k.dist {
		if k.dist[pass] == nil {
			break
		}
		r.solve(g, r.block(g, pass == 0))
		for j, id := range k.ids {
			k.dist[pass][i*w+j], k.from[pass][i*w+j] = r.dist[id], r.from[id]
		}
		bent := k.bent[pass][i*w:][:0:w]
		for _, id := range k.ids {
			if x := r.dist[id]; x <= r.limit && r.from[id] != origin {
				bent = append(bent, id)
			}
		}
		slices.SortStableFunc(bent, func(a, b uint16) int { return cmp.Compare(r.dist[a], r.dist[b]) })
		if len(bent) < w {
			k.bent[pass][i*w+len(bent)] = noTurn
		}
	}
}

// note keeps the turning points of the way of the last solve to an offset.
func (r *Reach) note(id int) {
	d := r.scene.disc
	turns := &r.lesson[r.scene.table(r.mover.Base).known.slot[id]]
	n := 0
	for v := int(r.from[id]); v != d.Origin(); v = int(r.from[v]) {
		if n == maxTurns {
			turns[0] = manyTurns
			return
		}
		turns[n] = uint16(v)
		n++
	}
	if n < maxTurns {
		turns[n] = noTurn
	}
}

// recall copies the precomputed Move into r, as the answer of Find.
func (r *Reach) recall() {
	k, i, w := r.known, r.scene.Index(r.mover.At), len(r.known.ids)
	for e, x := range k.exits[i*Edges : (i+1)*Edges] {
		if x != noWay && Length(x) <= r.move.Allowance {
			r.exits[e] = x
		}
	}
	cost, how := k.cost[i*w:(i+1)*w], k.how[i*w:(i+1)*w]
	limit := uint16(min(r.move.Allowance, noWay-1))
	if k.all {
		copy(r.cost, cost)
		copy(r.how, how)
		if r.move.Allowance == k.walk {
			copy(r.has, k.has[i*len(r.has):])
			return
		}
		for id, c := range cost {
			if c <= limit {
				r.has[id/64] |= 1 << (id % 64)
			}
		}
		return
	}
	for j, c := range cost {
		if c <= limit {
			id := k.ids[j]
			r.has[id/64] |= 1 << (id % 64)
			r.cost[id], r.how[id] = c, how[j]
		}
	}
}

// static returns the shortest ways from here on the empty table past the pieces in
// block, if they are known: by slot, the lengths in steps and the last turning
// points; and the offsets whose way turns, by its length, up to noTurn or the end.
func (r *Reach) static(g group, block uint64) (dist []float64, from, bent []uint16) {
	k := r.known
	if k == nil || g.over != r.table.over[r.scene.Index(r.mover.At)] {
		return nil, nil, nil
	}
	pass := 1
	if block == r.block(g, true) {
		pass = 0
	}
	if k.dist[pass] == nil {
		return nil, nil, nil
	}
	w := len(k.ids)
	i := r.scene.Index(r.mover.At) * w
	return k.dist[pass][i : i+w], k.from[pass][i : i+w], k.bent[pass][i : i+w]
}

// asTaught enters, from a list, the offsets on or in terrain to which the models leave
// the precomputed ways free, and returns those that need a new way.
func (r *Reach) asTaught(g group, list []uint16) (left []uint16) {
	k := r.known
	if k == nil || k.turns == nil {
		return list
	}
	s, d := r.scene, r.scene.disc
	r.activate(g)
	r.g = g
	at := s.Index(r.mover.At) * len(k.ids)
	origin := uint16(d.Origin())
	left = list[:0]
offsets:
	for _, id := range list {
		i := at + int(k.slot[id])
		turns := &k.turns[i]
		switch {
		case Length(k.cost[i]) > r.move.Allowance:
			if s.avoid != 0 && k.how[i]&wading == 0 { // there may be a shorter way through water
				left = append(left, id)
			}
			continue
		case turns[0] == manyTurns:
			left = append(left, id)
			continue
		}
		walked, b := 0.0, id
		for n := 0; ; n++ {
			v := origin
			if n < maxTurns && turns[n] != noTurn {
				v = turns[n]
			}
			if !r.unshaded(v, b) {
				left = append(left, id)
				continue offsets
			}
			walked += d.dist[d.between(int(v), int(b))]
			if v == origin {
				break
			}
			b = v
		}
		r.has[id/64] |= 1 << (id % 64)
		r.cost[id], r.how[id] = k.cost[i], k.how[i]
		if r.edges && (r.feet != 0 || s.Height(r.mover.At.Add(d.offsets[id]), &r.field) != 0) {
			r.leaveBy(int(id), k.how[i], walked)
		}
	}
	return left
}
