package onnxrun_test

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models/onnxrun"
)

// layer is a matrix [out, in], as PyTorch keeps it, and a bias.
type layer struct{ weight, bias *onnxrun.Tensor }

func newLayer(rng *rand.Rand, in, out int) layer {
	l := layer{floats([]int{out, in}), floats([]int{out})}
	for range in * out {
		l.weight.Floats = append(l.weight.Floats, float32(rng.NormFloat64()))
	}
	for range out {
		l.bias.Floats = append(l.bias.Floats, float32(rng.NormFloat64()))
	}
	return l
}

func (l layer) apply(x []float64) []float64 {
	y := make([]float64, len(l.bias.Floats))
	for j := range y {
		y[j] = float64(l.bias.Floats[j])
		for k, v := range x {
			y[j] += v * float64(l.weight.Floats[j*len(x)+k])
		}
	}
	return y
}

// traced builds the file that torch.onnx.export(…, dynamo=False) of PyTorch 2 writes for
// Sequential(Linear(4, 8), Tanh(), Linear(8, 3)) whose forward masks its logits with
// masked_fill(~mask, -1e9): IR 8, opset 17, names of modules.
func traced(a, b layer) *file {
	f := &file{ir: 8, opset: 17, producer: "pytorch"}
	gemm := map[string]any{"alpha": float32(1), "beta": float32(1), "transB": 1}
	f.node("Gemm", "/net/net.0/Gemm", []string{"observation", "net.0.weight", "net.0.bias"}, []string{"/net/net.0/Gemm_output_0"}, gemm)
	f.node("Tanh", "/net/net.1/Tanh", []string{"/net/net.0/Gemm_output_0"}, []string{"/net/net.1/Tanh_output_0"}, nil)
	f.node("Gemm", "/net/net.2/Gemm", []string{"/net/net.1/Tanh_output_0", "net.2.weight", "net.2.bias"}, []string{"/net/net.2/Gemm_output_0"}, gemm)
	f.node("Not", "/Not", []string{"mask"}, []string{"/Not_output_0"}, nil)
	f.node("Constant", "/Constant", nil, []string{"/Constant_output_0"}, map[string]any{"value": floats(nil, -1e9)})
	f.node("Cast", "/Cast", []string{"/Not_output_0"}, []string{"/Cast_output_0"}, map[string]any{"to": typeBool})
	f.node("Where", "/Where", []string{"/Cast_output_0", "/Constant_output_0", "/net/net.2/Gemm_output_0"}, []string{"logits"}, nil)
	f.constant("net.0.weight", a.weight)
	f.constant("net.0.bias", a.bias)
	f.constant("net.2.weight", b.weight)
	f.constant("net.2.bias", b.bias)
	f.port(11, "observation", typeFloat, -1, 4)
	f.port(11, "mask", typeBool, -1, 3)
	f.port(12, "logits", typeFloat, -1, 3)
	return f
}

