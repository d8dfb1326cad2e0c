package models_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"ringer/models"
	"ringer/models/onnxrun"
)

// fields splits a protobuf message into its length-delimited and varint fields.
func fields(t *testing.T, m []byte) (blobs map[protowire.Number][][]byte, ints map[protowire.Number][]uint64) {
	blobs, ints = map[protowire.Number][][]byte{}, map[protowire.Number][]uint64{}
	for len(m) > 0 {
		number, kind, n := protowire.ConsumeTag(m)
		require.Positive(t, n)
		m = m[n:]
		switch kind {
		case protowire.BytesType:
			v, n := protowire.ConsumeBytes(m)
			require.Positive(t, n)
			blobs[number] = append(blobs[number], v)
			m = m[n:]
		case protowire.VarintType:
			v, n := protowire.ConsumeVarint(m)
			require.Positive(t, n)
			ints[number] = append(ints[number], v)
			m = m[n:]
		default:
			t.Fatalf("field %d of kind %d", number, kind)
		}
	}
	return blobs, ints
}

// The structure of the file; package onnxtest runs it.
func TestONNXGraphIsSound(t *testing.T) {
	shared := table()
	shared.SharedTrunk = true
	plain := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{4}}}, Actions: 3, Hidden: []int{5}, Activation: models.ReLU}
	for _, net := range append(append(attentive(), recurrent()...), table(), shared, plain, lanes(false), lanes(true)) {
		w := models.Init(net, 1)
		var file, again bytes.Buffer
		metadata := map[string]string{"b": "2", "a": "1", "spec": "x"}
		require.NoError(t, models.WriteONNX(&file, w, nil, metadata))
		require.NoError(t, models.WriteONNX(&again, w, nil, metadata))
		require.Equal(t, file.Bytes(), again.Bytes())

		model, version := fields(t, file.Bytes())
		assert.EqualValues(t, 8, version[1][0])
		require.Len(t, model[14], 3)
		entry, _ := fields(t, model[14][0])
		assert.Equal(t, "a=1", string(entry[1][0])+"="+string(entry[2][0]))

		graph, _ := fields(t, model[7][0])
		known := map[string]bool{}
		define := func(name string) {
			assert.False(t, known[name], "%s is defined twice", name)
			known[name] = true
		}
		floats := 0
		for _, tensor := range graph[5] {
			blobs, ints := fields(t, tensor)
			define(string(blobs[8][0]))
			size := uint64(1)
			for _, d := range ints[1] {
				size *= d
			}
			width := uint64(4)
			if ints[2][0] == 7 {
				width = 8
			} else {
				floats += int(size)
			}
			assert.Len(t, blobs[9][0], int(size*width))
		}
		assert.GreaterOrEqual(t, floats, net.Parameters())
		assert.Less(t, floats, net.Parameters()+12, "every weight once, and a few constants")
		name := func(value []byte) string {
			blobs, _ := fields(t, value)
			return string(blobs[1][0])
		}
		var inputs, outputs []string
		for _, in := range graph[11] {
			inputs = append(inputs, name(in))
			define(name(in))
		}
		assert.Equal(t, []string{"observation", "mask"}, inputs)
		for _, node := range graph[1] {
			blobs, _ := fields(t, node)
			for _, in := range blobs[1] {
				assert.True(t, known[string(in)], "%s is used before it is defined", in)
			}
			define(string(blobs[2][0]))
		}
		for _, out := range graph[12] {
			outputs = append(outputs, name(out))
			assert.True(t, known[name(out)])
		}
		assert.Equal(t, []string{"probabilities", "value"}, outputs)
	}
}

func TestONNXRefusesWeightsThatAreNotNumbers(t *testing.T) {
	w := models.Init(table(), 1)
	w.Flat[3] = float32(math.NaN())
	assert.ErrorContains(t, models.WriteONNX(&bytes.Buffer{}, w, nil, nil), "embedding/card")
}

// runnable is an exported model that can be run on one observation.
type runnable struct{ *onnxrun.Model }

func read(data []byte, files map[string][]byte) (*runnable, error) {
	m, err := onnxrun.Read(data, files, onnxrun.Limits{Numbers: 1 << 22, Work: 1 << 24})
	if err != nil {
		return nil, err
	}
	return &runnable{m}, nil
}

// Run returns probabilities and the value, which WriteONNX writes in this order.
func (m *runnable) Run(observation []float32, mask []bool) (probabilities []float32, value float32, err error) {
	legal := &onnxrun.Tensor{Kind: onnxrun.Boolean, Shape: []int{1, len(mask)}, Ints: make([]int64, len(mask))}
	for i, is := range mask {
		if is {
			legal.Ints[i] = 1
		}
	}
	out, _, err := m.Model.Run(context.Background(), map[string]*onnxrun.Tensor{
		"observation": {Kind: onnxrun.Float, Shape: []int{1, len(observation)}, Floats: observation}, "mask": legal,
	})
	if err != nil {
		return nil, 0, err
	}
	return out[0].Floats, out[1].Floats[0], nil
}

func exported(t testing.TB, w *models.Weights) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, models.WriteONNX(&file, w, nil, map[string]string{"game": "x"}))
	return file.Bytes()
}

