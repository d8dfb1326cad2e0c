package space

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"
)

// A screen is one obstacle to sight that may stand between two models.
type screen struct {
	index  int16 // of a piece of the map, or MaxPieces + that in query.added
	top    Length
	opaque bool
	covers bool // counts for cover
}

// A fan holds the rays from an eye to the points of a silhouette.
type fan struct {
	eye    vec
	z      Length
	points [3]vec // centre, left, right
	levels [3]Length
}

// Sees reports whether two models see each other: a ray from the eye of either to
// a point of the other is clear (DUEL-4). Sight is mutual.
func (s *Scene) Sees(a, b Model, f *Field) bool {
	q := query{scene: s}
	if !q.gather(s, a, b, f, s.opaque) {
		return false
	}
	if q.n == 0 {
		return true
	}
	fan := s.fan(a, b, f)
	if q.clear(&fan) {
		return true
	}
	fan = s.fan(b, a, f)
	return q.clear(&fan)
}

// fan returns the rays from a viewer's eye to a target. The edges of the base are
// rounded to whole units towards the centre, the same way on every side.
func (s *Scene) fan(viewer, target Model, f *Field) fan {
	a, b := s.at(viewer.At), s.at(target.At)
	x := fan{eye: a, z: s.Height(viewer.At, f) + levels(viewer)[2], levels: levels(target)}
	z := s.Height(target.At, f)
	for i := range x.levels {
		x.levels[i] += z
	}
	d := b.sub(a)
	side := vec{}
	if dd := square(d); dd > 0 {
		root, r := math.Sqrt(float64(dd)), float64(target.Base.Radius())
		side = vec{int32(float64(-d.y) * r / root), int32(float64(d.x) * r / root)}
	}
	x.points = [3]vec{b, b.add(side), b.sub(side)}
	return x
}

// levels returns the heights of the three rows of a silhouette, in units.
func levels(m Model) [3]Length {
	h := m.Height()
	return [3]Length{h / 10, h / 2, h - h/10}
}

// maxScreens bounds the screens between two models.
const maxScreens = MaxPieces + MaxAdded + MaxMobs

// A query holds the screens between two models.
type query struct {
	scene    *Scene
	measures bool // cover too, not only sight
	n        int
	screens  [maxScreens]screen
	added    [MaxAdded + MaxMobs]shape
}

// gather collects the screens of the set that may stand between two models. It
// returns false when no ray can be clear: one of them is inside terrain that
// cannot be seen through, and the other is not (DUEL-25).
func (q *query) gather(s *Scene, a, b Model, f *Field, set uint64) bool {
	if s.closed != 0 {
		closed := s.closed &^ f.Gone
		ia, ib := s.Inside(a.At, f), s.Inside(b.At, f)
		if (ia^ib)&closed != 0 {
			return false
		}
		set &^= ia & closed // both inside
	}
	set &^= f.Gone
	if set == 0 && f.nAdded == 0 && f.nMobs == 0 {
		return true
	}
	va, vb := s.at(a.At), s.at(b.At)
	d := vb.sub(va)
	w := int32(max(a.Base.Radius(), b.Base.Radius()))
	low := vec{min(va.x, vb.x) - w, min(va.y, vb.y) - w}
	top := vec{max(va.x, vb.x) + w, max(va.y, vb.y) + w}
	length := math.Sqrt(float64(square(d)))
	exempt, known := uint64(0), false
	for m := set; m != 0; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		o := &s.shapes[j]
		if o.low.x >= top.x || o.top.x <= low.x || o.low.y >= top.y || o.top.y <= low.y || s.tops[j] == 0 {
			continue
		}
		if off := math.Abs(float64(cross(d, o.centre.sub(va)))); off > (s.spread[j]+float64(w))*length {
			continue
		}
		if q.measures && !known {
			exempt = s.shared(a, f)&s.Touched(b.At, b.Base, f) | s.Touched(a.At, a.Base, f)
			known = true
		}
		bit := uint64(1) << j
		q.screens[q.n] = screen{index: int16(j), top: s.tops[j], opaque: s.opaque&bit != 0, covers: s.cover&^exempt&bit != 0}
		q.n++
	}
	q.gatherField(s, f)
	return true
}

