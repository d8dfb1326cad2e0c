package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"ringer/internal/input"
)

// Read reads records, one JSON object a line, and checks each. Errors name the line.
func Read[T any](r io.Reader, check func(*T) error) ([]T, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var out []T
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var record T
		err := input.JSON(line, &record)
		if err == nil {
			err = check(&record)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		out = append(out, record)
	}
	return out, nil
}

// Write writes records, one JSON object a line.
func Write[T any](w io.Writer, all []T) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for i := range all {
		if err := e.Encode(&all[i]); err != nil {
			return err
		}
	}
	return nil
}
