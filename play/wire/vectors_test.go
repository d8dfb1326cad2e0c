package wire_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/play/wire"
)

var update = flag.Bool("update", false, "write the answers of testdata/vectors anew")

// Every conversation of testdata/vectors stands as the server writes it, byte for byte, and
// every message in it follows the schema.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/vectors/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	schema := readSchema(t)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		game, ok := strings.CutPrefix(lines[0], "game ")
		require.True(t, ok, file)
		var requests, frame []string
		for _, l := range lines[1:] {
			switch {
			case strings.HasPrefix(l, ">"):
				requests = append(requests, strings.TrimPrefix(l[1:], " "))
				frame = append(frame, l)
			case strings.HasPrefix(l, "#"):
				frame = append(frame, l)
			}
		}
		var out bytes.Buffer
		require.NoError(t, wire.Serve(t.Context(), strings.NewReader(strings.Join(requests, "\n")+"\n"), &out, config(t, game)))
		answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		require.Len(t, answers, len(requests)+1, "%s: a hello, and one answer a request", file)

		said := []string{lines[0], "< " + answers[0]}
		n := 0
		for _, l := range frame {
			said = append(said, l)
			if strings.HasPrefix(l, ">") {
				n++
				said = append(said, "< "+answers[n])
			}
		}
		if *update {
			require.NoError(t, os.WriteFile(file, []byte(strings.Join(said, "\n")+"\n"), 0o644))
			continue
		}
		assert.Equal(t, lines, said, file)

		for i, a := range answers {
			assert.Empty(t, schema.faults("answer", a), "%s: %s", file, a)
			if i == 0 {
				continue
			}
			refused := strings.Contains(a, `"type":"error"`)
			if faults := schema.faults("request", requests[i-1]); faults != "" {
				assert.True(t, refused, "%s: %s: the schema refuses it, the server does not: %s", file, requests[i-1], faults)
			}
		}
	}
}

// The schema lists the ops of the server and no other.
func TestTheSchemaKnowsEveryOp(t *testing.T) {
	var ops []string
	for name := range readSchema(t).defs {
		if op, ok := strings.CutPrefix(name, "request_"); ok {
			ops = append(ops, op)
		}
	}
	slices.Sort(ops)
	assert.Equal(t, wire.Ops(), ops)
}

func TestTheSchemaRefuses(t *testing.T) {
	schema := readSchema(t)
	for _, good := range []string{`{"op":"look"}`, `{"op":"reset","seed":1,"id":null}`, `{"op":"observe","seats":[]}`} {
		assert.Empty(t, schema.faults("request", good), good)
	}
	for _, bad := range []string{
		`[]`, `{}`, `{"op":"fly"}`, `{"op":"reset"}`, `{"op":"reset","seed":-1}`, `{"op":"reset","seed":1.5}`, `{"op":"look","x":1}`,
		`{"op":"render","seat":0,"format":"gif"}`, `{"op":"observe","seats":[-1]}`, `{"op":"observe","seats":{}}`, `{"op":"commit","choices":[{"seat":1}]}`,
	} {
		assert.NotEmpty(t, schema.faults("request", bad), bad)
	}
}

// jsonSchema checks the part of JSON Schema that schema.json uses, and knows no more.
type jsonSchema struct {
	t    *testing.T
	defs map[string]any
}

func readSchema(t *testing.T) jsonSchema {
	var s struct {
		Defs map[string]any `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(wire.Schema(), &s))
	return jsonSchema{t, s.Defs}
}

func (s jsonSchema) faults(def, text string) string {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return err.Error()
	}
	return s.check(s.defs[def].(map[string]any), v)
}

func (s jsonSchema) check(schema map[string]any, v any) string {
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

func (s jsonSchema) checkObject(schema map[string]any, v any) string {
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
