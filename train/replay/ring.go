package replay

import (
	"fmt"

	"ringer/models"
	"ringer/train"
)

// Ring holds the newest decisions. A new one takes the place of the oldest when it is full.
//
// The decisions of a seat in an episode are added together and in their order, so that the
// oldest goes first: whatever follows on a decision that is there, is there too.
type Ring struct {
	Rows

	// Next is the place of the same seat's next decision in the same episode, or -1 at its last one.
	Next []float32 // [Len]

	head int // where the next decision goes
}

// NewRing returns an empty ring of decisions that a network sees. Its error names the bounds of a
// capacity that is outside them.
func NewRing(capacity int, network *models.Network) (*Ring, error) {
	rows, err := newRows(capacity, network)
	return &Ring{Rows: rows}, err
}

// Add adds the decisions of whole episodes. Of a batch that is larger than the ring, the newest stay.
func (r *Ring) Add(b *train.Batch) {
	r.check(b)
	first := max(0, b.Rows-r.capacity)
	start := r.head
	for i := first; i < b.Rows; i++ {
		if r.head == r.Len() {
			r.Next = r.grow(r.Next, 1)
		}
		r.put(r.head, b, i)
		r.Next[r.head] = -1
		if next := b.Next[i]; next >= 0 {
			r.Next[r.head] = float32((start + int(next) - first) % r.capacity)
		}
		r.head = (r.head + 1) % r.capacity
	}
}

// Ahead follows a decision for at most a number of the seat's own decisions. It returns the place
// where it stops and the steps taken; ended says that the episode ended for the seat before the last of them,
// which counts as one.
func (r *Ring) Ahead(place int32, most int) (to int32, steps int, ended bool) {
	for steps < most {
		steps++
		next := r.Next[place]
		if next < 0 {
			return place, steps, true
		}
		place = int32(next)
	}
	return place, steps, false
}

// ringNumbers names the tensor of what a ring's state holds beside columns: the head.
const ringNumbers = "head"

func (r *Ring) columns() []column {
	return append(r.Rows.columns(), column{"next", 1, &r.Next})
}

// State returns the ring as tensors whose names begin with prefix: windows into it, which the next Add changes.
func (r *Ring) State(prefix string) []models.Tensor {
	return state(prefix, r.columns(), ringNumbers, []float32{float32(r.head)})
}

// Restore takes the tensors of State out of a state and returns the others. A nil state empties the ring. On an
// error nothing has changed.
func (r *Ring) Restore(prefix string, state []models.Tensor) (others []models.Tensor, err error) {
	none := state == nil
	if none {
		state = (&Ring{Rows: Rows{observations: r.observations, actions: r.actions}}).State(prefix)
	}
	got, others, err := r.read(prefix, r.columns(), ringNumbers, 1, state)
	if err != nil {
		return nil, err
	}
	head, ok := whole(got.numbers[0], r.capacity)
	if !ok || got.rows < r.capacity && head != got.rows {
		return nil, fmt.Errorf("replay: %s%s: %v: want the place after the newest of %d decisions in a ring of %d", prefix, ringNumbers, got.numbers[0], got.rows, r.capacity)
	}
	age := func(place int) int { return (place - head + 2*got.rows) % max(1, got.rows) } // 0 for the oldest
	for i, x := range got.columns["next"] {
		if next, ok := whole(x, got.rows); x != -1 && (!ok || age(next) <= age(i)) {
			return nil, fmt.Errorf("replay: %snext: row %d: %v: want the place of a newer decision, or -1", prefix, i, x)
		}
	}
	r.take(r.columns(), got)
	r.head = head
	if none {
		others = nil
	}
	return others, nil
}
