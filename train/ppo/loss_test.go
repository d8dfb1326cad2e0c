package ppo

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models/graph"
	"ringer/train/policy"
)

// rows is a minibatch of two rows and three actions; the third action of row 1
// is illegal.
type rows struct {
	logits     [][]float32
	value      []float32
	mask, old  [][]float32
	action     []int32
	advantage  []float32
	target     []float32
	entropy    []float32 // coefficients
	clip       float32
	kl, valueC float32

	magnet  [][]float32 // nil for none
	magnetC float32
}

func example() rows {
	ln := func(p float64) float32 { return float32(math.Log(p)) }
	return rows{
		logits:    [][]float32{{0, ln(2), ln(5)}, {ln(3), 0, 7}},
		value:     []float32{0.5, -0.25},
		mask:      [][]float32{{1, 1, 1}, {1, 1, 0}},
		old:       [][]float32{{ln(0.25), ln(0.25), ln(0.5)}, {ln(0.5), ln(0.5), 0}},
		action:    []int32{2, 1},
		advantage: []float32{1, -2},
		target:    []float32{1, 0},
		entropy:   []float32{0.1, 0.1},
		clip:      0.2, kl: 0.3, valueC: 0.5,
	}
}

// evaluate returns the loss, its metrics, and the gradients of the logits and
// the values, of the graph. The loss without a graph must say the same.
func evaluate(t *testing.T, r rows) (total float64, metrics []float64, dLogits [][]float32, dValue []float32) {
	backend, err := graph.Backend()
	require.NoError(t, err)
	exec, err := gx.NewExec(backend, func(in []*gx.Node) []*gx.Node {
		scalars := len(in) - numScalars
		objective, metrics := loss(in[0], in[1], in[2:scalars], in[scalars:])
		gradients := gx.Gradient(objective, in[0], in[1])
		return append([]*gx.Node{objective, gradients[0], gradients[1]}, metrics...)
	})
	require.NoError(t, err)
	defer exec.Finalize()
	arguments := []any{r.logits, r.value, r.mask, r.old, r.action, r.advantage, r.target, r.entropy}
	if r.magnet != nil {
		arguments = append(arguments, r.magnet)
	}
	out, err := exec.Call(append(arguments, r.clip, r.kl, r.valueC, r.magnetC)...)
	require.NoError(t, err)
	for _, m := range out[3:] {
		metrics = append(metrics, float64(m.Value().(float32)))
	}
	total, dLogits, dValue = float64(out[0].Value().(float32)), out[1].Value().([][]float32), out[2].Value().([]float32)

	plain, plainMetrics, plainLogits, plainValue := evaluatePlain(r)
	assert.InDelta(t, total, plain, 1e-5*max(1, math.Abs(total)))
	for i, m := range metrics {
		assert.InDelta(t, m, plainMetrics[i], 1e-5*max(1, math.Abs(m)), lossMetrics(true)[i])
	}
	for i := range dLogits {
		assert.InDeltaSlice(t, dLogits[i], plainLogits[i], 1e-5)
	}
	assert.InDeltaSlice(t, dValue, plainValue, 1e-6)
	return total, metrics, dLogits, dValue
}

