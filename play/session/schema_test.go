package session

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/play/schematest"
)

var update = flag.Bool("update", false, "write schema.json and the answers of testdata/vectors anew")

// requests lists the Go types of the requests, with the keys that each must have.
var requests = map[string]struct {
	of   any
	doc  string
	must string
}{
	"hello":    {helloRequest{}, "begin: ask for the games", "protocol"},
	"rules":    {rulesRequest{}, "ask for the rules of a game in short, and its actions", "game"},
	"new":      {newRequest{}, "make a table, and sit down in all places of people", "seats"},
	"join":     {joinRequest{}, "sit down at a table again, or as another client", "table key"},
	"act":      {actRequest{}, "play an action, flat or structured", "table key step"},
	"undo":     {undoRequest{}, "take the last decision back, unless chance or others have acted since or it showed something hidden", "table key"},
	"retry":    {undoRequest{}, "go back to the last decision at a practice table, whatever happened since", "table key"},
	"step":     {stepRequest{}, "let an open table play on", "table key"},
	"pace":     {paceRequest{}, "say when views are sent", "table key"},
	"leave":    {tableRequest{}, "watch the table no longer", "table key"},
	"record":   {tableRequest{}, "ask for the record of a game that is over", "table key"},
	"hint":     {hintRequest{}, "ask what is best", "table key step"},
	"review":   {reviewRequest{}, "ask where a game that is over was lost", "table key"},
	"solution": {tableRequest{}, "ask for the solution of the puzzle of the table", "table key"},
	"stop":     {tableRequest{}, "stop the hints and reviews that the client asked for", "table key"},
	"branch":   {branchRequest{}, "play on from a step of a record, at a new table", "seats"},
	"moment":   {momentRequest{}, "look at a game that is over as it stood after some actions", "table key step"},

	"invitation": {invitationRequest{}, "ask where an invitation leads", "table invite"},
	"claim":      {claimRequest{}, "sit down in the seat of an invitation, which then is used", "table invite person"},
	"again":      {tableRequest{}, "sit down at the next game of the same people, which opens with the same keys", "table key"},
	"resign":     {tableRequest{}, "give up: among two the game is over, among more an agent plays on", "table key"},
	"takeback":   {undoRequest{}, "ask the other people whether the last decision may be taken back, whatever happened since", "table key"},
	"agree":      {agreeRequest{}, "say whether another seat may take its decision back; the seat that asked withdraws with no", "table key yes"},
}

// answers lists the Go types of the messages to a client.
var answers = []struct {
	of  message
	doc string
}{
	{&welcome{}, "answers hello"},
	{&rulesTold{}, "answers rules"},
	{&joined{}, "answers new, join, branch, claim and again"},
	{&invitationTold{}, "answers invitation"},
	{&view{}, "the table as one seat sees it; sent when it changed"},
	{&events{}, "what a seat was told"},
	{&hintTold{}, "answers hint"},
	{&reviewTold{}, "answers review"},
	{&momentTold{}, "answers moment"},
	{&solutionTold{}, "answers solution"},
	{&progress{}, "how far a review is"},
	{&recordTold{}, "answers record"},
	{&done{}, "answers a request that asks for nothing back"},
	{&failure{}, "answers a request that cannot be met"},
}

// schemaOf writes the schema of the Go types, with the comments of their fields.
type schemaOf struct {
	docs map[string]string // by "package.type.field"
	defs map[string]any
}

func (s *schemaOf) read(t *testing.T, folders ...string) {
	s.docs = map[string]string{}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		require.NoError(t, err)
		for _, file := range files {
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
			require.NoError(t, err)
			ast.Inspect(f, func(n ast.Node) bool {
				spec, ok := n.(*ast.TypeSpec)
				if !ok {
					return true
				}
				if fields, ok := spec.Type.(*ast.StructType); ok {
					for _, field := range fields.Fields.List {
						text := field.Comment.Text()
						if text == "" {
							text = field.Doc.Text()
						}
						for _, name := range field.Names {
							s.docs[f.Name.Name+"."+spec.Name.Name+"."+name.Name] = strings.Join(strings.Fields(text), " ")
						}
					}
				}
				return true
			})
		}
	}
}

// of returns the schema of values of a Go type.
func (s *schemaOf) of(t reflect.Type, empty bool) any {
	kind := func(name string) any {
		if empty {
			return []string{name, "null"}
		}
		return name
	}
	switch t.Kind() {
	case reflect.Pointer:
		return s.of(t.Elem(), false)
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}
	case reflect.Int, reflect.Int8, reflect.Int32:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Map:
		return map[string]any{"type": kind("object"), "additionalProperties": s.of(t.Elem(), false)}
	case reflect.Slice:
		if t == reflect.TypeFor[json.RawMessage]() {
			return map[string]any{}
		}
		return map[string]any{"type": kind("array"), "items": s.of(t.Elem(), false)}
	case reflect.Struct:
		name := filepath.Base(t.PkgPath()) + "_" + t.Name()
		if s.defs[name] == nil {
			s.defs[name] = true // under way
			s.defs[name] = s.object(t, nil)
		}
		return map[string]any{"$ref": "#/$defs/" + name}
	}
	panic("no schema for " + t.String())
}

