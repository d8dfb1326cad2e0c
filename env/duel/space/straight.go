package space

import "math"

// Charge returns the end of a charge at a target: the free contact point nearest to the
// charger, first in lattice order, to which there is a free straight way that the
// charge can pay for and that leads nearer to the target all along (DUEL-43). models
// holds all models but the charger.
func (r *Reach) Charge(charger, target Model, charge Move, f *Field, models []Model) (Point, bool) {
	s := r.scene
	v, goal := s.at(charger.At), s.at(target.At)
	far := int64(charge.Allowance + target.Base.Radius() + charger.Base.Radius() + s.contactGap())
	if square(goal.sub(v)) > far*far {
		return Nowhere, false
	}
	var room [64]Point
	points := s.ContactPoints(target, charger.Base, f, models, room[:0])
	far = int64(charge.Allowance) * int64(charge.Allowance)
	for range points {
		best, at := int64(-1), 0
		for i, p := range points {
			if d := square(s.at(p).sub(v)); p != Nowhere && (best < 0 || d < best) {
				best, at = d, i
			}
		}
		p := points[at]
		points[at] = Nowhere
		if best > far {
			break
		}
		if w := s.at(p); dot(w.sub(v), goal.sub(w)) >= 0 && s.SweepFree(charger, p, f, models) && r.Straight(charger, p, charge, f) <= charge.Allowance {
			return p, true
		}
	}
	return Nowhere, false
}

// Straight returns what it costs a model to go straight to a point, in units, rounded
// up: as much as a Move does that takes this way (DUEL-3, DUEL-44, DUEL-54). It does not
// look for obstacles, and leaves the last Find as it is.
func (r *Reach) Straight(m Model, to Point, move Move, f *Field) Length {
	s := r.scene
	return r.straight(m, s.at(to), s.Height(to, f), to, move, f)
}

// StraightOff reports whether a model can leave the area over an edge in a straight
// line with a Move, past the models (DUEL-32).
func (r *Reach) StraightOff(m Model, e Edge, move Move, f *Field, models []Model) bool {
	s := r.scene
	if r.straightOff(m, s.edgePoint(m.At, e), move, f, models) {
		return true
	}
	for i := range max(s.nx, s.ny) { // slanting
		p := Point{int8(i), m.At.Y}
		if e == East || e == West {
			p = Point{m.At.X, int8(i)}
		}
		if s.Holds(p) && r.straightOff(m, s.edgePoint(p, e), move, f, models) {
			return true
		}
	}
	return false
}

func (r *Reach) straightOff(m Model, to vec, move Move, f *Field, models []Model) bool {
	far := int64(move.Allowance) * int64(move.Allowance)
	return square(to.sub(r.scene.at(m.At))) <= far && r.scene.sweepFree(m, to, 0, 0, f, models) && r.straight(m, to, 0, m.At, move, f) <= move.Allowance
}

// straight returns the cost of a straight way to a position of a height. end is the
// point of the lattice there, or the model's own.
func (r *Reach) straight(m Model, to vec, z Length, end Point, move Move, f *Field) Length {
	s := r.scene
	from, feet := s.at(m.At), s.Height(m.At, f)
	flat := math.Sqrt(float64(square(to.sub(from))))
	up := 0.0
	switch {
	case feet == 0 && z == 0:
	case s.options.Climbing:
		keep := *r
		defer func() { *r = keep }()
		r.mover, r.move, r.table, r.field, r.feet = m, move, s.table(m.Base), *f, feet
		for j := range f.Added() {
			r.bodies[j] = f.logs[j].shape()
		}
		r.findTops(m.At, end)
		p := profile{height: feet}
		_, p.aid = r.surface(m.At)
		r.climbLeg(&p, from, to)
		aid := false
		if z > 0 {
			_, aid = r.surface(end)
		}
		p.change(z, p.moved, aid)
		if up = p.cost; move.JumpWidth > 0 {
			up -= p.saved(&move)
		}
	default:
		dz := float64(z - feet)
		flat = math.Sqrt(float64(flat*flat) + float64(dz*dz))
	}
	return Length(math.Ceil(flat + up - float64(slack*float64(s.step))))
}

// SweepFree reports whether a model can go to a point in a straight line: its base
// touches no other model, and no terrain but that on which it starts or ends.
func (s *Scene) SweepFree(m Model, to Point, f *Field, models []Model) bool {
	return s.sweepFree(m, s.at(to), s.table(m.Base).over[s.Index(to)], s.Height(to, f), f, models)
}

// sweepFree does the same for a position of a height, where the base overlaps a set of
// pieces.
func (s *Scene) sweepFree(m Model, to vec, there uint64, height Length, f *Field, models []Model) bool {
	t, from := s.table(m.Base), s.at(m.At)
	if s.sweep(from, to, t.radius, s.blocking&^(t.over[s.Index(m.At)]|there)&^f.Gone) != 0 {
		return false
	}
	feet := s.Height(m.At, f)
	low, high := min(feet, height), max(feet, height)+m.Height()
	for _, o := range models {
		z := s.Height(o.At, f)
		r := o.Base.Radius() + t.radius
		if z < high && low < z+o.Height() && nearer(s.at(o.At), from, to, r) && !nearer(s.at(o.At), from, from, r) {
			return false
		}
	}
	for j := range f.Added() {
		o := f.logs[j].shape()
		if o.swept(from, to, t.radius) && !o.swept(from, from, t.radius) && !o.swept(to, to, t.radius) {
			return false
		}
	}
	return true
}
