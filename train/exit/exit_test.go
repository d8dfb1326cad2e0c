package exit

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/policy"
)

// Worked by hand: a policy of 1/8, 2/8 and 5/8 beside visits of 1/2, 1/2 and none.
func TestLossAgainstHandNumbers(t *testing.T) {
	ln := func(x float64) float32 { return float32(math.Log(x)) }
	r := &policy.Row{
		Logits: []float32{0, ln(2), ln(5), 9}, Mask: []float32{1, 1, 1, 0},
		Probs: []float64{0.125, 0.25, 0.625, 0}, LogProbs: []float64{math.Log(0.125), math.Log(0.25), math.Log(0.625), 0},
		Derivative: make([]float64, 4), Metrics: make([]float64, 1),
	}
	visits := []float32{7, 7, 7, 7, ln(0.5), ln(0.5), -30, 0} // of row 1
	loss := newLoss(4).OfRow(r, []any{visits}, 1, nil)
	want := -(math.Log(0.125) + math.Log(0.25)) / 2
	assert.InDelta(t, want, loss, 1e-6)
	assert.InDelta(t, want-math.Log(2), r.Metrics[0], 1e-6)
	assert.InDeltaSlice(t, []float64{-0.375, -0.25, 0.625, 0}, r.Derivative, 1e-6)
}

// batch is an iteration of 40 decisions, of which the search took the first action in three of four visits.
func batch(seed uint64) *train.Batch {
	rng := env.Stream(seed, "test")
	b := &train.Batch{Rows: 40, ObservationSize: 3, NumActions: 3}
	for i := range b.Rows {
		third := float32(i % 2)
		b.Mask = append(b.Mask, 1, 1, third)
		b.LogProbs = append(b.LogProbs, float32(math.Log(0.75)), float32(math.Log(0.25-1e-6)), third*-14)
		b.Observation = append(b.Observation, rng.Float32(), rng.Float32()-0.5, 1)
		b.Action, b.Next, b.Return = append(b.Action, 0), append(b.Next, -1), append(b.Return, rng.Float32()-0.2)
	}
	return b
}

func network() *models.Network {
	return &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{3}}}, Actions: 3, Hidden: []int{16}, Activation: models.Tanh}
}

// The losses on a graph and in plain Go are one.
func TestLossOnGraphAndInGo(t *testing.T) {
	mask, visits := [][]float32{{1, 1, 1}, {1, 1, 0}}, [][]float32{{-0.2, -2, -3}, {-30, 0, 0}}
	off, err := newLoss(3).Difference([][]float32{{1, -2, 3}, {0.5, 1, 9}}, []float32{0.5, -1}, []float32{1, 0}, mask, []any{visits}, 0.5, nil)
	require.NoError(t, err)
	assert.Less(t, off, 1e-5)
}

func built(t *testing.T) *ExIt {
	cfg := Defaults()
	cfg.Minibatch, cfg.Shards, cfg.LearningRate, cfg.FinalLearningRate = 20, 1, 0.01, 0.01
	require.NoError(t, cfg.Validate())
	a, err := New(cfg, models.Init(network(), 1))
	require.NoError(t, err)
	return a.(*ExIt)
}

// The policy comes to the shares of the visits, the value to the mean return; and an algorithm that was saved goes on as
// one that never stopped, byte by byte.
func TestItComesToTheVisitsAndGoesOn(t *testing.T) {
	whole, half := built(t), built(t)
	for i := range uint64(60) {
		for _, e := range []*ExIt{whole, half} {
			_, err := e.Update(t.Context(), batch(i), 0.5, env.Stream(i, "update"))
			require.NoError(t, err)
		}
		if i == 30 {
			w := models.NewWeights(network())
			half.Weights(w)
			state := half.State()
			half = built(t)
			require.NoError(t, half.Restore(w, state))
		}
	}
	w, other := models.NewWeights(network()), models.NewWeights(network())
	whole.Weights(w)
	half.Weights(other)
	assert.Equal(t, w.Flat, other.Flat)
	logits := make([]float32, 3)
	value := models.NewForward(w).Eval([]float32{0.5, 0, 1}, logits)
	assert.InDelta(t, math.Log(3), logits[0]-logits[1], 0.1)
	assert.InDelta(t, 0.3, value, 0.1)

	short := batch(1)
	short.Rows = 19
	_, err := whole.Update(t.Context(), short, 0, env.Stream(1, "update"))
	require.ErrorContains(t, err, "exit: a batch of 19 rows does not fill a minibatch of 20")
}

func TestFaultsOfSettings(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"learning_rate: 0: want":          func(c *Config) { c.LearningRate = 0 },
		"sims: 0: want a number":          func(c *Config) { c.Sims = 0 },
		"exploration: -1: want":           func(c *Config) { c.Exploration = -1 },
		"noise: 2: want a number from 0":  func(c *Config) { c.Noise = 2 },
		"spread: NaN: want a number from": func(c *Config) { c.Spread = math.NaN() },
	} {
		cfg := Defaults()
		change(&cfg)
		assert.ErrorContains(t, cfg.Validate(), want)
	}
	cfg := Defaults()
	run := train.Defaults()
	run.Collect.Batch = 100
	require.ErrorContains(t, cfg.CheckRun(train.Setup{Run: &run}), "exit.minibatch: 256: want at most collect.batch (100)")
	require.NoError(t, cfg.CheckGame(games.MustNew("tictactoe").Spec()))
	for text, want := range map[string]string{
		"kuhn":            "game: kuhn: want a game without chance, such as tictactoe",
		"goofspiel":       "game: goofspiel: want a game without hidden information, such as tictactoe: others do not see its decisions of the kind bid",
		"darkhex":         "others do not see its decisions of the kind place, and its search would peek",
		"heat(players=3)": "want a zero-sum game of two seats",
	} {
		require.ErrorContains(t, cfg.CheckGame(games.MustNew(text).Spec()), want)
	}
	a := built(t).Acting(0)
	assert.Equal(t, train.Searching{Sims: 32, Exploration: 1.25, Noise: 0.25, Spread: 10}, a.Search)
}
