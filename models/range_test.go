package models_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
)

// Weights of every size: those that pass give numbers for whatever lies within the
// bounds, those that gave no numbers do not pass.
func TestCheckRangeKeepsForwardFinite(t *testing.T) {
	shared := table()
	shared.SharedTrunk, shared.Activation = true, models.ReLU
	rng := rand.New(rand.NewPCG(1, 2))
	passed, broken := 0, 0
	for _, net := range []*models.Network{table(), shared, lanes(false), lanes(true)} {
		largest := make([]float32, net.ObservationSize())
		for i := range largest {
			largest[i] = 1 + 9*rng.Float32()
		}
		for power := 0.; power <= 38; power += 0.5 {
			w := models.Init(net, 1)
			scale := float32(math.Pow(10, power))
			for i := range w.Flat {
				w.Flat[i] = float32(min(max(float64(w.Flat[i])*float64(scale), -3e38), 3e38))
			}
			err := w.CheckRange(largest)
			f, logits := models.NewForward(w), make([]float32, net.Actions)
			obs := make([]float32, len(largest))
			finite := true
			for range 20 {
				for i := range obs {
					obs[i] = largest[i] * [...]float32{-1, 0, 1}[rng.IntN(3)]
				}
				value := f.Eval(obs, logits)
				for _, v := range append(logits[:len(logits):len(logits)], value) {
					finite = finite && math.Abs(float64(v)) <= 1e30
				}
			}
			if err == nil {
				passed++
				assert.True(t, finite, "weights of about %g passed", scale)
			}
			if !finite {
				broken++
				assert.ErrorContains(t, err, "want weights that keep it below 1e+30")
			}
		}
	}
	assert.Greater(t, passed, 30)
	assert.Greater(t, broken, 10)
}

func TestCheckRangeNamesTheLayer(t *testing.T) {
	for _, net := range []*models.Network{table(), lanes(false)} {
		checkRangeNamesTheLayer(t, net)
	}
}

func checkRangeNamesTheLayer(t *testing.T, net *models.Network) {
	largest := make([]float32, net.ObservationSize())
	for i := range largest {
		largest[i] = 10
	}
	for _, tensor := range models.Init(net, 1).Infos() {
		w := models.Init(net, 1)
		require.NoError(t, w.CheckRange(largest))
		w.Tensor(tensor.Name)[0] = -3e38
		want := "layer " + tensor.Name[:max(0, len(tensor.Name)-len("/weight"))]
		switch {
		case len(tensor.Shape) == 1:
			want = "layer " + tensor.Name[:len(tensor.Name)-len("/bias")]
		case tensor.Name[:3] == "emb":
			want = tensor.Name
		case strings.HasSuffix(tensor.Name, "/places"):
			want = "layer " + strings.TrimSuffix(tensor.Name, "places") + "0"
		}
		assert.ErrorContains(t, w.CheckRange(largest), want+": output 0 can reach 3", tensor.Name)
	}
}
