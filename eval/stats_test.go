package eval_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
)

// Newcombe, "Two-sided confidence intervals for the single proportion" (1998),
// table I, method 3.
func TestWilsonAgainstPublishedIntervals(t *testing.T) {
	for _, c := range []struct{ successes, n, low, high float64 }{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		got := eval.Wilson(c.successes, c.n)
		assert.InDelta(t, c.low, got.Low, 5e-5, "%v", c)
		assert.InDelta(t, c.high, got.High, 5e-5, "%v", c)
		mirrored := eval.Wilson(c.n-c.successes, c.n)
		assert.InDelta(t, 1-got.High, mirrored.Low, 1e-12)
		assert.InDelta(t, 1-got.Low, mirrored.High, 1e-12)
	}
	assert.Equal(t, 0.0, eval.Wilson(0, 1e6).Low)
	assert.Equal(t, 1.0, eval.Wilson(7, 7).High)
}

// Of many samples from a known distribution, about 95% of the intervals hold
// the true mean, and their width is as theory has it.
func TestBootstrapCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	const trials, n = 200, 60
	held, width := 0, 0.0
	rng := env.Stream(1, "test/coverage")
	for trial := range trials {
		rows := make([][]float64, n)
		for i := range rows {
			rows[i] = []float64{rng.ExpFloat64(), 7} // mean 1, deviation 1
		}
		got := bootstrap(t, rows, uint64(trial))
		require.Equal(t, eval.Interval{Low: 7, High: 7}, got[1])
		if got[0].Low <= 1 && 1 <= got[0].High {
			held++
		}
		width += (got[0].High - got[0].Low) / trials
	}
	// Skewed samples of 60 are a little under-covered by percentiles.
	assert.InDelta(t, 0.94, float64(held)/trials, 0.03)
	assert.InDelta(t, 2*1.96/math.Sqrt(n), width, 0.02)
}

// bootstrap returns what eval.Bootstrap does.
func bootstrap(t *testing.T, rows [][]float64, seed uint64) []eval.Interval {
	t.Helper()
	intervals, err := eval.Bootstrap(t.Context(), rows, seed)
	require.NoError(t, err)
	return intervals
}

// Resampling clusters sees what treating each game alone would not: games of
// one deal that always end alike make the interval wider by √(games a deal).
func TestBootstrapResamplesWholeClusters(t *testing.T) {
	rng := env.Stream(2, "test/clusters")
	var clustered, alone [][]float64
	for range 500 {
		x := float64(rng.IntN(2))
		clustered = append(clustered, []float64{x})
		for range 4 {
			alone = append(alone, []float64{x})
		}
	}
	a, b := bootstrap(t, clustered, 3)[0], bootstrap(t, alone, 3)[0]
	assert.InDelta(t, 2, (a.High-a.Low)/(b.High-b.Low), 0.15)
	assert.Equal(t, a, bootstrap(t, clustered, 3)[0], "same rows and seed, same interval")
	assert.NotEqual(t, a, bootstrap(t, clustered, 4)[0])
}

// More rows than are resampled one by one are averaged in groups first, which
// changes neither centre nor width.
func TestBootstrapOfVeryManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	const n = 25_000
	rng := env.Stream(5, "test/many")
	rows := make([][]float64, n)
	mean := 0.0
	for i := range rows {
		rows[i] = []float64{rng.NormFloat64()}
		mean += rows[i][0] / n
	}
	got := bootstrap(t, rows, 1)[0]
	assert.InDelta(t, mean, (got.Low+got.High)/2, 1e-3)
	assert.InDelta(t, 2*1.96/math.Sqrt(n), got.High-got.Low, 1.5e-3)
}

// Of a single deal nothing is known but what can be; of a few alike ones little.
func TestFewDealsSayLittleOfReturns(t *testing.T) {
	g := games.MustNew("leduc")
	spec := g.Spec()
	entries := []eval.Entry{{Name: "a", Agent: random.New()}, {Name: "b", Agent: random.New()}}
	m, err := eval.PlayMatch(t.Context(), eval.MatchConfig{Game: g, Entries: entries, Games: 2, Seed: 3})
	require.NoError(t, err)
	require.Equal(t, 1, m.Deals)
	for _, a := range m.Agents {
		assert.Equal(t, []float64{spec.MinUtility, spec.MaxUtility}, []float64{a.ReturnLow, a.ReturnHigh})
		assert.Less(t, a.Low, a.High)
	}
	for _, s := range m.Seats {
		assert.Equal(t, []float64{spec.MinUtility, spec.MaxUtility}, []float64{s.ReturnLow, s.ReturnHigh})
	}
	assert.Equal(t, []float64{0, float64(spec.MaxGameLength)}, []float64{m.Length.Low, m.Length.High})

	rows, err := eval.PlayDeals(t.Context(), eval.DealsConfig{MatchConfig: eval.MatchConfig{Game: g, Entries: entries, Seed: 3}}, 0, 1)
	require.NoError(t, err)
	sum, err := eval.SumUpDeals(t.Context(), spec, rows, 3)
	require.NoError(t, err)
	assert.Equal(t, []float64{spec.MinUtility, spec.MaxUtility}, []float64{sum.ReturnLow, sum.ReturnHigh})

	arena, err := eval.PlayArena(t.Context(), eval.ArenaConfig{Game: g, Entries: entries, Games: 2, Seed: 3, Payoff: eval.PayoffReturns})
	require.NoError(t, err)
	assert.Equal(t, []float64{spec.MinUtility, spec.MaxUtility}, []float64{arena.Pairs[0].PayoffLow, arena.Pairs[0].PayoffHigh})

	for _, deals := range []int{2, 5, 20, 29} { // alike: a bootstrap sees no spread
		same := make([]eval.DealRow, deals)
		for i := range same {
			same[i] = eval.DealRow{Shares: []float64{1, 1}, Returns: []float64{1, 1}}
		}
		sum, err := eval.SumUpDeals(t.Context(), spec, same, 3)
		require.NoError(t, err)
		assert.Less(t, sum.ReturnLow, 1., deals)
		assert.Greater(t, sum.ReturnHigh, 1., deals)
	}
}
