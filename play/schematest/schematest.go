// Package schematest holds messages to a JSON Schema, for the tests of the protocols. It
// knows the part of JSON Schema that their schemas use, and a test fails when one uses
// more.
package schematest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Schema is a JSON Schema whose definitions are under $defs.
type Schema struct {
	t    testing.TB
	defs map[string]any
}

// Read reads a schema.
func Read(t testing.TB, text []byte) Schema {
	t.Helper()
	var s struct {
		Defs map[string]any `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(text, &s))
	return Schema{t, s.Defs}
}

// Names lists the definitions.
func (s Schema) Names() []string { return slices.Sorted(maps.Keys(s.defs)) }

// Faults says why a JSON text does not follow a definition; empty when it does.
func (s Schema) Faults(def, text string) string {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return err.Error()
	}
	return s.check(s.defs[def].(map[string]any), v)
}

func (s Schema) check(schema map[string]any, v any) string {
	for key, want := range schema {
		fault := ""
		switch key {
		case "$ref":
			fault = s.check(s.defs[strings.TrimPrefix(want.(string), "#/$defs/")].(map[string]any), v)
		case "description", "required", "additionalProperties":
		case "const":
			fault = unless(v == want, "%v: want %v", v, want)
		case "enum":
			fault = unless(slices.Contains(want.([]any), v), "%v: want one of %v", v, want)
		case "minimum":
			n, ok := v.(float64)
			fault = unless(!ok || n >= want.(float64), "%v: want at least %v", v, want)
		case "type":
			fault = checkType(want, v)
		case "items":
			list, _ := v.([]any)
			for i := range list {
				if f := s.check(want.(map[string]any), list[i]); f != "" {
					fault = fmt.Sprintf("[%d]: %s", i, f)
				}
			}
		case "oneOf":
			fits := 0
			for _, one := range want.([]any) {
				if s.check(one.(map[string]any), v) == "" {
					fits++
				}
			}
			fault = unless(fits == 1, "%v: fits %d of %d", v, fits, len(want.([]any)))
		case "properties":
			fault = s.checkObject(schema, v)
		default:
			s.t.Fatalf("schema.json uses %q, which this test does not know", key)
		}
		if fault != "" {
			return fault
		}
	}
	if _, ok := schema["additionalProperties"]; ok {
		return s.checkObject(schema, v)
	}
	return ""
}

func (s Schema) checkObject(schema map[string]any, v any) string {
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Sprintf("%v: want an object", v)
	}
	required, _ := schema["required"].([]any)
	for _, key := range required {
		if _, ok := object[key.(string)]; !ok {
			return fmt.Sprintf("%s: missing", key)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for key, value := range object {
		of, known := properties[key].(map[string]any)
		if !known {
			if of, known = schema["additionalProperties"].(map[string]any); !known {
				return key + ": unknown"
			}
		}
		if f := s.check(of, value); f != "" {
			return key + ": " + f
		}
	}
	return ""
}

func checkType(want, v any) string {
	if list, ok := want.([]any); ok {
		return unless(slices.ContainsFunc(list, func(one any) bool { return checkType(one, v) == "" }), "%v: want one of %v", v, want)
	}
	ok := false
	switch n := v.(type) {
	case nil:
		ok = want == "null"
	case bool:
		ok = want == "boolean"
	case float64:
		ok = want == "number" || want == "integer" && n == math.Trunc(n)
	case string:
		ok = want == "string"
	case []any:
		ok = want == "array"
	case map[string]any:
		ok = want == "object"
	}
	return unless(ok, "%v: want %v", v, want)
}

func unless(ok bool, format string, args ...any) string {
	if ok {
		return ""
	}
	return fmt.Sprintf(format, args...)
}
