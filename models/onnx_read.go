package models

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
)

// ONNXModel is an ONNX model with the inputs and outputs of WriteONNX, read to be run
// here: slowly, to compare it with the weights that it claims to be.
type ONNXModel struct {
	constants map[string]onnxTensor
	nodes     []onnxNode
	budget    int // floats that a run may allocate

	files    map[string][]byte // of external data
	external int               // bytes of them that may still be referred to
}

// onnxTensor is a tensor of floats or of integers.
type onnxTensor struct {
	shape  []int
	floats []float32
	ints   []int64
}

// onnxNode is one operation; attributes are integers, or lists of them.
type onnxNode struct {
	op         string
	inputs     []string
	output     string
	attributes map[string][]int64
}

// ReadONNX reads a model as WriteONNX writes it: one graph of the operations that it
// uses, whose values are defined once and before they are used. Tensors may lie in
// files, which are given by name; no other file is looked for. ReadONNX takes memory in
// proportion to data and files, and keeps none of them.
func ReadONNX(data []byte, files map[string][]byte) (*ONNXModel, error) {
	m := &ONNXModel{constants: map[string]onnxTensor{}, files: files}
	for _, f := range files {
		m.external += len(f)
	}
	m.budget = 1<<22 + 16*(len(data)+m.external)
	defer func() { m.files = nil }()
	graphs, opset, version := 0, int64(0), int64(0)
	err := eachField(data, func(f protoField) error {
		switch f.number {
		case modelGraph:
			graphs++
			return m.readGraph(f.blob)
		case modelIRVersion:
			version = f.int
		case modelOpset:
			return eachField(f.blob, func(f protoField) error {
				if f.number == opsetVersion {
					opset = f.int
				}
				return nil
			})
		}
		return nil
	})
	if err == nil {
		err = m.check(graphs, opset, version)
	}
	if err != nil {
		return nil, fmt.Errorf("onnx: %w", err)
	}
	return m, nil
}

// protoField is one field of a protobuf message: an integer or bytes.
type protoField struct {
	number protowire.Number
	kind   protowire.Type
	int    int64
	blob   []byte
}

var errProto = errors.New("damaged or truncated")

// eachField calls visit with every field of a message.
func eachField(data []byte, visit func(protoField) error) error {
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return errProto
		}
		data = data[n:]
		f := protoField{number: number, kind: kind}
		switch kind {
		case protowire.VarintType:
			var v uint64
			v, n = protowire.ConsumeVarint(data)
			f.int = int64(v)
		case protowire.BytesType:
			f.blob, n = protowire.ConsumeBytes(data)
		default:
			return fmt.Errorf("a field of kind %d: want integers and bytes", kind)
		}
		if n < 0 {
			return errProto
		}
		data = data[n:]
		if err := visit(f); err != nil {
			return err
		}
	}
	return nil
}

func (m *ONNXModel) readGraph(data []byte) error {
	return eachField(data, func(f protoField) error {
		switch f.number {
		case graphInitializer:
			return m.readConstant(f.blob)
		case graphNode:
			node, err := readNode(f.blob)
			m.nodes = append(m.nodes, node)
			return err
		}
		return nil
	})
}

func readNode(data []byte) (onnxNode, error) {
	node := onnxNode{attributes: map[string][]int64{}}
	outputs := 0
	err := eachField(data, func(f protoField) error {
		switch f.number {
		case nodeInput:
			node.inputs = append(node.inputs, string(f.blob))
		case nodeOutput:
			node.output = string(f.blob)
			outputs++
		case nodeOp:
			node.op = string(f.blob)
		case nodeAttribute:
			name, values := "", []int64{}
			err := eachField(f.blob, func(f protoField) error {
				switch f.number {
				case attributeName:
					name = string(f.blob)
				case attributeInt, attributeInts:
					if f.kind != protowire.VarintType {
						return fmt.Errorf("attribute %q is packed", name)
					}
					values = append(values, f.int)
				}
				return nil
			})
			if _, twice := node.attributes[name]; twice {
				return fmt.Errorf("attribute %q is there twice", name)
			}
			node.attributes[name] = values
			return err
		}
		return nil
	})
	if err == nil && outputs != 1 {
		err = fmt.Errorf("operation %q has %d outputs: want 1", node.op, outputs)
	}
	return node, err
}

