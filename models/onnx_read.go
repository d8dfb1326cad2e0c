package models

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// ONNXModel is an ONNX model with the inputs and outputs of WriteONNX, read to be run
// here: slowly, to compare it with the weights that it claims to be.
type ONNXModel struct {
	constants map[string]onnxTensor
	nodes     []onnxNode
	budget    int // floats that a run may allocate
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
// uses, whose values are defined once and before they are used. It takes memory in
// proportion to data, and keeps none of it.
func ReadONNX(data []byte) (*ONNXModel, error) {
	m := &ONNXModel{constants: map[string]onnxTensor{}, budget: 1<<22 + 16*len(data)}
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
		}
		return nil
	})
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
