package train

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/leduc"
)

func taught(share float64) TeacherConfig {
	c := Defaults().Teacher
	c.Share, c.Simulations = share, 8
	return c
}

// A share of the decisions get a distribution over their legal actions for a target; what
// is played, and all else in the batch, is as without a teacher.
func TestATeacherAddsTargetsAndNothingElse(t *testing.T) {
	cfg := CollectConfig{Batch: 600, Tables: 20, Groups: 3}
	plain, w, _ := collector(t, cfg)
	want, err := plain.Collect(t.Context(), 4, w, nil)
	require.NoError(t, err)
	assert.Empty(t, want.Target)

	c, _, _ := collector(t, cfg)
	require.NoError(t, c.Teach(w.Network, taught(0.25)))
	got, err := c.Collect(t.Context(), 4, w, nil)
	require.NoError(t, err)
	a := got.NumActions
	require.Len(t, got.Target, got.Rows*a)
	searched, moved := 0, 0.0
	for row := range got.Rows {
		target, mask := got.Target[row*a:(row+1)*a], got.Mask[row*a:(row+1)*a]
		sum := float32(0)
		for j, p := range target {
			sum += p
			require.LessOrEqual(t, p, mask[j], "illegal actions have none")
		}
		if sum == 0 {
			continue
		}
		searched++
		require.InDelta(t, 1, sum, 1e-5)
		for j, p := range target {
			moved = max(moved, math.Abs(float64(p)-math.Exp(float64(got.LogProbs[row*a+j]))*float64(mask[j])))
		}
	}
	assert.Equal(t, searched, got.Taught)
	assert.InDelta(t, 0.25, float64(searched)/float64(got.Rows), 0.06)
	assert.Greater(t, moved, 0.1, "the search changes its mind")

	targets := slices.Clone(got.Target)
	got, err = c.Collect(t.Context(), 4, w, nil)
	require.NoError(t, err)
	assert.Equal(t, targets, got.Target, "the same iteration gives the same targets")
	c.Rest(true)
	rested, err := c.Collect(t.Context(), 4, w, nil)
	require.NoError(t, err)
	assert.Zero(t, rested.Taught)
	assert.Zero(t, slices.Max(rested.Target))
	got.Target, got.Taught = nil, 0
	want.Target = nil
	assert.Equal(t, want, got)
}

// The network that the teacher searches with says what the learner's does.
func TestATeacherAsksTheLearner(t *testing.T) {
	c, w, spec := collector(t, CollectConfig{Batch: 600, Tables: 20, Groups: 1})
	require.NoError(t, c.Teach(w.Network, taught(1)))
	b, err := c.Collect(t.Context(), 0, w, nil)
	require.NoError(t, err)
	game, err := leduc.New(leduc.Defaults())
	require.NoError(t, err)
	s := game.NewInitialState()
	_, err = drive.Roll(s, env.Stream(1, "test"))
	require.NoError(t, err)
	view := agents.NewViewer(game).View(s, env.Stream(1, "test"))
	d, err := c.groups[0].teacher.policy.Decide(t.Context(), []agents.View{view})
	require.NoError(t, err)
	compared := 0
	for row := range b.Rows {
		if !slices.Equal(b.Observation[row*spec.ObservationSize():(row+1)*spec.ObservationSize()], view.Observation) {
			continue
		}
		compared++
		for j, action := range view.Legal {
			assert.InDelta(t, math.Exp(float64(b.LogProbs[row*b.NumActions+int(action)])), d[0].Probs[j], 1e-5)
		}
		assert.InDelta(t, float64(b.Value[row])/float64(c.scale), float64(d[0].Value), 1e-4)
	}
	assert.Positive(t, compared)
}
