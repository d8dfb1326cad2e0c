package onnxtest

import (
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
)

// tolerance is the largest difference of a probability or value that is still
// the same network.
const tolerance = 1e-4

type onnxCase struct {
	Name        string `json:"name"`
	Rows        int    `json:"rows"`
	Observation int    `json:"observation"`
	Actions     int    `json:"actions"`

	weights *models.Weights
	obs     []float32
	mask    []bool
}

func TestONNXRuntimeAgrees(t *testing.T) {
	if os.Getenv("RINGER_ONNX") != "1" {
		t.Skip("needs node and npm ci in this folder: set RINGER_ONNX=1")
	}
	dir := t.TempDir()
	cases := onnxCases(rand.New(rand.NewPCG(1, 2)))
	for _, c := range cases {
		file, err := os.Create(filepath.Join(dir, c.Name+".onnx"))
		require.NoError(t, err)
		require.NoError(t, models.WriteONNX(file, c.weights, nil, map[string]string{"game": c.Name}))
		require.NoError(t, file.Close())
		var obs, mask []byte
		for _, v := range c.obs {
			obs = binary.LittleEndian.AppendUint32(obs, math.Float32bits(v))
		}
		for _, legal := range c.mask {
			b := byte(0)
			if legal {
				b = 1
			}
			mask = append(mask, b)
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, c.Name+".observation"), obs, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, c.Name+".mask"), mask, 0o600))
	}
	list, err := json.Marshal(cases)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "cases.json"), list, 0o600))
	out, err := exec.Command("node", "run.mjs", dir).CombinedOutput()
	require.NoError(t, err, "%s", out)

	worst := 0.0
	for _, c := range cases {
		difference := compare(t, dir, c)
		t.Logf("%-16s %d rows: largest difference %.2g", c.Name, c.Rows, difference)
		worst = max(worst, difference)
	}
	t.Logf("largest difference of all: %.2g", worst)
	assert.Less(t, worst, tolerance)
}

func compare(t *testing.T, dir string, c *onnxCase) (worst float64) {
	read := func(what string, n int) []float32 {
		data, err := os.ReadFile(filepath.Join(dir, c.Name+"."+what))
		require.NoError(t, err)
		require.Len(t, data, 4*n)
		out := make([]float32, n)
		for i := range out {
			out[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		return out
	}
	probabilities, values := read("probabilities", c.Rows*c.Actions), read("value", c.Rows)
	forward := models.NewForward(c.weights)
	logits, want := make([]float32, c.Actions), make([]float32, c.Actions)
	for i := range c.Rows {
		value := forward.Eval(c.obs[i*c.Observation:(i+1)*c.Observation], logits)
		mask := c.mask[i*c.Actions : (i+1)*c.Actions]
		clear(want)
		var legal []int32
		for a, ok := range mask {
			if ok {
				legal = append(legal, int32(a))
			}
		}
		if len(legal) > 0 {
			probs := make([]float32, len(legal))
			models.MaskedSoftmax(logits, legal, probs)
			for i, a := range legal {
				want[a] = probs[i]
			}
		}
		worst = max(worst, math.Abs(float64(value-values[i])))
		for a, p := range probabilities[i*c.Actions : (i+1)*c.Actions] {
			worst = max(worst, math.Abs(float64(p-want[a])))
			if !mask[a] {
				require.Zero(t, p, "an illegal action has exactly no probability")
			}
		}
	}
	return worst
}

func onnxCases(rng *rand.Rand) (cases []*onnxCase) {
	plain := []models.Field{{Name: "flat", Shape: []int{40}}}
	cards := []models.Field{
		{Name: "phase", Shape: []int{3}},
		{Name: "hand", Shape: []int{12}, Vocab: "card"},
		{Name: "piles", Shape: []int{4, 12}, Vocab: "card"},
		{Name: "tokens", Shape: []int{4}, Vocab: "token"},
		{Name: "seen", Shape: []int{12}, Vocab: "card"},
	}
	units := models.Field{Name: "units", Shape: []int{6, 5}, Set: true}
	walls := models.Field{Name: "walls", Shape: []int{3, 4}, Set: true}
	all := append(append([]models.Field{}, cards...), units, walls)
	networks := map[string]*models.Network{
		"plain-tanh":  {Fields: plain, Actions: 16, Hidden: []int{64, 64}, Activation: models.Tanh},
		"plain-relu":  {Fields: plain, Actions: 90, Hidden: []int{256}, Activation: models.ReLU},
		"shared":      {Fields: plain, Actions: 4, Hidden: []int{32, 16, 24}, Activation: models.Tanh, SharedTrunk: true},
		"cards":       {Fields: cards, Actions: 9, Embedding: 8, Hidden: []int{32, 32}, Activation: models.Tanh},
		"cards-raw":   {Fields: cards, Actions: 9, Embedding: 8, VocabRaw: true, Hidden: []int{32, 32}, Activation: models.ReLU},
		"one-hand":    {Fields: cards[1:2], Actions: 9, Embedding: 8, Hidden: []int{32}, Activation: models.Tanh},
		"entities":    {Fields: []models.Field{units, cards[0], walls}, Actions: 5, SetHidden: 16, Hidden: []int{32, 32}, Activation: models.Tanh},
		"one-set":     {Fields: []models.Field{units}, Actions: 5, SetHidden: 16, Hidden: []int{32}, Activation: models.ReLU},
		"everything":  {Fields: all, Actions: 6, Embedding: 5, VocabRaw: true, SetHidden: 7, Hidden: []int{40, 24}, Activation: models.Tanh},
		"single-rows": {Fields: all, Actions: 6, Embedding: 5, SetHidden: 7, Hidden: []int{40, 24}, Activation: models.ReLU, SharedTrunk: true},
	}
	for _, name := range slices.Sorted(maps.Keys(networks)) {
		net, rows := networks[name], 33
		if name == "single-rows" {
			rows = 1
		}
		c := &onnxCase{Name: name, Rows: rows, Observation: net.ObservationSize(), Actions: net.Actions, weights: models.Init(net, 1)}
		for i := range c.weights.Flat { // away from the initial zeros
			c.weights.Flat[i] += float32(0.1 * rng.NormFloat64())
		}
		for range rows {
			c.obs = append(c.obs, observation(net, rng)...)
			legal := rng.IntN(net.Actions)
			for a := range net.Actions {
				c.mask = append(c.mask, a == legal || rng.IntN(3) == 0)
			}
		}
		if rows > 1 {
			clear(c.mask[:net.Actions]) // the first row has no legal action
		}
		cases = append(cases, c)
	}
	return cases
}

// observation draws one as games write them.
func observation(net *models.Network, rng *rand.Rand) (obs []float32) {
	for _, f := range net.Fields {
		width := f.Shape[len(f.Shape)-1]
		there := true
		for i := range f.Size() {
			v := float32(rng.NormFloat64())
			switch {
			case f.Set && i%width == 0:
				there = rng.IntN(3) > 0
				v = 1
				fallthrough
			case f.Set:
				if !there {
					v = 0
				}
			case f.Vocab != "":
				v = float32(max(0, rng.IntN(6)-3))
			}
			obs = append(obs, v)
		}
	}
	return obs
}
