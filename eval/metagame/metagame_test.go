package metagame_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/eval"
	"ringer/eval/metagame"
)

// deals returns deals of which first is the mean of the first side with A there, and second with B
// there, and noise the largest distance.
func deals(n int, seed uint64, first, second, noise float64) (out []eval.SidePayoffs) {
	rng := env.Stream(seed, "test")
	for range n / 2 {
		a, b := noise*(2*rng.Float64()-1), noise*(2*rng.Float64()-1)
		out = append(out, eval.SidePayoffs{First: first + a, Second: second + b}, eval.SidePayoffs{First: first - a, Second: second - b})
	}
	return out
}

func TestRockPaperScissors(t *testing.T) {
	c := metagame.Config{Players: 4, Alike: true, Seed: 1}
	beats := map[[2]int]float64{{0, 1}: -1, {0, 2}: 1, {1, 2}: -1, {0, 3}: 0.4, {1, 3}: 0.4, {2, 3}: 0.4} // and the last one is dominated
	for b := range 4 {
		for a := range b {
			x := beats[[2]int{a, b}]
			c.Pairs = append(c.Pairs, metagame.Pair{A: a, B: b, Deals: deals(2500, uint64(4*a+b), x+0.1, -x+0.1, 0.5)}) // side 0 is a little better off
		}
	}
	e, err := metagame.Solve(t.Context(), c)
	require.NoError(t, err)
	for i := range 3 {
		s := e.Shares[i][0]
		assert.InDelta(t, 1./3, s.Is, 1e-9)
		assert.True(t, s.Low > 0.3 && s.Low < s.Is && s.High > s.Is && s.High < 0.37, "%+v", s)
		assert.InDelta(t, 0, e.Gains[i][0].Is, 1e-9)
	}
	assert.Equal(t, metagame.Figure{}, e.Shares[3][0])
	assert.InDelta(t, -0.4, e.Gains[3][0].Is, 1e-9)
	assert.Zero(t, e.Value)
	again, err := metagame.Solve(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, e, again)
}

// Matching pennies whose sides differ: the mixtures of the two sides are different ones.
func TestSidesThatDiffer(t *testing.T) {
	c := metagame.Config{Players: 2, Seed: 1, Pairs: []metagame.Pair{
		{A: 0, B: 0, Deals: deals(1000, 1, 3, 3, 0.1)},
		{A: 0, B: 1, Deals: deals(1000, 2, -1, -1, 0.1)},
		{A: 1, B: 1, Deals: deals(1000, 3, 1, 1, 0.1)},
	}}
	e, err := metagame.Solve(t.Context(), c)
	require.NoError(t, err)
	assert.InDelta(t, 1./3, e.Value.Is, 1e-9)
	assert.InDelta(t, 1./3, e.Shares[0][0].Is, 1e-9)
	assert.InDelta(t, 1./3, e.Shares[0][1].Is, 1e-9)
	c.Pairs[1].Deals = deals(1000, 2, -1, 0, 0.1)
	e, err = metagame.Solve(t.Context(), c)
	require.NoError(t, err)
	assert.InDelta(t, 1./5, e.Shares[0][0].Is, 1e-9)
	assert.InDelta(t, 2./5, e.Shares[0][1].Is, 1e-9)
	assert.InDelta(t, 3./5, e.Value.Is, 1e-9)
	assert.True(t, e.Value.Low < 0.6 && e.Value.High > 0.6 && e.Value.High-e.Value.Low < 0.05, "%+v", e.Value)
	c.Pairs = c.Pairs[:2]
	assert.Panics(t, func() { _, _ = metagame.Solve(t.Context(), c) })
}

func TestOneDeal(t *testing.T) {
	c := metagame.Config{Players: 2, Alike: true, Pairs: []metagame.Pair{{A: 0, B: 1, Deals: []eval.SidePayoffs{{First: 1, Second: -1}}}}}
	e, err := metagame.Solve(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, [][]float64{{0, 1}, {-1, 0}}, e.Payoffs)
	assert.InDelta(t, 1, e.Shares[0][0].Is, 1e-12)
}
