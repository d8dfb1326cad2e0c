package models_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
)

func written(t testing.TB, w *models.Weights, metadata map[string]string) []byte {
	var file bytes.Buffer
	require.NoError(t, w.Write(&file, metadata))
	return file.Bytes()
}

func TestSafetensorsRoundTrip(t *testing.T) {
	w := models.Init(table(), 1)
	w.Flat[0] = math.MaxFloat32
	w.Flat[1] = -math.SmallestNonzeroFloat32
	metadata := map[string]string{"game": "kuhn", "quote": "\"<ü>\"", "": "empty"}
	file := written(t, w, metadata)
	assert.Equal(t, file, written(t, w, metadata), "same bytes every time")
	back, meta, err := models.ReadWeights(bytes.NewReader(file), table())
	require.NoError(t, err)
	assert.Equal(t, w.Flat, back.Flat)
	assert.Equal(t, metadata, meta)
}

// The layout that other readers of safetensors expect, byte by byte.
func TestSafetensorsLayout(t *testing.T) {
	var file bytes.Buffer
	require.NoError(t, models.WriteSafetensors(&file, []models.Tensor{
		{TensorInfo: models.TensorInfo{Name: "a", Shape: []int{2, 1}}, Data: []float32{1, -2}},
		{TensorInfo: models.TensorInfo{Name: "b"}, Data: []float32{0.5}},
		{TensorInfo: models.TensorInfo{Name: "c", Shape: []int{2}}, Data: []float32{1, -2}, Half: true},
	}, map[string]string{"k": "v"}))
	data := file.Bytes()
	n := binary.LittleEndian.Uint64(data)
	assert.Zero(t, n%8)
	header := data[8 : 8+n]
	assert.JSONEq(t, `{"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[],"data_offsets":[8,12]},"c":{"dtype":"F16","shape":[2],"data_offsets":[12,16]}}`, string(header))
	assert.Equal(t, []byte{0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0, 0x3f, 0, 0x3c, 0, 0xc0}, data[8+n:])
}

func TestWriteSafetensorsRefuses(t *testing.T) {
	one := models.Tensor{TensorInfo: models.TensorInfo{Name: "a", Shape: []int{2}}, Data: []float32{1, 2}}
	short := one
	short.Data = short.Data[:1]
	meta := one
	meta.Name = "__metadata__"
	for name, tensors := range map[string][]models.Tensor{"twice": {one, one}, "short": {short}, "reserved name": {meta}} {
		assert.Error(t, models.WriteSafetensors(&bytes.Buffer{}, tensors, nil), name)
	}
}

// raw makes a file of a header and some bytes of floats.
func raw(header string, body int) []byte {
	data := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(data, header...), make([]byte, body)...)
}

func TestReadSafetensorsIsStrict(t *testing.T) {
	entry := func(name, shape string, from, to int) string {
		return fmt.Sprintf(`%q:{"dtype":"F32","shape":%s,"data_offsets":[%d,%d]}`, name, shape, from, to)
	}
	good := "{" + entry("a", "[2]", 0, 8) + "," + entry("b", "[1]", 8, 12) + "}"
	_, _, err := models.ReadSafetensors(bytes.NewReader(raw(good, 12)), 1000)
	require.NoError(t, err)
	for reason, file := range map[string][]byte{
		"before the header":                    raw(good, 12)[:5],
		"in the header":                        raw(good, 12)[:30],
		"truncated: 11":                        raw(good, 11),
		"more than the 12 bytes":               raw(good, 13),
		"no overlap":                           raw("{"+entry("a", "[2]", 0, 8)+","+entry("b", "[1]", 4, 8)+"}", 8),
		"no gap":                               raw("{"+entry("a", "[2]", 0, 8)+","+entry("b", "[1]", 12, 16)+"}", 16),
		`"a" of shape [3]`:                     raw("{"+entry("a", "[3]", 0, 8)+"}", 8),
		`"c" of shape [1]`:                     raw("{"+entry("c", "[1]", -4, 0)+"}", 8),
		`duplicate object member name "a"`:     raw("{"+entry("a", "[2]", 0, 8)+","+entry("a", "[1]", 8, 12)+"}", 12),
		`dtype "F64": want F32 or F16`:         raw(strings.Replace(good, "F32", "F64", 1), 12),
		`lies at bytes [0 8]: want [0 4]`:      raw(strings.Replace(good, "F32", "F16", 1), 12),
		"shape [-2]":                           raw("{"+entry("a", "[-2]", 0, 8)+"}", 8),
		"want at most":                         raw("{"+entry("a", "[1000]", 0, 4000)+"}", 4000),
		"shape [4611686018427387904 4]":        raw("{"+entry("a", "[4611686018427387904,4]", 0, 0)+"}", 0),
		"no shape":                             raw(`{"a":{"dtype":"F32","data_offsets":[0,4]}}`, 4),
		`tensor "a": x: unknown key`:           raw(strings.Replace(good, `"dtype"`, `"x":1,"dtype"`, 1), 12),
		`tensor "a": Dtype: unknown key`:       raw(strings.Replace(good, `"dtype"`, `"Dtype":"F32","dtype"`, 1), 12),
		`duplicate object member name "shape"`: raw(strings.Replace(good, `"dtype"`, `"shape":[2],"dtype"`, 1), 12),
		`tensor "b": data_offsets`:             raw(strings.Replace(good, `[8,12]`, `[8,12,16]`, 1), 12),
		`tensor "b": data_offsets[1]: null`:    raw(strings.Replace(good, `[8,12]`, `[8,null]`, 1), 12),
		"not a JSON object":                    raw("[]", 0),
		"follows the JSON":                     raw(good+"{}", 12),
		"header of 4294967296":                 binary.LittleEndian.AppendUint64(nil, 1<<32),
		"__metadata__":                         raw(`{"__metadata__":{"a":1}}`, 0),
	} {
		_, _, err := models.ReadSafetensors(bytes.NewReader(file), 1000)
		assert.ErrorContains(t, err, reason)
	}
}

