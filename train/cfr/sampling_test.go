package cfr_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/eval/tree"
	"ringer/train/cfr"
)

// What sampling reaches on leduc, as the mean over seeds on a log scale. One
// seed is 10 to 15% off that mean.
func TestPublishedSampling(t *testing.T) {
	tr := solver(t, "leduc", cfr.External).Tree()
	for _, c := range []struct {
		algorithm cfr.Algorithm
		reached   map[int]float64
	}{
		{cfr.External, map[int]float64{100_000: .070, 1_000_000: .021}},
		{cfr.Outcome, map[int]float64{100_000: .49, 1_000_000: .17}},
	} {
		const seeds = 3
		for _, iterations := range []int{100_000, 1_000_000} {
			if iterations > 100_000 && !isLong() {
				continue
			}
			mean := 0.0
			for seed := range uint64(seeds) {
				cfg := cfr.Defaults(c.algorithm)
				cfg.Seed = 1 + seed
				s, err := cfr.New(tr, cfg)
				require.NoError(t, err)
				s.Iterate(iterations)
				exploitability, _ := reached(s)
				t.Logf("%s, seed %d, after %d: %.4g", c.algorithm, cfg.Seed, iterations, exploitability)
				mean += math.Log(exploitability) / seeds
			}
			assert.InEpsilon(t, c.reached[iterations], math.Exp(mean), 0.2, "%s after %d", c.algorithm, iterations)
		}
	}
}

// Chance outcomes of different probability are sampled as they should be: heat
// deals unevenly, because it has several copies of a card.
func TestUnevenChance(t *testing.T) {
	s := solver(t, "heat(file=mini)", cfr.External)
	s.Iterate(20_000)
	before, _ := reached(solver(t, "heat(file=mini)", cfr.External))
	after, values := reached(s)
	t.Logf("heat(file=mini): %d nodes, %d infosets; NashConv %.4f → %.4f, values %.4f", s.Tree().Nodes(), s.Tree().Infosets(), 3*before, 3*after, values)
	assert.Less(t, after, before/5)
}

// More seats, other sizes, and other utilities: there is no theorem, but the
// average policies get close to an equilibrium in these games.
func TestOtherGames(t *testing.T) {
	for _, c := range []struct {
		game       string
		algorithm  cfr.Algorithm
		iterations int
		below      float64 // exploitability
	}{
		{"kuhn(players=3)", cfr.CFR, 1000, .01},
		{"kuhn(players=3)", cfr.Plus, 1000, .01},
		{"kuhn(players=3)", cfr.External, 100_000, .01},
		{"kuhn(players=3)", cfr.Outcome, 200_000, .05},
		{"kuhn(players=4)", cfr.CFR, 200, .05},
		{"liarsdice(sides=3)", cfr.Plus, 300, .001},
		{"liarsdice(sides=4)", cfr.Plus, 300, .002},
		{"goofspiel(cards=3)", cfr.Plus, 300, 1e-3},
		{"goofspiel(cards=4)", cfr.Plus, 300, 2e-3},
		{"heat(file=mini)", cfr.CFR, 300, .02},
	} {
		s := solver(t, c.game, c.algorithm)
		s.Iterate(c.iterations)
		exploitability, values := reached(s)
		t.Logf("%s (%d nodes, %d infosets), %s after %d: %.5f, values %.4f", c.game, s.Tree().Nodes(), s.Tree().Infosets(), c.algorithm, c.iterations, exploitability, values)
		assert.Less(t, exploitability, c.below, "%s, %s", c.game, c.algorithm)
		assert.GreaterOrEqual(t, exploitability, -1e-12)
	}
}

// A solver that was saved, restored and went on has the bytes of one that
// never stopped.
func TestSavedSolversGoOn(t *testing.T) {
	for _, algorithm := range cfr.Algorithms() {
		for _, game := range []string{"leduc", "kuhn(players=3)"} {
			whole := solver(t, game, algorithm)
			whole.Iterate(30)
			first := solver(t, game, algorithm)
			first.Iterate(13)
			saved, err := first.Save()
			require.NoError(t, err)
			second := solver(t, game, algorithm)
			require.NoError(t, second.Restore(saved))
			assert.Equal(t, 13, second.Iterations())
			second.Iterate(17)
			want, err := whole.Save()
			require.NoError(t, err)
			got, err := second.Save()
			require.NoError(t, err)
			assert.Equal(t, want, got, "%s, %s", game, algorithm)
		}
	}
}

func TestSeedsDecide(t *testing.T) {
	tr := solver(t, "kuhn", cfr.CFR).Tree()
	play := func(algorithm cfr.Algorithm, seed uint64) tree.Policy {
		cfg := cfr.Defaults(algorithm)
		cfg.Seed = seed
		s, err := cfr.New(tr, cfg)
		require.NoError(t, err)
		s.Iterate(50)
		p := make(tree.Policy, tr.Slots())
		s.Average(p)
		return p
	}
	for _, a := range cfr.Algorithms() {
		assert.Equal(t, play(a, 1), play(a, 1), a)
		assert.Equal(t, !strings.HasSuffix(string(a), "-mccfr"), assert.ObjectsAreEqual(play(a, 1), play(a, 2)), a)
	}
}

func TestRestoreRefuses(t *testing.T) {
	s := solver(t, "kuhn", cfr.Predictive)
	s.Iterate(3)
	saved, err := s.Save()
	require.NoError(t, err)
	for reason, c := range map[string]struct {
		into *cfr.Solver
		data []byte
	}{
		"it is of kuhn":         {solver(t, "leduc", cfr.Predictive), saved},
		"it was solved by":      {solver(t, "kuhn", cfr.Plus), saved},
		"bytes of numbers":      {solver(t, "kuhn", cfr.Predictive), saved[:len(saved)-1]},
		"first line has no end": {solver(t, "kuhn", cfr.Predictive), saved[:10]},
		"invalid character":     {solver(t, "kuhn", cfr.Predictive), append([]byte("x"), saved...)},
		"not finite":            {solver(t, "kuhn", cfr.Predictive), append(append([]byte{}, saved[:len(saved)-8]...), 0, 0, 0, 0, 0, 0, 0xf0, 0x7f)},
	} {
		err := c.into.Restore(c.data)
		var state *cfr.StateError
		if assert.ErrorAs(t, err, &state, reason) {
			assert.ErrorContains(t, err, reason)
		}
	}
	e := solver(t, "kuhn", cfr.External)
	saved, err = e.Save()
	require.NoError(t, err)
	assert.ErrorContains(t, solver(t, "kuhn", cfr.Outcome).Restore(saved), "it was solved by")
}