func (q *query) gatherField(s *Scene, f *Field) {
	for j := range f.Added() {
		a := &f.logs[j]
		q.added[j] = a.shape()
		q.screens[q.n] = screen{index: int16(MaxPieces + j), top: a.Top(), opaque: !a.see, covers: true}
		q.n++
	}
	for j := range f.Mobs() {
		k := int(f.nAdded) + j
		q.added[k] = circle(s.at(f.mobs[j].At), f.mobs[j].Radius)
		q.screens[q.n] = screen{index: int16(MaxPieces + k), top: StandingHeight, opaque: true, covers: true}
		q.n++
	}
}

// outline returns the outline of a screen.
func (q *query) outline(c *screen) *shape {
	if c.index < MaxPieces {
		return &q.scene.shapes[c.index]
	}
	return &q.added[c.index-MaxPieces]
}

// clear reports whether any ray of the fan passes everything opaque.
func (q *query) clear(x *fan) bool {
	for l := 2; l >= 0; l-- { // heads first: they are hidden least
		for _, p := range x.points {
			if !q.blocked(&ray{a: x.eye, b: p, za: x.z, zb: x.levels[l]}) {
				return true
			}
		}
	}
	return false
}

func (q *query) blocked(r *ray) bool {
	for i := range q.screens[:q.n] {
		if c := &q.screens[i]; c.opaque && q.outline(c).hides(r, c.top) {
			return true
		}
	}
	return false
}

// Sights holds, for all pairs of points where a model of normal size can stand, whether
// two standing ones see each other on the table without models. The view from a point is
// worked out when it is first asked for.
type Sights struct {
	scene *Scene
	words int      // of the view from a point
	bits  []uint64 // by point: a bit for each point in view
	ready []atomic.Bool
	teach sync.Mutex // held while a view is worked out
}

// maxSightPoints is the largest lattice whose views are kept.
const maxSightPoints = 700

// Sights returns who sees whom on the table without models; nil where that would be too large.
func (s *Scene) Sights() *Sights { return s.sights }

func newSights(s *Scene) *Sights {
	n := s.Points()
	if n > maxSightPoints {
		return nil
	}
	words := (n + 63) / 64
	t := &Sights{scene: s, words: words, bits: make([]uint64, n*words), ready: make([]atomic.Bool, n)}
	if s.opaque == 0 { // nothing hides anybody
		for i := range t.bits {
			t.bits[i] = ^uint64(0)
		}
		for i := range t.ready {
			t.ready[i].Store(true)
		}
	}
	return t
}

// look works out the view from a point.
func (t *Sights) look(i int) {
	t.teach.Lock()
	defer t.teach.Unlock()
	if t.ready[i].Load() {
		return
	}
	s, f := t.scene, Field{}
	if a := (Model{At: s.PointAt(i), Base: Normal}); s.Standable(a.At, Normal, &f) {
		row := t.bits[i*t.words:][:t.words]
		for j := range len(t.ready) {
			b := Model{At: s.PointAt(j), Base: Normal}
			// Sight is mutual: of a pair, one order of the two decides, as rounding has no side.
			x, y := a, b
			if j < i {
				x, y = b, a
			}
			if s.Standable(b.At, Normal, &f) && s.Sees(x, y, &f) {
				row[j>>6] |= 1 << (j & 63)
			}
		}
	}
	t.ready[i].Store(true)
}

// Has reports whether models at two points see each other.
func (t *Sights) Has(i, j int) bool { return t.From(i).Has(j) }

// A Sight says which standing models would see one at a point.
type Sight []uint64

// From returns the view from a point.
func (t *Sights) From(i int) Sight {
	if !t.ready[i].Load() {
		t.look(i)
	}
	return t.bits[i*t.words:][:t.words]
}

// Has reports whether a model at another point is in view.
func (v Sight) Has(j int) bool { return v[j>>6]>>(j&63)&1 != 0 }
