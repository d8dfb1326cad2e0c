package space

import "math/bits"

// maxSteps bounds the radius of a block of offsets, in steps: ten inches in steps
// of half an inch.
const maxSteps = 20

// rows holds a set of offsets from a point: a word for each row of a Disc from the
// south, with a bit for each column from the west.
type rows []uint64

// A cell is the place of an offset in rows: its row times 64, and its column.
type cell uint16

func (x rows) has(c cell) bool { return x[c>>6]>>(c&63)&1 != 0 }

func (x rows) add(c cell) { x[c>>6] |= 1 << (c & 63) }

// height returns the number of rows of a set.
func (d *Disc) height() int { return 2*d.steps + 1 }

// band returns the bits of the columns from low to high, counted from the middle
// column, as far as the Disc has them.
func (d *Disc) band(low, high int) uint64 {
	low, high = max(low, -d.steps), min(high, d.steps)
	if low > high {
		return 0
	}
	return (1<<(high-low+1) - 1) << (low + d.steps)
}

// A shadow is a set of offsets without the rows that are empty at its ends.
type shadow struct {
	low, n uint8  // the first row, and the number of rows
	at     uint32 // of the first row, in a list of words
}

// pack appends a set to a list of words.
func pack(words []uint64, x rows) ([]uint64, shadow) {
	low, high := 0, len(x)
	for low < high && x[low] == 0 {
		low++
	}
	for high > low && x[high-1] == 0 {
		high--
	}
	return append(words, x[low:high]...), shadow{low: uint8(low), n: uint8(high - low), at: uint32(len(words))}
}

// takeMoved removes the shadow from a set, moved by columns and rows.
func (k shadow) takeMoved(set rows, columns, up int, words []uint64) {
	words, first := k.inside(len(set), up, words)
	set = set[first:][:len(words)]
	if columns >= 0 {
		for i, w := range words {
			set[i] &^= w << (columns & 63)
		}
		return
	}
	for i, w := range words {
		set[i] &^= w >> (-columns & 63)
	}
}

// addMoved adds the shadow to a set, moved by columns and rows, as far as it lies within
// another.
func (k shadow) addMoved(set rows, columns, up int, words []uint64, within rows) {
	words, first := k.inside(len(set), up, words)
	set, within = set[first:][:len(words)], within[first:][:len(words)]
	if columns >= 0 {
		for i, w := range words {
			set[i] |= w << (columns & 63) & within[i]
		}
		return
	}
	for i, w := range words {
		set[i] |= w >> (-columns & 63) & within[i]
	}
}

// inside returns the words of the shadow that lie in a set of height rows when it is
// moved up, and the row of the first.
func (k shadow) inside(height, up int, words []uint64) ([]uint64, int) {
	words = words[k.at:][:k.n]
	first := int(k.low) + up
	if first < 0 {
		words = words[min(-first, len(words)):]
		first = 0
	}
	first = min(first, height)
	return words[:min(len(words), height-first)], first
}

// has reports whether the shadow holds a cell.
func (k shadow) has(c cell, words []uint64) bool {
	i := uint(c>>6) - uint(k.low)
	return i < uint(k.n) && words[k.at+uint32(i)]>>(c&63)&1 != 0
}

// shades holds the shadows of round obstacles of one size, by the obstacle's
// place: the offsets to which no straight leg leads past it.
type shades struct {
	far    int // farthest column and row of an obstacle
	of     []shadow
	words  []uint64
	rounds []round // by place to the north-east, of the ways around an obstacle; nil: not computed
}

// newShades computes the shadows of obstacles that a centre must keep a distance r
// from.
func newShades(d *Disc, step, r Length) *shades {
	k := &shades{far: d.steps + int((r+step-1)/step)}
	h := d.height()
	quarter := make([]uint64, (k.far+1)*(k.far+1)*h) // a set by place, to the north-east
	for y := range k.far + 1 {
		for x := range k.far + 1 {
			d.shade(quarter[(y*(k.far+1)+x)*h:][:h], x, y, step, r)
		}
	}
	set := make(rows, h)
	for y := -k.far; y <= k.far; y++ {
		for x := -k.far; x <= k.far; x++ {
			from := quarter[(max(y, -y)*(k.far+1)+max(x, -x))*h:][:h]
			for i, w := range from {
				if x < 0 {
					w = bits.Reverse64(w) >> (64 - h)
				}
				if y < 0 {
					i = h - 1 - i
				}
				set[i] = w
			}
			var one shadow
			k.words, one = pack(k.words, set)
			k.of = append(k.of, one)
		}
	}
	k.goRound(d)
	return k
}

// shade adds the shadow of an obstacle at x, y, in steps, to an empty set.
func (d *Disc) shade(set rows, x, y int, step, r Length) {
	ss, rr := int(step)*int(step), int(r)*int(r)
	inside := (x*x+y*y)*ss < rr // the leg begins in the obstacle
	for id, o := range d.offsets {
		ox, oy := int(o.X), int(o.Y)
		t, dd := x*ox+y*oy, ox*ox+oy*oy
		if !inside {
			if t <= 0 {
				continue
			}
			if t < dd {
				if c := ox*y - oy*x; c*c*ss >= rr*dd {
					continue
				}
			} else if (x-ox)*(x-ox)+(y-oy)*(y-oy) >= (rr+ss-1)/ss {
				continue
			}
		}
		set.add(d.cells[id])
	}
}

// from returns the shadow of an obstacle at x, y, in steps from the start of a
// leg.
func (k *shades) from(x, y int) shadow {
	if x < -k.far || x > k.far || y < -k.far || y > k.far {
		return shadow{}
	}
	return k.of[(y+k.far)*(2*k.far+1)+x+k.far]
}
