package space

import (
	"math"
	"slices"
)

// A rise is one change of height on a way: from and to units, after this many
// steps.
type rise struct {
	from, to Length
	at, cost float64
}

// heights lists the changes of height under the centre of a model on a way.
func (t *trip) heights(path []Point) (changes []rise) {
	at := 0.0
	end := len(path) - 1
	now, aid := t.top(path[0])
	change := func(to Length, helps bool, at float64) {
		if to != now {
			rate := 2.0
			if to > now && helps || to < now && aid {
				rate = 1
			}
			changes = append(changes, rise{now, to, at, rate * math.Abs(float64(to-now)) / float64(t.s.step)})
		}
		now, aid = to, helps
	}
	for i := range end {
		p, q := t.s.at(path[i]), t.s.at(path[i+1])
		leg := math.Hypot(float64(path[i+1].X-path[i].X), float64(path[i+1].Y-path[i].Y))
		cuts := []float64{0, 1}
		for _, b := range t.all {
			if in, out := b.part(p, q); b.blocks && in < out {
				cuts = append(cuts, in, out)
			}
		}
		slices.Sort(cuts)
		for k := 1; k < len(cuts); k++ {
			if cuts[k]-cuts[k-1] < slack {
				continue
			}
			h, helps := t.topBetween(p, q, cuts[k-1], cuts[k])
			change(h, helps, at+leg*cuts[k-1])
		}
		at += leg
	}
	h, helps := t.top(path[end])
	change(h, helps, at)
	return changes
}

// top returns the height of the ground at a point, and whether a piece of that
// height helps to climb.
func (t *trip) top(p Point) (h Length, helps bool) {
	h = t.height(p)
	for _, b := range t.all {
		helps = helps || b.blocks && b.top == h && b.holds(t.s.at(p)) && b.aids(t.s)
	}
	return h, helps
}

func (t *trip) topBetween(p, q vec, low, high float64) (h Length, helps bool) {
	mid := (low + high) / 2
	for _, b := range t.all {
		in, out := b.part(p, q)
		switch {
		case !b.blocks || mid <= in || mid >= out || b.top < h:
		case b.top > h:
			h, helps = b.top, b.aids(t.s)
		default:
			helps = helps || b.aids(t.s)
		}
	}
	return h, helps
}

func (b *body) aids(s *Scene) bool { return b.piece >= 0 && b.stand && s.types[b.piece].Aid }

// climb returns the cost of the heights of a way, in steps, with the best single
// jump; over a gap if the way crosses one.
func (t *trip) climb(path []Point, stop []body) float64 {
	return t.climbing(path, stop, t.heights(path))
}

// climbOff returns the same in units for a way that goes on for this many units off the
// area, down to level ground.
func (t *trip) climbOff(path []Point, stop []body, on float64) float64 {
	changes, step := t.heights(path), float64(t.s.step)
	if z, aid := t.top(path[len(path)-1]); z > 0 {
		rate := 2.0
		if aid {
			rate = 1
		}
		changes = append(changes, rise{z, 0, (t.s.Length(path)*float64(Inch) + on) / step, rate * float64(z) / step})
	}
	return t.climbing(path, stop, changes) * step
}

func (t *trip) climbing(path []Point, stop []body, changes []rise) float64 {
	total, saved := 0.0, 0.0
	for _, c := range changes {
		total += c.cost
	}
	if t.move.JumpWidth == 0 {
		return total
	}
	inches := func(l float64) float64 { return l * t.s.step.Inches() }
	// The one jump holds the gap that the way crosses, if any.
	from, to, walked := math.Inf(1), 0.0, 0.0
	for i := 1; i < len(path); i++ {
		if !t.clear(path[i-1], path[i], stop) {
			width, before, _ := t.gaps(path[i-1], path[i], stop)
			from, to = walked+before, walked+before+width
		}
		walked += math.Hypot(float64(path[i].X-path[i-1].X), float64(path[i].Y-path[i-1].Y))
	}
	jump := func(a, b float64) bool {
		a, b = min(a, from), max(b, to)
		return inches(b-a) <= inches(a)+tiny && inches(b-a) <= t.move.JumpWidth.Inches()+tiny
	}
	for i, c := range changes {
		if jump(c.at, c.at) {
			if c.to > c.from && c.to-c.from <= t.move.JumpRise { // up onto it
				saved = max(saved, c.cost)
			}
			if c.to < c.from { // down, one for one
				saved = max(saved, c.cost-float64(c.from-c.to)/float64(t.s.step))
			}
		}
		if i+1 < len(changes) && c.to < c.from && changes[i+1].to > changes[i+1].from {
			if up := changes[i+1]; up.to-c.from <= t.move.JumpRise && jump(c.at, up.at) {
				saved = max(saved, c.cost+up.cost)
			}
		}
	}
	return total - saved
}

// maxChains bounds the ways that chains lists.
const maxChains = 60

// chains lists all shortest ways to a point, without turning points that lie
// straight on; false when there are too many.
func (t *trip) chains(w *ways, to Point) (all [][]Point, ok bool) {
	best := w.length(to)
	ok = true
	var back func(tail []Point, of map[Point]float64, jumped bool)
	back = func(tail []Point, of map[Point]float64, jumped bool) {
		b := tail[len(tail)-1]
		if !ok {
			return
		}
		if b == t.mover.At {
			path := slices.Clone(tail)
			slices.Reverse(path)
			all = append(all, path)
			ok = len(all) <= maxChains
			return
		}
		step := func(v Point, l float64, from map[Point]float64, jumped bool) {
			leg := math.Hypot(float64(b.X-v.X), float64(b.Y-v.Y))
			if leg == 0 || math.Abs(l+leg-of[b]) > slack || straightOn(v, tail) {
				return
			}
			back(append(slices.Clone(tail), v), from, jumped)
		}
		for v, l := range of {
			if t.clear(v, b, w.stop) {
				step(v, l, of, jumped)
			}
		}
		if jumped {
			for v, l := range w.walked {
				if width, before, good := t.gaps(v, b, w.stop); good && width > 0 && inchesOf(t, width) <= inchesOf(t, l+before)+tiny && inchesOf(t, width) <= t.move.JumpWidth.Inches()+tiny {
					step(v, l, w.walked, false)
				}
			}
		}
	}
	if l, has := w.walked[to]; has && l <= best+slack {
		back([]Point{to}, w.walked, false)
	}
	if l, has := w.jumped[to]; has && l <= best+slack {
		back([]Point{to}, w.jumped, true)
	}
	return all, ok
}

func inchesOf(t *trip, steps float64) float64 { return steps * t.s.step.Inches() }

// straightOn reports whether v lies straight before the last leg of a tail.
func straightOn(v Point, tail []Point) bool {
	n := len(tail)
	if n < 2 {
		return false
	}
	b, c := tail[n-1], tail[n-2]
	dx, dy := int(c.X-b.X), int(c.Y-b.Y)
	ex, ey := int(b.X-v.X), int(b.Y-v.Y)
	return dx*ey == dy*ex && dx*ex+dy*ey > 0
}
