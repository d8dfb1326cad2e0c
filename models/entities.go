package models

import (
	"bytes"
	"hash/maphash"
	"slices"
	"unsafe"
)

// entities are the entities of a set, or the items of a sort, in all rows of a Tape. Equal
// ones, such as the walls of a table that every row is of, are computed once.
type entities struct {
	of   *encoder
	rows int
	ids  []int32 // [rows, Rows] of the distinct one; -1: not there

	distinct int
	content  []float32 // [distinct, Width], where equal ones are looked for
	place    []int32   // of each, where places matter
	table    []int32   // of distinct ones by hash, -1: free; empty where they are not looked for
	unequal  int       // passes for which nobody looks, since hardly any were equal
	picked   []float32 // [Width]

	lists   listed       // of the distinct ones
	made    [2]activated // [distinct, width]
	pooled  []float32    // [rows, 2 width]
	dPooled []float32    // its gradient
	d       []float32    // [distinct, width] gradient of made[1], to which scores add
	hidden  []float32    // [distinct, width] gradient of made[0]
	share   []float32    // [width]
}

func newEntities(e *encoder) *entities {
	return &entities{of: e, picked: make([]float32, e.part.Width), share: make([]float32, e.width)}
}

// begin prepares for a number of rows.
func (e *entities) begin(rows int) {
	n := rows * e.of.part.Rows
	e.rows, e.distinct = rows, 0
	e.ids, e.content, e.place, e.table = slices.Grow(e.ids[:0], n)[:n], e.content[:0], e.place[:0], e.table[:0]
	e.lists.reset(e.of.part.Width)
	if e.unequal > 0 {
		e.unequal--
		return
	}
	size := 16
	for size < 2*n {
		size *= 2
	}
	e.table = slices.Grow(e.table, size)[:size]
	for i := range e.table {
		e.table[i] = -1
	}
}

// read takes over the entities of one observation.
func (e *entities) read(row int, observation []float32) {
	p := e.of.part
	ids := e.ids[row*p.Rows : (row+1)*p.Rows]
	for r := range p.Rows {
		x := e.picked
		if p.Kind == Set {
			x = observation[p.From+r*p.Width:][:p.Width]
			if x[0] == 0 {
				ids[r] = -1
				continue
			}
		} else {
			for k, at := range p.Index[r*p.Width : (r+1)*p.Width] {
				x[k] = observation[at]
			}
		}
		place := int32(0)
		if e.of.places != nil {
			place = int32(r)
		}
		ids[r] = e.find(x, place)
	}
}

var hashSeed = maphash.MakeSeed()

// rawBytes returns the memory of x.
func rawBytes(x []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 4*len(x))
}

// find returns the number of an entity among the distinct ones, in the order in which they
// come, whatever their hashes are.
func (e *entities) find(x []float32, place int32) int32 {
	if len(e.table) == 0 {
		return e.put(x, place)
	}
	raw, width := rawBytes(x), len(x)
	mask := uint64(len(e.table) - 1)
	for at := maphash.Bytes(hashSeed, raw) & mask; ; at = (at + 1) & mask {
		id := e.table[at]
		if id < 0 {
			e.content = append(e.content, x...)
			id = e.put(x, place)
			e.table[at] = id
			return id
		}
		if e.place[id] == place && bytes.Equal(raw, rawBytes(e.content[int(id)*width:][:width])) {
			return id
		}
	}
}

// put adds a distinct entity.
func (e *entities) put(x []float32, place int32) (id int32) {
	e.lists.add(x, 0)
	e.lists.end()
	e.place = append(e.place, place)
	e.distinct++
	return int32(e.distinct - 1)
}

// Passes for which equal entities are not looked for after one in which more than a share of
// them was distinct.
const (
	passesUnlooked = 30
	manyDistinct   = 0.7
)

// set takes the outputs of the items of one row [Rows, width], which were made elsewhere.
func (e *entities) set(items []float32) {
	e.rows, e.distinct = 1, e.of.part.Rows
	e.ids = e.ids[:0]
	for i := range e.distinct {
		e.ids = append(e.ids, int32(i))
	}
	e.made[1].y = append(e.made[1].y[:0], items...)
	e.made[1].lists.read(items, e.of.width)
}

// forward runs the distinct entities through the layers, and pools the entities of each row.
func (e *entities) forward(b *layers) {
	h := e.of.width
	if len(e.table) > 0 && float64(e.distinct) > manyDistinct*float64(len(e.ids)) {
		e.unequal = passesUnlooked
	}
	l := e.of.layers[0]
	e.made[0].y = room(e.made[0].y, e.distinct*h)
	e.lists.times(l.weight, l.bias, e.made[0].y, h)
	if e.of.places != nil {
		for i, place := range e.place {
			AddTo(e.made[0].y[i*h:(i+1)*h], e.of.places[int(place)*h:][:h])
		}
	}
	e.made[0].activate(b, h)
	e.made[1].forward(b, e.of.layers[1], &e.made[0].lists, e.distinct)

	slots := e.of.part.Rows
	e.pooled = room(e.pooled, e.rows*2*h)
	for i := range e.rows {
		poolRows(e.pooledRow(i), e.made[1].y, e.ids[i*slots:(i+1)*slots], h)
	}
}

// pooledRow returns the sums and the maxima of a row [2 width].
func (e *entities) pooledRow(i int) []float32 {
	return e.pooled[i*2*e.of.width : (i+1)*2*e.of.width]
}

// beginBackward prepares for the gradients that trunks and scores add.
func (e *entities) beginBackward() {
	e.dPooled, e.d = room(e.dPooled, len(e.pooled)), room(e.d, len(e.made[1].y))
	clear(e.dPooled)
	clear(e.d)
}

// backward takes the gradients of what was pooled and of what the scores read.
func (e *entities) backward(t *Tape) {
	if e.distinct == 0 {
		return
	}
	h, slots := e.of.width, e.of.part.Rows
	for i := range e.rows {
		unpoolRows(e.d, e.dPooled[i*2*h:(i+1)*2*h], e.pooledRow(i), e.made[1].y, e.ids[i*slots:(i+1)*slots], h, e.share)
	}
	b := t.b
	b.slope(e.made[1].y, e.d)
	t.bent(e.of.layers[1], &e.made[0].lists, e.made[0].y, e.d)
	e.hidden = room(e.hidden, e.distinct*h)
	t.nonzero.times(e.of.layers[1].turned, nil, e.hidden, h)
	b.slope(e.made[0].y, e.hidden)
	t.bent(e.of.layers[0], &e.lists, nil, e.hidden)
	if e.of.places != nil {
		g := t.gradient[e.of.at:][:slots*h]
		for i, place := range e.place {
			AddTo(g[int(place)*h:][:h], e.hidden[i*h:(i+1)*h])
		}
	}
}
