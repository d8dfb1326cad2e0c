package cover

import (
	"os"
	"slices"
	"strconv"
	"testing"
)

// sample is how many cases a test tries where RINGER_CROSS does not ask for all, and
// shortSample where go test -short asks for few, as under the race detector.
const sample, shortSample = 4, 2

// All reports whether every case is to be tried: RINGER_CROSS=all.
func All() bool { return os.Getenv("RINGER_CROSS") == "all" }

// Run tries cases that cover the pairs of the axes as one subtest each, named by the
// values, and logs what was covered. Without RINGER_CROSS=all it tries the first few.
// RINGER_CROSS_SEED takes the place of the seed. pick returns the value of an axis in
// the case, and fails the test for an axis that is not there.
func Run(t *testing.T, axes []Axis, seed uint64, allowed func(Case) bool, try func(t *testing.T, pick func(axis string) string)) {
	t.Helper()
	if text := os.Getenv("RINGER_CROSS_SEED"); text != "" {
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("RINGER_CROSS_SEED is %q: want a whole number", text)
		}
		seed = n
	}
	cases := Pairs(axes, seed, allowed)
	of := len(cases)
	if !All() {
		few := sample
		if testing.Short() {
			few = shortSample
		}
		cases = cases[:min(few, of)]
	}
	values := 0
	for _, axis := range axes {
		values += len(axis.Values)
	}
	t.Logf("crossed: %d axes, %d values, %d pairs in %d of %d cases, seed %d", len(axes), values, Met(cases), len(cases), of, seed)
	for _, c := range cases {
		t.Run(Words(axes, c), func(t *testing.T) {
			try(t, func(name string) string {
				i := slices.IndexFunc(axes, func(a Axis) bool { return a.Name == name })
				if i < 0 {
					t.Fatalf("no axis is called %q", name)
				}
				return axes[i].Values[c[i]]
			})
		})
	}
}
