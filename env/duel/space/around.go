package space

import (
	"math"
	"math/bits"
)

// This file finds the lengths of shortest ways where those on the table without models are
// known: only what the models take away is worked out anew. It finds no turning points;
// where those are asked for, solve does both. Lengths are the same but for rounding.

// solveKnown sets r.dist to the lengths of the shortest ways as solve does. static and from
// are the ways without models, by slot, and bent the offsets to which they turn, by their
// lengths.
//
// Where the models leave a known way free, it is the shortest still. The other offsets are
// lost: each looks around once, for the best last turn among the offsets whose ways are
// settled; then lost offsets pass their ways on to each other until none gets shorter.
func (r *Reach) solveKnown(g group, block uint64, static []float64, from, bent []uint16) {
	d, k := r.scene.disc, r.known
	h := d.height()
	r.face(g, block)
	origin := d.Origin()
	var direct, free, settled, missing [2*maxSteps + 1]uint64
	r.lookPast(origin, block, direct[:h])
	copy(free[:h], r.within)
	for i := range r.active[:r.nAct] {
		r.active[i].takeGround(d, r.scene.step, r.mover.At, free[:h])
	}
	if k.all {
		copy(r.dist, static)
	} else {
		for id, at := range k.slot {
			if r.dist[id] = inf; at >= 0 {
				r.dist[id] = static[at]
			}
		}
	}
	lost := r.lost[:0]
	for y, w := range r.within {
		first := int(d.row[y]) - d.steps
		for w &^= free[y]; w != 0; w &= w - 1 {
			r.dist[first+bits.TrailingZeros64(w)] = inf
		}
		for w = direct[y] & free[y] &^ r.ahead[y]; w != 0; w &= w - 1 {
			column := bits.TrailingZeros64(w)
			b := uint16(first + column)
			least, by := r.atLeast(b)
			if by >= 0 && least <= r.limit && r.freeRound(b, by, block) {
				r.dist[b] = least
				settled[y] |= 1 << column
				continue
			}
			if r.dist[b] = inf; least <= r.limit {
				lost = append(lost, b)
				missing[y] |= 1 << column
			}
		}
	}
	r.dist[origin] = 0 // the mover gets away from where it is, even from under what holds it
	for _, b := range bent {
		if b == noTurn || static[k.slot[b]] > r.limit {
			break
		}
		at, c := k.slot[b], d.cells[b]
		if !rows(free[:]).has(c) {
			continue
		}
		if v := from[at]; r.dist[v] == static[k.slot[v]] && r.unshaded(v, b) {
			rows(settled[:]).add(c)
			continue
		}
		r.dist[b] = inf
		if least, by := r.atLeast(b); least > r.limit {
			continue
		} else if by >= 0 && r.freeRound(b, by, block) {
			r.dist[b] = least
			rows(settled[:]).add(c)
			continue
		}
		lost = append(lost, b)
		rows(missing[:]).add(c)
	}
	r.lost = lost

	for _, b := range lost {
		best, _ := r.bend(b, r.limit)
		at := d.centre + d.place[b]
		seen := r.sight(b)
		for y, w := range seen {
			for w &= settled[y]; w != 0; w &= w - 1 {
				v := int(d.row[y]) - d.steps + bits.TrailingZeros64(w)
				best = min(best, r.dist[v]+d.distAt[at-d.place[v]])
			}
		}
		if best <= r.limit {
			r.dist[b] = best
		}
	}
	r.passOn(missing[:h])
}

// passOn shortens the ways of the lost offsets through other lost offsets, until none gets
// shorter.
func (r *Reach) passOn(missing rows) {
	d := r.scene.disc
	queue := r.queue[:0]
	for _, v := range r.lost {
		if r.dist[v] != inf {
			queue = append(queue, v)
			r.queued[v] = true
		}
	}
	for len(queue) > 0 {
		r.queue, r.next = r.next[:0], queue
		for _, v := range r.next {
			r.queued[v] = false
			far := r.dist[v]
			at := d.centre - d.place[v]
			for y, w := range r.sight(v) {
				for w &= missing[y]; w != 0; w &= w - 1 {
					b := int(d.row[y]) - d.steps + bits.TrailingZeros64(w)
					total := far + d.distAt[at+d.place[b]]
					if total > r.limit || total >= r.dist[b] {
						continue
					}
					r.dist[b] = total
					if !r.queued[b] {
						r.queued[b] = true
						r.queue = append(r.queue, uint16(b))
					}
				}
			}
		}
		queue = r.queue
	}
	r.queue = queue
}

