package envtest

import (
	"slices"

	"ringer/env"
)

// checkFrames tests that each turn into the frame of a seat renames: no element of an observation is lost, and no
// action, and an action stays in its block.
func (c *checker) checkFrames() {
	f := c.spec.Frames
	if f == nil {
		return
	}
	for corner, t := range f.Turns {
		if t == nil {
			continue
		}
		if !renames(t.From, c.spec.ObservationSize()) {
			c.broke(lawSpec, "the turn of corner %d takes an element of an observation twice, or not at all", corner)
		}
		if !renames(t.Own, c.spec.NumActions()) || len(t.Table) != len(t.Own) {
			c.broke(lawSpec, "the turn of corner %d gives two actions one name, or one none", corner)
			continue
		}
		first := env.Action(0)
		for _, b := range c.spec.Actions {
			for a := first; a < first+env.Action(b.Size()); a++ {
				own := t.Own[a]
				if t.Table[own] != a || own < first || own >= first+env.Action(b.Size()) {
					c.broke(lawSpec, "the turn of corner %d: action %d of block %q turns into %d, and that into %d", corner, a, b.Name, own, t.Table[own])
				}
			}
			first += env.Action(b.Size())
		}
	}
}

// renames reports whether a list holds each number below n once.
func renames[T int32 | env.Action](list []T, n int) bool {
	sorted := slices.Sorted(slices.Values(list))
	for i, x := range sorted {
		if int(x) != i {
			return false
		}
	}
	return len(sorted) == n
}

// inspectFrame tests what a seat sees in its own frame. c.first must hold its observation.
func (c *checker) inspectFrame(seat env.Player) {
	f := c.spec.Frames
	if f == nil {
		return
	}
	if f.Observed(c.second, c.first) != nil && f.Of(c.second) != nil {
		c.broke(lawObservations, "%s, turned into its own frame, is not in the first corner", seat)
	}
	at := 0
	for _, field := range c.spec.Observation {
		for i, x := range c.second[at : at+field.Size()] {
			if low, high := field.Bounds(i); !(x >= low && x <= high) {
				c.broke(lawObservations, "%s in its own frame, field %q, element %d%s is %g, outside [%g, %g]", seat, field.Name, i, columnOf(&field, i), x, low, high)
			}
		}
		at += field.Size()
	}
}
