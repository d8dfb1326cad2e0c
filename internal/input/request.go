package input

import (
	"bytes"
	"encoding/json"
	"encoding/json/jsontext"
	"fmt"
	"strings"
)

// Head returns the id of a request, any JSON value, and the text of the key that says what
// is asked, as far as the request is JSON: the id also when there is an error. form shows
// what a request looks like, such as `one JSON object {"op": …} a line`, and known lists
// the texts of the key, for the error. The caller checks the rest of the request.
func Head(text []byte, key, form string, known []string) (id json.RawMessage, kind string, err error) {
	wrong := func(v any) error {
		if err := FullJSON(text, v); err != nil {
			return fmt.Errorf("want %s: %w", form, err)
		}
		return nil
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(text))
	if t, err := dec.ReadToken(); err != nil || t.Kind() != jsontext.KindBeginObject {
		return nil, "", wrong(&struct{}{})
	}
	for dec.PeekKind() != jsontext.KindEndObject {
		name, err := dec.ReadToken()
		if err != nil || name.Kind() != jsontext.KindString {
			break
		}
		at := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			break
		}
		switch {
		case at == "id":
			id = json.RawMessage(bytes.Clone(value))
		case at == key && value.Kind() == jsontext.KindString:
			if unquoted, err := jsontext.AppendUnquote(nil, value); err == nil {
				kind = string(unquoted)
			}
		}
	}
	if kind != "" {
		return id, kind, nil
	}
	if err := wrong(&map[string]json.RawMessage{}); err != nil {
		return id, "", err
	}
	return id, "", fmt.Errorf("%s: missing, or no text: want %s", key, strings.Join(known, ", "))
}
