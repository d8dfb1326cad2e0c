package env

import (
	"fmt"
	"math"
	"slices"
)

// OtherKind is the kind of a decision for which the spec states none.
const OtherKind = "other"

// kinds holds what Seal derives of the kinds of decisions.
type kinds struct {
	names    []string
	ofAction []int8 // [NumActions]; -1: the block states none
	at       int    // of the field whose columns state kinds, in an observation
	ofColumn []int8 // one a column of that field; -1: the column states none
}

// Kinds returns the kinds of decisions of the game, each once: bid, draft, play.
// Kinds of blocks come first, in the order of the ids; OtherKind is the last. Kind returns
// an index into this list, which callers must not change.
func (s *Spec) Kinds() []string { return s.kinds.names }

// Kind returns the kind of a decision, as an index into Kinds: what the column says
// that is not zero in the deciding seat's observation, where the columns of a field
// state kinds; otherwise the kind of the first legal action whose block states one.
// Observation has length ObservationSize(), and legal holds the legal actions.
func (s *Spec) Kind(observation []float32, legal []Action) int8 {
	if k, ok := s.kinds.observed(observation); ok {
		return k
	}
	for _, a := range legal {
		if k := s.kinds.ofAction[a]; k >= 0 {
			return k
		}
	}
	return int8(len(s.kinds.names) - 1)
}

// KindOfMask is Kind with the legal actions as a mask of length NumActions().
func (s *Spec) KindOfMask(observation []float32, mask []bool) int8 {
	if k, ok := s.kinds.observed(observation); ok {
		return k
	}
	for a, ok := range mask {
		if k := s.kinds.ofAction[a]; ok && k >= 0 {
			return k
		}
	}
	return int8(len(s.kinds.names) - 1)
}

// observed returns the kind that an observation states.
func (k *kinds) observed(observation []float32) (int8, bool) {
	for i, kind := range k.ofColumn {
		if kind >= 0 && observation[k.at+i] != 0 {
			return kind, true
		}
	}
	return 0, false
}

// DecisionsOfKind returns the names of the blocks and columns that state a kind, in
// the order of ids and columns.
func (s *Spec) DecisionsOfKind(kind string) (names []string) {
	for _, b := range s.Actions {
		if b.Kind == kind {
			names = append(names, b.Name)
		}
	}
	for _, f := range s.Observation {
		for _, c := range f.Columns {
			if c.Kind == kind {
				names = append(names, c.Name)
			}
		}
	}
	return names
}

// sealKinds derives the kinds. It panics when two fields state some.
func (s *Spec) sealKinds() {
	k := kinds{}
	index := func(name string) int8 {
		if name == "" {
			return -1
		}
		if i := slices.Index(k.names, name); i >= 0 {
			return int8(i)
		}
		k.names = append(k.names, name)
		return int8(len(k.names) - 1)
	}
	for _, b := range s.Actions {
		k.ofAction = append(k.ofAction, slices.Repeat([]int8{index(b.Kind)}, b.Size())...)
	}
	at := 0
	for _, f := range s.Observation {
		if slices.ContainsFunc(f.Columns, func(c Column) bool { return c.Kind != "" }) {
			if k.ofColumn != nil || f.Size() != len(f.Columns) {
				panic(fmt.Sprintf("env: %s: field %q: want one field with one row that states kinds", s.Name, f.Name))
			}
			k.at = at
			for _, c := range f.Columns {
				k.ofColumn = append(k.ofColumn, index(c.Kind))
			}
		}
		at += f.Size()
	}
	index(OtherKind)
	if len(k.names) > math.MaxInt8 {
		panic(fmt.Sprintf("env: %s: %d kinds of decisions", s.Name, len(k.names)))
	}
	s.kinds = k
	s.Hidden = slices.DeleteFunc(slices.Clone(s.Hidden), func(kind string) bool { return !slices.Contains(k.names, kind) })
}
