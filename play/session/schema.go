package session

import (
	_ "embed"
	"slices"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema of all messages.
func Schema() []byte { return slices.Clone(schema) }
