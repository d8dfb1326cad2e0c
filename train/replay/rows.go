package replay

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/env"
	"ringer/models"
	"ringer/train"
)

// MostRows bounds the capacity of a memory: a float32 holds the number of every row exactly.
const MostRows = 1 << 24

// mostFloats bounds what a memory holds: 1 GiB, and a checkpoint as much.
const mostFloats = 1 << 28

// mostNumbers is how many numbers a row has beside the observation and the mask.
const mostNumbers = 4

// Rows are decisions as parallel columns, in the order of their places in a memory. Whole
// numbers are floats, as checkpoints hold them. The columns belong to the memory; they are only
// read, and valid until the next Add or Restore.
type Rows struct {
	Observation []float32 // [Len, D]
	Mask        []float32 // [Len, A], 1 for legal actions, 0 for others
	Action      []float32 // [Len] that was taken
	Probability []float32 // [Len] with which the seat took it, above 0
	Return      []float32 // [Len] scaled, of the seat in the whole episode

	capacity, observations, actions int
}

// newRows returns the columns of a memory for a network.
func newRows(capacity int, network *models.Network) (Rows, error) {
	r := Rows{capacity: capacity, observations: network.ObservationSize(), actions: network.Actions}
	return r, Check(capacity, r.observations, r.actions)
}

// Check reports a capacity outside the bounds of a memory of decisions with observations and actions of these sizes:
// MostRows, and 1 GiB. Its fault has the path memory.
func Check(capacity, observations, actions int) error {
	var f env.Faults
	each := observations + actions + mostNumbers
	if most := min(MostRows, mostFloats/each); capacity < 1 || capacity > most {
		f.Add("memory", capacity, "from 1 to %d decisions of %d numbers each", most, each)
	}
	return f.Err()
}

// Len returns the number of decisions that are there.
func (r *Rows) Len() int { return len(r.Action) }

// Draw draws rows with replacement, all alike, into dst. The memory must not be empty.
func (r *Rows) Draw(rng env.Rand, dst []int32) {
	for i := range dst {
		dst[i] = int32(rng.IntN(r.Len()))
	}
}

// put writes row i of a batch to a place: one that is there, or the next.
func (r *Rows) put(place int, b *train.Batch, i int) {
	d, a := r.observations, r.actions
	if place == r.Len() {
		r.Observation = r.grow(r.Observation, d)
		r.Mask = r.grow(r.Mask, a)
		r.Action = r.grow(r.Action, 1)
		r.Probability = r.grow(r.Probability, 1)
		r.Return = r.grow(r.Return, 1)
	}
	copy(r.Observation[place*d:(place+1)*d], b.Observation[i*d:])
	copy(r.Mask[place*a:(place+1)*a], b.Mask[i*a:])
	r.Action[place], r.Return[place] = float32(b.Action[i]), b.Return[i]
	r.Probability[place] = float32(min(1, max(improbable, math.Exp(float64(b.LogProbs[i*a+int(b.Action[i])])))))
}

// improbable is the least probability that is noted.
const improbable = 1e-9

// grow adds a row of some width to a column, and takes no more memory than the capacity needs.
func (r *Rows) grow(column []float32, width int) []float32 {
	n := len(column) + width
	if n > cap(column) {
		column = slices.Grow(column, min(max(2*len(column), 64*width), r.capacity*width)-len(column))
	}
	return column[:n]
}

// check reports a batch of another game.
func (r *Rows) check(b *train.Batch) {
	if b.ObservationSize != r.observations || b.NumActions != r.actions {
		panic(fmt.Sprintf("replay: a batch of %d observations and %d actions in a memory of %d and %d", b.ObservationSize, b.NumActions, r.observations, r.actions))
	}
}

// A column is a part of the state of a memory.
type column struct {
	name  string
	width int
	data  *[]float32
}

func (r *Rows) columns() []column {
	return []column{
		{"observation", r.observations, &r.Observation},
		{"mask", r.actions, &r.Mask},
		{"action", 1, &r.Action},
		{"probability", 1, &r.Probability},
		{"return", 1, &r.Return},
	}
}

