package metrics

import (
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Field numbers of the published TensorBoard messages
// (tensorflow/core/util/event.proto and framework/summary.proto).
const (
	eventWallTime    protowire.Number = 1
	eventStep        protowire.Number = 2
	eventFileVersion protowire.Number = 3
	eventSummary     protowire.Number = 5
	summaryValue     protowire.Number = 1
	valueTag         protowire.Number = 1
	valueSimple      protowire.Number = 2
)

// WriteEventHeader writes the record that opens a TensorBoard event file.
// wallTime is in seconds since 1970.
func WriteEventHeader(w io.Writer, wallTime float64) error {
	e := appendWallTime(nil, wallTime)
	e = protowire.AppendTag(e, eventFileVersion, protowire.BytesType)
	e = protowire.AppendString(e, "brain.Event:2")
	return writeRecord(w, e)
}

// WriteEvent writes one record that holds a scalar summary a value, under the tag of
// its name.
func WriteEvent(w io.Writer, wallTime float64, step int, values []Value) error {
	return writeSummary(w, wallTime, step, scalars(tagged(values)))
}

// scalars encodes a summary of scalars, each under its name.
func scalars(values []Value) []byte {
	var summary []byte
	for _, v := range values {
		value := appendText(nil, valueTag, v.Name)
		value = protowire.AppendTag(value, valueSimple, protowire.Fixed32Type)
		value = protowire.AppendFixed32(value, math.Float32bits(float32(v.Value)))
		summary = appendMessage(summary, summaryValue, value)
	}
	return summary
}

// writeSummary writes one record that holds a summary.
func writeSummary(w io.Writer, wallTime float64, step int, summary []byte) error {
	e := appendWallTime(nil, wallTime)
	e = protowire.AppendTag(e, eventStep, protowire.VarintType)
	e = protowire.AppendVarint(e, uint64(step))
	e = appendMessage(e, eventSummary, summary)
	return writeRecord(w, e)
}

func appendWallTime(e []byte, wallTime float64) []byte {
	e = protowire.AppendTag(e, eventWallTime, protowire.Fixed64Type)
	return protowire.AppendFixed64(e, math.Float64bits(wallTime))
}

// writeRecord frames data as a TFRecord: length, masked checksum of the
// length, data, masked checksum of the data. It is one Write, so that a file
// that grows by whole writes holds whole records.
func writeRecord(w io.Writer, data []byte) error {
	record := binary.LittleEndian.AppendUint64(make([]byte, 0, len(data)+16), uint64(len(data)))
	record = binary.LittleEndian.AppendUint32(record, maskedChecksum(record))
	record = append(record, data...)
	record = binary.LittleEndian.AppendUint32(record, maskedChecksum(data))
	_, err := w.Write(record)
	return err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksumOf(text string) uint32 { return crc32.Checksum([]byte(text), castagnoli) }

func maskedChecksum(data []byte) uint32 {
	c := crc32.Checksum(data, castagnoli)
	return (c>>15 | c<<17) + 0xa282ead8
}
