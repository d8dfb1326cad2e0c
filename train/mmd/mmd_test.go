package mmd

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/policy"
)

func ln(p float64) float32 { return float32(math.Log(p)) }

// One row by hand: alpha .1, a magnet of .2 and steps of .5, so that the pull is 2.3. The third action is illegal.
func TestScoresAgainstHandNumbers(t *testing.T) {
	terms := Terms{Entropy: 0.1, Magnet: 0.2, StepSize: 0.5}
	assert.InDelta(t, 2.3, terms.Pull(), 1e-12)
	score := []float32{9, 9, 9}
	terms.Scores([]float32{1, 1, 0}, []float32{ln(0.25), ln(0.75), 0}, []float32{ln(0.5), ln(0.5), 0}, 0, 0.3, score)
	// of the taken one .3/.25 + .2*log .5 + 2*log .25, of the other .2*log .5 + 2*log .75
	assert.InDeltaSlice(t, []float64{1.2 - 0.2*math.Ln2 - 4*math.Ln2, -0.2*math.Ln2 + 2*math.Log(0.75), 0}, []float64{float64(score[0]), float64(score[1]), float64(score[2])}, 1e-6)
	terms.Magnet = 0
	terms.Scores([]float32{1, 1, 0}, []float32{ln(0.25), ln(0.75), 0}, nil, 1, 0.3, score)
	assert.InDeltaSlice(t, []float64{-4 * math.Ln2, 0.4 + 2*math.Log(0.75), 0}, []float64{float64(score[0]), float64(score[1]), float64(score[2])}, 1e-6)
}

// The mean over what the old policy takes is the score with the advantages of all actions, whatever is subtracted.
func TestScoresAreRightOnAverage(t *testing.T) {
	terms := Terms{Entropy: 0.1, StepSize: 2}
	old, advantage := []float64{0.1, 0.6, 0.3}, []float64{0.5, -0.2, 0.1}
	mean, score := make([]float64, 3), make([]float32, 3)
	for taken, p := range old {
		terms.Scores([]float32{1, 1, 1}, []float32{ln(0.1), ln(0.6), ln(0.3)}, nil, taken, advantage[taken], score)
		for a := range mean {
			mean[a] += p * float64(score[a])
		}
	}
	for a, q := range advantage {
		assert.InDelta(t, q+math.Log(old[a])/2, mean[a], 1e-6)
	}
}

// The least value of the loss has the policy of the paper's closed form (equation 10),
// (old * magnet^(eta alpha) * e^(eta q))^(1/(1 + eta alpha)), here with two magnets.
func TestTheLossIsLeastAtTheClosedForm(t *testing.T) {
	terms := Terms{Entropy: 0.3, Magnet: 0.5, StepSize: 0.7}
	old, magnet, q := []float64{0.2, 0.5, 0.3}, []float64{0.6, 0.1, 0.3}, 0.8
	score := make([]float32, 3)
	terms.Scores([]float32{1, 1, 1}, []float32{ln(0.2), ln(0.5), ln(0.3)}, []float32{ln(0.6), ln(0.1), ln(0.3)}, 2, q*old[2], score)
	want, sum := make([]float64, 3), 0.0
	for a := range want {
		gain := 0.0
		if a == 2 {
			gain = q
		}
		want[a] = math.Pow(old[a]*math.Pow(magnet[a], terms.StepSize*terms.Magnet)*math.Exp(terms.StepSize*gain), 1/(1+terms.StepSize*(terms.Magnet+terms.Entropy)))
		sum += want[a]
	}
	r := &policy.Row{Probs: make([]float64, 3), LogProbs: make([]float64, 3), Derivative: make([]float64, 3), Metrics: make([]float64, 1)}
	for a := range want {
		r.Probs[a], r.LogProbs[a] = want[a]/sum, math.Log(want[a]/sum)
	}
	least := newLoss(3).OfRow(r, []any{[]float32{float32(terms.Pull())}, score, []float32{ln(0.2), ln(0.5), ln(0.3)}}, 0, nil)
	assert.InDeltaSlice(t, []float64{0, 0, 0}, r.Derivative, 1e-6)
	for _, step := range []float64{-0.01, 0.01} {
		r.Probs[0], r.Probs[1] = want[0]/sum+step, want[1]/sum-step
		r.LogProbs[0], r.LogProbs[1] = math.Log(r.Probs[0]), math.Log(r.Probs[1])
		other := newLoss(3).OfRow(r, []any{[]float32{float32(terms.Pull())}, score, []float32{ln(0.2), ln(0.5), ln(0.3)}}, 0, nil)
		assert.Greater(t, other, least)
	}
}

