package cfr_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/eval/tree"
	"ringer/train/cfr"
)

// plain is CFR as it is told in Zinkevich and others (2007): a recursion over
// histories with the reach of every seat, for any number of seats. It is slow
// and shares nothing with the package but the tree.
//
// With it come the two changes that make CFR+ and DCFR of it: what happens to
// regrets after an update, and the weight of an iteration in the average.
type plain struct {
	*tree.Tree
	policy, regret, sum tree.Policy
	algorithm           cfr.Algorithm
	weight              float64
}

func newPlain(t *tree.Tree, algorithm cfr.Algorithm) *plain {
	return &plain{Tree: t, policy: t.Uniform(), regret: make(tree.Policy, t.Slots()), sum: make(tree.Policy, t.Slots()), algorithm: algorithm}
}

func (c *plain) changed(regret float64, t int) float64 {
	switch n := float64(t); {
	case c.algorithm == cfr.Plus:
		return max(regret, 0)
	case c.algorithm == cfr.Discounted && regret > 0:
		return regret * math.Pow(n, 1.5) / (math.Pow(n, 1.5) + 1)
	case c.algorithm == cfr.Discounted:
		return regret / 2
	}
	return regret
}

func (c *plain) iterate(t int) {
	c.weight = map[cfr.Algorithm]float64{cfr.CFR: 1, cfr.Plus: float64(t), cfr.Discounted: float64(t * t)}[c.algorithm]
	for seat := range c.Players() {
		reach := make([]float64, c.Players()+1) // the last is chance
		for i := range reach {
			reach[i] = 1
		}
		c.walk(0, env.Player(seat), reach)
		for _, i := range c.Of[seat] {
			total := 0.0
			for a, r := range c.At(c.regret, i) {
				if math.Abs(r) < 1e-12 { // an exact tie, but for rounding
					r = 0
				}
				r = c.changed(r, t)
				c.At(c.regret, i)[a] = r
				total += max(r, 0)
			}
			for a, r := range c.At(c.regret, i) {
				if total > 0 {
					c.At(c.policy, i)[a] = max(r, 0) / total
				} else {
					c.At(c.policy, i)[a] = 1 / float64(len(c.Actions(i)))
				}
			}
		}
	}
}

// walk returns the expected return of the seat from a history on.
func (c *plain) walk(v int32, seat env.Player, reach []float64) float64 {
	if c.Actor[v] == env.Terminal {
		return c.TerminalReturn[int(c.Infoset[v])*c.Players()+int(seat)]
	}
	who := c.Players()
	var policy []float64
	if c.Actor[v] == env.Chance {
		policy = c.Prob[c.First[v] : c.First[v]+c.Count[v]]
	} else {
		who = int(c.Actor[v])
		policy = c.At(c.policy, c.Infoset[v])
	}
	value, values := 0.0, make([]float64, len(policy))
	before := reach[who]
	for a, p := range policy {
		reach[who] = before * p
		values[a] = c.walk(c.First[v]+int32(a), seat, reach)
		value += p * values[a]
	}
	reach[who] = before
	if who == int(seat) {
		others := 1.0
		for q, r := range reach {
			if q != int(seat) {
				others *= r
			}
		}
		first := c.Offset[c.Infoset[v]]
		for a, p := range policy {
			c.regret[first+int32(a)] += others * (values[a] - value)
			// All histories of an infoset have the same own reach; each is
			// counted, which the normalisation of an average takes out.
			c.sum[first+int32(a)] += c.weight * reach[seat] * p
		}
	}
	return value
}

func TestSweepsAgreeWithPlainRecursion(t *testing.T) {
	const iterations = 25
	for _, pair := range []struct {
		game      string
		algorithm cfr.Algorithm
	}{
		{"kuhn", cfr.CFR},
		{"kuhn(players=3)", cfr.Plus},
		{"kuhn(players=4)", cfr.Discounted},
		{"goofspiel", cfr.CFR},
		{"goofspiel", cfr.Plus},
		{"goofspiel", cfr.Discounted},
		{"heat(file=mini)", cfr.CFR},
		{"leduc", cfr.Plus},
		{"leduc", cfr.Discounted},
	} {
		game, algorithm := pair.game, pair.algorithm
		s := solver(t, game, algorithm)
		c := newPlain(s.Tree(), algorithm)
		for t := range iterations {
			c.iterate(1 + t)
		}
		s.Iterate(iterations)
		require.InDeltaSlice(t, c.regret, s.Regret(), 1e-9, game)
		current, average := make(tree.Policy, len(c.regret)), make(tree.Policy, len(c.regret))
		s.Current(current)
		require.InDeltaSlice(t, c.policy, current, 1e-9, game)
		s.Average(average)
		for i := range int32(c.Infosets()) {
			total := 0.0
			for _, x := range c.At(c.sum, i) {
				total += x
			}
			for a, x := range c.At(c.sum, i) {
				want := 1 / float64(len(c.Actions(i)))
				if total > 0 {
					want = x / total
				}
				require.InDelta(t, want, c.At(average, i)[a], 1e-9, "%s, infoset %d", game, i)
			}
		}
	}
}

