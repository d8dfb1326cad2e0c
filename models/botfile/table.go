package botfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"ringer/internal/input"
)

// Table is a policy in the form of a table: the solution of a small game.
type Table struct {
	Rows []Row // ascending by seat, then by state; no two alike
}

// Row is the policy of one information state. In the file it is one line of
// JSON.
type Row struct {
	Seat    int       `json:"seat"`
	State   string    `json:"state"`   // as env.InfoStater names it
	Actions []int32   `json:"actions"` // the legal ones, ascending
	Probs   []float64 `json:"probs"`   // over Actions, sums to 1
}

// probsTolerance is how far from 1 the probabilities of a row may sum: rounding.
const probsTolerance = 1e-9

// Sort puts the rows in order.
func (t *Table) Sort() { slices.SortFunc(t.Rows, Row.compare) }

func (r Row) compare(s Row) int {
	return cmp.Or(cmp.Compare(r.Seat, s.Seat), cmp.Compare(r.State, s.State))
}

// validate returns the first fault. actions is the number of action ids.
func (t *Table) validate(actions int) error {
	if len(t.Rows) == 0 {
		return fmt.Errorf("no rows: want one for every information state")
	}
	for i, r := range t.Rows {
		if err := r.validate(actions); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
		if i > 0 && t.Rows[i-1].compare(r) >= 0 {
			return fmt.Errorf("row %d: seat %d, state %q after seat %d, state %q: want rows in order, each once", i, r.Seat, r.State, t.Rows[i-1].Seat, t.Rows[i-1].State)
		}
	}
	return nil
}

func (r *Row) validate(actions int) error {
	if r.Seat < 0 {
		return fmt.Errorf("seat %d: want a number from 0", r.Seat)
	}
	if len(r.Actions) == 0 || len(r.Probs) != len(r.Actions) {
		return fmt.Errorf("%d actions, %d probabilities: want as many, at least one", len(r.Actions), len(r.Probs))
	}
	sum := 0.0
	for i, a := range r.Actions {
		if a < 0 || int(a) >= actions || i > 0 && a <= r.Actions[i-1] {
			return fmt.Errorf("actions %v: want ids below %d, ascending", r.Actions, actions)
		}
		if !(r.Probs[i] >= 0) {
			return fmt.Errorf("probs[%d]: %v: want a probability", i, r.Probs[i])
		}
		sum += r.Probs[i]
	}
	if !(math.Abs(sum-1) <= probsTolerance) {
		return fmt.Errorf("probs sum to %v: want 1", sum)
	}
	return nil
}

// encode writes one row a line. The table must be valid.
func (t *Table) encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, r := range t.Rows {
		if err := e.Encode(r); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// decodeTable reads what encode writes, and nothing else.
func decodeTable(data []byte, actions int) (*Table, error) {
	t := &Table{}
	for len(data) > 0 {
		line, rest, ended := bytes.Cut(data, []byte{'\n'})
		if !ended {
			return nil, refuse(TableName, "line %d has no end", len(t.Rows)+1)
		}
		var r Row
		if err := input.FullJSON(line, &r); err != nil {
			return nil, refuse(TableName, "line %d: want one JSON object: %v", len(t.Rows)+1, err)
		}
		t.Rows = append(t.Rows, r)
		data = rest
	}
	if err := t.validate(actions); err != nil {
		return nil, refuse(TableName, "%v", err)
	}
	return t, nil
}
