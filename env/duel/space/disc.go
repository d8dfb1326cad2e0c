package space

import (
	"math"
	"slices"
)

// Disc numbers the offsets that name destinations and other places (DUEL-5,
// DUEL-117): all lattice offsets up to a radius, row by row from the south, each
// row from the west. The same id names the same offset everywhere. A Disc does not
// change after NewDisc.
type Disc struct {
	steps   int       // radius in steps, rounded down
	offsets []Offset  // by id
	dist    []float64 // by id, in steps
	row     []int32   // by dy + steps: id of the offset (0, dy)
	half    []int32   // by dy + steps: largest |dx|
	cells   []cell    // by id; used up to maxSteps

	// By which axes are mirrored (1: west and east, 2: south and north), and id: the id of the
	// mirrored offset.
	mirrored [4][]uint16

	// Offsets as places in a square twice as wide as the disc, so that the place
	// of a difference is a difference of places.
	place  []int32   // by id, from the centre
	centre int32     // place of the offset (0, 0)
	idAt   []int16   // by place: id, -1 outside the disc
	distAt []float64 // by place: length in steps, infinite outside the disc

	// detours[b] lists the offsets v other than 0 and b by |v| + |b-v|, then by
	// id, as far as that sum stays within the radius.
	detours [][]uint16
}

// NewDisc returns the Disc of all offsets up to radius on a lattice of the step.
func NewDisc(radius, step Length) *Disc {
	if radius < 0 || step <= 0 || radius/step > 100 {
		panic("space: a disc needs a radius of 0 to 100 steps")
	}
	n := int(radius / step)
	d := &Disc{steps: n}
	limit := int64(radius) * int64(radius)
	for dy := -n; dy <= n; dy++ {
		half := 0
		for w := half + 1; (int64(w)*int64(w)+int64(dy)*int64(dy))*int64(step)*int64(step) <= limit; w++ {
			half = w
		}
		d.row = append(d.row, int32(len(d.offsets)+half))
		d.half = append(d.half, int32(half))
		for dx := -half; dx <= half; dx++ {
			d.offsets = append(d.offsets, Offset{int8(dx), int8(dy)})
			d.dist = append(d.dist, math.Sqrt(float64(dx*dx+dy*dy)))
			d.cells = append(d.cells, cell((dy+n)*64+dx+n))
		}
	}
	wide := 4*n + 1
	d.centre = int32(2*n*wide + 2*n)
	d.idAt, d.distAt = make([]int16, wide*wide), make([]float64, wide*wide)
	for i := range d.idAt {
		d.idAt[i], d.distAt[i] = -1, inf
	}
	for id, o := range d.offsets {
		p := d.centre + int32(o.Y)*int32(wide) + int32(o.X)
		d.place = append(d.place, p-d.centre)
		d.idAt[p], d.distAt[p] = int16(id), d.dist[id]
	}
	for axes := range d.mirrored {
		for _, o := range d.offsets {
			if axes&1 != 0 {
				o.X = -o.X
			}
			if axes&2 != 0 {
				o.Y = -o.Y
			}
			d.mirrored[axes] = append(d.mirrored[axes], uint16(d.ID(o)))
		}
	}
	d.sortDetours(float64(radius) / float64(step))
	return d
}

func (d *Disc) sortDetours(limit float64) {
	// Few lengths occur, and few sums of two: what is sorted are their numbers.
	lengths := slices.Compact(slices.Sorted(slices.Values(d.dist)))
	kind := make([]int, len(d.dist)) // by id: of its length
	for id, x := range d.dist {
		kind[id], _ = slices.BinarySearch(lengths, x)
	}
	var sums []float64
	for _, x := range lengths {
		for _, y := range lengths {
			if x+y > limit+slack {
				break
			}
			sums = append(sums, x+y)
		}
	}
	slices.Sort(sums)
	sums = slices.Compact(sums)
	rank := make([]int32, len(lengths)*len(lengths)) // by two kinds: of their sum; -1 beyond the limit
	for i, x := range lengths {
		for j, y := range lengths {
			k := &rank[i*len(lengths)+j]
			if *k = -1; x+y <= limit+slack {
				at, _ := slices.BinarySearch(sums, x+y)
				*k = int32(at)
			}
		}
	}
	d.detours = make([][]uint16, len(d.offsets))
	var keys []uint64
	for b := range d.offsets {
		if d.dist[b] == 0 {
			continue
		}
		keys = keys[:0]
		for v := range d.offsets {
			rest := d.between(v, b)
			if v == b || d.dist[v] == 0 || rest < 0 {
				continue
			}
			if k := rank[kind[v]*len(lengths)+kind[rest]]; k >= 0 {
				keys = append(keys, uint64(k)<<32|uint64(v))
			}
		}
		slices.Sort(keys)
		list := make([]uint16, len(keys))
		for i, k := range keys {
			list[i] = uint16(k)
		}
		d.detours[b] = list
	}
}

// Len returns the number of offsets.
func (d *Disc) Len() int { return len(d.offsets) }

// Offset returns the offset with an id.
func (d *Disc) Offset(id int) Offset { return d.offsets[id] }

// ID returns the id of an offset, or -1 when it lies outside the disc.
func (d *Disc) ID(o Offset) int {
	y := int(o.Y) + d.steps
	if y < 0 || y >= len(d.row) {
		return -1
	}
	x := int32(o.X)
	if h := d.half[y]; x < -h || x > h {
		return -1
	}
	return int(d.row[y] + x)
}

// between returns the id of the offset that leads from offset v to offset b, or -1
// when it lies outside the disc.
func (d *Disc) between(v, b int) int { return int(d.idAt[d.centre+d.place[b]-d.place[v]]) }

// Origin returns the id of the offset (0, 0): to stay.
func (d *Disc) Origin() int { return int(d.row[d.steps]) }
