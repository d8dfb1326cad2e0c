package space

import (
	"math"
	"math/bits"
	"slices"
)

// climbed returns the cost of the heights along the way to an offset, in steps:
// two inches for every inch up or down, one where there is a climbing aid
// (DUEL-44). With jumping, the best single jump is free: over a dip no wider than
// what has been moved before, up by JumpRise, or down at one for one (DUEL-54). On
// a way with a jump over a gap that same jump must do it. A way that goes on off the
// area, for out units, ends on level ground.
func (r *Reach) climbed(id int, how way, out float64) float64 {
	p := r.profile(id, how)
	if out > 0 {
		p.change(0, p.moved+out, false)
	}
	cost := p.cost
	if r.move.JumpWidth > 0 {
		cost -= p.saved(&r.move)
	}
	return cost / float64(r.scene.step)
}

// profile returns the heights along the way to an offset.
func (r *Reach) profile(id int, how way) (p profile) {
	var room [64]Point
	points, landing := r.trace(id, how, room[:0])
	slices.Reverse(points)
	end := len(points) - 1
	r.findTops(points[0], points[end])
	p.height = r.feet
	_, p.aid = r.surface(points[0])
	for i := 1; i <= end; i++ {
		if landing >= 0 && i == end-landing {
			first, last, length := r.crossing(points[i-1], points[i])
			p.over, p.takeOff, p.touchDown = true, p.moved+float64(first*length), p.moved+float64(last*length)
		}
		r.climbLeg(&p, r.scene.at(points[i-1]), r.scene.at(points[i]))
	}
	height, aid := r.surface(points[end])
	p.change(height, p.moved, aid)
	return p
}

// A top is a surface that a way may lead over.
type top struct {
	outline *shape
	height  Length
	aid     bool
}

// maxTops bounds the surfaces on or under which a way begins and ends.
const maxTops = MaxPieces + MaxAdded

// findTops finds the surfaces that a way between two points may lead over: those
// that the base overlaps there. It keeps off all others.
func (r *Reach) findTops(a, b Point) {
	s := r.scene
	r.nTops = 0
	add := func(t top) {
		r.tops[r.nTops] = t
		r.nTops++
	}
	over := r.table.over[s.Index(a)] | r.table.over[s.Index(b)]
	for m := over & s.blocking &^ r.field.Gone; m != 0; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		add(top{&s.shapes[j], s.tops[j], s.aids>>j&1 != 0})
	}
	va, vb := s.at(a), s.at(b)
	for j := range r.field.Added() {
		if o := &r.bodies[j]; o.swept(va, va, r.table.radius) || o.swept(vb, vb, r.table.radius) {
			add(top{o, r.field.logs[j].Top(), false})
		}
	}
}

// surface returns the height of the highest top that holds a point, and whether
// that top has a climbing aid.
func (r *Reach) surface(p Point) (h Length, aid bool) {
	v := r.scene.at(p)
	for i := range r.tops[:r.nTops] {
		if t := &r.tops[i]; t.height >= h && t.outline.contains(v) {
			aid = t.aid || aid && t.height == h
			h = t.height
		}
	}
	return h, aid
}

// A profile records the heights along a way.
type profile struct {
	height Length
	aid    bool    // the surface under it has a climbing aid
	moved  float64 // up to the leg at hand
	cost   float64
	n      int
	steps  [32]climb

	over               bool // there is a jump over a gap
	takeOff, touchDown float64
}

// A climb is one change of height.
type climb struct {
	from, to Length
	at       float64 // after this many units
	cost     float64
}

// climbLeg enters the heights under the inside of a leg.
func (r *Reach) climbLeg(p *profile, va, vb vec) {
	var in, out [maxTops]float64
	var cuts [2*maxTops + 2]float64
	cuts[1] = 1
	n := 2
	for i := range r.tops[:r.nTops] {
		if in[i], out[i] = r.tops[i].outline.span(va, vb); in[i] < out[i] {
			cuts[n], cuts[n+1] = in[i], out[i]
			n += 2
		}
	}
	slices.Sort(cuts[:n])
	length := math.Sqrt(float64(square(vb.sub(va))))
	for k := 1; k < n; k++ {
		mid := (cuts[k-1] + cuts[k]) / 2
		if cuts[k]-cuts[k-1] < slack {
			continue
		}
		h, aid := Length(0), false
		for i := range r.tops[:r.nTops] {
			if t := &r.tops[i]; in[i] < mid && mid < out[i] && t.height >= h {
				aid = t.aid || aid && t.height == h
				h = t.height
			}
		}
		p.change(h, p.moved+float64(cuts[k-1]*length), aid)
	}
	p.moved += length
}

// change enters a change of the surface to another height, after a distance in
// units; aid says whether that surface has a climbing aid. Of the two surfaces,
// the aid of the higher one counts.
func (p *profile) change(to Length, at float64, aid bool) {
	helped := aid
	if to < p.height {
		helped = p.aid
	}
	p.aid = aid
	if to == p.height {
		return
	}
	d := float64(max(to-p.height, p.height-to))
	if !helped {
		d *= 2
	}
	if p.n < len(p.steps) {
		p.steps[p.n] = climb{from: p.height, to: to, at: at, cost: d}
		p.n++
	}
	p.cost += d
	p.height = to
}

// saved returns the cost in units that the best single jump saves.
func (p *profile) saved(m *Move) float64 {
	best := 0.0
	for i, c := range p.steps[:p.n] {
		if p.jumps(c.at, c.at, m) {
			if c.to < c.from {
				best = max(best, c.cost-float64(c.from-c.to))
			} else if c.to-c.from <= m.JumpRise {
				best = max(best, c.cost)
			}
		}
		if i+1 == p.n {
			continue
		}
		if up := p.steps[i+1]; c.to < c.from && up.to > up.from && up.to-c.from <= m.JumpRise && p.jumps(c.at, up.at, m) {
			best = max(best, c.cost+up.cost)
		}
	}
	return best
}

// jumps reports whether one jump can lead from one place of the way to another,
// and over the gap if there is one.
func (p *profile) jumps(from, to float64, m *Move) bool {
	if p.over {
		from, to = min(from, p.takeOff), max(to, p.touchDown)
	}
	return to-from <= from+slack && to-from <= float64(m.JumpWidth)+slack
}

// dropped returns the height of the fall at the end of a way that the last solve found
// and that the allowance does not pay for: the model gets to the brink with it, drops
// further than what is left, and lands beside what it stood on (DUEL-54); 0 when that
// is not so.
func (r *Reach) dropped(id int, how way) Length {
	p := r.profile(id, how)
	if p.n == 0 {
		return 0
	}
	last := p.steps[p.n-1]
	landed := p.moved - last.at // gone since the brink
	if last.to >= last.from || landed > float64(r.table.radius+r.scene.step)+slack {
		return 0
	}
	before := p.moved
	if r.scene.options.Climbing {
		before += p.cost - last.cost
	}
	if before > r.limit*float64(r.scene.step) {
		return 0
	}
	return last.from - last.to
}

// Drop returns the height of the fall at the end of the way to an offset that the last
// Find reached; 0 when the model gets there on foot.
func (r *Reach) Drop(id int) Length {
	if !r.Has(id) || r.how[id] == leaping || r.how[id]&dropping == 0 {
		return 0
	}
	how, g := r.how[id], r.groupOf(id)
	r.ends[0] = uint16(id)
	r.solveFor(g, r.block(g, how&wading == 0), r.ends[:], r.limit)
	return r.dropped(id, how)
}
