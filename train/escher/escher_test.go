package escher

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/replay"
)

// Worked by hand: a seat that explores takes the second of two actions, then the first of two, each drawn from two alike, and
// ends with a return of 1. Its regrets match to 1/4 and 3/4 at both.
func TestTargetsByHand(t *testing.T) {
	half := float32(math.Log(0.5))
	b := &train.Batch{
		Rows: 3, ObservationSize: 1, NumActions: 3, Mask: []float32{1, 1, 0, 1, 1, 0, 1, 0, 1}, Action: []int32{1, 0, 2},
		Next: []int32{1, -1, -1}, Return: []float32{1, 1, -1}, Explored: []bool{true, true, false},
		LogProbs: []float32{half, half, 0, half, half, 0, float32(math.Log(0.2)), 0, float32(math.Log(0.8))},
	}
	l := &look{
		logits: []float32{2, -4, 9, 6, 2, 9, -10, 9, 5}, // values of .2, -.4; .6, .2; -1, .5, as logits ten times as large
		policy: []float32{1, 3, 9, 2, 6, 9, 7, 7, 7},    // regrets, at any scale
		regret: make([]float32, 9), worth: make([]float32, 3), target: make([]float32, 3),
	}
	for i := range b.Rows {
		l.row(b, i, 10)
	}
	assert.InDeltaSlice(t, []float32{0.25, 0.75, 0, 0.25, 0.75, 0, 0.2, 0, 0.8}, l.policy, 1e-6, "the last row has the policy that it was played by")
	assert.InDeltaSlice(t, []float32{-0.25, 0.3, 0.2}, l.worth, 1e-6)
	assert.InDeltaSlice(t, []float32{0.45, -0.15, 0, 0.3, -0.1, 0, -1.2, 0, 0.3}, l.regret, 1e-6)
	l.correct(b)
	assert.InDeltaSlice(t, []float32{0.3 + 0.25/0.5*(1-0.6), 1, -1}, l.target, 1e-6)
	assert.InDeltaSlice(t, []float32{0.2 - 1.1, 1.4 - 1.1, 0, 1.4 - 0.5, 0.2 - 0.5, 0, -1.2, 0, 0.3}, l.regret, 1e-6,
		"the second action has -.4 + (.5 + .4)/.5 = 1.4, then the first one .6 + (1 - .6)/.5")

	m := &replay.Ring{Next: []float32{1, -1}, Rows: replay.Rows{
		Mask: b.Mask[:6], Action: []float32{1, 0}, Probability: []float32{0.5, 0.5}, Return: []float32{1, 1},
	}}
	ahead := &targets{}
	ahead.ask(m, []int32{0, 1, 0})
	require.Equal(t, []int32{1}, ahead.places)
	ahead.q, ahead.policy = []float32{6, 2, 9}, []float32{0.25, 0.75, 0}
	assert.InDelta(t, 0.5, ahead.after(m, 0, 10), 1e-6, "the same of a decision in the memory")
	assert.InDelta(t, 1, ahead.after(m, 1, 10), 1e-6)
	m.Action[1] = 1
	assert.InDelta(t, 0.3+(1-0.2), ahead.after(m, 0, 10), 1e-6, "an action that the policy takes more often counts once")

	var kept train.Batch
	explored(&kept, &train.Batch{
		Rows: 4, ObservationSize: 1, NumActions: 1, Observation: []float32{5, 6, 7, 8}, Mask: []float32{1, 1, 1, 1}, LogProbs: make([]float32, 4),
		Action: make([]int32, 4), Next: []int32{2, 3, -1, -1}, Return: []float32{1, 2, 3, 4}, Explored: []bool{false, true, false, true},
	})
	assert.Equal(t, []float32{6, 8}, kept.Observation)
	assert.Equal(t, []int32{1, -1}, kept.Next)
	assert.Equal(t, []float32{2, 4}, kept.Return)
}

