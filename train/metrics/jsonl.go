package metrics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
)

// Value is one named number.
type Value struct {
	Name  string
	Value float64
}

// WriteJSON writes one line {"step":…, "name":value, …} in the given order.
// Numbers that JSON cannot hold are written as null.
func WriteJSON(w io.Writer, step int, values []Value) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"step":%d`, step)
	if err := appendValues(&b, values); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

// Extend returns a line of WriteJSON, without its end of line, with more values.
func Extend(line []byte, values []Value) ([]byte, error) {
	open, ok := bytes.CutSuffix(line, []byte{'}'})
	if !ok {
		return nil, fmt.Errorf("metrics: %q: want a JSON object", line)
	}
	b := bytes.NewBuffer(bytes.Clone(open))
	err := appendValues(b, values)
	return b.Bytes(), err
}

// appendValues writes the values and the end of the object.
func appendValues(b *bytes.Buffer, values []Value) error {
	for _, v := range values {
		name, err := json.Marshal(v.Name)
		if err != nil {
			return err
		}
		number := []byte("null")
		if !math.IsNaN(v.Value) && !math.IsInf(v.Value, 0) {
			if number, err = json.Marshal(v.Value); err != nil {
				return err
			}
		}
		b.WriteByte(',')
		b.Write(name)
		b.WriteByte(':')
		b.Write(number)
	}
	b.WriteByte('}')
	return nil
}
