package onnxrun_test

import (
	"encoding/binary"
	"math"

	"google.golang.org/protobuf/encoding/protowire"

	"ringer/models/onnxrun"
)

// message is a protobuf message that is being written.
type message []byte

func (m *message) int(field protowire.Number, v int64) {
	*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), uint64(v))
}

func (m *message) bytes(field protowire.Number, v []byte) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), v)
}

func (m *message) string(field protowire.Number, v string) { m.bytes(field, []byte(v)) }

func (m *message) float(field protowire.Number, v float32) {
	*m = protowire.AppendFixed32(protowire.AppendTag(*m, field, protowire.Fixed32Type), math.Float32bits(v))
}

// file builds an ONNX file.
type file struct {
	ir, opset int64
	producer  string
	graph     message
	metadata  map[string]string
}

func (f *file) encode() []byte {
	var m, opset message
	m.int(1, f.ir)
	m.string(2, f.producer)
	m.bytes(7, f.graph)
	opset.string(1, "")
	opset.int(2, f.opset)
	m.bytes(8, opset)
	for k, v := range f.metadata {
		var entry message
		entry.string(1, k)
		entry.string(2, v)
		m.bytes(14, entry)
	}
	return m
}

// Data types of onnx.proto.
const (
	typeFloat, typeInt64, typeBool = 1, 7, 9
)

var codes = map[onnxrun.Kind]int64{onnxrun.Float: typeFloat, onnxrun.Integer: typeInt64, onnxrun.Boolean: typeBool}

// tensorOf writes a TensorProto with its elements as raw bytes.
func tensorOf(name string, t *onnxrun.Tensor) message {
	var m message
	for _, d := range t.Shape {
		m.int(1, int64(d))
	}
	m.int(2, codes[t.Kind])
	m.string(8, name)
	var raw []byte
	for _, v := range t.Floats {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	for _, v := range t.Ints {
		if t.Kind == onnxrun.Boolean {
			raw = append(raw, byte(v))
		} else {
			raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
		}
	}
	m.bytes(9, raw)
	return m
}

func (f *file) constant(name string, t *onnxrun.Tensor) { f.graph.bytes(5, tensorOf(name, t)) }

// port adds an input (11) or an output (12); a dimension of -1 has a name instead of a size.
func (f *file) port(field protowire.Number, name string, code int64, shape ...int) {
	var dims, tensor, kind, info message
	for _, d := range shape {
		var dim message
		if d < 0 {
			dim.string(2, "batch")
		} else {
			dim.int(1, int64(d))
		}
		dims.bytes(1, dim)
	}
	tensor.int(1, code)
	tensor.bytes(2, dims)
	kind.bytes(1, tensor)
	info.string(1, name)
	info.bytes(2, kind)
	f.graph.bytes(field, info)
}

// attribute is one of int, float32, string, []int64 or a tensor.
func attribute(name string, value any) message {
	var m message
	m.string(1, name)
	switch v := value.(type) {
	case int:
		m.int(3, int64(v))
		m.int(20, 2)
	case float32:
		m.float(2, v)
		m.int(20, 1)
	case string:
		m.string(4, v)
		m.int(20, 3)
	case []int64:
		for _, x := range v {
			m.int(8, x)
		}
		m.int(20, 7)
	case *onnxrun.Tensor:
		m.bytes(5, tensorOf("", v))
		m.int(20, 4)
	default:
		panic("attribute")
	}
	return m
}

// node adds an operation.
func (f *file) node(op, name string, inputs, outputs []string, attributes map[string]any) {
	var m message
	for _, in := range inputs {
		m.string(1, in)
	}
	for _, out := range outputs {
		m.string(2, out)
	}
	m.string(3, name)
	m.string(4, op)
	for k, v := range attributes {
		m.bytes(5, attribute(k, v))
	}
	f.graph.bytes(1, m)
}

func floats(shape []int, v ...float32) *onnxrun.Tensor {
	if v == nil {
		v = []float32{}
	}
	return &onnxrun.Tensor{Kind: onnxrun.Float, Shape: shape, Floats: v}
}

func ints(shape []int, v ...int64) *onnxrun.Tensor {
	if v == nil {
		v = []int64{}
	}
	return &onnxrun.Tensor{Kind: onnxrun.Integer, Shape: shape, Ints: v}
}

func bools(shape []int, v ...int64) *onnxrun.Tensor {
	return &onnxrun.Tensor{Kind: onnxrun.Boolean, Shape: shape, Ints: v}
}

func list(v ...int64) *onnxrun.Tensor { return ints([]int{len(v)}, v...) }