// Regrets that are corrected are right in the mean over the actions that a seat may draw, however wrong the values are; others are as wrong
// as the values.
func TestCorrectedRegretsAreRightInTheMean(t *testing.T) {
	worth, probability := []float64{1, -0.5, 0.25}, []float64{0.5, 0.25, 0.25}
	mean, wrong := make([]float64, 3), []float32(nil)
	for action, p := range probability {
		b := &train.Batch{
			Rows: 1, ObservationSize: 1, NumActions: 3, Mask: []float32{1, 1, 1}, Action: []int32{int32(action)}, Next: []int32{-1},
			Return: []float32{float32(worth[action])}, Explored: []bool{true},
		}
		for _, q := range probability {
			b.LogProbs = append(b.LogProbs, float32(math.Log(q)))
		}
		l := &look{logits: []float32{-7, 3, 5}, policy: []float32{1, 0, 4}, regret: make([]float32, 3), worth: make([]float32, 1), target: make([]float32, 1)}
		l.row(b, 0, 10)
		wrong = slices.Clone(l.regret)
		l.correct(b)
		for j, r := range l.regret {
			mean[j] += p * float64(r)
		}
	}
	policyWorth := 0.2*worth[0] + 0.8*worth[2]
	assert.InDeltaSlice(t, []float64{worth[0] - policyWorth, worth[1] - policyWorth, worth[2] - policyWorth}, mean, 1e-6)
	assert.InDelta(t, -0.7-(0.2*-0.7+0.8*0.5), wrong[0], 1e-6)
}

// Worked by hand: weights of 2 and 6 are 1/2 and 3/2 by their share.
func TestLossesAgainstHandNumbers(t *testing.T) {
	ln := func(x float64) float32 { return float32(math.Log(x)) }
	for name, c := range map[string]struct {
		loss    graph.LossFunc
		plain   *graph.PlainLoss
		logits  [][]float32
		target  [][]float32
		setting float32
		report  []float64
		dLogits [][]float32
		dValue  []float32
	}{
		"regrets": {
			regretLoss, plainRegretLoss(),
			[][]float32{{10, -20, 5}, {0, 10, 99}},
			[][]float32{{0.5, -2, 0.5}, {-1, 0.5, 0}},
			10,
			[]float64{(0.5*0.25 + 1.5*1.25) / 2, (0.5*0.25 + 1.5*1.25) / 2},
			[][]float32{{0.5 * 0.1 * 0.5, 0, 0}, {1.5 * 0.1 * 1, 1.5 * 0.1 * 0.5, 0}},
			[]float32{0, 0},
		},
		"average": {
			averageLoss, plainAverageLoss(),
			[][]float32{{0, ln(2), ln(5)}, {ln(3), 0, 99}},
			[][]float32{{0.5, 0.5, 0}, {0.25, 0.75, 0}},
			0.4,
			[]float64{
				(-0.5*0.5*math.Log(1./8*2./8)-1.5*(0.25*math.Log(3./4)+0.75*math.Log(1./4)))/2 + 0.4*(0.5*0.25+1.5*0.0625)/2,
				(-0.5*0.5*math.Log(1./8*2./8) - 1.5*(0.25*math.Log(3./4)+0.75*math.Log(1./4))) / 2, (0.5*0.25 + 1.5*0.0625) / 2,
			},
			[][]float32{{0.25 * (1./8 - 0.5), 0.25 * (2./8 - 0.5), 0.25 * 5 / 8}, {0.75 * 0.5, -0.75 * 0.5, 0}},
			[]float32{0.4 * 0.5 * -0.5, 0.4 * 1.5 * -0.25},
		},
	} {
		t.Run(name, func(t *testing.T) {
			value, worth, weight := []float32{0.5, -0.25}, []float32{1, 0}, []float32{2, 6}
			mask := [][]float32{{1, 1, 1}, {1, 1, 0}}
			backend, err := graph.Backend()
			require.NoError(t, err)
			exec, err := gx.NewExec(backend, func(in []*gx.Node) []*gx.Node {
				objective, metrics := c.loss(in[0], in[1], in[2:6], in[6:])
				gradients := gx.Gradient(objective, in[0], in[1])
				return append([]*gx.Node{gradients[0], gradients[1], objective}, metrics...)
			})
			require.NoError(t, err)
			defer exec.Finalize()
			out, err := exec.Call(c.logits, value, mask, c.target, worth, weight, c.setting, float32(0.25))
			require.NoError(t, err)
			m := &graph.Minibatch{
				Logits: slices.Concat(c.logits...), Values: value, Scalars: []float32{c.setting, 0.25},
				Inputs:  []any{slices.Concat(mask...), slices.Concat(c.target...), worth, weight},
				DLogits: []float32{9, 9, 9, 9, 9, 9}, DValues: []float32{9, 9}, Report: make([]float32, len(c.report)),
			}
			c.plain.Compute(m)
			for i, want := range c.report {
				assert.InDelta(t, want, m.Report[i], 1e-5)
				assert.InDelta(t, want, out[2+i].Value().(float32), 1e-5)
			}
			for i, want := range c.dLogits {
				assert.InDeltaSlice(t, want, m.DLogits[3*i:3*i+3], 1e-6)
				assert.InDeltaSlice(t, want, out[0].Value().([][]float32)[i], 1e-6)
			}
			assert.InDeltaSlice(t, c.dValue, m.DValues, 1e-6)
			assert.InDeltaSlice(t, c.dValue, out[1].Value().([]float32), 1e-6)
		})
	}
}

