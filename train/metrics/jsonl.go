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
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}