// Row 0 has probabilities 1/8, 2/8, 5/8 and row 1 3/4, 1/4 (the illegal logit
// 7 counts for nothing). All numbers below were worked by hand.
func TestLossAgainstHandNumbers(t *testing.T) {
	total, metrics, _, _ := evaluate(t, example())

	// Row 0: ratio (5/8)/(1/2) = 1.25, clipped to 1.2, advantage 1: min(1.25, 1.2) = 1.2.
	// Row 1: ratio (1/4)/(1/2) = 0.5, clipped to 0.8, advantage -2: min(-1, -1.6) = -1.6.
	policyLoss := -(1.2 - 1.6) / 2
	valueLoss := (0.25 + 0.0625) / 2
	h0 := -(math.Log(1./8)/8 + math.Log(2./8)*2/8 + math.Log(5./8)*5/8)
	h1 := -(math.Log(3./4)*3/4 + math.Log(1./4)/4)
	kl0 := math.Log((1./8)/0.25)/8 + 0 + math.Log((5./8)/0.5)*5/8
	kl1 := math.Log(0.75/0.5)*3/4 + math.Log(0.25/0.5)/4
	entropy, kl := (h0+h1)/2, (kl0+kl1)/2

	want := []float64{0.5, policyLoss, valueLoss, entropy, kl, 1}
	assert.Len(t, metrics, len(lossMetrics(false)))
	assert.InDeltaSlice(t, want, metrics, 1e-5)
	assert.InDelta(t, policyLoss-0.1*entropy+0.3*kl+0.5*valueLoss, total, 1e-5)
}

// Each row pays for its entropy with a coefficient of its own, and a magnet pulls both.
func TestEntropyByRowAndMagnetAgainstHandNumbers(t *testing.T) {
	r := example()
	r.entropy = []float32{0.4, 0.05}
	was, _, _, _ := evaluate(t, r)
	ln := func(p float64) float32 { return float32(math.Log(p)) }
	r.magnet, r.magnetC = [][]float32{{ln(0.5), ln(0.25), ln(0.25)}, {ln(0.75), ln(0.25), 0}}, 0.2
	total, metrics, _, _ := evaluate(t, r)
	assert.Len(t, metrics, len(lossMetrics(true)))

	h0 := -(math.Log(1./8)/8 + math.Log(2./8)*2/8 + math.Log(5./8)*5/8)
	h1 := -(math.Log(3./4)*3/4 + math.Log(1./4)/4)
	even, _, _, _ := evaluate(t, example())
	assert.InDelta(t, 0.1*(h0+h1)/2-(0.4*h0+0.05*h1)/2, was-even, 1e-5)

	// Row 0: KL of (1/8, 2/8, 5/8) from (1/2, 1/4, 1/4); row 1 plays as its magnet does.
	pull := (math.Log(1./4)/8 + 0 + math.Log(5./2)*5/8) / 2
	assert.InDelta(t, pull, metrics[6], 1e-5)
	assert.InDelta(t, 0.2*pull, total-was, 1e-5)
}

func TestLossGradientAgainstFiniteDifferences(t *testing.T) {
	r := example()
	r.clip = 0.3 // row 0 inside, row 1 clipped: both branches
	r.entropy = []float32{0.3, 0.05}
	r.magnet, r.magnetC = [][]float32{{-0.5, -1.5, -1.7}, {-0.2, -1.7, 0}}, 0.3
	_, _, dLogits, dValue := evaluate(t, r)
	const h = 1e-2
	difference := func(x *float32) float64 {
		was := *x
		*x = was + h
		up, _, _, _ := evaluate(t, r)
		*x = was - h
		down, _, _, _ := evaluate(t, r)
		*x = was
		return (up - down) / (2 * h)
	}
	for i := range r.logits {
		for j := range r.logits[i] {
			assert.InDelta(t, difference(&r.logits[i][j]), dLogits[i][j], 2e-4, "logit %d %d", i, j)
		}
		assert.InDelta(t, difference(&r.value[i]), dValue[i], 2e-4, "value %d", i)
	}
}

// The network's opinion of illegal actions must not matter: not to the loss and
// not to its gradient.
func TestIllegalLogitsChangeNothing(t *testing.T) {
	r := example()
	total, metrics, dLogits, _ := evaluate(t, r)
	assert.Zero(t, dLogits[1][2])
	for _, logit := range []float32{-50, 0, 80, 3e5} {
		r.logits[1][2] = logit
		other, otherMetrics, otherGradient, _ := evaluate(t, r)
		assert.Equal(t, total, other)
		assert.Equal(t, metrics, otherMetrics)
		assert.Equal(t, dLogits, otherGradient)
	}
}