func TestReadWeightsWantsThisNetwork(t *testing.T) {
	w := models.Init(table(), 1)
	other := table()
	other.Hidden = []int{5, 7}
	_, _, err := models.ReadWeights(bytes.NewReader(written(t, w, nil)), other)
	assert.ErrorContains(t, err, `tensor "actor/1/weight" has shape [5 6]: want [5 7]`)
	assert.ErrorContains(t, err, `tensor "value/weight" has shape [6 1]: want [7 1]`)
	other.Hidden = []int{5}
	_, _, err = models.ReadWeights(bytes.NewReader(written(t, w, nil)), other)
	assert.ErrorContains(t, err, `tensor "actor/1/weight" is unknown`)
	other.Hidden = []int{5, 6, 7}
	_, _, err = models.ReadWeights(bytes.NewReader(written(t, w, nil)), other)
	assert.ErrorContains(t, err, `tensor "actor/2/weight" is missing`)
	_, _, err = models.ReadWeights(bytes.NewReader(nil), &models.Network{})
	assert.ErrorContains(t, err, "network.fields")
	w.Tensor("critic/0/bias")[2] = float32(math.Inf(-1))
	_, _, err = models.ReadWeights(bytes.NewReader(written(t, w, nil)), table())
	assert.ErrorContains(t, err, `tensor "critic/0/bias": element 2 is -Inf`)
}

func TestWeights(t *testing.T) {
	w := models.Init(table(), 1)
	c := w.Clone()
	c.Flat[0]++
	assert.NotEqual(t, w.Flat[0], c.Flat[0])
	assert.Panics(t, func() { w.Tensor("nothing") })
	bias := w.Tensor("policy/bias")
	bias[0] = 42
	assert.Equal(t, len(bias), cap(bias), "appending to a tensor cannot overwrite the next")
	assert.Contains(t, w.Flat, float32(42))
}

// Whatever the bytes: memory is bounded by them, an error says that it is of
// safetensors, tensors cover their data, and what is read is written and read again the
// same.
func FuzzReadSafetensors(f *testing.F) {
	var file bytes.Buffer
	_ = models.Init(table(), 1).Write(&file, map[string]string{"a": "b"})
	f.Add(bytes.Clone(file.Bytes()))
	file.Reset()
	_ = models.Init(table(), 1).WriteHalf(&file, nil)
	f.Add(file.Bytes())
	f.Add(raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F16","shape":[3],"data_offsets":[4,10]}}`, 10))
	f.Add(raw(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`, 4))
	f.Add(raw(`{"a":{"dtype":"F32","shape":[0,3],"data_offsets":[0,0]},"b":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}`, 4))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<15 {
			return
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tensors, metadata, err := models.ReadSafetensors(bytes.NewReader(data), 1<<20)
		runtime.ReadMemStats(&after)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20+100*len(data)), "bytes for a file of %d", len(data))
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "safetensors: "), "%v", err)
			return
		}
		// Whatever is read can be written, and then reads the same.
		var again bytes.Buffer
		if !json.Valid(data[8 : 8+binary.LittleEndian.Uint64(data)]) {
			t.Fatal("a header that is not JSON")
		}
		require.NoError(t, models.WriteSafetensors(&again, tensors, metadata))
		back, _, err := models.ReadSafetensors(&again, 1<<21)
		require.NoError(t, err)
		require.Len(t, back, len(tensors))
		for i := range tensors {
			require.Equal(t, tensors[i].TensorInfo, back[i].TensorInfo)
			require.Equal(t, tensors[i].Half, back[i].Half)
			for j, v := range tensors[i].Data {
				require.Equal(t, math.Float32bits(v), math.Float32bits(back[i].Data[j]))
			}
		}
	})
}
