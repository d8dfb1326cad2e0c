package cover

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Axis is one thing that varies, with its values.
type Axis struct {
	Name   string
	Values []string
}

// Case is the index of a value for each axis, in the order of the axes. Open stands
// where a partial case has no value yet.
type Case []int

// Open is the value of an axis in a partial case that does not say it.
const Open = -1

// tries is how many candidates are made for each case. The one with the most pairs
// that no case has yet is taken; more candidates make fewer cases (AETG, section 4).
const tries = 24

// A pair is two values of two axes, a < b.
type pair struct{ a, x, b, y int }

// Pairs returns cases in which every pair of values of two axes occurs that some
// allowed case has. The same axes and seed give the same cases. allowed may be nil. It
// is asked about partial cases too, with Open for what is not said, and must refuse a
// case only where every completion is refused; it must not keep the case. Pairs panics
// for an axis without values.
func Pairs(axes []Axis, seed uint64, allowed func(Case) bool) []Case {
	for _, axis := range axes {
		if len(axis.Values) == 0 {
			panic(fmt.Sprintf("cover: axis %q has no values", axis.Name))
		}
	}
	if allowed == nil {
		allowed = func(Case) bool { return true }
	}
	w := &weaver{axes: axes, allowed: allowed, rng: rand.New(rand.NewPCG(seed, 0x636f766572))}
	w.open()
	var cases []Case
	for len(w.order) > 0 {
		c := w.next()
		if c == nil {
			continue // a pair that no case can have
		}
		w.done(c)
		cases = append(cases, c)
	}
	if len(cases) == 0 && len(axes) > 0 { // one axis: no pairs, all values
		for x := range axes[0].Values {
			c := blank(len(axes))
			c[0] = x
			if allowed(c) && w.fill(c) {
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// Met returns how many pairs of values of two axes the cases have.
func Met(cases []Case) int {
	met := map[pair]bool{}
	for _, c := range cases {
		for p := range pairsOf(c) {
			met[p] = true
		}
	}
	return len(met)
}

// Words returns a case as "axis=value" with spaces between.
func Words(axes []Axis, c Case) string {
	var b strings.Builder
	for i, axis := range axes {
		if i > 0 {
			b.WriteByte(' ')
		}
		value := "?"
		if c[i] != Open {
			value = axis.Values[c[i]]
		}
		fmt.Fprintf(&b, "%s=%s", axis.Name, value)
	}
	return b.String()
}

// weaver is the state of one call of Pairs.
type weaver struct {
	axes    []Axis
	allowed func(Case) bool
	rng     *rand.Rand
	missing map[pair]bool // pairs that no case has
	order   []pair        // the pairs of missing, and some that are met meanwhile
}

// open lists all pairs, in random order.
func (w *weaver) open() {
	w.missing = map[pair]bool{}
	for a := range w.axes {
		for b := a + 1; b < len(w.axes); b++ {
			for x := range w.axes[a].Values {
				for y := range w.axes[b].Values {
					p := pair{a, x, b, y}
					w.missing[p] = true
					w.order = append(w.order, p)
				}
			}
		}
	}
	w.rng.Shuffle(len(w.order), func(i, j int) { w.order[i], w.order[j] = w.order[j], w.order[i] })
}

// next returns the best of some candidates that have the first missing pair, or nil
// where no allowed case has it.
func (w *weaver) next() Case {
	seed := w.order[0]
	var best Case
	most := 0
	for range tries {
		c := blank(len(w.axes))
		c[seed.a], c[seed.b] = seed.x, seed.y
		if !w.allowed(c) || !w.fill(c) {
			continue
		}
		n := 0
		for p := range pairsOf(c) {
			if w.missing[p] {
				n++
			}
		}
		if n > most {
			best, most = c, n
		}
	}
	if best == nil {
		w.forget(seed)
	}
	return best
}

// fill gives every open axis a value, in random order, each time one of those that
// meet the most missing pairs; it goes back where nothing fits. It reports whether it
// found values.
func (w *weaver) fill(c Case) bool {
	var open []int
	for i, x := range c {
		if x == Open {
			open = append(open, i)
		}
	}
	w.rng.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
	return w.assign(c, open)
}

func (w *weaver) assign(c Case, open []int) bool {
	if len(open) == 0 {
		return true
	}
	a := open[0]
	for _, x := range w.ranked(c, a) {
		c[a] = x
		if w.allowed(c) && w.assign(c, open[1:]) {
			return true
		}
	}
	c[a] = Open
	return false
}

// ranked returns the values of an axis, those that meet the most missing pairs first
// and equal ones in random order.
func (w *weaver) ranked(c Case, a int) []int {
	values := w.rng.Perm(len(w.axes[a].Values))
	gain := make([]int, len(values))
	for x := range gain {
		for b, y := range c {
			if y != Open && b != a && w.missing[ordered(a, x, b, y)] {
				gain[x]++
			}
		}
	}
	// A stable insertion keeps the random order among equals.
	for i := 1; i < len(values); i++ {
		for k := i; k > 0 && gain[values[k]] > gain[values[k-1]]; k-- {
			values[k], values[k-1] = values[k-1], values[k]
		}
	}
	return values
}

// done takes the pairs of a case from the missing ones.
func (w *weaver) done(c Case) {
	for p := range pairsOf(c) {
		delete(w.missing, p)
	}
	w.trim()
}

// forget takes out a pair that no allowed case has.
func (w *weaver) forget(p pair) {
	delete(w.missing, p)
	w.trim()
}

func (w *weaver) trim() {
	for len(w.order) > 0 && !w.missing[w.order[0]] {
		w.order = w.order[1:]
	}
}

func blank(n int) Case {
	c := make(Case, n)
	for i := range c {
		c[i] = Open
	}
	return c
}

func ordered(a, x, b, y int) pair {
	if a > b {
		a, x, b, y = b, y, a, x
	}
	return pair{a, x, b, y}
}

// pairsOf yields the pairs of a complete case.
func pairsOf(c Case) func(yield func(pair) bool) {
	return func(yield func(pair) bool) {
		for a := range c {
			for b := a + 1; b < len(c); b++ {
				if !yield(pair{a, c[a], b, c[b]}) {
					return
				}
			}
		}
	}
}
