package space

import "math"

// A trip computes a Move slowly: all ways of one mover to every point.
type trip struct {
	dumb
	mover  Model
	move   Move
	models []Model
	near   []Point // within the allowance
	limit  float64 // steps
	solved map[string]*ways
}

// ways holds the lengths of the shortest ways past the same obstacles, in steps.
type ways struct {
	stop   []body
	walked map[Point]float64 // without a jump over a gap
	jumped map[Point]float64 // with one
}

// length returns the length of the shortest way to a point, in steps; infinity
// when there is none.
func (w *ways) length(p Point) float64 {
	best := math.Inf(1)
	for _, of := range []map[Point]float64{w.walked, w.jumped} {
		if l, ok := of[p]; ok {
			best = min(best, l)
		}
	}
	return best
}

func (d dumb) trip(mover Model, move Move, models []Model) *trip {
	t := &trip{dumb: d, mover: mover, move: move, models: models, solved: map[string]*ways{}}
	t.limit = float64(move.Allowance)/float64(d.s.step) + slack
	for i := range d.s.Points() {
		if p := d.s.PointAt(i); d.s.Distance(p, mover.At)*float64(Inch) <= float64(move.Allowance)+tiny {
			t.near = append(t.near, p)
		}
	}
	return t
}

// room reports whether the mover could stand at a point.
func (t *trip) room(to Point) bool {
	if !t.standable(to, t.mover.Base) {
		return false
	}
	z, r := t.height(to), t.mover.Base.Radius()
	for _, m := range t.models {
		zm := t.height(m.At)
		apart := math.Hypot(float64(m.At.X-to.X), float64(m.At.Y-to.Y)) * float64(t.s.step)
		if apart < float64(r+m.Base.Radius())-tiny && zm < z+t.mover.Height() && z < zm+m.Height() {
			return false
		}
	}
	return true
}

// stops returns the obstacles on the way to a point, without the pieces that but
// leaves out.
func (t *trip) stops(to Point, avoid bool, but func(b *body) bool) (stop []body, key string) {
	s := t.s
	a, z := s.at(t.mover.At), s.at(to)
	za, zz := t.height(t.mover.At), t.height(to)
	r := t.mover.Base.Radius()
	for _, b := range t.all {
		if (b.blocks || b.avoid && avoid) && !b.overlaps(a, a, r) && !b.overlaps(z, z, r) && !but(&b) {
			stop = append(stop, b)
			key += "x"
		} else {
			key += "."
		}
	}
	low, high := Length(0), max(za, zz)+t.mover.Height()
	if za > 0 && zz > 0 {
		low = min(za, zz)
	}
	for _, m := range t.models {
		zm := t.height(m.At)
		o := body{o: circle(s.at(m.At), m.Base.Radius()), blocks: true, piece: -1}
		if zm < high && low < zm+m.Height() && !(o.overlaps(a, a, r) && za < zm+m.Height() && zm < za+t.mover.Height()) {
			stop = append(stop, o)
			key += "x"
		} else {
			key += "."
		}
	}
	return stop, key
}

func nobody(*body) bool { return false }

// waysTo returns the ways past the obstacles on the way to a point.
func (t *trip) waysTo(to Point, avoid bool) *ways {
	stop, key := t.stops(to, avoid, nobody)
	w := t.solved[key]
	if w == nil {
		w = &ways{stop: stop}
		w.walked = t.shortest(map[Point]float64{t.mover.At: 0}, stop)
		w.jumped = t.jump(w.walked, stop)
		t.solved[key] = w
	}
	return w
}

// flat returns the length of a straight line in space to a point, in steps.
func (t *trip) flat(to Point) float64 {
	dz := float64(t.height(to)-t.height(t.mover.At)) / float64(t.s.step)
	if dz == 0 {
		return 0
	}
	return math.Hypot(math.Hypot(float64(to.X-t.mover.At.X), float64(to.Y-t.mover.At.Y)), dz)
}