func network() *models.Network {
	return &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{3}}}, Actions: 3, Hidden: []int{16}, Activation: models.Tanh}
}

// batch is an iteration of 40 decisions in episodes of two of one seat, which explores in every second one.
func batch(seed uint64) *train.Batch {
	rng := env.Stream(seed, "test")
	b := &train.Batch{Rows: 40, ObservationSize: 3, NumActions: 3}
	for i := range int32(b.Rows) {
		legal := 2 + int(i%2)
		log := float32(-math.Log(float64(legal)))
		b.Mask = append(b.Mask, 1, 1, float32(i%2))
		b.LogProbs = append(b.LogProbs, log, log, log*float32(i%2))
		b.Observation = append(b.Observation, rng.Float32(), rng.Float32()-0.5, 1)
		b.Action = append(b.Action, int32(rng.IntN(legal)))
		b.Return = append(b.Return, rng.Float32()-0.5)
		b.Next = append(b.Next, []int32{i + 1, -1}[i%2])
		b.Explored = append(b.Explored, i/2%2 == 0)
	}
	return b
}

func built(t *testing.T, change func(*Config)) *ESCHER {
	cfg := Defaults()
	for _, l := range []*Learning{&cfg.Values, &cfg.Regrets, &cfg.Average} {
		l.Minibatch, l.Shards, l.WarmUp, l.Memory, l.LearningRate, l.FinalLearningRate = 20, 1, 10, 50, 0.01, 0.01
	}
	change(&cfg)
	require.NoError(t, cfg.Validate())
	e, err := New(cfg, models.Init(network(), 1))
	require.NoError(t, err)
	return e
}

func update(t *testing.T, e *ESCHER, b *train.Batch, i uint64) map[string]float64 {
	list, err := e.Update(t.Context(), b, 0.5, env.Stream(i, "update"))
	require.NoError(t, err)
	metrics := map[string]float64{}
	for _, m := range list {
		_, twice := metrics[m.Name]
		require.False(t, twice, m.Name)
		metrics[m.Name] = m.Value
	}
	return metrics
}

// At one decision of which the second action pays 1 more, its regrets soon tell which one: the seat soon plays the
// second alone, and the average goes there. What the seat did that explored is no part of the average.
func TestTheBetterActionIsRegretted(t *testing.T) {
	e := built(t, func(c *Config) { c.Average.Memory, c.Regrets.Memory = 4000, 4000 })
	var m map[string]float64
	for i := range uint64(60) {
		a := e.Acting(0)
		require.True(t, a.Matching && a.Explores && a.Responds == 1)
		regrets := make([]float32, 3)
		models.NewForward(a.Response).Eval([]float32{1, 0, 0}, regrets)
		matchRegrets(regrets, []float32{1, 1, 0})
		b := &train.Batch{Rows: 16, ObservationSize: 3, NumActions: 3}
		for k := range b.Rows {
			action, probs := k/2%2, []float32{0.5, 0.5}
			explored := k < 8
			if !explored {
				probs = regrets
				if action = 0; regrets[1] > 0.5 {
					action = 1
				}
			}
			for _, p := range probs[:2] {
				b.LogProbs = append(b.LogProbs, float32(math.Log(max(1e-9, float64(p)))))
			}
			b.LogProbs, b.Mask = append(b.LogProbs, 0), append(b.Mask, 1, 1, 0)
			b.Observation = append(b.Observation, 1, 0, 0)
			b.Action, b.Explored = append(b.Action, int32(action)), append(b.Explored, explored)
			b.Return, b.Next = append(b.Return, float32(action)-0.5), append(b.Next, -1)
		}
		m = update(t, e, b, i)
	}
	assert.Equal(t, 58*8.0, m["regrets"], "none before values are learned, in the third iteration")
	assert.Equal(t, 58*8.0, m["policies"])
	assert.InDelta(t, 0, m["regret_above"], 0.1)
	for _, name := range []string{"values_q_loss", "regrets_regret_loss", "average_policy_loss", "average_value_loss"} {
		assert.Contains(t, m, name)
	}
	logits := make([]float32, 3)
	models.NewForward(e.Acting(0).Response).Eval([]float32{1, 0, 0}, logits)
	assert.InDelta(t, 0, logits[1], 0.5, "three times what is regretted")
	assert.InDelta(t, -3, logits[0], 0.6)
	w := models.NewWeights(network())
	e.Weights(w)
	value := models.NewForward(w).Eval([]float32{1, 0, 0}, logits)
	assert.Greater(t, logits[1]-logits[0], float32(2))
	assert.InDelta(t, 0.5, value, 0.15)
}