// Clipping takes the gradient away only where it would push further out.
func TestClippingStopsTheGradient(t *testing.T) {
	r := example()
	r.entropy, r.kl, r.valueC = []float32{0, 0}, 0, 0
	r.advantage = []float32{1, 0} // row 0 is above the clip range and would go on
	_, _, dLogits, _ := evaluate(t, r)
	assert.Equal(t, []float32{0, 0, 0}, dLogits[0])
	r.advantage = []float32{-1, 0} // it would come back: the gradient stays
	_, _, dLogits, _ = evaluate(t, r)
	assert.NotZero(t, dLogits[0][2])
}

// evaluatePlain is evaluate for the loss without a graph. Its rows lie in a batch in another
// order.
func evaluatePlain(r rows) (total float64, metrics []float64, dLogits [][]float32, dValue []float32) {
	n, a := len(r.value), len(r.logits[0])
	order := make([]int32, n)
	var mask, old, magnet []float32
	turned := func(x []float32) []float32 {
		x = slices.Clone(x)
		slices.Reverse(x)
		return x
	}
	for i := range n {
		order[i] = int32(n - 1 - i)
		mask, old = append(mask, r.mask[n-1-i]...), append(old, r.old[n-1-i]...)
		if r.magnet != nil {
			magnet = append(magnet, r.magnet[n-1-i]...)
		}
	}
	action := slices.Clone(r.action)
	slices.Reverse(action)
	inputs := []any{mask, old, action, turned(r.advantage), turned(r.target), turned(r.entropy)}
	if r.magnet != nil {
		inputs = append(inputs, magnet)
	}
	loss := plainLoss(r.magnet != nil)
	m := &graph.Minibatch{
		Logits: slices.Concat(r.logits...), Values: r.value, Inputs: inputs, Scalars: []float32{r.clip, r.kl, r.valueC, r.magnetC}, Rows: order,
		DLogits: make([]float32, n*a), DValues: make([]float32, n), Report: make([]float32, 1+loss.Metrics),
	}
	loss.Compute(m)
	for _, x := range m.Report[1:] {
		metrics = append(metrics, float64(x))
	}
	for i := range n {
		dLogits = append(dLogits, m.DLogits[i*a:(i+1)*a])
	}
	return float64(m.Report[0]), metrics, dLogits, m.DValues
}

// The loss without a graph has the value, the metrics and the gradient that the graph has, on
// random rows too, some of whose actions are illegal and some of whose ratios are out of the range.
func TestPlainLossIsTheLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range 12 {
		const n, a = 16, 7
		r := rows{clip: 0.2, kl: 0.3, valueC: 0.5}
		if k%2 == 1 {
			r.magnetC = 0.2
		}
		for range n {
			var logits, mask, old, magnet []float32
			taken := rng.IntN(a)
			for j := range a {
				legal := j == taken || rng.IntN(3) > 0
				logits, mask, old, magnet = append(logits, 3*float32(rng.NormFloat64())), append(mask, 0), append(old, 0), append(magnet, 0)
				if legal {
					mask[j], old[j], magnet[j] = 1, -3*rng.Float32(), -3*rng.Float32()
				}
			}
			if rng.IntN(2) == 0 { // near the policy before
				copy(old, logits)
				policy.LogSoftmax(old, mask)
				old[taken] += 0.1 * (rng.Float32() - 0.5)
			}
			r.logits, r.mask, r.old = append(r.logits, logits), append(r.mask, mask), append(r.old, old)
			if k%2 == 1 {
				r.magnet = append(r.magnet, magnet)
			}
			r.value, r.target = append(r.value, float32(rng.NormFloat64())), append(r.target, float32(rng.NormFloat64()))
			r.action, r.advantage, r.entropy = append(r.action, int32(taken)), append(r.advantage, float32(rng.NormFloat64())), append(r.entropy, rng.Float32())
		}
		evaluate(t, r)
	}
}
