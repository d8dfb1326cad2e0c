package onnxrun

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"ringer/models"
)

// Kind is the type of a tensor's elements.
type Kind uint8

// The kinds of elements.
const (
	Float   Kind = iota + 1 // 32 bits
	Integer                 // 64 bits
	Boolean
)

func (k Kind) String() string {
	switch k {
	case Float:
		return "float"
	case Integer:
		return "integer"
	case Boolean:
		return "bool"
	}
	return "unknown"
}

// Tensor is an array in C order. Floats holds the elements of a Float, Ints the elements of
// the other kinds: 0 and 1 for booleans.
type Tensor struct {
	Kind   Kind
	Shape  []int
	Floats []float32
	Ints   []int64
}

func (t *Tensor) size() int { return len(t.Floats) + len(t.Ints) }

// describe returns the kind and the shape, for messages.
func (t *Tensor) describe() string {
	if t == nil {
		return "none"
	}
	return fmt.Sprintf("%s %v", t.Kind, t.Shape)
}

// kinds gives the kind of a data type of onnx.proto, and the bytes of an element.
var kinds = map[int64]struct {
	kind  Kind
	bytes int
}{
	1: {Float, 4}, 11: {Float, 8},
	2: {Integer, 1}, 3: {Integer, 1}, 6: {Integer, 4}, 7: {Integer, 8},
	9: {Boolean, 1},
}

// half is the data type of numbers of half precision, of which constants may be: nothing is
// computed in it.
const half = 10

// typeNames names the data types of onnx.proto.
var typeNames = map[int64]string{
	0: "none", 1: "float", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64", 8: "string", 9: "bool", 10: "float16", 11: "double",
	12: "uint32", 13: "uint64", 14: "complex64", 15: "complex128", 16: "bfloat16",
}

func typeName(code int64) string {
	if name, ok := typeNames[code]; ok {
		return name
	}
	return fmt.Sprintf("type %d", code)
}

const wantType = "want float, double, int64, int32, int8, uint8 or bool"

// stored is a TensorProto as it was read, before its elements are.
type stored struct {
	name      string
	code      int64 // data type
	shape     []int64
	raw       []byte
	hasRaw    bool
	floats    []float32
	doubles   []float32
	ints      []int64
	external  map[string]string
	elsewhere bool
}

func readStored(data []byte) (*stored, error) {
	s := &stored{}
	err := eachField(data, func(f field) (err error) {
		switch f.number {
		case tensorDims:
			s.shape, err = f.integers(s.shape)
		case tensorType:
			s.code = int64(f.bits)
		case tensorName:
			s.name = string(f.blob)
		case tensorRaw:
			s.raw, s.hasRaw = f.blob, true
		case tensorFloats:
			s.floats, err = f.floats(s.floats)
		case tensorDoubles:
			s.doubles, err = f.doubles(s.doubles)
		case tensorInt32s, tensorInt64s:
			s.ints, err = f.integers(s.ints)
		case tensorLocation:
			s.elsewhere = f.bits == 1
		case tensorExternal:
			var key, value string
			if key, value, err = readEntry(f.blob); s.external == nil {
				s.external = map[string]string{}
			}
			s.external[key] = value
		}
		return err
	})
	return s, err
}

// readEntry reads a key and its value.
func readEntry(data []byte) (key, value string, err error) {
	err = eachField(data, func(f field) error {
		switch f.number {
		case entryKey:
			key = string(f.blob)
		case entryValue:
			value = string(f.blob)
		}
		return nil
	})
	return key, value, err
}

