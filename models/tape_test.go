package models_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
)

// taped lists networks with everything that a tape goes through, some of them so wide that
// matrices are multiplied piece by piece.
func taped() map[string]*models.Network {
	all := map[string]*models.Network{}
	for _, raw := range []bool{true, false} {
		for _, shared := range []bool{true, false} {
			for _, activation := range []string{models.Tanh, models.ReLU} {
				net := withCards(raw, shared)
				net.Activation = activation
				net.Items[0].Logits = []models.ItemLogits{{From: 1, Each: 2}, {From: 0, Each: 1, Skip: 1}}
				net.ItemPlaces = raw != shared
				all[activation+map[bool]string{true: " raw"}[raw]+map[bool]string{true: " shared"}[shared]] = net
			}
		}
	}
	wide := withCards(false, false)
	wide.Hidden, wide.SetHidden, wide.ItemsOnly, wide.Actions = []int{260, 130}, 20, true, 300
	all["wide"] = wide
	all["one layer"] = &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{700}}}, Actions: 3, Hidden: []int{200}, Activation: models.ReLU}
	return all
}

// few draws rows of which many share their entities.
func few(net *models.Network, n int, rng *rand.Rand) []float32 {
	d := net.ObservationSize()
	x := noise(n*d, rng)
	for i := range n {
		for j := range d {
			if rng.IntN(3) > 0 {
				x[i*d+j] = x[rng.IntN(i+1)*d+j]
			}
		}
		if i > 0 && rng.IntN(2) == 0 {
			copy(x[i*d:(i+1)*d], x[rng.IntN(i)*d:])
		}
	}
	return x
}

// A tape's logits and values have the bits of the unembedded Forward, whichever rows are asked
// for, also when the tape is used again.
func TestTapesHaveTheBitsOfForward(t *testing.T) {
	if testing.Short() {
		t.Skip("a tape shares nothing")
	}
	for name, net := range taped() {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			w := models.Init(net, 7)
			copy(w.Flat, noise(len(w.Flat), rng))
			plain := models.NewWeights(net.Unembedded())
			w.Unembed(plain)
			f := models.NewForward(plain)
			b := models.NewBackprop(net)
			b.Load(w.Flat)
			tape := b.NewTape()
			d, a := net.ObservationSize(), net.Actions
			obs := few(net, 70, rng)
			for _, rows := range [][]int32{nil, {3, 3, 69, 0}, {5}, nil} {
				n := len(rows)
				if rows == nil {
					n = 70
				}
				logits, values := tape.Forward(obs, n, rows)
				require.Len(t, values, n)
				for i := range n {
					r := i
					if rows != nil {
						r = int(rows[i])
					}
					want := make([]float32, a)
					assert.Equal(t, f.Eval(obs[r*d:(r+1)*d], want), values[i])
					assert.Equal(t, want, logits[i*a:(i+1)*a])
				}
			}
		})
	}
}

// The gradient is the slope of a weighted sum of logits and values in every weight, and tapes
// add up.
func TestTapesFindTheSlope(t *testing.T) {
	if testing.Short() {
		t.Skip("a tape shares nothing")
	}
	for name, net := range taped() {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			w := models.Init(net, 7)
			for i := range w.Flat {
				w.Flat[i] = float32(rng.NormFloat64()) / 8
			}
			const n = 12
			obs, a := few(net, n, rng), net.Actions
			dLogits, dValues := noise(n*a, rng), noise(n, rng)
			b := models.NewBackprop(net)
			f := models.NewForward(w).(models.BatchForward)
			sum := func() (sum float64) {
				logits, values := make([]float32, n*a), make([]float32, n)
				f.EvalBatch(obs, n, logits, values)
				for i, v := range logits {
					sum += float64(v) * float64(dLogits[i])
				}
				for i, v := range values {
					sum += float64(v) * float64(dValues[i])
				}
				return sum
			}
			gradient := func(split int) []float32 {
				b.Load(w.Flat)
				var tapes []*models.Tape
				for from := 0; from < n; from += split {
					tape := b.NewTape()
					tape.Forward(obs[from*net.ObservationSize():], split, nil)
					tape.Backward(dLogits[from*a:(from+split)*a], dValues[from:from+split])
					tapes = append(tapes, tape)
				}
				g := make([]float32, len(w.Flat))
				b.Gradient(tapes, g)
				return g
			}
			whole := gradient(n)
			assert.InDeltaSlice(t, whole, gradient(4), 1e-3)
			assert.Equal(t, whole, gradient(n))

			// Where the slopes of both sides differ, a maximum or relu has a corner.
			const h = 1.0 / 512
			at, corners := sum(), 0
			asked := 300
			if len(w.Flat) > 5000 {
				asked = 60
			}
			for _, i := range rng.Perm(len(w.Flat))[:asked] {
				was := w.Flat[i]
				w.Flat[i] = was + h
				up := (sum() - at) / h
				w.Flat[i] = was - h
				down := (at - sum()) / h
				w.Flat[i] = was
				if math.Abs(up-down) > 0.02 {
					corners++
					continue
				}
				assert.InDelta(t, (up+down)/2, whole[i], 0.02*(1+math.Abs(float64(whole[i]))), "weight %d", i)
			}
			assert.Less(t, corners, asked/3, "most weights meet no corner")
		})
	}
}

