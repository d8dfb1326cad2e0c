package speed

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ringer/report/records"
	"ringer/train/speed"
)

// Record is one measurement.
type Record struct {
	Config string   `json:"config"` // of training, or a game that was trained with default settings
	Set    []string `json:"set,omitempty"`
	Seed   uint64   `json:"seed"`
	speed.Result
	records.Stamp
}

// check refuses a record that nobody measured.
func (r *Record) check() error {
	if r.Config == "" || r.Game == "" || r.Backend == "" || r.Date == "" {
		return fmt.Errorf("a record without config, game, backend or date")
	}
	if r.Iterations < 1 || !(r.Seconds > 0) || r.Products.Peak.Processors < 1 {
		return fmt.Errorf("%s: a record of %d iterations in %v seconds on %d processors", r.Config, r.Iterations, r.Seconds, r.Products.Peak.Processors)
	}
	return nil
}

// Read reads records.
func Read(r io.Reader) ([]Record, error) { return records.Read(r, (*Record).check) }

// Write writes records.
func Write(w io.Writer, all []Record) error { return records.Write(w, all) }

// Put returns records with one more, in place of an older one of the same configuration,
// changes, backend and kind of machine. One of another kind stands behind those.
func Put(all []Record, one Record) []Record {
	after := -1
	for i := range all {
		r := &all[i]
		if r.Config != one.Config || r.Backend != one.Backend || !slices.Equal(r.Set, one.Set) {
			continue
		}
		if sameKind(r.Products.Peak, one.Products.Peak) {
			all[i] = one
			return all
		}
		after = i
	}
	if after >= 0 {
		return slices.Insert(all, after+1, one)
	}
	all = append(all, one)
	slices.SortStableFunc(all, func(a, b Record) int { return strings.Compare(a.Config, b.Config) })
	return all
}

// sameKind reports whether two peaks are of one kind of machine: as many processors with the same
// instructions, and figures as near as two measurements on a busy machine are.
func sameKind(a, b speed.Peak) bool {
	const apart = 1.2
	ratio := a.OperationsPerSecond / b.OperationsPerSecond
	return a.Processors == b.Processors && a.Vectors == b.Vectors && ratio < apart && 1/ratio < apart
}