// tensor reads the elements.
func (s *stored) tensor(files *files) (*Tensor, error) {
	type_, ok := kinds[s.code]
	if s.code == half {
		type_.kind, type_.bytes, ok = Float, 2, true
	}
	if !ok {
		return nil, fmt.Errorf("elements of type %s: %s", typeName(s.code), wantType)
	}
	raw := s.raw
	if s.elsewhere {
		var err error
		if raw, err = files.part(s.external); err != nil {
			return nil, err
		}
	}
	if len(s.shape) > mostAxes {
		return nil, fmt.Errorf("%d axes: want at most %d", len(s.shape), mostAxes)
	}
	t := &Tensor{Kind: type_.kind, Shape: make([]int, len(s.shape))}
	size := 1
	for i, d := range s.shape {
		if d < 0 || d > math.MaxInt32 || d > 0 && size > math.MaxInt32/int(d) {
			return nil, fmt.Errorf("shape %v: too large", s.shape)
		}
		t.Shape[i] = int(d)
		size *= int(d)
	}
	if s.elsewhere || s.hasRaw {
		if len(raw) != size*type_.bytes {
			return nil, fmt.Errorf("%s of shape %v: %d bytes: want %d", typeName(s.code), s.shape, len(raw), size*type_.bytes)
		}
		t.decode(raw, s.code, type_.bytes)
		return t, nil
	}
	switch {
	case s.code == 1:
		t.Floats = s.floats
	case s.code == 11:
		t.Floats = s.doubles
	case s.code == half: // whose bits lie among the integers
		for _, v := range s.ints {
			t.Floats = append(t.Floats, models.FromHalf(uint16(v)))
		}
	default:
		t.Ints = s.ints
		t.booleans()
	}
	if t.size() != size {
		return nil, fmt.Errorf("%s of shape %v: %d elements: want %d", typeName(s.code), s.shape, t.size(), size)
	}
	t.whole()
	return t, nil
}

// whole gives a tensor without elements a slice of its kind.
func (t *Tensor) whole() {
	if t.Kind == Float && t.Floats == nil {
		t.Floats = []float32{}
	}
	if t.Kind != Float && t.Ints == nil {
		t.Ints = []int64{}
	}
}

// booleans makes every boolean 0 or 1.
func (t *Tensor) booleans() {
	if t.Kind != Boolean {
		return
	}
	for i, v := range t.Ints {
		if v != 0 {
			t.Ints[i] = 1
		}
	}
}

// decode reads little-endian elements of a type that kinds knows.
func (t *Tensor) decode(raw []byte, code int64, width int) {
	n := len(raw) / width
	if t.Kind == Float {
		t.Floats = make([]float32, n)
		for i := range n {
			switch width {
			case 8:
				t.Floats[i] = float32(math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:])))
			case 4:
				t.Floats[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
			default:
				t.Floats[i] = models.FromHalf(binary.LittleEndian.Uint16(raw[2*i:]))
			}
		}
		return
	}
	t.Ints = make([]int64, n)
	for i := range n {
		switch width {
		case 8:
			t.Ints[i] = int64(binary.LittleEndian.Uint64(raw[8*i:]))
		case 4:
			t.Ints[i] = int64(int32(binary.LittleEndian.Uint32(raw[4*i:])))
		default:
			t.Ints[i] = int64(raw[i])
			if code == 3 {
				t.Ints[i] = int64(int8(raw[i]))
			}
		}
	}
	t.booleans()
}

// files are those that tensors may lie in.
type files struct {
	byName map[string][]byte
	left   int // bytes that may still be referred to
}

// part returns the bytes that the external data of a tensor names.
func (f *files) part(where map[string]string) ([]byte, error) {
	data, ok := f.byName[where[keyFile]]
	if !ok {
		return nil, fmt.Errorf("data in the file %q, which is not at hand", where[keyFile])
	}
	offset, length := uint64(0), uint64(len(data))
	var err error
	if text, ok := where[keyOffset]; ok {
		if offset, err = strconv.ParseUint(text, 10, 62); err != nil {
			return nil, fmt.Errorf("offset %q: want a number from 0", text)
		}
		length -= min(length, offset)
	}
	if text, ok := where[keyLength]; ok {
		if length, err = strconv.ParseUint(text, 10, 62); err != nil {
			return nil, fmt.Errorf("length %q: want a number from 0", text)
		}
	}
	if offset+length > uint64(len(data)) {
		return nil, fmt.Errorf("%d bytes at %d of %q: want a part of its %d bytes", length, offset, where[keyFile], len(data))
	}
	if f.left -= int(length); f.left < 0 {
		return nil, errors.New("more data in files than they hold: a part is referred to twice")
	}
	return data[offset : offset+length], nil
}
