package models

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"encoding/json/jsontext"
	"fmt"
	"io"
	"math"
	"slices"

	"ringer/internal/input"
)

// Tensor is a named array of float32 with its data, row by row.
type Tensor struct {
	TensorInfo
	Data []float32 // [Size()]
	Half bool      // files hold it in half precision
}

// Types of numbers in a file, with the bytes of one.
const (
	singleType, singleSize = "F32", 4
	halfType, halfSize     = "F16", 2
)

// stored returns the type of the tensor's numbers in a file, and the bytes of one.
func (t *Tensor) stored() (dtype string, size int) {
	if t.Half {
		return halfType, halfSize
	}
	return singleType, singleSize
}

// maxHeader bounds the JSON at the front of a safetensors file.
const maxHeader = 1 << 22

const metadataKey = "__metadata__"

type safetensorsEntry struct {
	DType   string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"` // first byte and one past the last, after the header
}

// WriteSafetensors writes tensors, in their order, and metadata as a
// safetensors file: the length of a JSON header (8 bytes, little-endian), the
// header, and the floats. The same arguments give the same bytes. A number of a half
// tensor that is too large for half precision is refused before anything is written.
func WriteSafetensors(w io.Writer, tensors []Tensor, metadata map[string]string) error {
	header := []byte{'{'}
	add := func(key string, value any) error {
		k, err := json.Marshal(key)
		if err != nil {
			return err
		}
		v, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if len(header) > 1 {
			header = append(header, ',')
		}
		header = append(header, k...)
		header = append(header, ':')
		header = append(header, v...)
		return nil
	}
	if len(metadata) > 0 {
		if err := add(metadataKey, metadata); err != nil {
			return err
		}
	}
	seen := map[string]bool{metadataKey: true}
	at := int64(0)
	for i := range tensors {
		t := &tensors[i]
		if seen[t.Name] || len(t.Data) != t.Size() {
			return fmt.Errorf("safetensors: tensor %q %v of %d floats: want a name of its own and as many floats as its shape says", t.Name, t.Shape, len(t.Data))
		}
		seen[t.Name] = true
		dtype, size := t.stored()
		end := at + int64(len(t.Data)*size)
		shape := t.Shape
		if shape == nil {
			shape = []int{}
		}
		if err := add(t.Name, safetensorsEntry{dtype, shape, [2]int64{at, end}}); err != nil {
			return err
		}
		at = end
	}
	header = append(header, '}')
	for len(header)%8 != 0 {
		header = append(header, ' ') // the format wants the floats aligned
	}
	if len(header) > maxHeader {
		return fmt.Errorf("safetensors: header of %d bytes: want at most %d", len(header), maxHeader)
	}
	chunks := make([][]byte, len(tensors)) // of the halves
	for i := range tensors {
		if t := &tensors[i]; t.Half {
			var err error
			if chunks[i], err = t.halves(nil); err != nil {
				return fmt.Errorf("safetensors: %w", err)
			}
		}
	}
	front := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	if _, err := w.Write(append(front, header...)); err != nil {
		return err
	}
	var singles []byte
	for i, t := range tensors {
		chunk := chunks[i]
		if !t.Half {
			singles = singles[:0]
			for _, v := range t.Data {
				singles = binary.LittleEndian.AppendUint32(singles, math.Float32bits(v))
			}
			chunk = singles
		}
		if _, err := w.Write(chunk); err != nil {
			return err
		}
	}
	return nil
}

