package jobs

import (
	"encoding/json"
	"fmt"

	"github.com/klauspost/compress/s2"

	"ringer/internal/input"
)

// Bounds of a message: of what it may hold once it is unpacked, and of its own bytes, which
// are a little more at worst.
const (
	mostBytes  = 256 << 20
	mostPacked = mostBytes + mostBytes/4
)

// pack writes a value as bytes.
func pack(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return s2.Encode(nil, text), nil
}

// unpack reads what pack has written. It takes no more memory than mostBytes for it.
func unpack(data []byte, v any) error {
	size, err := s2.DecodedLen(data)
	if err != nil || size > mostBytes {
		return fmt.Errorf("jobs: a message of %d bytes that is not packed, or too large", len(data))
	}
	text, err := s2.Decode(nil, data)
	if err != nil {
		return fmt.Errorf("jobs: a message of %d bytes: %w", len(data), err)
	}
	if err := input.JSON(text, v); err != nil {
		return fmt.Errorf("jobs: a message: %w", err)
	}
	return nil
}