// reach returns the cost, in steps, of every destination without climbing.
func (t *trip) reach() map[Point]float64 {
	found := map[Point]float64{}
	for _, to := range t.near {
		if to == t.mover.At {
			found[to] = 0
			continue
		}
		if !t.room(to) {
			continue
		}
		for _, avoid := range []bool{true, false} {
			if cost := max(t.waysTo(to, avoid).length(to), t.flat(to)); cost <= t.limit {
				found[to] = cost
				break
			}
		}
		if cost, ok := t.leap(to); ok && cost < orInf(found, to) {
			found[to] = cost
		}
	}
	return found
}

func orInf(of map[Point]float64, p Point) float64 {
	if x, ok := of[p]; ok {
		return x
	}
	return math.Inf(1)
}

// leap returns the cost, in steps, of a straight leg over small pieces, but not
// onto or off others (DUEL-86).
func (t *trip) leap(to Point) (cost float64, ok bool) {
	small := func(b *body) bool {
		size := b.o.top.sub(b.o.low)
		return max(Length(size.x), Length(size.y), b.top) <= t.move.Leap
	}
	a, z, r := t.s.at(t.mover.At), t.s.at(to), t.mover.Base.Radius()
	for i := range t.all {
		if b := &t.all[i]; b.blocks && !small(b) && b.overlaps(a, a, r) != b.overlaps(z, z, r) {
			return 0, false
		}
	}
	stop, _ := t.stops(to, false, small)
	cost = math.Hypot(float64(to.X-t.mover.At.X), float64(to.Y-t.mover.At.Y))
	return cost, t.move.Leap > 0 && t.clear(t.mover.At, to, stop)
}

// clear reports whether no obstacle is in the way of a straight leg.
func (t *trip) clear(a, b Point, stop []body) bool {
	for i := range stop {
		if stop[i].overlaps(t.s.at(a), t.s.at(b), t.mover.Base.Radius()) {
			return false
		}
	}
	return true
}

func (t *trip) inside(p Point) bool {
	v, r := t.s.at(p), int32(t.mover.Base.Radius())
	return v.x >= r && v.y >= r && v.x <= t.s.size.x-r && v.y <= t.s.size.y-r
}

// shortest runs Dijkstra's algorithm over all points and all straight legs.
func (t *trip) shortest(from map[Point]float64, stop []body) map[Point]float64 {
	dist, done := map[Point]float64{}, map[Point]bool{}
	for p, l := range from {
		dist[p] = l
	}
	for {
		best, at := math.Inf(1), Nowhere
		for p, l := range dist {
			if !done[p] && l < best {
				best, at = l, p
			}
		}
		if at == Nowhere {
			return dist
		}
		done[at] = true
		for _, q := range t.near {
			l := best + math.Hypot(float64(q.X-at.X), float64(q.Y-at.Y))
			if old, ok := dist[q]; done[q] || l > t.limit || ok && old <= l {
				continue
			}
			if t.inside(q) && t.clear(at, q, stop) {
				dist[q] = l
			}
		}
	}
}

// jump returns the ways with one jump over gaps (DUEL-54): a leg that sweeps over
// gaps only, whose middle line crosses each of them; the jump, from where the line
// enters the first gap to where it leaves the last, is no wider than the distance
// moved before.
func (t *trip) jump(walked map[Point]float64, stop []body) map[Point]float64 {
	landed := map[Point]float64{}
	if t.move.JumpWidth == 0 {
		return landed
	}
	for v, l := range walked {
		for _, b := range t.near {
			leg := math.Hypot(float64(b.X-v.X), float64(b.Y-v.Y))
			if l+leg > t.limit || l+leg >= orInf(landed, b) || !t.inside(b) || !t.clear(b, b, stop) {
				continue
			}
			if width, before, ok := t.gaps(v, b, stop); ok {
				step := float64(t.s.step)
				if width > 0 && width*step <= (l+before)*step+tiny && width*step <= float64(t.move.JumpWidth)+tiny {
					landed[b] = l + leg
				}
			}
		}
	}
	return t.shortest(landed, stop)
}

