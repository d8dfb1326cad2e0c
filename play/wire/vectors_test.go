package wire_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/play/schematest"
	"ringer/play/wire"
)

var update = flag.Bool("update", false, "write the answers of testdata/vectors anew")

// Every conversation of testdata/vectors stands as the server writes it, byte for byte, and
// every message in it follows the schema.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/vectors/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	schema := schematest.Read(t, wire.Schema())
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		kind, game, _ := strings.Cut(lines[0], " ")
		require.Contains(t, []string{"game", "omniscient"}, kind, file)
		c := config(t, game)
		c.Omniscient = kind == "omniscient"
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
		require.NoError(t, wire.Serve(t.Context(), strings.NewReader(strings.Join(requests, "\n")+"\n"), &out, c))
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
			assert.Empty(t, schema.Faults("answer", a), "%s: %s", file, a)
			if i == 0 {
				continue
			}
			refused := strings.Contains(a, `"type":"error"`)
			if faults := schema.Faults("request", requests[i-1]); faults != "" {
				assert.True(t, refused, "%s: %s: the schema refuses it, the server does not: %s", file, requests[i-1], faults)
			}
		}
	}
}

// The schema lists the ops of the server and no other.
func TestTheSchemaKnowsEveryOp(t *testing.T) {
	var ops []string
	for _, name := range schematest.Read(t, wire.Schema()).Names() {
		if op, ok := strings.CutPrefix(name, "request_"); ok {
			ops = append(ops, op)
		}
	}
	slices.Sort(ops)
	assert.Equal(t, wire.Ops(), ops)
}

// reset, vector and agents take the same options.
func TestOptionsAreTheSameInEveryRequest(t *testing.T) {
	var schema struct {
		Defs map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"$defs"`
	}
	require.NoError(t, json.Unmarshal(wire.Schema(), &schema))
	cl := dial(t, config(t, "kuhn"))
	options := 0
	for key, meaning := range schema.Defs["request_agents"].Properties {
		if key == "op" || key == "id" {
			continue
		}
		options++
		for _, request := range []string{"reset", "vector"} {
			assert.Equal(t, meaning, schema.Defs["request_"+request].Properties[key], "%s: %s", request, key)
		}
		for _, request := range []string{`"op":"reset","seed":1`, `"op":"vector","tables":1,"map":"x"`, `"op":"agents"`} {
			fault := fmt.Sprint(cl.ask(`{%s,%q:{}}`, request, key)["error"])
			assert.Contains(t, fault, key+": ", "%s knows %s", request, key)
			assert.NotContains(t, fault, "unknown", request)
		}
	}
	assert.Equal(t, 6, options)
}

func TestTheSchemaRefuses(t *testing.T) {
	schema := schematest.Read(t, wire.Schema())
	for _, good := range []string{`{"op":"look"}`, `{"op":"reset","seed":1,"id":null}`, `{"op":"observe","seats":[]}`} {
		assert.Empty(t, schema.Faults("request", good), good)
	}
	for _, bad := range []string{
		`[]`, `{}`, `{"op":"fly"}`, `{"op":"reset"}`, `{"op":"reset","seed":-1}`, `{"op":"reset","seed":1.5}`, `{"op":"look","x":1}`,
		`{"op":"render","seat":0,"format":"gif"}`, `{"op":"observe","seats":[-1]}`, `{"op":"observe","seats":{}}`, `{"op":"commit","choices":[{"seat":1}]}`,
	} {
		assert.NotEmpty(t, schema.Faults("request", bad), bad)
	}
}

// The conversation on the page of the protocol stands as the server writes it.
func TestTheConversationOfThePage(t *testing.T) {
	page, err := os.ReadFile("../../docs/environment.md")
	require.NoError(t, err)
	_, block, ok := strings.Cut(string(page), "```json\n")
	require.True(t, ok)
	block, _, _ = strings.Cut(block, "```\n")
	var requests, shown []string
	for line := range strings.Lines(block) {
		if strings.HasPrefix(line, `{"op":`) {
			requests = append(requests, line)
		} else {
			shown = append(shown, line)
		}
	}
	require.NotEmpty(t, requests)
	var out bytes.Buffer
	require.NoError(t, wire.Serve(t.Context(), strings.NewReader(strings.Join(requests, "")), &out, config(t, "kuhn")))
	_, answers, _ := strings.Cut(out.String(), "\n") // behind the hello
	assert.Equal(t, strings.Join(shown, ""), answers)
}