// Regrets are of the seat that explores, and the average of the other one; values are learned from the first as well. Later iterations
// weigh more.
func TestRowsGoToTheirMemories(t *testing.T) {
	e := built(t, func(c *Config) { c.Regrets.Memory, c.Average.Memory = 1000, 1000 })
	for i := range uint64(4) {
		b := batch(i)
		for k, explored := range b.Explored {
			if b.Observation[3*k+2] = 2; explored {
				b.Observation[3*k+2] = 1
			}
		}
		update(t, e, b, i)
	}
	of := func(observation []float32) (all []float32) {
		for at := 2; at < len(observation); at += 3 {
			if !slices.Contains(all, observation[at]) {
				all = append(all, observation[at])
			}
		}
		return all
	}
	assert.Equal(t, []float32{1}, of(e.memory.Observation))
	assert.Equal(t, []float32{1}, of(e.regrets.memory.Observation))
	assert.Equal(t, []float32{2}, of(e.average.memory.Observation))
	for _, m := range []*part{e.regrets, e.average} {
		weights := slices.Compact(slices.Clone(m.memory.Weight))
		assert.Equal(t, []float32{1, 2, 3}, weights)
	}
}

func saved(e *ESCHER) (*models.Weights, []models.Tensor) {
	w := models.NewWeights(network())
	e.Weights(w)
	state := e.State()
	for i := range state {
		state[i].Data = slices.Clone(state[i].Data)
	}
	return w, state
}

// An algorithm that was saved goes on as one that never stopped, byte by byte, as does one that was stopped in the
// middle of an update and got its own state back. Each plays by the same regrets.
func TestItGoesOnByteByByte(t *testing.T) {
	none := func(*Config) {}
	whole, half, again := built(t, none), built(t, none), built(t, none)
	for i := range uint64(8) {
		update(t, whole, batch(i), i)
	}
	for i := range uint64(4) {
		update(t, half, batch(i), i)
	}
	w, state := saved(half)
	update(t, again, batch(77), 77) // something to forget
	require.NoError(t, again.Restore(w, state))
	for _, e := range []*ESCHER{half, again} {
		for i := uint64(4); i < 8; i++ {
			before := models.NewWeights(network())
			e.Weights(before)
			held := e.State()
			_, err := e.Update(stoppedAfter(t.Context(), 3*int64(i)-10), batch(i), 0.5, env.Stream(i, "update"))
			require.ErrorIs(t, err, context.Canceled)
			require.NoError(t, e.Restore(before, held))
			update(t, e, batch(i), i)
		}
		want, wantState := saved(whole)
		got, gotState := saved(e)
		assert.Equal(t, want.Flat, got.Flat)
		assert.Equal(t, wantState, gotState)
		assert.Equal(t, whole.Acting(0).Response.Flat, e.Acting(0).Response.Flat)
		assert.NotEqual(t, want.Flat, e.Acting(0).Response.Flat)
	}
}

// doneAfter is done after a number of looks, as a context that ends in the middle of work.
type doneAfter struct {
	context.Context
	looks atomic.Int64
}

func stoppedAfter(ctx context.Context, looks int64) *doneAfter {
	c := &doneAfter{Context: ctx}
	c.looks.Store(looks)
	return c
}