func (m *ONNXModel) readConstant(data []byte) error {
	var t onnxTensor
	name, kind, size := "", int64(0), 1
	var raw []byte
	var external map[string]string
	err := eachField(data, func(f protoField) error {
		switch f.number {
		case tensorDims:
			if f.kind != protowire.VarintType || f.int < 0 || f.int > math.MaxInt32 || f.int > 0 && size > math.MaxInt32/int(f.int) {
				return fmt.Errorf("constant %q: dimension %d: want a number from 0, and at most %d elements", name, f.int, math.MaxInt32)
			}
			t.shape = append(t.shape, int(f.int))
			size *= int(f.int)
		case tensorType:
			kind = f.int
		case tensorName:
			name = string(f.blob)
		case tensorRaw:
			raw = f.blob
		case tensorExternal:
			return readEntry(f.blob, &external)
		}
		return nil
	})
	if err == nil && external != nil {
		if raw != nil {
			return fmt.Errorf("constant %q: data here and in a file", name)
		}
		if raw, err = m.readExternal(external); err != nil {
			err = fmt.Errorf("constant %q: %w", name, err)
		}
	}
	if err != nil {
		return err
	}
	if _, twice := m.constants[name]; twice {
		return fmt.Errorf("%q is defined twice", name)
	}
	switch {
	case kind == onnxFloat && len(raw) == 4*size:
		t.floats = make([]float32, size)
		for i := range t.floats {
			t.floats[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		}
	case kind == onnxInt64 && len(raw) == 8*size:
		t.ints = make([]int64, size)
		for i := range t.ints {
			t.ints[i] = int64(binary.LittleEndian.Uint64(raw[8*i:]))
		}
	default:
		return fmt.Errorf("constant %q of type %d and shape %v: %d bytes: want 4 a float or 8 an integer", name, kind, t.shape, len(raw))
	}
	m.constants[name] = t
	return nil
}

// readEntry adds a key and its value to entries.
func readEntry(data []byte, entries *map[string]string) error {
	key, value := "", ""
	err := eachField(data, func(f protoField) error {
		switch f.number {
		case entryKey:
			key = string(f.blob)
		case entryValue:
			value = string(f.blob)
		}
		return nil
	})
	if *entries == nil {
		*entries = map[string]string{}
	}
	(*entries)[key] = value
	return err
}

// readExternal returns the bytes of a file that a tensor refers to.
func (m *ONNXModel) readExternal(entries map[string]string) ([]byte, error) {
	file, ok := m.files[entries[keyFile]]
	if !ok {
		return nil, fmt.Errorf("data in the file %q, which is not at hand", entries[keyFile])
	}
	offset, err := strconv.ParseUint(entries[keyOffset], 10, 62)
	if err != nil {
		return nil, fmt.Errorf("offset %q: want a number from 0", entries[keyOffset])
	}
	length, err := strconv.ParseUint(entries[keyLength], 10, 62)
	if err != nil || offset+length > uint64(len(file)) {
		return nil, fmt.Errorf("%q bytes at %d of %q: want a part of its %d bytes", entries[keyLength], offset, entries[keyFile], len(file))
	}
	if m.external -= int(length); m.external < 0 {
		return nil, errors.New("more data in files than they hold: a part is referred to twice")
	}
	return file[offset : offset+length], nil
}

// check checks what can be known without running the model.
func (m *ONNXModel) check(graphs int, opset, version int64) error {
	switch {
	case graphs != 1:
		return fmt.Errorf("%d graphs: want 1", graphs)
	case opset != onnxOpset || version != onnxIR:
		return fmt.Errorf("IR %d, opset %d: want IR %d, opset %d", version, opset, onnxIR, onnxOpset)
	}
	known := map[string]bool{ONNXObservation: true, ONNXMask: true}
	for name := range m.constants {
		if known[name] {
			return fmt.Errorf("%q is defined twice", name)
		}
		known[name] = true
	}
	for _, n := range m.nodes {
		op, ok := onnxOps[n.op]
		if !ok {
			return fmt.Errorf("unknown operation %q", n.op)
		}
		if len(n.inputs) < op.inputs || op.inputs > 0 && n.op != "Concat" && len(n.inputs) > op.inputs {
			return fmt.Errorf("%s %q has %d inputs: want %d", n.op, n.output, len(n.inputs), op.inputs)
		}
		for _, in := range n.inputs {
			if !known[in] {
				return fmt.Errorf("%s %q reads %q before it is defined", n.op, n.output, in)
			}
		}
		if known[n.output] {
			return fmt.Errorf("%q is defined twice", n.output)
		}
		known[n.output] = true
	}
	for _, out := range []string{ONNXProbabilities, ONNXValue} {
		if !known[out] {
			return fmt.Errorf("the output %q is not defined", out)
		}
	}
	return nil
}