// ReadSafetensors reads a safetensors file of at most limit bytes, to its end.
// It is strict: only F32 and F16, no gap, no overlap, nothing after the last tensor, no
// name twice. Tensors come in the order of their data.
func ReadSafetensors(r io.Reader, limit int64) ([]Tensor, map[string]string, error) {
	var front [8]byte
	if _, err := io.ReadFull(r, front[:]); err != nil {
		return nil, nil, fmt.Errorf("safetensors: truncated before the header: %w", unexpected(err))
	}
	size := binary.LittleEndian.Uint64(front[:])
	if size > maxHeader || int64(size)+8 > limit {
		return nil, nil, fmt.Errorf("safetensors: header of %d bytes: want at most %d", size, min(maxHeader, limit-8))
	}
	// Read in pieces, so that a length that promises more than there is costs no
	// memory.
	var header bytes.Buffer
	if _, err := io.CopyN(&header, r, int64(size)); err != nil {
		return nil, nil, fmt.Errorf("safetensors: truncated in the header: %w", unexpected(err))
	}
	entries, metadata, err := parseSafetensorsHeader(header.Bytes())
	if err != nil {
		return nil, nil, fmt.Errorf("safetensors: %w", err)
	}
	total, err := checkSafetensorsLayout(entries, limit-8-int64(size))
	if err != nil {
		return nil, nil, fmt.Errorf("safetensors: %w", err)
	}
	var body bytes.Buffer
	if memory, ok := r.(interface{ Len() int }); ok { // what is there is known
		body.Grow(int(min(int64(memory.Len()), total)) + bytes.MinRead)
	}
	n, err := io.Copy(&body, io.LimitReader(r, total+1))
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("safetensors: %w", err)
	case n < total:
		return nil, nil, fmt.Errorf("safetensors: truncated: %d bytes of floats, the header says %d", n, total)
	case n > total:
		return nil, nil, fmt.Errorf("safetensors: more than the %d bytes of floats that the header says", total)
	}
	data := body.Bytes()
	out := make([]Tensor, len(entries))
	for i, e := range entries {
		t := Tensor{TensorInfo: TensorInfo{e.name, e.Shape}, Half: e.DType == halfType}
		raw := data[e.Offsets[0]:e.Offsets[1]]
		_, size := t.stored()
		t.Data = make([]float32, len(raw)/size)
		for j := range t.Data {
			if t.Half {
				t.Data[j] = FromHalf(binary.LittleEndian.Uint16(raw[j*size:]))
			} else {
				t.Data[j] = math.Float32frombits(binary.LittleEndian.Uint32(raw[j*size:]))
			}
		}
		out[i] = t
	}
	return out, metadata, nil
}

type namedEntry struct {
	name string
	safetensorsEntry
}

// parseSafetensorsHeader reads the JSON object key by key: entries keep their order.
// The decoder refuses a key that comes twice.
func parseSafetensorsHeader(header []byte) (entries []namedEntry, metadata map[string]string, err error) {
	dec := jsontext.NewDecoder(bytes.NewBuffer(header))
	if tok, err := dec.ReadToken(); err != nil || tok.Kind() != jsontext.KindBeginObject {
		return nil, nil, fmt.Errorf("the header is not a JSON object")
	}
	for dec.PeekKind() == jsontext.KindString {
		key, err := dec.ReadToken()
		if err != nil {
			return nil, nil, fmt.Errorf("header: %w", err)
		}
		name := key.String()
		value, err := dec.ReadValue()
		if err != nil {
			return nil, nil, fmt.Errorf("header: %q: %w", name, unexpected(err))
		}
		if name == metadataKey {
			if err := input.FullJSON(value, &metadata); err != nil {
				return nil, nil, fmt.Errorf("header: %s: %w", metadataKey, err)
			}
			continue
		}
		e := namedEntry{name: name}
		if err := input.FullJSON(value, &e.safetensorsEntry); err != nil {
			return nil, nil, fmt.Errorf("header: tensor %q: %w", name, err)
		}
		entries = append(entries, e)
	}
	if _, err := dec.ReadToken(); err != nil {
		return nil, nil, fmt.Errorf("header: %w", unexpected(err))
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return nil, nil, fmt.Errorf("header: something follows the JSON object")
	}
	return entries, metadata, nil
}

// checkSafetensorsLayout sorts the entries by their place, checks that they
// fill it without gap or overlap, and returns the bytes they take.
func checkSafetensorsLayout(entries []namedEntry, limit int64) (total int64, err error) {
	slices.SortStableFunc(entries, func(a, b namedEntry) int {
		return slices.Compare(a.Offsets[:], b.Offsets[:])
	})
	for _, e := range entries {
		size := int64(singleSize)
		switch e.DType {
		case singleType:
		case halfType:
			size = halfSize
		default:
			return 0, fmt.Errorf("tensor %q has dtype %q: want F32 or F16", e.name, e.DType)
		}
		if e.Shape == nil {
			return 0, fmt.Errorf("tensor %q has no shape", e.name)
		}
		for _, d := range e.Shape {
			if d < 0 || (d > 0 && size > limit/int64(d)) {
				return 0, fmt.Errorf("tensor %q has shape %v: want at most %d bytes in all", e.name, e.Shape, limit)
			}
			size *= int64(d)
		}
		if e.Offsets[0] != total || e.Offsets[1]-e.Offsets[0] != size {
			return 0, fmt.Errorf("tensor %q of shape %v lies at bytes %v: want [%d %d], no gap and no overlap", e.name, e.Shape, e.Offsets, total, total+size)
		}
		total += size
		if total > limit {
			return 0, fmt.Errorf("tensors of more than %d bytes", limit)
		}
	}
	return total, nil
}