// gaps returns the width of the gaps that a leg crosses and the distance before
// them, in steps; false when it crosses anything else.
func (t *trip) gaps(v, b Point, stop []body) (width, before float64, ok bool) {
	p, q := t.s.at(v), t.s.at(b)
	first, last := 1.0, 0.0
	for i := range stop {
		o := &stop[i]
		if !o.overlaps(p, q, t.mover.Base.Radius()) {
			continue
		}
		in, out := o.part(p, q)
		if o.piece < 0 || t.s.types[o.piece].Kind != Gap || in >= out {
			return 0, 0, false
		}
		first, last = min(first, in), max(last, out)
	}
	leg := math.Hypot(float64(b.X-v.X), float64(b.Y-v.Y))
	return (last - first) * leg, first * leg, true
}

// part returns the part of a segment inside a body, as fractions of its length.
func (b *body) part(p, q vec) (in, out float64) {
	in, out = 0, 1
	if b.o.n == 0 { // halve until the ends are found, from the nearest point
		c, u, v := fl(b.o.centre), fl(p), fl(q)
		dx, dy := v.x-u.x, v.y-u.y
		l := dx*dx + dy*dy
		if l == 0 {
			return 1, 0
		}
		mid := ((c.x-u.x)*dx + (c.y-u.y)*dy) / l
		off := math.Hypot(u.x+mid*dx-c.x, u.y+mid*dy-c.y)
		if off >= float64(b.o.radius)-tiny {
			return 1, 0
		}
		half := math.Sqrt((float64(b.o.radius)*float64(b.o.radius) - off*off) / l)
		return max(0, mid-half), min(1, mid+half)
	}
	for i := range b.o.n {
		u, v := fl(b.o.v[i]), fl(b.o.v[(i+1)%b.o.n])
		side := func(w vec) float64 { return (v.x-u.x)*(float64(w.y)-u.y) - (v.y-u.y)*(float64(w.x)-u.x) }
		f0, f1 := side(p), side(q)
		switch {
		case f0 <= 0 && f1 <= 0:
			return 1, 0
		case f0 <= 0:
			in = max(in, f0/(f0-f1))
		case f1 <= 0:
			out = min(out, f0/(f0-f1))
		}
	}
	return in, out
}

// off returns where a model at p crosses an edge when it walks straight off.
func (d dumb) off(p Point, e Edge) (v, w vec) {
	v = d.s.at(p)
	w = v
	switch e {
	case South:
		w.y = 0
	case East:
		w.x = d.s.size.x
	case North:
		w.y = d.s.size.y
	case West:
		w.x = 0
	}
	return v, w
}

// unhindered reports whether the mover can walk off over an edge from a point: past
// all but what it stands on or above there.
func (d dumb) unhindered(mover Model, models []Model, p Point, e Edge) bool {
	v, w := d.off(p, e)
	r, feet, z := mover.Base.Radius(), d.height(mover.At), d.height(p)
	for _, b := range d.all {
		if b.blocks && b.overlaps(v, w, r) && !b.overlaps(v, v, r) {
			return false
		}
	}
	floor, top := Length(0), max(feet, z)+mover.Height()
	if feet > 0 && z > 0 {
		floor = min(feet, z)
	}
	for _, m := range models {
		o, low := body{o: circle(d.s.at(m.At), m.Base.Radius())}, d.height(m.At)
		at := d.s.at(mover.At)
		held := o.overlaps(at, at, r) && feet < low+m.Height() && low < feet+mover.Height()
		if !held && low < top && floor < low+m.Height() && o.overlaps(v, w, r) {
			return false
		}
	}
	return true
}

// exit returns the cost of leaving over an edge, in steps: by the shortest way to a
// destination, and straight on, in space no further than down to level ground there
// (DUEL-3, DUEL-32).
func (t *trip) exit(found map[Point]float64, e Edge) (float64, bool) {
	best := math.Inf(1)
	for p := range found {
		if v, w := t.off(p, e); t.unhindered(t.mover, t.models, p, e) {
			on := math.Hypot(float64(w.x-v.x), float64(w.y-v.y))
			far := w.sub(t.s.at(t.mover.At))
			space := math.Hypot(math.Hypot(float64(far.x), float64(far.y)), float64(t.height(t.mover.At)))
			best = min(best, max(t.waysTo(p, false).length(p)+on/float64(t.s.step), space/float64(t.s.step)))
		}
	}
	return best, best*float64(t.s.step) <= float64(t.move.Allowance)+tiny
}
