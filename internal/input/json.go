package input

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// JSON decodes one JSON value into v, as encoding/json/v2 does, and strictly: UTF-8,
// no key twice, every key in its exact case and known to v, numbers that fit, and
// nothing after the value. null leaves the zero value.
//
// Errors name the place in dotted form and the input that was wanted.
func JSON(data []byte, v any) error {
	return explain(json.Unmarshal(data, v, json.RejectUnknownMembers(true)))
}

// FullJSON is JSON without null, except for and within a json.RawMessage.
func FullJSON(data []byte, v any) error {
	return explain(json.Unmarshal(data, v, json.RejectUnknownMembers(true), noNull))
}

// nullError says that null stands where a value of a type belongs.
type nullError struct{ of reflect.Type }

func (e *nullError) Error() string { return "null: want " + wanted(e.of) }

// noNull refuses null.
var noNull = json.WithUnmarshalers(json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v any) error {
	if dec.PeekKind() == jsontext.KindNull {
		if of := reflect.TypeOf(v).Elem(); of != reflect.TypeFor[jsontext.Value]() {
			return &nullError{of}
		}
	}
	return errors.ErrUnsupported // the usual decoding follows
}))

// JSONError says why a text is not the JSON that was wanted.
type JSONError struct {
	Path   string // dotted, as in "steps[3].name"; empty for the whole
	Reason string
	Err    error // of the decoder
}

func (e *JSONError) Error() string {
	if e.Path == "" {
		return e.Reason
	}
	return e.Path + ": " + e.Reason
}

// Unwrap returns the error of the decoder.
func (e *JSONError) Unwrap() error { return e.Err }

// explain puts an error of the decoder into words. The decoder's own errors change from one
// run of a program to the next, on purpose.
func explain(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*json.SemanticError](err); ok {
		return &JSONError{Path: dotted(e.JSONPointer), Reason: semantic(e), Err: err}
	}
	if e, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		reason := e.Err.Error()
		switch {
		case errors.Is(e.Err, io.ErrUnexpectedEOF):
			reason = "the text is cut off"
		case errors.Is(e.Err, jsontext.ErrDuplicateName):
			return &JSONError{Path: dotted(e.JSONPointer.Parent()), Reason: fmt.Sprintf("the key %q comes twice", e.JSONPointer.LastToken()), Err: err}
		default:
			reason += fmt.Sprintf(", at byte %d", e.ByteOffset+1)
		}
		return &JSONError{Path: dotted(e.JSONPointer), Reason: reason, Err: err}
	}
	if errors.Is(err, io.EOF) {
		return &JSONError{Reason: "the text is empty", Err: err}
	}
	return err
}

// dotted writes a JSON pointer as a path.
func dotted(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		if _, err := strconv.ParseUint(token, 10, 31); err == nil {
			fmt.Fprintf(&b, "[%s]", token)
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(token)
	}
	return b.String()
}

func semantic(e *json.SemanticError) string {
	if errors.Is(e.Err, json.ErrUnknownName) {
		return "unknown key"
	}
	if null, ok := errors.AsType[*nullError](e.Err); ok {
		return null.Error()
	}
	found := map[jsontext.Kind]string{
		jsontext.KindNull: "null", jsontext.KindTrue: "true", jsontext.KindFalse: "false",
		jsontext.KindBeginObject: "an object", jsontext.KindBeginArray: "a list", jsontext.KindString: "a text", jsontext.KindNumber: "a number",
	}[e.JSONKind]
	if e.JSONKind == jsontext.KindNumber && len(e.JSONValue) > 0 {
		found = string(e.JSONValue[:min(len(e.JSONValue), 40)])
	}
	if found == "" && e.Err != nil {
		return e.Err.Error()
	}
	return found + ": want " + wanted(e.GoType)
}

// wanted names the values of a Go type.
func wanted(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil {
		return "another value"
	}
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		most := int64(1)<<(t.Bits()-1) - 1
		return fmt.Sprintf("a whole number from %d to %d", -most-1, most)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64)>>(64-t.Bits()))
	case reflect.Float32, reflect.Float64:
		return fmt.Sprintf("a number that fits into %d bits", t.Bits())
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.Array:
		return fmt.Sprintf("a list of %d", t.Len())
	}
	return "a " + t.String()
}