// The loss without a graph is the loss on a graph, whose gradient GoMLX finds.
func TestPlainLossIsTheLoss(t *testing.T) {
	rng := env.Stream(1, "test")
	for range 5 {
		const rows, a = 6, 4
		var logits, mask, score, old [][]float32
		var value, target, pull []float32
		for range rows {
			l, m, s, o := make([]float32, a), make([]float32, a), make([]float32, a), make([]float32, a)
			for j := range a {
				l[j] = 4*rng.Float32() - 2
				if j < 2 || rng.IntN(2) == 0 {
					m[j], s[j], o[j] = 1, 6*rng.Float32()-3, -3*rng.Float32()
				}
			}
			logits, mask, score, old = append(logits, l), append(mask, m), append(score, s), append(old, o)
			value, target, pull = append(value, rng.Float32()), append(target, rng.Float32()), append(pull, 5*rng.Float32())
		}
		difference, err := newLoss(a).Difference(logits, value, target, mask, []any{pull, score, old}, 0.5, nil)
		require.NoError(t, err)
		assert.Less(t, difference, 1e-5)
	}
}

// batch is an iteration of 40 decisions in chains of two, three actions each, the third of which is illegal in
// every other row; a uniform policy has played.
func batch(seed uint64) *train.Batch {
	rng := env.Stream(seed, "test")
	b := &train.Batch{Rows: 40, ObservationSize: 2, NumActions: 3, Kinds: []string{"bid"}, Kind: make([]int8, 40)}
	for i := range int32(b.Rows) {
		legal := 3 - int(i%2)
		for a := range 3 {
			on, logProb := float32(1), ln(1/float64(legal))
			if a >= legal {
				on, logProb = 0, 0
			}
			b.Mask, b.LogProbs = append(b.Mask, on), append(b.LogProbs, logProb)
		}
		b.Observation = append(b.Observation, rng.Float32(), rng.Float32())
		b.Action = append(b.Action, int32(rng.IntN(legal)))
		b.Value = append(b.Value, rng.Float32()-0.5)
		b.Return = append(b.Return, float32(i/2%2*2-1))
		b.Next = append(b.Next, []int32{i + 1, -1}[i%2])
	}
	return b
}

func learner(t *testing.T, change func(*Config)) (*MMD, *models.Weights) {
	cfg := Defaults()
	cfg.Minibatch = 20
	change(&cfg)
	require.NoError(t, cfg.Validate())
	network := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{2}}}, Actions: 3, Hidden: []int{8}, Activation: models.Tanh}
	w := models.Init(network, 1)
	m, err := New(cfg, w)
	require.NoError(t, err)
	return m.(*MMD), w
}

func update(t *testing.T, m *MMD, seed uint64, staleness int) map[string]float64 {
	b := batch(seed)
	b.Staleness = staleness
	list, err := m.Update(t.Context(), b, 0.5, env.Stream(seed, "update"))
	require.NoError(t, err)
	metrics := map[string]float64{}
	for _, x := range list {
		metrics[x.Name] = x.Value
	}
	return metrics
}

