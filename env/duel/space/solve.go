package space

import (
	"math"
	"math/bits"
	"slices"
)

var inf = math.Inf(1)

// solve finds the shortest chains of legs from the mover to every offset within
// the limit, past the pieces in block and the models at the heights of the
// group: r.dist and r.from. Offsets where the base does not fit get no way.
//
// Most offsets are in sight, and their way is straight. For the others, bend tries
// all ways with one turn in the order of their lengths, so that the first clear
// one is the shortest; then ways with more turns, which lead through other hidden
// offsets, until none gets shorter.
func (r *Reach) solve(g group, block uint64) {
	r.survey(g, block)
	r.hidden = r.hide(r.hidden[:0])
	if len(r.hidden) > 0 {
		lost := r.asKnown(g, block)
		for _, b := range lost {
			r.dist[b], r.from[b] = r.bend(b, r.limit)
		}
		r.turnAgain(lost)
	}
	r.jumping = r.move.JumpWidth > 0 && block&r.gaps != 0
	if r.jumping {
		r.jump(block)
	}
}

// solveFor finds the shortest ways as solve does, for a few offsets only. The
// entries of r.dist for others may be too long, or missing.
//
// A way shorter than the best with one turn turns only at places v from which it
// can still be: |v| + |b-v| is less than that. All other hidden offsets are left
// out.
func (r *Reach) solveFor(g group, block uint64, ends []uint16, limit float64) {
	if r.move.JumpWidth > 0 && block&r.gaps != 0 {
		r.solve(g, block)
		return
	}
	r.survey(g, block)
	r.jumping = false
	d := r.scene.disc
	lost := r.lost[:0]
	for _, b := range ends {
		if !r.ahead.has(d.cells[b]) && d.dist[b] <= limit {
			r.dist[b], r.from[b] = r.bend(b, limit)
			lost = append(lost, b)
		}
	}
	if r.lost = lost; len(lost) == 0 {
		return
	}
	ended := len(lost)
	r.hidden = r.hide(r.hidden[:0])
	for _, v := range r.hidden {
		if slices.Contains(lost[:ended], v) {
			continue
		}
		for _, b := range lost[:ended] {
			if d.dist[v]+d.distAt[d.centre+d.place[b]-d.place[v]] < min(r.dist[b], limit) {
				lost = append(lost, v)
				break
			}
		}
	}
	r.lost = lost
	for _, v := range lost[ended:] {
		if r.dist[v] == inf {
			r.dist[v], r.from[v] = r.bend(v, limit)
		}
	}
	r.hidden = append(r.hidden[:0], lost...)
	r.turnAgain(lost)
}

// asKnown sets the ways of the hidden offsets to those on the empty table where
// the models leave those free. It returns the offsets that need a new way.
func (r *Reach) asKnown(g group, block uint64) (lost []uint16) {
	static, from, _ := r.static(g, block)
	if static == nil {
		return r.hidden
	}
	slot, d := r.known.slot, r.scene.disc
	left := append(r.lost[:0], r.hidden...)
	for again := true; again; {
		again = false
		n := 0
		for _, b := range left {
			v := from[slot[b]]
			if r.dist[v] != inf && r.dist[v] == static[slot[v]] && r.unshaded(v, b) {
				r.dist[b], r.from[b] = r.dist[v]+d.dist[d.between(int(v), int(b))], v
				again = true
				continue
			}
			left[n] = b
			n++
		}
		left = left[:n]
	}
	r.lost = left
	return left
}

// fewBends bounds the turning points that bend compares one by one, which is
// faster for a few than the order of their lengths.
const fewBends = 24

// bend returns the length of the shortest way with one turn to a hidden offset,
// and its turning point; infinity when there is none within the limit.
func (r *Reach) bend(b uint16, limit float64) (total float64, v uint16) {
	d := r.scene.disc
	seen := r.sight(b)
	var both [2*maxSteps + 1]uint64
	n := 0
	for y, w := range r.ahead {
		both[y] = w & seen[y]
		n += bits.OnesCount64(both[y])
	}
	if n == 0 {
		return inf, 0
	}
	at := d.centre + d.place[b]
	if n > fewBends {
		for _, v := range d.detours[b] {
			total := d.dist[v] + d.distAt[at-d.place[v]]
			if total > limit {
				break
			}
			if rows(both[:]).has(d.cells[v]) {
				return total, v
			}
		}
		return inf, 0
	}
	total = inf
	for y, w := range both[:d.height()] {
		for first := int(d.row[y]) - d.steps; w != 0; w &= w - 1 {
			id := first + bits.TrailingZeros64(w)
			if x := d.dist[id] + d.distAt[at-d.place[id]]; x < total {
				total, v = x, uint16(id)
			}
		}
	}
	if total > limit {
		return inf, 0
	}
	return total, v
}

// turnAgain searches shorter ways of the lost offsets through other hidden
// offsets. A turn at an offset cannot shorten a way to offsets that the turning
// point before it sees.
func (r *Reach) turnAgain(lost []uint16) {
	d := r.scene.disc
	var aim [2*maxSteps + 1]uint64
	south, north := len(aim), -1 // rows of aim
	for _, b := range lost {
		c := d.cells[b]
		rows(aim[:]).add(c)
		south, north = min(south, int(c>>6)), max(north, int(c>>6))
	}
	many := r.known == nil // then hardly any way is known
	queue := r.queue[:0]
	for _, v := range r.hidden {
		if r.dist[v] != inf {
			queue = append(queue, v)
			r.queued[v] = true
		}
	}
	for len(queue) > 0 {
		// Take them all, then those whose way has become shorter, until none does.
		r.queue, r.next = r.next[:0], queue
		for _, v := range r.next {
			r.queued[v] = false
			far, before := r.dist[v], r.from[v]
			left := int(r.limit - far) // whole steps
			if left < 0 {
				continue
			}
			o := d.offsets[v]
			x, y := int(o.X), int(o.Y)+d.steps
			columns := d.band(x-left, x+left)
			// From the two; where few offsets are lost, looked up for the first that would gain.
			var seen, known rows
			if many {
				seen, known = r.sight(v), r.sight(before)
			}
			at := d.centre - d.place[v]
			for row := max(south, y-left); row <= min(north, y+left); row++ {
				w := aim[row] & columns
				if many {
					w &= seen[row] &^ known[row]
				}
				for first := int(d.row[row]) - d.steps; w != 0; w &= w - 1 {
					column := bits.TrailingZeros64(w)
					b := first + column
					total := far + d.distAt[at+d.place[b]]
					if total > r.limit || total >= r.dist[b] {
						continue
					}
					if known == nil {
						known = r.sight(before)
					}
					if known[row]>>column&1 != 0 {
						continue
					}
					if seen == nil {
						seen = r.sight(v)
					}
					if seen[row]>>column&1 == 0 {
						continue
					}
					r.dist[b], r.from[b] = total, v
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
