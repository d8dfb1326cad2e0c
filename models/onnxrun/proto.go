package onnxrun

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Field numbers of onnx.proto.
const (
	modelIRVersion, modelProducer, modelGraph             = 1, 2, 7
	modelOpset, modelMetadata                             = 8, 14
	opsetDomain, opsetVersion                             = 1, 2
	graphNode, graphInitializer, graphInput, graphOutput  = 1, 5, 11, 12
	graphSparse                                           = 15
	nodeInput, nodeOutput, nodeName, nodeOp               = 1, 2, 3, 4
	nodeAttribute, nodeDomain                             = 5, 7
	attributeName, attributeFloat, attributeInt           = 1, 2, 3
	attributeString, attributeTensor                      = 4, 5
	attributeFloats, attributeInts                        = 7, 8
	tensorDims, tensorType, tensorFloats, tensorInt32s    = 1, 2, 4, 5
	tensorInt64s, tensorName, tensorRaw, tensorDoubles    = 7, 8, 9, 10
	tensorExternal, tensorLocation                        = 13, 14
	valueName, valueType, typeTensor, typeElem, typeShape = 1, 2, 1, 1, 2
	shapeDim, dimValue                                    = 1, 1
	entryKey, entryValue                                  = 1, 2
)

// Keys of a tensor's external data.
const keyFile, keyOffset, keyLength = "location", "offset", "length"

// field is one field of a protobuf message: a number or bytes.
type field struct {
	number protowire.Number
	kind   protowire.Type
	bits   uint64
	blob   []byte
}

var errProto = errors.New("damaged or truncated")

// eachField calls visit with every field of a message.
func eachField(data []byte, visit func(field) error) error {
	for len(data) > 0 {
		number, kind, n := protowire.ConsumeTag(data)
		if n < 0 {
			return errProto
		}
		data = data[n:]
		f := field{number: number, kind: kind}
		switch kind {
		case protowire.VarintType:
			f.bits, n = protowire.ConsumeVarint(data)
		case protowire.BytesType:
			f.blob, n = protowire.ConsumeBytes(data)
		case protowire.Fixed32Type:
			var v uint32
			v, n = protowire.ConsumeFixed32(data)
			f.bits = uint64(v)
		case protowire.Fixed64Type:
			f.bits, n = protowire.ConsumeFixed64(data)
		default:
			return fmt.Errorf("a field of kind %d: want numbers and bytes", kind)
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

// integers appends the integers of a repeated field, which may be packed.
func (f field) integers(to []int64) ([]int64, error) {
	switch f.kind {
	case protowire.VarintType:
		return append(to, int64(f.bits)), nil
	case protowire.BytesType:
		for data := f.blob; len(data) > 0; {
			v, n := protowire.ConsumeVarint(data)
			if n < 0 {
				return nil, errProto
			}
			to, data = append(to, int64(v)), data[n:]
		}
		return to, nil
	}
	return nil, errProto
}

// floats appends the 32-bit floats of a repeated field, which may be packed.
func (f field) floats(to []float32) ([]float32, error) {
	switch {
	case f.kind == protowire.Fixed32Type:
		return append(to, math.Float32frombits(uint32(f.bits))), nil
	case f.kind == protowire.BytesType && len(f.blob)%4 == 0:
		for data := f.blob; len(data) > 0; data = data[4:] {
			to = append(to, math.Float32frombits(binary.LittleEndian.Uint32(data)))
		}
		return to, nil
	}
	return nil, errProto
}

// doubles appends the 64-bit floats of a repeated field, which may be packed, as 32-bit ones.
func (f field) doubles(to []float32) ([]float32, error) {
	switch {
	case f.kind == protowire.Fixed64Type:
		return append(to, float32(math.Float64frombits(f.bits))), nil
	case f.kind == protowire.BytesType && len(f.blob)%8 == 0:
		for data := f.blob; len(data) > 0; data = data[8:] {
			to = append(to, float32(math.Float64frombits(binary.LittleEndian.Uint64(data))))
		}
		return to, nil
	}
	return nil, errProto
}
