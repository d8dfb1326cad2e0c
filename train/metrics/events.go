package metrics

import (
	"encoding/binary"
	"errors"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// Event is a record of an event file with its scalars.
type Event struct {
	WallTime float64 // in seconds since 1970
	Step     int
	Values   []Value // under their tags
}

// errEvent is the error of a record that is no event.
var errEvent = errors.New("metrics: a damaged event")

// ParseEvents decodes the whole records of a TensorBoard event file. It stops without an
// error at a last record that was cut off, and skips values that are no scalars.
func ParseEvents(file []byte) ([]Event, error) {
	var events []Event
	for len(file) >= 16 {
		n := binary.LittleEndian.Uint64(file)
		if binary.LittleEndian.Uint32(file[8:]) != maskedChecksum(file[:8]) {
			return events, errEvent
		}
		if n > uint64(len(file)-16) {
			break
		}
		data := file[12 : 12+n]
		if binary.LittleEndian.Uint32(file[12+n:]) != maskedChecksum(data) {
			return events, errEvent
		}
		e, err := parseEvent(data)
		if err != nil {
			return events, err
		}
		events, file = append(events, e), file[16+n:]
	}
	return events, nil
}

func parseEvent(data []byte) (e Event, err error) {
	err = eachField(data, func(field protowire.Number, number uint64, text []byte) error {
		switch field {
		case eventWallTime:
			e.WallTime = math.Float64frombits(number)
		case eventStep:
			e.Step = int(number)
		case eventSummary:
			return eachField(text, func(field protowire.Number, _ uint64, value []byte) error {
				if field != summaryValue {
					return nil
				}
				return e.add(value)
			})
		}
		return nil
	})
	return e, err
}

// add adds a summary value to the event, if it is a scalar.
func (e *Event) add(value []byte) error {
	v, scalar := Value{}, false
	err := eachField(value, func(field protowire.Number, number uint64, text []byte) error {
		switch field {
		case valueTag:
			v.Name = string(text)
		case valueSimple:
			v.Value, scalar = float64(math.Float32frombits(uint32(number))), true
		}
		return nil
	})
	if scalar {
		e.Values = append(e.Values, v)
	}
	return err
}

// eachField calls see with every field of a message: its number, or its bytes.
func eachField(message []byte, see func(field protowire.Number, number uint64, text []byte) error) error {
	for len(message) > 0 {
		field, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return errEvent
		}
		message = message[n:]
		var number uint64
		var text []byte
		switch kind {
		case protowire.VarintType:
			number, n = protowire.ConsumeVarint(message)
		case protowire.Fixed64Type:
			number, n = protowire.ConsumeFixed64(message)
		case protowire.Fixed32Type:
			var short uint32
			short, n = protowire.ConsumeFixed32(message)
			number = uint64(short)
		case protowire.BytesType:
			text, n = protowire.ConsumeBytes(message)
		default:
			n = protowire.ConsumeFieldValue(field, kind, message)
		}
		if n < 0 {
			return errEvent
		}
		message = message[n:]
		if err := see(field, number, text); err != nil {
			return err
		}
	}
	return nil
}
