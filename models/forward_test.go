package models_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/models"
)

// Worked by hand: 2·E[0] + E[2] and so on, one hidden unit, no rounding.
func TestForwardByHand(t *testing.T) {
	net := &models.Network{
		Fields: []models.Field{
			{Name: "round", Shape: []int{1}},
			{Name: "hand", Shape: []int{3}, Vocab: "card"},
			{Name: "units", Shape: []int{3, 2}, Set: true},
		},
		Actions: 2, Embedding: 2, VocabRaw: true, SetHidden: 2, Hidden: []int{2}, Activation: models.ReLU,
	}
	w := models.NewWeights(net)
	copy(w.Tensor("embedding/card"), []float32{1, 10, 2, 20, 3, 30})
	copy(w.Tensor("set/units/0/weight"), []float32{0, 0, 1, -1}) // presence does not count; x and -x
	copy(w.Tensor("set/units/0/bias"), []float32{0, 5})
	copy(w.Tensor("set/units/1/weight"), []float32{1, 0, 0, 1})
	// Encoded: round, 2 embedded, 3 counts, 2 sums, 2 maxima.
	copy(w.Tensor("actor/0/weight"), []float32{1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0.5, 0, 0, 0.5, 0.25, 0, 0, 0.25})
	copy(w.Tensor("policy/weight"), []float32{1, 0, 0, -1})
	copy(w.Tensor("policy/bias"), []float32{0.5, 0.25})
	copy(w.Tensor("critic/0/weight"), []float32{-1, 1})
	copy(w.Tensor("value/weight"), []float32{7, 1})
	copy(w.Tensor("value/bias"), []float32{100})

	obs := []float32{3 /*round*/, 2, 0, 1 /*hand*/, 1, 4, 0, 0, 1, 8 /*units 4 and 8, one absent*/}
	// embedded = 2·(1,10) + (3,30) = (5, 50); counts (2, 0, 1)
	// units: 4 -> relu(4, -4+5) = (4, 1); 8 -> relu(8, -3) = (8, 0); sums (12, 1); maxima (8, 1)
	// actor: (3 + 5 + 50 + 0.5·12 + 0.25·8, 2 + 0 + 1 + 0.5·1 + 0.25·1) = (66, 3.75)
	// critic: relu(-3, 3) = (0, 3)
	logits := make([]float32, 2)
	value := models.NewForward(w).Eval(obs, logits)
	assert.Equal(t, []float32{66.5, 0.25 - 3.75}, logits)
	assert.Equal(t, float32(103), value)

	// Without any unit, sums and maxima are nothing at all.
	copy(obs[4:], []float32{0, 0, 0, 0, 0, 0})
	models.NewForward(w).Eval(obs, logits)
	assert.Equal(t, []float32{58.5, 0.25 - 3}, logits)
}

// The maximum is over the entities that are there, also when all their outputs
// are under 0.
func TestMaximumUnderZero(t *testing.T) {
	net := &models.Network{
		Fields:  []models.Field{{Name: "units", Shape: []int{2, 1}, Set: true}},
		Actions: 1, SetHidden: 1, Hidden: []int{1}, Activation: models.Tanh,
	}
	w := models.NewWeights(net)
	w.Tensor("set/units/1/bias")[0] = -1 // every entity that is there comes out as tanh(-1)
	w.Tensor("critic/0/weight")[1] = 1   // of the maximum
	w.Tensor("value/weight")[0] = 1      //
	f, logits := models.NewForward(w), make([]float32, 1)
	want := math.Tanh(math.Tanh(-1))
	assert.InDelta(t, want, f.Eval([]float32{1, 1}, logits), 1e-6)
	assert.InDelta(t, want, f.Eval([]float32{0, 1}, logits), 1e-6)
	assert.Zero(t, f.Eval([]float32{0, 0}, logits))
}