// A tape that has met its rows allocates nothing.
func TestTapesAllocateNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	net := taped()["relu raw"]
	b := models.NewBackprop(net)
	b.Load(models.Init(net, 7).Flat)
	const n = 20
	obs, dLogits, dValues := few(net, n, rng), noise(n*net.Actions, rng), noise(n, rng)
	tape := b.NewTape()
	pass := func() {
		tape.Forward(obs, n, nil)
		tape.Backward(dLogits, dValues)
	}
	pass()
	assert.Zero(t, testing.AllocsPerRun(5, pass))
}

// Networks of other kinds have no backpropagation here.
func TestBackpropIsForMLPs(t *testing.T) {
	net := *taped()["tanh"]
	net.Kind = models.Attention
	assert.Nil(t, models.NewBackprop(&net))
	assert.True(t, slices.Contains(models.Kinds(), models.Attention))
}

// withCards has every kind of part: fields of two vocabularies, of which neighbours share
// one, plain ones between them, a set, and items with and without fields of their own.
func withCards(raw, shared bool) *models.Network {
	return &models.Network{
		Fields: []models.Field{
			{Name: "round", Shape: []int{2}},
			{Name: "hand", Shape: []int{3}, Vocab: "card"},
			{Name: "piles", Shape: []int{2, 3}, Vocab: "card"},
			{Name: "places", Shape: []int{4}, Vocab: "place"},
			{Name: "units", Shape: []int{2, 3}, Set: true},
			{Name: "money", Shape: []int{2}},
		},
		Items:      []models.Items{{Name: "seat", Count: 2, Fields: []models.ItemField{{Name: "piles"}, {Name: "money"}}}},
		ItemHidden: 3, Actions: 5, Embedding: 2, VocabRaw: raw, SetHidden: 3, Hidden: []int{19, 6}, SharedTrunk: shared, Activation: models.ReLU,
	}
}

func noise(n int, rng *rand.Rand) []float32 {
	x := make([]float32, n)
	for i := range x {
		if rng.IntN(3) > 0 {
			x[i] = float32(rng.NormFloat64())
		}
	}
	return x
}

func TestUnembeddedComputesTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, raw := range []bool{true, false} {
		for _, shared := range []bool{true, false} {
			w := models.Init(withCards(raw, shared), 7)
			copy(w.Flat, noise(len(w.Flat), rng))
			net := w.Network.Unembedded()
			assert.Zero(t, net.Embedding)
			plain := models.NewWeights(net)
			w.Unembed(plain)
			for range 20 {
				obs := noise(net.ObservationSize(), rng)
				want, got := make([]float32, net.Actions), make([]float32, net.Actions)
				value := models.NewForward(w).Eval(obs, want)
				assert.InDelta(t, value, models.NewForward(plain).Eval(obs, got), 1e-3)
				assert.InDeltaSlice(t, want, got, 1e-3)
				assert.Equal(t, len(want), len(got))
			}
		}
	}
	bare := &models.Network{Fields: []models.Field{{Name: "o", Shape: []int{2}}}, Actions: 1, Hidden: []int{2}, Activation: models.Tanh}
	assert.Same(t, bare, bare.Unembedded(), "nothing is embedded")
}

// Rows of a batch get the bits that they get alone, whatever comes before and after them.
func TestBatchesHaveTheBitsOfRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, activation := range []string{models.ReLU, models.Tanh} {
		net := withCards(true, false)
		net.Activation = activation
		f := models.NewForward(models.Init(net, 7))
		d, a := net.ObservationSize(), net.Actions
		for _, n := range []int{1, 2, 31, 32, 33, 70} {
			obs := noise(n*d, rng)
			logits, values := make([]float32, n*a), make([]float32, n)
			f.(models.BatchForward).EvalBatch(obs, n, logits, values)
			alone := make([]float32, n*a)
			f.(models.BatchForward).EvalBatch(obs, n, alone, nil)
			assert.Equal(t, logits, alone)
			one := f.Share()
			for i := range n {
				assert.Equal(t, values[i], one.Eval(obs[i*d:(i+1)*d], alone[i*a:(i+1)*a]))
			}
			assert.Equal(t, logits, alone)
		}
	}
}
