package cfr_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/eval/tree"
	"ringer/train/cfr"
)

func Example() {
	t, err := tree.Build(context.Background(), games.MustNew("kuhn"), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := cfr.New(t, cfr.Defaults(cfr.Plus))
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Iterate(1000)
	policy := t.Uniform()
	s.Average(policy)
	nashConv, values, _ := t.NashConv(policy)
	fmt.Printf("value %.4f, exploitability below 1e-4: %v\n", values[0], nashConv/2 < 1e-4)
	// Output:
	// value -0.0556, exploitability below 1e-4: true
}

func solver(t testing.TB, game string, algorithm cfr.Algorithm) *cfr.Solver {
	t.Helper()
	tr, err := tree.Build(t.Context(), games.MustNew(game), 0)
	require.NoError(t, err)
	s, err := cfr.New(tr, cfr.Defaults(algorithm))
	require.NoError(t, err)
	return s
}

// reached returns the exploitability of the average policy, and the seats' values.
func reached(s *cfr.Solver) (exploitability float64, values []float64) {
	policy := make(tree.Policy, s.Tree().Slots())
	s.Average(policy)
	nashConv, values, _ := s.Tree().NashConv(policy)
	return nashConv / float64(len(values)), values
}

func isLong() bool { return os.Getenv("RINGER_LONG") == "1" }

func long(t *testing.T) {
	t.Helper()
	if !isLong() {
		t.Skip("takes minutes; RINGER_LONG=1 runs it")
	}
}

// truth holds the values of the literature and of other implementations.
type truth struct {
	game       string
	algorithm  cfr.Algorithm
	iterations int
	reached    float64 // exploitability
}

func (c truth) test(t *testing.T, s *cfr.Solver) {
	s.Iterate(c.iterations - s.Iterations())
	exploitability, values := reached(s)
	t.Logf("%s, %s after %d: exploitability %.4g, values %.6f", c.game, c.algorithm, c.iterations, exploitability, values)
	tolerance := 0.01 // one unit of the last digit that is published
	if c.reached < 1e-3 {
		tolerance = 0.2
	}
	if c.game == "liarsdice" && c.reached > 1e-3 {
		tolerance = 0.003 / 0.4 // three digits
	}
	assert.InEpsilon(t, c.reached, exploitability, tolerance, "%s, %s after %d", c.game, c.algorithm, c.iterations)
}

var published = []truth{
	{"kuhn", cfr.CFR, 100, .008226},
	{"kuhn", cfr.CFR, 1000, 9.376e-4},
	{"kuhn", cfr.Plus, 100, .001194},
	{"kuhn", cfr.Plus, 1000, 8.737e-5},
	{"kuhn", cfr.Predictive, 1000, 2.35e-8},
	{"leduc", cfr.CFR, 100, .09572},
	{"leduc", cfr.CFR, 1000, .01182},
	{"leduc", cfr.Plus, 100, .01342},
	{"leduc", cfr.Plus, 1000, 2.55e-4},
	{"leduc", cfr.Predictive, 1000, 7.1e-4},
	{"liarsdice", cfr.CFR, 100, .0225},
	{"liarsdice", cfr.CFR, 1000, .00266},
	{"liarsdice", cfr.Plus, 100, .00491},
	{"liarsdice", cfr.Plus, 1000, 1.27e-4},
	{"liarsdice", cfr.Predictive, 1000, 3.9e-4},
}

func TestPublishedConvergence(t *testing.T) {
	solvers := map[string]*cfr.Solver{}
	for _, c := range published {
		if c.game == "liarsdice" && (c.iterations > 100 || c.algorithm != cfr.Plus) {
			continue // TestPublishedConvergenceOfLiarsDice
		}
		key := c.game + string(c.algorithm)
		if solvers[key] == nil {
			solvers[key] = solver(t, c.game, c.algorithm)
		}
		c.test(t, solvers[key])
	}
}

func TestPublishedConvergenceOfLiarsDice(t *testing.T) {
	long(t)
	solvers := map[string]*cfr.Solver{}
	for _, c := range published {
		if c.game != "liarsdice" {
			continue
		}
		key := string(c.algorithm)
		if solvers[key] == nil {
			solvers[key] = solver(t, c.game, c.algorithm)
		}
		c.test(t, solvers[key])
	}
	for _, algorithm := range []cfr.Algorithm{cfr.Plus, cfr.Predictive} {
		_, values := reached(solvers[string(algorithm)])
		assert.InDelta(t, -.02713, values[0], 5e-5, algorithm)
	}
}

// The values of the games, to four digits.
func TestGameValues(t *testing.T) {
	for _, c := range []struct {
		game       string
		iterations int
		value      float64
	}{
		{"kuhn", 1000, -1. / 18}, {"leduc", 2000, -.085606},
	} {
		for _, algorithm := range []cfr.Algorithm{cfr.Plus, cfr.Discounted, cfr.Predictive} {
			s := solver(t, c.game, algorithm)
			s.Iterate(c.iterations)
			_, values := reached(s)
			assert.InDelta(t, c.value, values[0], 5e-5, "%s, %s", c.game, algorithm)
			assert.InDelta(t, 0, values[0]+values[1], 1e-12)
		}
	}
}

func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the largest tree")
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := solver(t, "liarsdice", cfr.Plus)
	s.Iterate(2)
	runtime.ReadMemStats(&after)
	used := after.TotalAlloc - before.TotalAlloc // all that was ever allocated, freed or not
	t.Logf("%.0f MB allocated in all", float64(used)/1e6)
	assert.Less(t, used, uint64(500e6))
}

// Iterations allocate nothing.
func TestIterationsDoNotAllocate(t *testing.T) {
	for _, algorithm := range cfr.Algorithms() {
		s := solver(t, "kuhn", algorithm)
		s.Iterate(100)
		assert.Zero(t, testing.AllocsPerRun(100, func() { s.Iterate(1) }), algorithm)
	}
}

func TestConfigFaults(t *testing.T) {
	tr, err := tree.Build(t.Context(), games.MustNew("kuhn"), 0)
	require.NoError(t, err)
	_, err = cfr.New(tr, cfr.Config{Algorithm: "magic", Exploration: 2})
	for _, part := range []string{"algorithm", "magic", "pcfr+", "exploration"} {
		assert.ErrorContains(t, err, part)
	}
	for _, a := range cfr.Algorithms() {
		assert.NoError(t, cfr.Defaults(a).Validate())
	}
}