// The order of the entities of a set, and empty rows between them, change
// nothing but the last bits of the sum.
func TestSetsHaveNoOrder(t *testing.T) {
	for _, activation := range []string{models.Tanh, models.ReLU} {
		net := &models.Network{
			Fields:  []models.Field{{Name: "units", Shape: []int{6, 4}, Set: true}},
			Actions: 3, SetHidden: 8, Hidden: []int{8}, Activation: activation,
		}
		rng := rand.New(rand.NewPCG(1, 2))
		f := models.NewForward(models.Init(net, 1))
		rows := [][]float32{make([]float32, 4), make([]float32, 4)} // two absent
		for range 4 {
			rows = append(rows, []float32{1, float32(rng.NormFloat64()), float32(rng.NormFloat64()), float32(rng.NormFloat64())})
		}
		eval := func() ([]float32, float32) {
			var obs []float32
			for _, i := range rng.Perm(6) {
				obs = append(obs, rows[i]...)
			}
			logits := make([]float32, 3)
			return logits, f.Eval(obs, logits)
		}
		logits, value := eval()
		for range 10 {
			again, v := eval()
			assert.InDeltaSlice(t, logits, again, 1e-6)
			assert.InDelta(t, value, v, 1e-6)
		}
	}
}

// Lanes are alike: when their rows change places, so do their logits, and nothing else
// changes. Without ItemsOnly the flat part tells them apart.
func TestItemsAreAlike(t *testing.T) {
	net := lanes(true)
	w := models.Init(net, 1)
	w.Tensor("score/lane/1/weight")[3] += 3 // far from the near-uniform first policy
	clear(w.Tensor("policy/weight"))
	clear(w.Tensor("score/hand/1/weight"))
	f := models.NewForward(w)
	obs := []float32{1, 0 /*lanes*/, 1, 2, 3, 4 /*round*/, 5 /*open*/, 1, 0, 2, 0, 3, 0 /*odds*/, 6, 7, 8, 9, 10, 11 /*hands*/, 1, 2, 3, 4, 5, 6}
	turned := []float32{1, 0, 3, 4, 1, 2, 5, 0, 3, 0, 1, 0, 2, 7, 6, 9, 8, 11, 10, 3, 4, 1, 2, 5, 6}
	a, b := make([]float32, 8), make([]float32, 8)
	value := f.Eval(obs, a)
	assert.InDelta(t, value, f.Eval(turned, b), 1e-6)
	assert.InDeltaSlice(t, []float32{a[0], a[2], a[1], a[5], a[6], a[3], a[4], a[7]}, b, 1e-6)
	assert.NotEqual(t, a[1], a[2])
	assert.NotEqual(t, a[3], a[4])
	assert.NotEqual(t, a[3], a[5])

	flat := models.NewForward(models.Init(lanes(false), 1))
	assert.Greater(t, math.Abs(float64(flat.Eval(obs, a)-flat.Eval(turned, b))), 1e-3)
}

// A temperature divides all logits, also the logits of items, and leaves the value alone.
func TestSharpened(t *testing.T) {
	w := models.Init(lanes(false), 1)
	w.Tensor("score/lane/1/weight")[3] += 3
	obs := make([]float32, 25)
	for i := range obs {
		obs[i] = float32(i%7) / 3
	}
	plain, sure := make([]float32, 8), make([]float32, 8)
	before := append([]float32{}, w.Flat...)
	assert.Equal(t, models.NewForward(w).Eval(obs, plain), models.NewForward(w.Sharpened(0.25)).Eval(obs, sure))
	for i := range plain {
		assert.NotZero(t, plain[i])
		assert.InDelta(t, 4*plain[i], sure[i], 1e-4)
	}
	assert.Equal(t, before, w.Flat)
	assert.Equal(t, before, w.Sharpened(1).Flat)
	assert.Panics(t, func() { w.Sharpened(0) })
}

func TestForwardAllocatesNothing(t *testing.T) {
	for _, net := range []*models.Network{table(), lanes(false)} {
		checkForwardAllocatesNothing(t, net)
	}
}

func checkForwardAllocatesNothing(t *testing.T, net *models.Network) {
	f := models.NewForward(models.Init(net, 1))
	obs, logits, probs := make([]float32, net.ObservationSize()), make([]float32, net.Actions), make([]float32, 2)
	for i := range obs {
		obs[i] = float32(i % 3)
	}
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		f.Eval(obs, logits)
		models.MaskedSoftmax(logits, []int32{0, 2}, probs)
	}))
}