// state returns tensors of columns, which are windows into the memory, and of other numbers.
func state(prefix string, columns []column, name string, numbers []float32) []models.Tensor {
	out := []models.Tensor{{TensorInfo: models.TensorInfo{Name: prefix + name, Shape: []int{len(numbers)}}, Data: numbers}}
	for _, c := range columns {
		out = append(out, models.Tensor{TensorInfo: models.TensorInfo{Name: prefix + c.name, Shape: []int{len(*c.data) / c.width, c.width}}, Data: *c.data})
	}
	return out
}

// restored are the columns and the other numbers of a state, before they are taken.
type restored struct {
	columns map[string][]float32
	numbers []float32
	rows    int
}

// read takes the tensors whose names begin with prefix out of a state and returns the others. Shapes
// are as columns and the capacity allow, and numbers finite.
func (r *Rows) read(prefix string, columns []column, name string, numbers int, state []models.Tensor) (*restored, []models.Tensor, error) {
	got := &restored{columns: map[string][]float32{}, rows: -1}
	others := []models.Tensor{} // not nil, which would say that there is no state
	width := map[string]int{}
	for _, c := range columns {
		width[c.name] = c.width
	}
	for _, t := range state {
		key, mine := strings.CutPrefix(t.Name, prefix)
		w, known := width[key]
		switch {
		case !mine:
			others = append(others, t)
			continue
		case key == name && got.numbers == nil && slices.Equal(t.Shape, []int{numbers}) && len(t.Data) == numbers:
			got.numbers = t.Data
		case known && got.columns[key] == nil && len(t.Shape) == 2 && t.Shape[1] == w && len(t.Data) == t.Size() && (got.rows < 0 || t.Shape[0] == got.rows):
			got.columns[key], got.rows = t.Data[:len(t.Data):len(t.Data)], t.Shape[0]
			if t.Data == nil {
				got.columns[key] = []float32{}
			}
		default:
			return nil, nil, fmt.Errorf("replay: tensor %q %v of %d numbers: want one of %d numbers %s, and columns of as many rows each: %s", t.Name, t.Shape, len(t.Data), numbers, name, wanted(columns))
		}
		for i, x := range t.Data {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return nil, nil, fmt.Errorf("replay: tensor %q: element %d is %v: want a finite number", t.Name, i, x)
			}
		}
	}
	if got.numbers == nil || len(got.columns) != len(columns) || got.rows > r.capacity {
		return nil, nil, fmt.Errorf("replay: %s: %d columns of %d rows: want %s, %s, at most %d rows", prefix, len(got.columns), max(0, got.rows), name, wanted(columns), r.capacity)
	}
	for i, p := range got.columns["probability"] {
		if !(p > 0 && p <= 1) {
			return nil, nil, fmt.Errorf("replay: %sprobability: row %d: %v: want a number above 0, at most 1", prefix, i, p)
		}
	}
	return got, others, r.checkActions(prefix, got)
}

// checkActions reports actions that were not legal.
func (r *Rows) checkActions(prefix string, got *restored) error {
	mask := got.columns["mask"]
	for i, on := range mask {
		if on != 0 && on != 1 {
			return fmt.Errorf("replay: %smask: element %d is %v: want 0 or 1", prefix, i, on)
		}
	}
	for i, x := range got.columns["action"] {
		if a, ok := whole(x, r.actions); !ok || mask[i*r.actions+a] != 1 {
			return fmt.Errorf("replay: %saction: row %d: %v: want the number of a legal action", prefix, i, x)
		}
	}
	return nil
}

// take makes a state the memory's own.
func (r *Rows) take(columns []column, got *restored) {
	for _, c := range columns {
		from := got.columns[c.name]
		*c.data = append((*c.data)[:0], from...) // from may be the same memory
	}
}

// whole returns x as a whole number from 0 to below n.
func whole(x float32, n int) (int, bool) {
	return int(x), x >= 0 && float64(x) < float64(n) && float64(x) == math.Trunc(float64(x))
}

func wanted(columns []column) string {
	var names []string
	for _, c := range columns {
		names = append(names, fmt.Sprintf("%s [rows, %d]", c.name, c.width))
	}
	return strings.Join(names, ", ")
}