// Every setting moves the weights: none is read and forgotten.
func TestEverySettingTeaches(t *testing.T) {
	after := func(staleness int, change func(*Config)) []float32 {
		m, w := learner(t, change)
		for i := range uint64(3) {
			update(t, m, i, staleness)
		}
		m.Weights(w)
		return w.Flat
	}
	plain := after(0, func(*Config) {})
	for name, change := range map[string]func(*Config){
		"entropy":         func(c *Config) { c.Entropy = 0.5 },
		"final_entropy":   func(c *Config) { c.FinalEntropy = 0 },
		"step_size":       func(c *Config) { c.StepSize = 1 },
		"final_step_size": func(c *Config) { c.FinalStepSize = 1 },
		"gae_lambda":      func(c *Config) { c.GAELambda = 0 },
		"gamma":           func(c *Config) { c.Gamma = 0.5 },
		"magnet":          func(c *Config) { c.Magnet.Coefficient = 0.5 },
		"replaced magnet": func(c *Config) { c.Magnet.Coefficient, c.Magnet.ReplaceEvery = 0.5, 2 },
		"value":           func(c *Config) { c.Value = 1 },
		"epochs":          func(c *Config) { c.Epochs = 1 },
	} {
		assert.NotEqual(t, plain, after(0, change), name)
	}
	assert.NotEqual(t, plain, after(2, func(*Config) {}), "rows that an older policy played")
	magnet := func(decay float64) func(*Config) {
		return func(c *Config) { c.Magnet.Coefficient, c.Magnet.Decay = 0.5, decay }
	}
	assert.NotEqual(t, after(0, magnet(1)), after(0, magnet(0.1)), "the magnet follows")
}

// Old rows are corrected: the update begins at the policy that learns.
func TestOldRowsAreCorrected(t *testing.T) {
	m, _ := learner(t, func(c *Config) { c.LearningRate = 0.05 })
	for i := range uint64(4) {
		assert.NotContains(t, update(t, m, i, 0), "vtrace_weight")
	}
	metrics := update(t, m, 9, 1)
	assert.Less(t, metrics["vtrace_weight"], 0.999)
	b := batch(9)
	old, value, err := m.judge(b)
	require.NoError(t, err)
	assert.Equal(t, b.LogProbs, old)
	assert.Equal(t, b.Value, value)
	b.Staleness = 1
	old, value, err = m.judge(b)
	require.NoError(t, err)
	assert.NotEqual(t, b.LogProbs, old)
	assert.NotEqual(t, b.Value, value)
}

// After Restore the updates that follow give the same bits.
func TestRestoredUpdatesAreTheSame(t *testing.T) {
	for _, every := range []int{0, 2} {
		change := func(c *Config) { c.Magnet.Coefficient, c.Magnet.ReplaceEvery = 0.3, every }
		whole, w := learner(t, change)
		update(t, whole, 1, 0)
		half := w.Clone()
		whole.Weights(half)
		state := whole.State()
		update(t, whole, 2, 0)
		want := w.Clone()
		whole.Weights(want)
		other, got := learner(t, change)
		update(t, other, 3, 0)
		require.NoError(t, other.Restore(half, state))
		update(t, other, 2, 0)
		other.Weights(got)
		assert.Equal(t, want.Flat, got.Flat)
		assert.Equal(t, whole.State(), other.State())
		assert.ErrorContains(t, other.Restore(half, state[:len(state)-1]), "mmd: ")
	}
}

func TestBadSettingsAreNamed(t *testing.T) {
	c := Defaults()
	c.Entropy, c.StepSize, c.Magnet.Coefficient, c.Minibatch, c.Gamma = -1, 0, 200, 1, math.NaN()
	err := c.Validate()
	for _, fault := range []string{
		"minibatch: 1: want at least 2 rows", "entropy: -1: want a number from 0 to 10", "step_size: 0: want a number from 1e-06 to 1e+06",
		"magnet.coefficient: 200: want a number from 0 to 100", "gamma: NaN",
	} {
		assert.ErrorContains(t, err, fault)
	}
	c = Defaults()
	run := train.Defaults()
	require.NoError(t, c.CheckRun(train.Setup{Run: &run}))
	run.Collect.Batch = 255
	assert.EqualError(t, c.CheckRun(train.Setup{Run: &run}), "mmd.minibatch: 256: want at most collect.batch (255), the rows that are sure to be there")
	m, _ := learner(t, func(c *Config) { c.Minibatch = 60 })
	_, err = m.Update(t.Context(), batch(1), 0, env.Stream(1, "update"))
	assert.ErrorContains(t, err, "mmd: a batch of 40 rows does not fill a minibatch of 60")
}