// captured builds the file that torch.onnx.export(…, dynamo=True) writes for Linear, LayerNorm, GELU and
// Linear: IR 10, opset 18, names of nodes, and weights in policy.onnx.data.
func captured(a, b layer) (*file, []byte) {
	f := &file{ir: 10, opset: 18, producer: "pytorch"}
	gemm := map[string]any{"alpha": float32(1), "beta": float32(1), "transA": 0, "transB": 1}
	f.node("Gemm", "node_Gemm_0", []string{"observation", "0.weight", "0.bias"}, []string{"linear"}, gemm)
	f.node("LayerNormalization", "node_LayerNormalization_1", []string{"linear", "scale"}, []string{"layer_norm"}, map[string]any{"axis": -1, "epsilon": float32(1e-5), "stash_type": 1})
	// GELU before opset 20: x · (erf(x / √2) + 1) / 2.
	f.node("Div", "n0", []string{"layer_norm", "val_0"}, []string{"val_2"}, nil)
	f.node("Erf", "n1", []string{"val_2"}, []string{"val_3"}, nil)
	f.node("Add", "n2", []string{"val_3", "val_4"}, []string{"val_5"}, nil)
	f.node("Mul", "n3", []string{"val_6", "val_5"}, []string{"val_7"}, nil)
	f.node("Mul", "n4", []string{"layer_norm", "val_7"}, []string{"gelu"}, nil)
	f.node("Gemm", "node_Gemm_9", []string{"gelu", "3.weight", "3.bias"}, []string{"logits"}, gemm)
	var data []byte
	beside := func(name string, t *onnxrun.Tensor) {
		m := message{}
		for _, d := range t.Shape {
			m.int(1, int64(d))
		}
		m.int(2, typeFloat)
		m.string(8, name)
		from := len(data)
		for _, v := range t.Floats {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		for _, e := range [][2]string{{"location", "policy.onnx.data"}, {"offset", strconv.Itoa(from)}, {"length", strconv.Itoa(len(data) - from)}} {
			var entry message
			entry.string(1, e[0])
			entry.string(2, e[1])
			m.bytes(13, entry)
		}
		m.int(14, 1)
		f.graph.bytes(5, m)
	}
	beside("0.weight", a.weight)
	beside("0.bias", a.bias)
	beside("3.weight", b.weight)
	beside("3.bias", b.bias)
	ones := floats([]int{len(a.bias.Floats)})
	for range ones.Shape[0] {
		ones.Floats = append(ones.Floats, 1)
	}
	f.constant("scale", ones)
	f.constant("val_0", floats(nil, math.Sqrt2))
	f.constant("val_4", floats(nil, 1))
	f.constant("val_6", floats(nil, 0.5))
	f.port(11, "observation", typeFloat, -1, 4)
	f.port(12, "logits", typeFloat, -1, 3)
	return f, data
}

func observations(rng *rand.Rand, rows, n int) *onnxrun.Tensor {
	t := floats([]int{rows, n})
	for range rows * n {
		t.Floats = append(t.Floats, float32(rng.IntN(5))-2)
	}
	return t
}

// A network of the tracing exporter computes what PyTorch's layers are defined to.
func TestTracedNetwork(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	a, b := newLayer(rng, 4, 8), newLayer(rng, 8, 3)
	m, err := onnxrun.Read(traced(a, b).encode(), nil, limits)
	require.NoError(t, err)
	assert.Equal(t, "pytorch", m.Producer)
	assert.Equal(t, []onnxrun.Port{{Name: "observation", Kind: onnxrun.Float, Shape: []int{-1, 4}}, {Name: "mask", Kind: onnxrun.Boolean, Shape: []int{-1, 3}}}, m.Inputs)
	assert.Equal(t, 4*8+8+8*3+3+1, m.Parameters)
	x := observations(rng, 5, 4)
	mask := bools([]int{5, 3}, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0)
	out, used, err := m.Run(context.Background(), map[string]*onnxrun.Tensor{"observation": x, "mask": mask})
	require.NoError(t, err)
	assert.Greater(t, used.Work, 5*(4*8+8*3))
	require.Equal(t, []int{5, 3}, out[0].Shape)
	for i := range 5 {
		row := make([]float64, 4)
		for k := range row {
			row[k] = float64(x.Floats[4*i+k])
		}
		hidden := a.apply(row)
		for k := range hidden {
			hidden[k] = math.Tanh(hidden[k])
		}
		for k, want := range b.apply(hidden) {
			if mask.Ints[3*i+k] == 0 {
				want = -1e9
			}
			assert.InDelta(t, want, out[0].Floats[3*i+k], 1e-5)
		}
	}
}

// A network of the capturing exporter, whose weights lie beside it, likewise; many runs at
// once, of batches of any size, give what one gives.
func TestCapturedNetwork(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	a, b := newLayer(rng, 4, 8), newLayer(rng, 8, 3)
	f, data := captured(a, b)
	names, err := onnxrun.External(f.encode())
	require.NoError(t, err)
	assert.Equal(t, []string{"policy.onnx.data"}, names)
	_, err = onnxrun.Read(f.encode(), nil, limits)
	require.ErrorContains(t, err, `constant "0.weight": data in the file "policy.onnx.data", which is not at hand`)
	_, err = onnxrun.Read(f.encode(), map[string][]byte{"policy.onnx.data": data[:50]}, limits)
	require.ErrorContains(t, err, "want a part of its 50 bytes")
	m, err := onnxrun.Read(f.encode(), map[string][]byte{"policy.onnx.data": data}, limits)
	require.NoError(t, err)
	x := observations(rng, 6, 4)
	all, _, err := m.Run(context.Background(), map[string]*onnxrun.Tensor{"observation": x})
	require.NoError(t, err)
	done := make(chan error)
	for i := range 6 {
		go func() {
			one := floats([]int{1, 4}, x.Floats[4*i:4*i+4]...)
			out, _, err := m.Run(context.Background(), map[string]*onnxrun.Tensor{"observation": one})
			if err == nil {
				assert.Equal(t, all[0].Floats[3*i:3*i+3], out[0].Floats)
			}
			done <- err
		}()
	}
	for range 6 {
		require.NoError(t, <-done)
	}
	for i := range 6 {
		row := make([]float64, 4)
		for k := range row {
			row[k] = float64(x.Floats[4*i+k])
		}
		hidden := a.apply(row)
		mean, square := 0.0, 0.0
		for _, v := range hidden {
			mean += v / 8
		}
		for _, v := range hidden {
			square += (v - mean) * (v - mean) / 8
		}
		for k, v := range hidden {
			v = (v - mean) / math.Sqrt(square+1e-5)
			hidden[k] = v * 0.5 * (1 + math.Erf(v/math.Sqrt2))
		}
		for k, want := range b.apply(hidden) {
			assert.InDelta(t, want, all[0].Floats[3*i+k], 1e-5)
		}
	}
}

// An operator that is not known is refused with its node and the list of those that are.
func TestReadRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	a, b := newLayer(rng, 4, 8), newLayer(rng, 8, 3)
	changed := func(change func(*file)) []byte {
		f := traced(a, b)
		change(f)
		return f.encode()
	}
	for says, data := range map[string][]byte{
		`node "conv" is Conv, which is not supported; node "x" is Conv, which is not supported: want operators of Abs, Add, And, `: changed(func(f *file) {
			f.node("Conv", "conv", []string{"observation"}, []string{"c"}, nil)
			f.node("Conv", "", []string{"c"}, []string{"x"}, nil)
		}),
		"operator set 9: want one from 13 to 20 (opset_version": changed(func(f *file) { f.opset = 9 }),
		"operator set 25": changed(func(f *file) { f.opset = 25 }),
		"IR version 99":   changed(func(f *file) { f.ir = 99 }),
		`"logits" is defined twice`: changed(func(f *file) {
			f.node("Relu", "again", []string{"observation"}, []string{"logits"}, nil)
		}),
		`Relu "late" reads "nothing" before it is defined`: changed(func(f *file) {
			f.node("Relu", "late", []string{"nothing"}, []string{"z"}, nil)
		}),
		`Relu "two" has 2 inputs: want 1`: changed(func(f *file) {
			f.node("Relu", "two", []string{"observation", "mask"}, []string{"z"}, nil)
		}),
		`Add "left" of`: changed(func(f *file) {
			f.node("Add", "left", []string{"net.0.bias", "net.2.bias"}, []string{"z"}, nil)
		}),
		`the output "more" is not defined`: changed(func(f *file) { f.port(12, "more", typeFloat, -1) }),
		`"half" is of type float16`:        changed(func(f *file) { f.port(11, "half", 10, -1) }),
		"damaged or truncated":             traced(a, b).encode()[:100],
	} {
		_, err := onnxrun.Read(data, nil, limits)
		assert.ErrorContains(t, err, says)
	}
	m, err := onnxrun.Read(traced(a, b).encode(), nil, limits)
	require.NoError(t, err)
	_, _, err = m.Run(context.Background(), nil)
	assert.ErrorContains(t, err, "is missing")
	_, _, err = m.Run(context.Background(), map[string]*onnxrun.Tensor{"observation": floats([]int{1, 5}, 1, 2, 3, 4, 5), "mask": bools([]int{1, 3}, 1, 1, 1)})
	assert.ErrorContains(t, err, `onnx: Gemm "/net/net.0/Gemm" of [float [1 5] float [8 4] float [8]]: matrices that do not fit together`)
	stopped, stop := context.WithCancel(context.Background())
	stop()
	_, _, err = m.Run(stopped, map[string]*onnxrun.Tensor{"observation": floats([]int{1, 4}, 1, 2, 3, 4), "mask": bools([]int{1, 3}, 1, 1, 1)})
	assert.ErrorIs(t, err, context.Canceled)
}