// The exported model, run by another program than the forward pass, gives the same
// probabilities and the same value: of plain fields, counts and sets, with empty rows,
// with any mask.
func TestONNXRunsAsForwardDoes(t *testing.T) {
	shared, raw := table(), table()
	shared.SharedTrunk, shared.Activation = true, models.ReLU
	raw.VocabRaw = true
	plain := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{4}}}, Actions: 3, Hidden: []int{5}, Activation: models.ReLU}
	allLanes := lanes(true) // every logit is a lane's
	allLanes.Actions, allLanes.SharedTrunk, allLanes.Items[0].Logits, allLanes.Items[1].Logits = 4, true, []models.ItemLogits{{Each: 2}}, nil
	rng := rand.New(rand.NewPCG(1, 2))
	for _, net := range append(append(attentive(), recurrent()...), table(), shared, raw, plain, lanes(false), lanes(true), allLanes) {
		w := models.Init(net, 1)
		for i := range w.Flat {
			w.Flat[i] += float32(rng.NormFloat64() * 0.5)
		}
		m, err := read(exported(t, w), nil)
		require.NoError(t, err)
		f, logits := models.NewForward(w), make([]float32, net.Actions)
		for range 50 {
			obs, mask := make([]float32, net.ObservationSize()), make([]bool, net.Actions)
			fill(net, obs, rng)
			var legal []int32
			for a := range mask {
				if mask[a] = rng.IntN(2) == 0; mask[a] {
					legal = append(legal, int32(a))
				}
			}
			probs, value, err := m.Run(obs, mask)
			require.NoError(t, err)
			want := f.Eval(obs, logits)
			require.InDelta(t, want, value, 1e-4)
			all := make([]float32, net.Actions)
			if len(legal) > 0 {
				some := make([]float32, len(legal))
				models.MaskedSoftmax(logits, legal, some)
				for i, a := range legal {
					all[a] = some[i]
				}
			}
			require.InDeltaSlice(t, all, probs, 1e-4)
		}
	}
}

// A model that is not what WriteONNX writes is an error.
func TestReadONNXRefuses(t *testing.T) {
	good := exported(t, models.Init(table(), 1))
	replace := func(old, new string) []byte {
		require.Contains(t, string(good), old)
		require.Len(t, new, len(old))
		return []byte(strings.ReplaceAll(string(good), old, new))
	}
	for reason, file := range map[string][]byte{
		"0 graphs":                            {},
		"damaged or truncated":                good[:len(good)/2],
		`is Soft___, which is not supported`:  replace("Softmax", "Soft___"),
		"before it is defined":                bytes.Replace(good, []byte("observation"), []byte("obser_ation"), 1),
		"is defined twice":                    replace("actor/0/bias", "actor/1/bias"),
		"a field of kind 3":                   {0x3b, 1, 2, 3, 4, 5, 6, 7, 8},
		"IR version 0: want one from 4 to 13": {0x3a, 0},
	} {
		_, err := read(file, nil)
		assert.ErrorContains(t, err, reason)
	}
	m, err := read(good, nil)
	require.NoError(t, err)
	_, _, err = m.Run(make([]float32, 3), make([]bool, 2))
	assert.ErrorContains(t, err, "of [float [1 3]")
}

// external returns a model whose weights lie in a file, from byte 16 on, and that file.
func external(t testing.TB, w *models.Weights) (model, file []byte) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, models.WriteONNX(&b, w, &models.ONNXData{File: "floats", From: 16}, nil))
	file = make([]byte, 16)
	for _, v := range w.Flat {
		file = binary.LittleEndian.AppendUint32(file, math.Float32bits(v))
	}
	return b.Bytes(), file
}

// A model whose weights lie beside it computes what the one that holds them does.
func TestONNXReadsWeightsBesideIt(t *testing.T) {
	for _, net := range []*models.Network{table(), lanes(true), recurrent()[1]} {
		w := models.Init(net, 3)
		model, file := external(t, w)
		assert.Less(t, len(model), 20_000)
		obs, mask := make([]float32, net.ObservationSize()), make([]bool, net.Actions)
		for i := range obs {
			obs[i] = float32(i % 2)
		}
		for i := range mask {
			mask[i] = i%3 > 0
		}
		whole, err := read(exported(t, w), nil)
		require.NoError(t, err)
		wantProbs, wantValue, err := whole.Run(obs, mask)
		require.NoError(t, err)
		beside, err := read(model, map[string][]byte{"floats": file})
		require.NoError(t, err)
		probs, value, err := beside.Run(obs, mask)
		require.NoError(t, err)
		assert.Equal(t, wantProbs, probs)
		assert.Equal(t, wantValue, value)
	}
}

func TestONNXRefusesOtherFiles(t *testing.T) {
	model, file := external(t, models.Init(table(), 3))
	refusal := func(model []byte, files map[string][]byte) string {
		_, err := read(model, files)
		require.Error(t, err)
		return err.Error()
	}
	assert.Contains(t, refusal(model, nil), `data in the file "floats", which is not at hand`)
	assert.Contains(t, refusal(model, map[string][]byte{"floats": file[:len(file)-8]}), "want a part of its")
	replace := func(old, new string) []byte {
		require.Contains(t, string(model), old)
		return []byte(strings.Replace(string(model), old, new, 1))
	}
	files := map[string][]byte{"floats": file}
	assert.Contains(t, refusal(replace("floats", "/etc/x"), files), `the file "/etc/x", which is not at hand`)
	assert.Contains(t, refusal(replace("\x0216", "\x02-6"), files), `offset "-6"`)
}
