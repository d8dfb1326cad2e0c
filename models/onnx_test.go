package models_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/protowire"

	"ringer/models"
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
	for _, net := range append(attentive(), table(), shared, plain, lanes(false), lanes(true)) {
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
