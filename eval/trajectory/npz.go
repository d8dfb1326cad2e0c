package trajectory

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// column is one array of a shard: its name, its numpy type and its bytes.
type column struct {
	name, kind string
	shape      []int
	data       any // a slice that encoding/binary writes
}

// columns lists the arrays of a shard, in the order in which they are written.
func (s *Shard) columns() []column {
	n := s.Rows()
	return []column{
		{"observation", "<f4", []int{n, s.ObservationSize}, s.Observation},
		{"mask", "|b1", []int{n, s.Actions}, s.Mask},
		{"action", "<i4", []int{n}, s.Action},
		{"probabilities", "<f4", []int{n, s.Actions}, s.Probabilities},
		{"return", "<f4", []int{n}, s.Return},
		{"seat", "|i1", []int{n}, s.Seat},
		{"kind", "|i1", []int{n}, s.Kind},
		{"agent", "<i2", []int{n}, s.Agent},
		{"episode", "<i8", []int{n}, s.Episode},
		{"step", "<i4", []int{n}, s.Step},
	}
}

// alignment is the boundary in bytes on which arrays begin in a file, as numpy's own.
const alignment = 64

// WriteNPZ writes the shard as numpy.savez does: a zip file of arrays in numpy's format,
// not compressed, so that an array can be mapped into memory where it lies. The same
// shard gives the same bytes.
func (s *Shard) WriteNPZ(w io.Writer) error {
	counted := &counter{w: w}
	z := zip.NewWriter(counted)
	for _, c := range s.columns() {
		var b bytes.Buffer
		b.Write(npyHeader(c.kind, c.shape))
		if err := binary.Write(&b, binary.LittleEndian, c.data); err != nil {
			return fmt.Errorf("trajectory: %s: %w", c.name, err)
		}
		if err := z.Flush(); err != nil {
			return err
		}
		const local = 30 // bytes of a local header, before its name and extra field
		h := &zip.FileHeader{
			Name: c.name + ".npy", Method: zip.Store, CRC32: crc32.ChecksumIEEE(b.Bytes()),
			CompressedSize64: uint64(b.Len()), UncompressedSize64: uint64(b.Len()),
		}
		// An extra field of an unused id moves the array to the boundary.
		at := counted.n + int64(local+len(h.Name)+4)
		h.Extra = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, 0x5252), 0)
		pad := int((alignment - at%alignment) % alignment)
		binary.LittleEndian.PutUint16(h.Extra[2:], uint16(pad))
		h.Extra = append(h.Extra, make([]byte, pad)...)
		entry, err := z.CreateRaw(h)
		if err != nil {
			return err
		}
		if _, err := entry.Write(b.Bytes()); err != nil {
			return err
		}
	}
	return z.Close()
}

// npyHeader returns the head of an array in numpy's format, version 1.0
// (numpy.lib.format), padded to the alignment.
func npyHeader(kind string, shape []int) []byte {
	var sizes []string
	for _, n := range shape {
		sizes = append(sizes, fmt.Sprint(n))
	}
	tuple := "(" + strings.Join(sizes, ", ")
	if len(shape) == 1 {
		tuple += ","
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s), }", kind, tuple)
	const before = 10 // magic, version and length
	pad := (alignment - (before+len(text)+1)%alignment) % alignment
	text += strings.Repeat(" ", pad) + "\n"
	head := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(text)))
	return append(head, text...)
}

// counter counts the bytes that pass.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