// estimate is the mean of what 20,000 seeds sampled, and its squared error.
type estimate struct{ sum, squares []float64 }

const draws = 20000

func (e *estimate) add(sample []float64) {
	if e.sum == nil {
		e.sum, e.squares = make([]float64, len(sample)), make([]float64, len(sample))
	}
	for i, x := range sample {
		e.sum[i] += x
		e.squares[i] += x * x
	}
}

// near wants the mean within five standard errors of what it estimates.
func (e *estimate) near(t *testing.T, slot int32, want float64, what string) {
	t.Helper()
	mean := e.sum[slot] / draws
	variance := (e.squares[slot]/draws - mean*mean) / draws
	off := mean - want
	assert.LessOrEqual(t, off*off, 25*variance+1e-12, "%s, slot %d: mean %v, want %v", what, slot, mean, want)
}

// skew deals the cards of lower number more often.
func skew(t *tree.Tree) {
	for v := range t.Nodes() {
		if t.Actor[v] != env.Chance {
			continue
		}
		total := 0.0
		for k := range t.Count[v] {
			total += 1 / float64(k+1)
		}
		for k := range t.Count[v] {
			t.Prob[t.First[v]+k] = 1 / float64(k+1) / total
		}
	}
	for z, v := range t.TerminalNode {
		t.TerminalReach[z] = 1
		for ; v >= 0; v = t.Parent[v] {
			t.TerminalReach[z] *= t.Prob[v]
		}
	}
}

// In expectation, the samples of the first iteration equal the values of CFR:
// regrets (Lanctot and others 2009, lemma 1), and averages that weigh a policy by
// own reach alone, whatever the others do.
func TestSamplingIsUnbiased(t *testing.T) {
	for _, game := range []string{"kuhn", "kuhn(players=3)"} {
		tr, err := tree.Build(t.Context(), games.MustNew(game), 0)
		require.NoError(t, err)
		skew(tr)
		exact, err := cfr.New(tr, cfr.Defaults(cfr.CFR))
		require.NoError(t, err)
		exact.Iterate(1)
		chance := make([]float64, tr.Infosets()) // sum over histories of what chance does
		var walk func(v int32, reach float64)
		walk = func(v int32, reach float64) {
			if tr.Actor[v] >= 0 {
				chance[tr.Infoset[v]] += reach
			}
			for c := tr.First[v]; c < tr.First[v]+tr.Count[v]; c++ {
				walk(c, reach*tr.Prob[c])
			}
		}
		walk(0, 1)
		uniform, plan := tr.Uniform(), make([]float64, tr.Slots())
		tr.Plan(uniform, plan)
		for algorithm, averaged := range map[cfr.Algorithm]int{cfr.External: 1, cfr.Outcome: 0} {
			what := game + ", " + string(algorithm)
			var regrets, sums estimate
			for seed := range uint64(draws) {
				cfg := cfr.Defaults(algorithm)
				cfg.Seed = seed
				s, err := cfr.New(tr, cfg)
				require.NoError(t, err)
				s.Iterate(1)
				regrets.add(s.Regret())
				sums.add(s.Sum())
			}
			// Seat 0 learns first, when all are still uniform; external sampling
			// updates the average of the seat after it.
			for _, i := range tr.Of[0] {
				for slot := tr.Offset[i]; slot < tr.Offset[i+1]; slot++ {
					regrets.near(t, slot, exact.Regret()[slot], what+", regrets")
				}
			}
			for _, i := range tr.Of[averaged] {
				for slot := tr.Offset[i]; slot < tr.Offset[i+1]; slot++ {
					sums.near(t, slot, chance[i]*plan[slot], what+", averages")
				}
			}
		}
	}
}