// A run ends at its limits.
func TestLimits(t *testing.T) {
	f := &file{ir: 8, opset: 17}
	f.constant("shape", list(200, 200))
	f.port(11, "x", typeFloat, 1, 1)
	f.node("Expand", "large", []string{"x", "shape"}, []string{"a"}, nil)
	f.node("MatMul", "work", []string{"a", "a"}, []string{"b"}, nil)
	f.port(12, "b", typeFloat)
	for says, l := range map[string]onnxrun.Limits{
		`Expand "large" of [float [1 1] integer [2]]: shape [200 200]: the run holds too many numbers`: {Numbers: 30_000, Work: 1 << 30},
		`MatMul "work" of [float [200 200] float [200 200]]: the run holds too many numbers`:           {Numbers: 50_000, Work: 1 << 30},
		`MatMul "work" of [float [200 200] float [200 200]]: the run takes too much work`:              {Numbers: 100_000, Work: 1 << 20},
	} {
		m, err := onnxrun.Read(f.encode(), nil, l)
		require.NoError(t, err)
		_, _, err = m.Run(context.Background(), map[string]*onnxrun.Tensor{"x": floats([]int{1, 1}, 1)})
		assert.ErrorContains(t, err, says)
	}
}

// Whatever the bytes: no panic, no more memory and work than the limits, and outputs
// whose elements are as many as their shapes say.
func FuzzRead(f *testing.F) {
	rng := rand.New(rand.NewPCG(1, 2))
	a, b := newLayer(rng, 4, 8), newLayer(rng, 8, 3)
	f.Add(traced(a, b).encode(), uint8(4), uint8(3), uint8(1))
	beside, data := captured(a, b)
	f.Add(beside.encode(), uint8(4), uint8(3), uint8(2))
	for _, e := range examples {
		g := &file{ir: 8, opset: 20}
		names := []string{"observation"}
		g.port(11, "observation", typeFloat, -1, 3)
		for i, x := range e.in {
			if i > 0 && x != nil {
				names = append(names, string(rune('a'+i)))
				g.constant(names[i], x)
			} else if i > 0 {
				names = append(names, "")
			}
		}
		g.node(e.op, "n", names[:min(len(names), len(e.in))], []string{"y"}, e.with)
		g.port(12, "y", typeFloat)
		f.Add(g.encode(), uint8(3), uint8(3), uint8(2))
	}
	small := onnxrun.Limits{Numbers: 1 << 14, Work: 1 << 18}
	f.Fuzz(func(t *testing.T, model []byte, observation, actions, rows uint8) {
		if len(model) > 1<<14 {
			return
		}
		_, _ = onnxrun.External(model)
		m, err := onnxrun.Read(model, map[string][]byte{"policy.onnx.data": data}, small)
		if err != nil {
			require.True(t, strings.HasPrefix(err.Error(), "onnx: "), "%v", err)
			return
		}
		inputs := map[string]*onnxrun.Tensor{}
		for _, p := range m.Inputs {
			width := int(observation)
			if p.Name == "mask" {
				width = int(actions)
			}
			in := &onnxrun.Tensor{Kind: p.Kind, Shape: []int{int(rows), width}}
			for i := range int(rows) * width {
				if p.Kind == onnxrun.Float {
					in.Floats = append(in.Floats, float32(i%3))
				} else {
					in.Ints = append(in.Ints, int64(i%2))
				}
			}
			inputs[p.Name] = in
		}
		out, used, err := m.Run(context.Background(), inputs)
		if err != nil {
			return
		}
		require.LessOrEqual(t, used.Numbers, small.Numbers)
		require.LessOrEqual(t, used.Work, small.Work)
		for _, o := range out {
			size := 1
			for _, d := range o.Shape {
				size *= d
			}
			require.Len(t, o.Floats, map[bool]int{true: size}[o.Kind == onnxrun.Float])
			require.Len(t, o.Ints, map[bool]int{true: size}[o.Kind != onnxrun.Float])
		}
	})
}