// object returns the schema of a struct. must lists the keys that it must have; nil: all that are
// always written.
func (s *schemaOf) object(t reflect.Type, must []string) map[string]any {
	properties := map[string]any{}
	required := slices.Clone(must)
	for _, f := range reflect.VisibleFields(t) {
		key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || key == "-" || key == "" {
			continue
		}
		owner := t
		for _, i := range f.Index[:len(f.Index)-1] {
			owner = owner.Field(i).Type
		}
		always := !strings.Contains(options, "omitempty")
		of := s.of(f.Type, must == nil && always).(map[string]any)
		if doc := s.docs[filepath.Base(owner.PkgPath())+"."+owner.Name()+"."+f.Name]; doc != "" {
			if of["$ref"] != nil {
				of = map[string]any{"$ref": of["$ref"], "description": doc}
			} else {
				of["description"] = doc
			}
		}
		properties[key] = of
		if must == nil && always {
			required = append(required, key)
		}
	}
	slices.Sort(required)
	object := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		object["required"] = required
	}
	return object
}

func (s *schemaOf) message(t reflect.Type, kind, doc string, must []string) map[string]any {
	object := s.object(t, must)
	object["description"] = doc
	object["properties"].(map[string]any)["type"] = map[string]any{"const": kind}
	object["properties"].(map[string]any)["id"] = map[string]any{"description": "any value of a request; it comes back in its answer"}
	return object
}

func (s *schemaOf) all() []byte {
	s.defs = map[string]any{}
	var request, answer []any
	for _, kind := range Types() {
		name := "request_" + kind
		r := requests[kind]
		s.defs[name] = s.message(reflect.TypeOf(r.of), kind, r.doc, append([]string{"type"}, strings.Fields(r.must)...))
		request = append(request, map[string]any{"$ref": "#/$defs/" + name})
	}
	for _, a := range answers {
		typed(a.of)
		of := reflect.TypeOf(a.of).Elem()
		kind := reflect.ValueOf(a.of).Elem().FieldByName("Type").String()
		s.defs["answer_"+kind] = s.message(of, kind, a.doc, nil)
		answer = append(answer, map[string]any{"$ref": "#/$defs/answer_" + kind})
	}
	s.defs["request"] = map[string]any{"oneOf": request}
	s.defs["answer"] = map[string]any{"oneOf": answer}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": Protocol,
		"description": "The messages of a table of Ringer: JSON objects.", "$defs": s.defs,
		"oneOf": []any{map[string]any{"$ref": "#/$defs/request"}, map[string]any{"$ref": "#/$defs/answer"}},
	})
	if err != nil {
		panic(err)
	}
	return b.Bytes()
}

// The schema follows from the Go types: go test ./play/session -update writes it.
func TestTheSchemaIsThatOfTheTypes(t *testing.T) {
	var s schemaOf
	s.read(t, ".", "../../env/scene", "../advice", "../review")
	require.Len(t, requests, len(handlers))
	want := s.all()
	if *update {
		require.NoError(t, os.WriteFile("schema.json", want, 0o644))
		return
	}
	require.Equal(t, string(want), string(Schema()), "go test ./play/session -update")
}

func TestTheSchemaRefuses(t *testing.T) {
	schema := schematest.Read(t, Schema())
	for _, good := range []string{
		`{"type":"hello","protocol":"ringer-table/1"}`, `{"type":"new","seats":[{"person":"Ann"}],"game":"kuhn","seed":3,"id":null}`,
		`{"type":"act","table":"T","key":"K","step":1,"choice":{"block":"x","index":[1,2]}}`,
	} {
		assert.Empty(t, schema.Faults("request", good), good)
	}
	for _, bad := range []string{
		`[]`, `{}`, `{"type":"fly"}`, `{"type":"hello"}`, `{"type":"new","seats":[{"x":1}]}`, `{"type":"new","seats":[],"seed":-1}`,
		`{"type":"act","table":"T","key":"K","step":"1"}`, `{"type":"leave","table":"T","key":"K","x":1}`,
	} {
		assert.NotEmpty(t, schema.Faults("request", bad), bad)
	}
}

// Every message is met, and its type named, so that no request lacks an answer.
func TestEveryMessageHasAType(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range answers {
		typed(a.of)
		line, err := encode(a.of)
		require.NoError(t, err)
		kind := fmt.Sprint(reflect.ValueOf(a.of).Elem().FieldByName("Type"))
		assert.Contains(t, string(line), `"type":"`+kind+`"`)
		assert.False(t, seen[kind])
		seen[kind] = true
	}
}