// face sets up the search of ways of a group past the pieces in block.
func (r *Reach) face(g group, block uint64) {
	r.activate(g)
	r.g, r.past, r.jumping = g, block, false
	clear(r.slot)
	r.slots = 0
	r.ahead = r.sight(uint16(r.scene.disc.Origin()))
}

// seek returns the length of the shortest way to an offset in the group at hand; infinity
// where there is none within the limit. It searches backwards from there, first over the
// turns through which the way could be shortest; behind each, straight legs from the mover
// end the search as soon as no other turn could make a shorter way.
func (r *Reach) seek(b uint16, limit float64) float64 {
	d := r.scene.disc
	if r.ahead.has(d.cells[b]) {
		return d.dist[b]
	}
	least, by := r.atLeast(b)
	switch {
	case least > limit:
		return inf
	case by >= 0 && r.freeRound(b, by, r.past):
		return least
	}
	best, _ := r.bend(b, limit)
	var turns [2*maxSteps + 1]uint64
	south, north := r.turnsTo(b, min(best, limit+slack), &turns)
	queue, touched := r.queue[:0], append(r.next[:0], b)
	r.back[b] = 0
	for v := b; ; {
		gone := r.back[v]
		at := d.centre - d.place[v]
		seen := r.sight(v)
		for y := south; y <= north; y++ {
			for w := seen[y] & turns[y]; w != 0; w &= w - 1 {
				id := int(d.row[y]) - d.steps + bits.TrailingZeros64(w)
				x := gone + d.distAt[at+d.place[id]]
				if x >= r.back[id] || x+r.least[id] >= best || x+r.least[id] > limit+slack {
					continue
				}
				if r.back[id] == inf {
					touched = append(touched, uint16(id))
				}
				r.back[id] = x
				if !r.queued[id] {
					r.queued[id] = true
					queue = append(queue, uint16(id))
				}
			}
		}
		first, least := 0, inf
		for i, v := range queue {
			if x := r.back[v] + r.least[v]; x < least {
				first, least = i, x
			}
		}
		if least >= best {
			break
		}
		v = queue[first]
		queue[first] = queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		r.queued[v] = false
		if x, _ := r.bend(v, limit-r.back[v]); r.back[v]+x < best {
			best = r.back[v] + x
		}
	}
	for _, v := range queue {
		r.queued[v] = false
	}
	for _, v := range touched {
		r.back[v] = inf
	}
	r.queue, r.next = queue[:0], touched[:0]
	return best
}

// turnsTo adds to an empty set the offsets out of the mover's sight through which a way to b
// may be shorter than some length, and returns the first and last row that they are in.
func (r *Reach) turnsTo(b uint16, length float64, turns *[2*maxSteps + 1]uint64) (south, north int) {
	// They lie in an ellipse.
	d := r.scene.disc
	x, y := float64(d.offsets[b].X)/2, float64(d.offsets[b].Y)/2
	half := length * length / 4
	wide, high := math.Sqrt(max(0, half-float64(y*y))), math.Sqrt(max(0, half-float64(x*x)))
	columns := d.band(int(math.Floor(x-wide)), int(math.Ceil(x+wide)))
	south, north = max(0, d.steps+int(math.Floor(y-high))), min(2*d.steps, d.steps+int(math.Ceil(y+high)))
	at := d.centre + d.place[b]
	for row := south; row <= north; row++ {
		for w := r.within[row] & columns &^ r.ahead[row]; w != 0; w &= w - 1 {
			column := bits.TrailingZeros64(w)
			id := int(d.row[row]) - d.steps + column
			on := d.distAt[at-d.place[id]]
			if d.dist[id]+on >= length {
				continue
			}
			if r.least[id], _ = r.atLeast(uint16(id)); r.least[id]+on < length {
				turns[row] |= 1 << column
			}
		}
	}
	return south, north
}