// Constants of half precision are read as floats, raw or among the integers; no input is one.
func TestConstantsOfHalfPrecision(t *testing.T) {
	for name, put := range map[string]func(*message){
		"raw":      func(c *message) { c.bytes(9, []byte{0x00, 0x3c, 0x00, 0xc1, 0xff, 0x7b}) },
		"integers": func(c *message) { c.int(5, 0x3c00); c.int(5, 0xc100); c.int(5, 0x7bff) },
	} {
		f := &file{ir: 8, opset: 17}
		var c message
		c.int(1, 3)
		c.int(2, 10)
		c.string(8, "half")
		put(&c)
		f.graph.bytes(5, c)
		f.port(11, "x", typeFloat, 3)
		f.port(12, "y", typeFloat, 3)
		f.node("Cast", "cast", []string{"half"}, []string{"wide"}, map[string]any{"to": typeFloat})
		f.node("Add", "add", []string{"x", "wide"}, []string{"y"}, nil)
		m, err := onnxrun.Read(f.encode(), nil, onnxrun.Limits{Numbers: 1000, Work: 1000})
		require.NoError(t, err, name)
		out, _, err := m.Run(t.Context(), map[string]*onnxrun.Tensor{"x": floats([]int{3}, 0, 0, 0)})
		require.NoError(t, err, name)
		assert.Equal(t, []float32{1, -2.5, 65504}, out[0].Floats, name)
	}
}