// Eval sees what is written to the weights, and Share has scratch of its own.
func TestForwardReadsItsWeights(t *testing.T) {
	net := table()
	w := models.Init(net, 1)
	f := models.NewForward(w)
	g := f.Share()
	obs := make([]float32, net.ObservationSize())
	obs[0], obs[4] = 1, 2
	a, b := make([]float32, net.Actions), make([]float32, net.Actions)
	f.Eval(obs, a)
	w.Tensor("policy/bias")[1] += 2
	value := g.Eval(obs, b)
	assert.InDelta(t, a[1]+2, b[1], 1e-6)
	assert.Equal(t, value, f.Eval(obs, a))
	assert.Panics(t, func() { f.Eval(obs[1:], a) })
	assert.Panics(t, func() { f.Eval(obs, a[1:]) })
}

func TestTanh(t *testing.T) {
	worst := 0.0
	net := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{1}}}, Actions: 9, Hidden: []int{9}, Activation: models.Tanh}
	w := models.NewWeights(net) // nine equal units: eight in a vector, one left over
	for j := range 9 {
		w.Tensor("actor/0/weight")[j] = 1
		w.Tensor("policy/weight")[j*9+j] = 1
	}
	f := models.NewForward(w)
	logits := make([]float32, 9)
	for x := float32(-12); x < 12; x += 0.00091 {
		f.Eval([]float32{x}, logits)
		for _, y := range logits {
			worst = max(worst, math.Abs(float64(y)-math.Tanh(float64(x))))
		}
		assert.LessOrEqual(t, math.Abs(float64(logits[0])), 1.0)
	}
	assert.Less(t, worst, 5e-7)
	assert.Greater(t, worst, 1e-8, "the approximation was measured at all")
}

func TestMaskedSoftmax(t *testing.T) {
	logits := []float32{1, 2, float32(math.NaN()), 3, -1e30}
	probs := make([]float32, 3)
	models.MaskedSoftmax(logits, []int32{0, 1, 3}, probs)
	e := math.Exp
	sum := e(1) + e(2) + e(3)
	assert.InDeltaSlice(t, []float64{e(1) / sum, e(2) / sum, e(3) / sum}, probs, 1e-6)

	// What illegal actions have for logits changes nothing, to the last bit.
	logits[2], logits[4] = 1e30, float32(math.Inf(1))
	again := make([]float32, 3)
	models.MaskedSoftmax(logits, []int32{0, 1, 3}, again)
	assert.Equal(t, probs, again)

	// Far apart and huge logits neither overflow nor lose the sum.
	models.MaskedSoftmax([]float32{1e4, -1e4, 1e4}, []int32{0, 1, 2}, probs)
	assert.Equal(t, []float32{0.5, 0, 0.5}, probs)

	assert.Panics(t, func() { models.MaskedSoftmax(logits, []int32{}, nil) })
	assert.Panics(t, func() { models.MaskedSoftmax(logits, []int32{0, 1}, probs) })
	assert.Panics(t, func() { models.MaskedSoftmax([]float32{float32(math.NaN())}, []int32{0}, probs[:1]) })
}

// BenchmarkForward is one decision: the forward pass of one observation and the
// softmax over half of the actions.
func BenchmarkForward(b *testing.B) {
	for _, c := range []struct {
		obs, h, actions int
		activation      string
	}{{32, 64, 16, models.Tanh}, {32, 64, 16, models.ReLU}, {128, 128, 32, models.Tanh}, {400, 256, 90, models.Tanh}, {400, 256, 90, models.ReLU}} {
		net := &models.Network{Fields: []models.Field{{Name: "o", Shape: []int{c.obs}}}, Actions: c.actions, Hidden: []int{c.h, c.h}, Activation: c.activation}
		for _, sparse := range []int{1, 8} {
			b.Run(fmt.Sprintf("%d-%d-A%d-%s/1of%d", c.obs, c.h, c.actions, c.activation, sparse), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 2))
				f := models.NewForward(models.Init(net, 1))
				obs, logits := make([]float32, c.obs), make([]float32, c.actions)
				for i := range obs {
					if rng.IntN(sparse) == 0 {
						obs[i] = float32(rng.NormFloat64())
					}
				}
				var legal []int32
				for a := 0; a < c.actions; a += 2 {
					legal = append(legal, int32(a))
				}
				probs := make([]float32, len(legal))
				b.ReportAllocs()
				for b.Loop() {
					f.Eval(obs, logits)
					models.MaskedSoftmax(logits, legal, probs)
				}
			})
		}
	}
}