// unexpected turns the end of the input into a truncation.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Numbers of half precision (IEEE 754 binary16), as bits: a sign, 5 bits of exponent
// and 10 of fraction.
const (
	halfSign     = 0x8000
	halfInfinite = 0x7c00
	halfQuiet    = 0x0200 // of a NaN, whose fraction is never zero

	halfUnit = 1 << 24 // 1/halfUnit is the smallest positive half

	// Bits of floats: those from halfOver round to an infinite half, those under
	// halfNormal to a subnormal one or the smallest normal one.
	halfOver   = 0x477ff000 // 65520
	halfNormal = 0x38800000 // 2^-14
)

// ToHalf returns the bits of the number of half precision that is nearest to f; of two equally near, the one with an
// even fraction.
func ToHalf(f float32) uint16 {
	all := math.Float32bits(f)
	sign, bits := uint16(all>>16)&halfSign, all&^(1<<31)
	switch {
	case bits > math.Float32bits(float32(math.Inf(1))):
		fraction := uint16(bits>>13) & 1023
		if fraction == 0 {
			fraction = halfQuiet
		}
		return sign | halfInfinite | fraction
	case bits >= halfOver:
		return sign | halfInfinite
	case bits < halfNormal:
		return sign | uint16(math.RoundToEven(halfUnit*float64(math.Float32frombits(bits))))
	}
	bits -= 112 << 23                    // exponents begin at -15, not at -127
	bits += 1<<12 - 1 + (bits >> 13 & 1) // half of the last place, or less when that is even
	return sign | uint16(bits>>13)
}

// FromHalf returns a number of half precision, given as its bits, as a float, which holds it exactly.
func FromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&halfSign)<<16, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)/halfUnit))
	case 31:
		return math.Float32frombits(sign | 255<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
}

// halves appends data as halves, little-endian. It refuses a finite number that is too
// large for one.
func (t *Tensor) halves(to []byte) ([]byte, error) {
	for i, v := range t.Data {
		h := ToHalf(v)
		if h&^halfSign == halfInfinite && !math.IsInf(float64(v), 0) {
			return nil, fmt.Errorf("tensor %q: element %d is %v: want at most %v, the largest number of half precision", t.Name, i, v, FromHalf(halfInfinite-1))
		}
		to = append(to, byte(h), byte(h>>8))
	}
	return to, nil
}

// Halved returns a copy of the weights, each rounded to half precision. It refuses one
// that is too large.
func (w *Weights) Halved() (*Weights, error) {
	c := w.Clone()
	for _, t := range c.NamedTensors() {
		if _, err := t.halves(nil); err != nil {
			return nil, err
		}
		for i, v := range t.Data {
			t.Data[i] = FromHalf(ToHalf(v))
		}
	}
	return c, nil
}

// Stepped returns a copy of the weights, each rounded to a multiple of one step: the power of two that
// is nearest to 1/steps of their root mean square. Few different numbers are left, all of half
// precision, which take little room when they are compressed. It refuses a weight that is too large.
func (w *Weights) Stepped(steps int) (*Weights, error) {
	squares := 0.0
	for _, v := range w.Flat {
		squares += float64(v) * float64(v)
	}
	c := w.Clone()
	exponent := math.Round(math.Log2(math.Sqrt(squares/float64(len(w.Flat))) / float64(steps)))
	step := math.Exp2(max(exponent, -24)) // 2^-24 is the smallest number of half precision
	for i, v := range w.Flat {
		if c.Flat[i] = float32(math.Round(float64(v)/step) * step); c.Flat[i] == 0 {
			c.Flat[i] = 0 // without a sign
		}
	}
	return c.Halved()
}
