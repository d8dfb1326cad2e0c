package replay

import (
	"fmt"

	"ringer/env"
	"ringer/models"
	"ringer/train"
)

// Reservoir holds a sample of all decisions that were ever added, in which each of them is
// with the same chance: algorithm R of J. S. Vitter, "Random sampling with a reservoir", ACM
// Transactions on Mathematical Software 11 (1985), section 2.
type Reservoir struct {
	Rows

	seen uint64 // decisions that were added
}

// NewReservoir returns an empty reservoir of decisions that a network sees. Its error names the bounds of a
// capacity that is outside them.
func NewReservoir(capacity int, network *models.Network) (*Reservoir, error) {
	rows, err := newRows(capacity, network)
	return &Reservoir{Rows: rows}, err
}

// Seen returns the number of decisions that were added.
func (r *Reservoir) Seen() uint64 { return r.seen }

// Add adds the rows of a batch that chosen names; with nil, all. The t-th decision of all takes a
// place with the chance capacity/t, each place alike.
func (r *Reservoir) Add(b *train.Batch, chosen []bool, rng env.Rand) {
	r.check(b)
	for i := range b.Rows {
		if chosen != nil && !chosen[i] {
			continue
		}
		if place := r.place(rng); place >= 0 {
			r.put(place, b, i)
		}
	}
}

// place counts a decision and returns the place that it takes, -1 for none.
func (r *Reservoir) place(rng env.Rand) int {
	r.seen++
	if r.Len() < r.capacity {
		return r.Len()
	}
	if place := rng.Uint64N(r.seen); place < uint64(r.capacity) {
		return int(place)
	}
	return -1
}

// reservoirNumbers names the tensor of what a reservoir's state holds beside columns: the decisions seen, in base
// 2^20, lowest digit first. A float32 holds each digit exactly.
const (
	reservoirNumbers = "seen"
	seenDigits       = 3
	seenDigit        = 1 << 20
)

// State returns the reservoir as tensors whose names begin with prefix: windows into it, which the next Add
// changes.
func (r *Reservoir) State(prefix string) []models.Tensor { return r.stateOf(prefix, r.columns()) }

func (r *Reservoir) stateOf(prefix string, columns []column) []models.Tensor {
	digits := make([]float32, seenDigits)
	for i, seen := 0, r.seen; i < seenDigits; i++ {
		digits[i], seen = float32(seen%seenDigit), seen/seenDigit
	}
	return state(prefix, columns, reservoirNumbers, digits)
}

// Restore takes the tensors of State out of a state and returns the others. A nil state empties the reservoir. On
// an error nothing has changed.
func (r *Reservoir) Restore(prefix string, state []models.Tensor) (others []models.Tensor, err error) {
	return r.restoreOf(prefix, r.columns(), state)
}

func (r *Reservoir) restoreOf(prefix string, columns []column, state []models.Tensor) (others []models.Tensor, err error) {
	none := state == nil
	if none {
		empty := make([]column, len(columns))
		for i, c := range columns {
			empty[i] = column{c.name, c.width, new([]float32)}
		}
		state = (&Reservoir{}).stateOf(prefix, empty)
	}
	got, others, err := r.read(prefix, columns, reservoirNumbers, seenDigits, state)
	if err != nil {
		return nil, err
	}
	seen := uint64(0)
	for i := seenDigits - 1; i >= 0; i-- {
		digit, ok := whole(got.numbers[i], seenDigit)
		if !ok {
			return nil, fmt.Errorf("replay: %s%s[%d]: %v: want a whole number under %d", prefix, reservoirNumbers, i, got.numbers[i], seenDigit)
		}
		seen = seen*seenDigit + uint64(digit)
	}
	if uint64(got.rows) != min(seen, uint64(r.capacity)) {
		return nil, fmt.Errorf("replay: %s%s: %d decisions: want all of them, or the capacity of %d, in place of %d rows", prefix, reservoirNumbers, seen, r.capacity, got.rows)
	}
	r.take(columns, got)
	r.seen = seen
	if none {
		others = nil
	}
	return others, nil
}