// A round holds the lengths of the shortest ways around one obstacle on an empty table:
// lower bounds of those on any table, which the ways themselves often reach.
type round struct {
	dist []float64 // by id, in steps; infinite where no way is short enough
	from []uint16  // by id: the last turning point
}

// maxRound bounds the radius, in steps, of a Disc for which they are computed.
const maxRound = 12

// goRound computes the ways around an obstacle at each place to the north-east.
func (k *shades) goRound(d *Disc) {
	if d.steps > maxRound {
		return
	}
	n, origin := d.Len(), d.Origin()
	var hidden []uint16
	for y := range k.far + 1 {
		for x := range k.far + 1 {
			w := round{dist: make([]float64, n), from: make([]uint16, n)}
			sees := func(v, b int) bool {
				o, to := d.offsets[v], d.between(v, b)
				return to >= 0 && !k.from(x-int(o.X), y-int(o.Y)).has(d.cells[to], k.words)
			}
			hidden = hidden[:0]
			for b := range n {
				w.from[b] = uint16(origin)
				if w.dist[b] = d.dist[b]; b != origin && !sees(origin, b) {
					w.dist[b] = inf
					hidden = append(hidden, uint16(b))
				}
			}
			for _, b := range hidden {
				for _, v := range d.detours[b] {
					if sees(origin, int(v)) && sees(int(v), int(b)) {
						w.dist[b], w.from[b] = d.dist[v]+d.dist[d.between(int(v), int(b))], v
						break
					}
				}
			}
			for again := true; again; {
				again = false
				for _, v := range hidden {
					for _, b := range hidden {
						if x := w.dist[v] + d.distAt[d.centre+d.place[b]-d.place[v]]; x < w.dist[b] && sees(int(v), int(b)) {
							w.dist[b], w.from[b] = x, v
							again = true
						}
					}
				}
			}
			k.rounds = append(k.rounds, w)
		}
	}
}

// round returns the ways around an obstacle at x, y, in steps from the mover, and by id
// the ids that offsets have there; nil where they are not computed.
func (k *shades) round(d *Disc, x, y int) (w *round, mirrored []uint16) {
	axes := 0
	if x < 0 {
		x, axes = -x, 1
	}
	if y < 0 {
		y, axes = -y, axes|2
	}
	if x > k.far || y > k.far || k.rounds == nil {
		return nil, nil
	}
	return &k.rounds[y*(k.far+1)+x], d.mirrored[axes]
}

// atLeast returns a lower bound of the length of the ways to an offset, in steps, past each
// of the models in the way alone, and the number of the model that gives it; -1 where it is
// the straight distance.
func (r *Reach) atLeast(b uint16) (least float64, by int) {
	least, by = r.scene.disc.dist[b], -1
	for i := range r.active[:r.nAct] {
		if o := &r.active[i]; o.round != nil {
			if x := o.round.dist[o.mirrored[b]]; x > least {
				least, by = x, i
			}
		}
	}
	return least, by
}

// freeRound reports whether the way around an active model leads to an offset clear of the
// pieces in block and of the others.
func (r *Reach) freeRound(b uint16, by int, block uint64) bool {
	d := r.scene.disc
	o := &r.active[by]
	origin := uint16(d.Origin())
	for b != origin {
		v := o.mirrored[o.round.from[o.mirrored[b]]]
		if v == origin {
			return r.ahead.has(d.cells[b])
		}
		if !r.legFree(v, b, block) {
			return false
		}
		b = v
	}
	return true
}

// legFree reports whether a straight leg leads from one offset to another past the pieces in
// block and the active models.
func (r *Reach) legFree(v, b uint16, block uint64) bool {
	s, d, t := r.scene, r.scene.disc, r.table
	p := r.mover.At.Add(d.offsets[v])
	if !s.inBounds(t, p) {
		return false
	}
	i, h, to := s.Index(p), d.height(), d.cells[d.between(int(v), int(b))]
	if !rows(t.inside[i*h:][:h]).has(to) {
		return false
	}
	return (rows(t.avoids[i*h:][:h]).has(to) || t.swept(i, to)&block == 0) && r.unshaded(v, b)
}
