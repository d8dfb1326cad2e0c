package models

import (
	"encoding/binary"
	"math"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// Field numbers and constants of onnx.proto that the writer needs.
const (
	modelIRVersion, modelProducer                          = 1, 2
	modelGraph, modelOpset, modelMetadata                  = 7, 8, 14
	opsetVersion                                           = 2
	graphNode, graphName, graphInitializer                 = 1, 2, 5
	graphInput, graphOutput                                = 11, 12
	nodeInput, nodeOutput, nodeName, nodeOp, nodeAttribute = 1, 2, 3, 4, 5
	attributeName, attributeInt, attributeInts             = 1, 3, 8
	attributeType                                          = 20
	attributeTypeInt, attributeTypeInts                    = 2, 7
	tensorDims, tensorType, tensorName, tensorRaw          = 1, 2, 8, 9
	tensorExternal, tensorLocation                         = 13, 14
	valueName, valueType                                   = 1, 2
	typeTensor, typeElem, typeShape                        = 1, 1, 2
	shapeDim, dimValue, dimParam                           = 1, 1, 2
	entryKey, entryValue                                   = 1, 2

	onnxFloat, onnxInt64, onnxBool, onnxHalf = 1, 7, 9, 10
	onnxExternal                             = 1 // of tensorLocation
	onnxIR, onnxOpset                        = 8, 17
)

// Keys of a tensor's external data.
const keyFile, keyOffset, keyLength = "location", "offset", "length"

// message is a protobuf message that is being written.
type message []byte

func (m *message) int(field protowire.Number, v int64) {
	*m = protowire.AppendTag(*m, field, protowire.VarintType)
	*m = protowire.AppendVarint(*m, uint64(v))
}

func (m *message) bytes(field protowire.Number, v []byte) {
	*m = protowire.AppendTag(*m, field, protowire.BytesType)
	*m = protowire.AppendBytes(*m, v)
}

func (m *message) string(field protowire.Number, v string) { m.bytes(field, []byte(v)) }

// onnxGraph collects a GraphProto.
type onnxGraph struct {
	nodes, initializers, inputs, outputs message
	constants                            map[string]bool
}

// node adds an operation and returns the name of its output.
func (g *onnxGraph) node(op, output string, inputs []string, attributes ...message) string {
	var n message
	for _, in := range inputs {
		n.string(nodeInput, in)
	}
	n.string(nodeOutput, output)
	n.string(nodeName, output)
	n.string(nodeOp, op)
	for _, a := range attributes {
		n.bytes(nodeAttribute, a)
	}
	g.nodes.bytes(graphNode, n)
	return output
}

func intAttribute(name string, v int64) (a message) {
	a.string(attributeName, name)
	a.int(attributeInt, v)
	a.int(attributeType, attributeTypeInt)
	return a
}

func intsAttribute(name string, vs ...int64) (a message) {
	a.string(attributeName, name)
	for _, v := range vs {
		a.int(attributeInts, v)
	}
	a.int(attributeType, attributeTypeInts)
	return a
}

// floats adds a constant tensor of floats and returns its name.
func (g *onnxGraph) floats(name string, shape []int, data []float32) string {
	raw := make([]byte, 0, 4*len(data))
	for _, v := range data {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return g.constant(name, shape, onnxFloat, raw)
}

// ints adds a constant vector of integers and returns its name.
func (g *onnxGraph) ints(name string, data ...int64) string {
	var raw []byte
	for _, v := range data {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return g.constant(name, []int{len(data)}, onnxInt64, raw)
}

func (g *onnxGraph) constant(name string, shape []int, dtype int64, raw []byte) string {
	return g.initializer(name, shape, dtype, func(t *message) { t.bytes(tensorRaw, raw) })
}

// external adds a constant tensor of floats or halves that lie in a file, from a byte on, and
// returns its name.
func (g *onnxGraph) external(name string, shape []int, dtype int64, file string, from int64) string {
	return g.initializer(name, shape, dtype, func(t *message) {
		size := int64(singleSize)
		if dtype == onnxHalf {
			size = halfSize
		}
		for _, d := range shape {
			size *= int64(d)
		}
		for _, e := range [][2]string{
			{keyFile, file}, {keyOffset, strconv.FormatInt(from, 10)}, {keyLength, strconv.FormatInt(size, 10)},
		} {
			var entry message
			entry.string(entryKey, e[0])
			entry.string(entryValue, e[1])
			t.bytes(tensorExternal, entry)
		}
		t.int(tensorLocation, onnxExternal)
	})
}

// initializer adds a constant tensor, whose data put writes, and returns its name.
func (g *onnxGraph) initializer(name string, shape []int, dtype int64, put func(*message)) string {
	if g.constants[name] {
		return name
	}
	g.constants[name] = true
	var t message
	for _, d := range shape {
		t.int(tensorDims, int64(d))
	}
	t.int(tensorType, dtype)
	t.string(tensorName, name)
	put(&t)
	g.initializers.bytes(graphInitializer, t)
	return name
}

// valueInfo describes an input or output [N, dims...].
func valueInfo(name string, dtype int64, dims ...int) message {
	var batch message
	batch.string(dimParam, "N")
	var shape message
	shape.bytes(shapeDim, batch)
	for _, d := range dims {
		var dim message
		dim.int(dimValue, int64(d))
		shape.bytes(shapeDim, dim)
	}
	var tensor message
	tensor.int(typeElem, dtype)
	tensor.bytes(typeShape, shape)
	var kind, info message
	kind.bytes(typeTensor, tensor)
	info.string(valueName, name)
	info.bytes(valueType, kind)
	return info
}
