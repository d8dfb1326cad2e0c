package search

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestHalvingByHand(t *testing.T) {
	for _, c := range []struct {
		sims, actions int
		want          []phase
	}{
		{16, 4, []phase{{4, 2}, {2, 4}}},                     // 8 and 8
		{64, 16, []phase{{16, 1}, {8, 2}, {4, 4}, {2, 8}}},   // 16 each
		{200, 8, []phase{{8, 8}, {4, 16}, {2, 33}, {2, 33}}}, // 64, 64, 66, and 6 left
		{12, 3, []phase{{3, 2}, {2, 3}}},
		{10, 4, []phase{{4, 1}, {2, 2}, {2, 2}}}, // 4, 4, and the 2 left
		{3, 8, []phase{{8, 1}}},                  // not even one each
		{7, 2, []phase{{2, 3}, {2, 3}}},
		{7, 1, []phase{{1, 7}}},
		{1, 1, []phase{{1, 1}}},
	} {
		assert.Equal(t, c.want, halving(c.sims, c.actions), "%d simulations, %d actions", c.sims, c.actions)
	}
}

// Whatever the numbers, phases shrink, have something to do, and use all
// simulations within the last phase.
func TestHalvingUsesEverySimulation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sims := rapid.IntRange(1, 5000).Draw(t, "sims")
		actions := rapid.IntRange(1, min(sims, 300)).Draw(t, "actions")
		left, before := sims, actions
		for _, p := range halving(sims, actions) {
			assert.Positive(t, left, "a phase without simulations")
			assert.Positive(t, p.visits)
			assert.LessOrEqual(t, p.actions, before)
			left, before = left-p.actions*p.visits, p.actions
		}
		assert.LessOrEqual(t, left, 0)
	})
}

// three returns a node: probabilities 0.5, 0.3, 0.2; three visits worth 0.6, one
// worth 0.2, and none.
func three() []edge {
	return []edge{
		{logit: math.Log(0.5), visits: 3, sum: 1.8},
		{logit: math.Log(0.3), visits: 1, sum: 0.2},
		{logit: math.Log(0.2)},
	}
}

// The mixed value by hand: (0.5 + 4·(0.5·0.6 + 0.3·0.2)/0.8)/5 = 0.46; without an
// estimate 0.36/0.8 = 0.45.
func TestMixedValueByHand(t *testing.T) {
	assert.InDelta(t, 0.46, mixed(three(), 0.5), 1e-12)
	assert.InDelta(t, 0.45, mixed(three(), math.NaN()), 1e-12)
	fresh := []edge{{logit: math.Log(0.9)}, {logit: math.Log(0.1)}}
	assert.InDelta(t, 0.3, mixed(fresh, 0.3), 0)
	assert.InDelta(t, 0.5, mixed(fresh, math.NaN()), 0)
}

// The improved policy by hand: with σ(q) = (1 + 3)·1·q and q = 0.6, 0.2, 0.46 the
// weights are 0.5·e^2.4, 0.3·e^0.8 and 0.2·e^1.84.
func TestImprovedPolicyByHand(t *testing.T) {
	policy, completed := make([]float64, 3), make([]float64, 3)
	value := trust{1, 1}.improve(three(), 0.5, policy, completed)
	assert.InDeltaSlice(t, []float64{0.6, 0.2, 0.46}, completed, 1e-12)
	assert.InDeltaSlice(t, []float64{0.740948, 0.089757, 0.169295}, policy, 1e-6)
	assert.InDelta(t, 0.540396, value, 1e-6)

	trust{1, 1}.improve(three(), math.NaN(), policy, completed)
	assert.InDeltaSlice(t, []float64{0.745900, 0.090357, 0.163743}, policy, 1e-6)

	// Scale 0 is the policy itself, a large one the best action.
	trust{50, 0}.improve(three(), 0.5, policy, completed)
	assert.InDeltaSlice(t, []float64{0.5, 0.3, 0.2}, policy, 1e-12)
	trust{50, 1000}.improve(three(), 0.5, policy, completed)
	assert.InDeltaSlice(t, []float64{1, 0, 0}, policy, 1e-12)
}

// When every action has been visited and its value is exact, the improved policy
// is worth at least what the policy is (paper, section 4).
func TestImprovedPolicyImproves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "actions")
		edges, q := make([]edge, n), make([]float64, n)
		total, value := 0.0, 0.0
		for i := range edges {
			q[i] = rapid.Float64Range(0, 1).Draw(t, "q")
			edges[i].visits = rapid.Int32Range(1, 20).Draw(t, "visits")
			edges[i].sum = q[i] * float64(edges[i].visits)
			edges[i].logit = rapid.Float64Range(0.01, 1).Draw(t, "p")
			total += edges[i].logit
		}
		for i := range edges {
			edges[i].logit /= total
			value += edges[i].logit * q[i]
			edges[i].logit = math.Log(edges[i].logit)
		}
		policy, completed := make([]float64, n), make([]float64, n)
		trust{50, rapid.Float64Range(0, 2).Draw(t, "scale")}.improve(edges, value, policy, completed)
		assert.InDeltaSlice(t, q, completed, 1e-9)
		sum, got := 0.0, 0.0
		for i := range policy {
			sum += policy[i]
			got += policy[i] * q[i]
		}
		assert.InDelta(t, 1, sum, 1e-9)
		assert.GreaterOrEqual(t, got, value-1e-9)
	})
}

// Below the root: 0.5 − 2/4, 0.3 − 0 and 0.2 − 1/4.
func TestChooseByHand(t *testing.T) {
	edges := []edge{{visits: 2}, {}, {visits: 1}}
	assert.Equal(t, 1, choose([]float64{0.5, 0.3, 0.2}, edges))
	assert.Equal(t, 0, choose([]float64{0.9, 0.05, 0.05}, edges))                       // 0.4, 0.05, -0.2
	assert.Equal(t, 1, choose([]float64{0.61, 0.39}, []edge{{visits: 2}, {visits: 1}})) // 0.61 - 2/4, 0.39 - 1/4
	assert.Equal(t, 0, choose([]float64{0.5, 0.5}, make([]edge, 2)), "the first among equals")
}

// In the long run visits resemble the policy.
func TestChooseFollowsThePolicy(t *testing.T) {
	policy, edges := []float64{0.6, 0.3, 0.1}, make([]edge, 3)
	for range 1000 {
		edges[choose(policy, edges)].visits++
	}
	for i, p := range policy {
		assert.InDelta(t, 1000*p, edges[i].visits, 2)
	}
}