func (c *doneAfter) Err() error {
	if c.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func TestStatesThatAreNoneAreRefused(t *testing.T) {
	e := built(t, func(*Config) {})
	for i := range uint64(3) {
		update(t, e, batch(i), i)
	}
	w, state := saved(e)
	for want, name := range map[string]string{
		"escher: iteration: want one whole number": "iteration",
		"escher: values: graph: learner state":     "values/adam/first",
		"escher: regrets: graph: learner state":    "regrets/adam/steps",
		"escher: values: tensor":                   "values_weights/" + w.Infos()[0].Name,
		"escher: regrets: tensor":                  "regrets_weights/" + w.Infos()[0].Name,
		"escher: replay: regrets_memory/":          "regrets_memory/target",
		"escher: replay: average_memory/":          "average_memory/weight",
		"escher: replay: values_memory/":           "values_memory/next",
		"learner state":                            state[0].Name,
	} {
		broken := slices.DeleteFunc(slices.Clone(state), func(t models.Tensor) bool { return t.Name == name })
		assert.ErrorContains(t, e.Restore(w, broken), want)
	}
	require.NoError(t, e.Restore(w, state))
	require.NoError(t, e.Restore(w, nil))
	assert.Equal(t, w.Flat, e.Acting(0).Response.Flat)
	assert.Zero(t, e.regrets.memory.Len())
	assert.Zero(t, e.iteration)

	b := batch(1)
	b.Explored = nil
	_, err := e.Update(t.Context(), b, 0, env.Stream(1, "update"))
	require.ErrorContains(t, err, "a batch of 40 rows says of 0 whether the seat explored")
}

func TestFaultsOfSettings(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"scale: 0: want a number from 0.1 to 1000":              func(c *Config) { c.Scale = 0 },
		"values.learning_rate: 0: want":                         func(c *Config) { c.Values.LearningRate = 0 },
		"regrets.final_learning_rate: -1: want":                 func(c *Config) { c.Regrets.FinalLearningRate = -1 },
		"average.memory: 0: want at least 1":                    func(c *Config) { c.Average.Memory = 0 },
		"values.warm_up: 10001: want from 1 decision":           func(c *Config) { c.Values.WarmUp = 10_001 },
		"average.replays: 0: want":                              func(c *Config) { c.Average.Replays = 0 },
		"regrets.minibatch: 0: want":                            func(c *Config) { c.Regrets.Minibatch = 0 },
		"average.shards: 3: want a number of at least 1 that":   func(c *Config) { c.Average.Shards = 3 },
		"value: NaN: want":                                      func(c *Config) { c.Value = math.NaN() },
		"average.max_grad_norm: 0: want":                        func(c *Config) { c.Average.MaxGradNorm = 0 },
		"values.adam_epsilon: 0: want a number from 1e-12 to 1": func(c *Config) { c.Values.AdamEpsilon = 0 },
	} {
		cfg := Defaults()
		change(&cfg)
		assert.ErrorContains(t, cfg.Validate(), want)
	}
	cfg := Defaults()
	require.NoError(t, cfg.Validate())
	run := train.Defaults()
	require.NoError(t, cfg.CheckRun(train.Setup{Run: &run}))
	run.Opponents.PastShare, run.Opponents.FixedShare = 0.5, 0.5
	err := cfg.CheckRun(train.Setup{Run: &run, Imitates: true, Starts: true})
	require.ErrorContains(t, err, "imitation.agent: an agent: want none: the policy is the average")
	require.ErrorContains(t, err, "start: a bot: want none: the policy is the average")
	require.ErrorContains(t, err, "opponents: shares of 1 together: want less than 1: regrets come from self-play alone")
	for _, text := range []string{"kuhn", "leduc", "goofspiel", "liarsdice", "darkhex", "tictactoe"} {
		require.NoError(t, cfg.CheckGame(games.MustNew(text).Spec()), text)
	}
	for _, text := range []string{"kuhn(players=3)", "heat(players=4)"} {
		require.ErrorContains(t, cfg.CheckGame(games.MustNew(text).Spec()), "want a zero-sum game of two seats: an average of regret matching")
	}
	cfg.Values.Memory, cfg.Regrets.Memory, cfg.Average.Memory = 1<<25, 1<<25, 1<<25
	err = cfg.CheckGame(games.MustNew("kuhn").Spec())
	for _, part := range []string{"values", "regrets", "average"} {
		require.ErrorContains(t, err, "escher."+part+".memory: 33554432: want")
	}
	_, err = New(cfg, models.Init(network(), 1))
	require.ErrorContains(t, err, "escher: values: memory: 33554432")
}
