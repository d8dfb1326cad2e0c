package input_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/input"
)

type sample struct {
	Name   string          `json:"name"`
	Seat   *int32          `json:"seat"`
	Floats []float32       `json:"floats"`
	Ends   [2]int64        `json:"ends"`
	Inner  struct{ X int } `json:"inner"`
	Any    json.RawMessage `json:"any"`
}

func TestJSONIsStrict(t *testing.T) {
	for text, says := range map[string]string{
		``:                              "the text is cut off",
		`{"name":"a"`:                   "the text is cut off",
		`{"name":"a"} x`:                "invalid character 'x' after top-level value, at byte 14",
		`{"name":"a","name":"b"}`:       `the key "name" comes twice`,
		`{"any":{"x":[{"y":1,"y":2}]}}`: `any.x[0]: the key "y" comes twice`,
		`{"Name":"a"}`:                  "Name: unknown key",
		`{"extra":1}`:                   "extra: unknown key",
		"{\"name\":\"\xff\"}":           "name: invalid UTF-8, at byte 10",
		`{"any":"\ud800"}`:              "any: invalid surrogate pair",
		`{"name":7}`:                    "name: a number: want a text",
		`{"seat":"one"}`:                "seat: a text: want a whole number from -2147483648 to 2147483647",
		`{"seat":1.5}`:                  "seat: 1.5: want a whole number from -2147483648 to 2147483647",
		`{"seat":4294967296}`:           "seat: 4294967296: want a whole number from -2147483648 to 2147483647",
		`{"floats":[1,1e39]}`:           "floats[1]: 1e39: want a number that fits into 32 bits",
		`{"floats":[1e999]}`:            "floats[0]: 1e999: want a number that fits into 32 bits",
		`{"floats":[NaN]}`:              "floats[0]: invalid character 'N'",
		`{"floats":{}}`:                 "floats: an object: want a list",
		`{"ends":[1]}`:                  "ends: ",
		`{"ends":[1,2,3]}`:              "ends: ",
		`{"inner":{"X":1,"x":1}}`:       "inner.x: unknown key",
		`[]`:                            "a list: want an object",
	} {
		var s sample
		err := input.JSON([]byte(text), &s)
		require.Error(t, err, text)
		assert.ErrorContains(t, err, says, text)
	}
	var s sample
	require.NoError(t, input.JSON([]byte(` {"name":null,"floats":[null,-0],"any":null} `), &s))
}

func TestFullJSONRefusesNull(t *testing.T) {
	for text, says := range map[string]string{
		`{"name":null}`:        "name: null: want a text",
		`{"floats":[1,null]}`:  "floats[1]: null: want a number that fits into 32 bits",
		`{"inner":{"X":null}}`: "inner.X: null: want a whole number",
		`null`:                 "null: want an object",
		`{"seat":null}`:        "seat: null: want a whole number from -2147483648 to 2147483647",
		`{"floats":null}`:      "floats: null: want a list",
		`{"ends":null}`:        "ends: null: want a list of 2",
	} {
		var s sample
		assert.ErrorContains(t, input.FullJSON([]byte(text), &s), says, text)
	}
	var s sample
	require.NoError(t, input.FullJSON([]byte(`{"any":[null]}`), &s))
	assert.JSONEq(t, `[null]`, string(s.Any))
	require.NoError(t, input.FullJSON([]byte(`{"any":null}`), &s))
	assert.Equal(t, "null", string(s.Any))
}

func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                  "plain",
		"Zoë 七 ½ “x” 🂡":          "Zoë 七 ½ “x” 🂡",
		"\x1b[2Jgone":            `\x1b[2Jgone`,
		"a\nb\tc\r":              `a\nb\tc\x0d`,
		"\u009b31m":              `\u009b31m`,
		"a\u202eb":               `a\u202eb`,
		"zero\u200bwidth":        `zero\u200bwidth`,
		"bad \xff utf8 \xc3":     `bad \xff utf8 \xc3`,
		"tag \U000e0041":         `tag \U000e0041`,
		"\ufffd itself is valid": "\ufffd itself is valid",
	} {
		assert.Equal(t, want, input.Shown(text))
	}
	assert.Equal(t, "a\n\tb\\x1b", input.ShownLines("a\n\tb\x1b"))
}

func FuzzShown(f *testing.F) {
	f.Add("a\x1b[0m\n\xff\u202e")
	f.Fuzz(func(t *testing.T, text string) {
		shown := input.Shown(text)
		require.True(t, utf8.ValidString(shown))
		for _, r := range shown {
			require.True(t, unicode.IsPrint(r), "%q shows %q", text, r)
		}
		require.Equal(t, shown, input.Shown(shown), "what may be shown stays")
	})
}

func Example() {
	var bot struct {
		Name string `json:"name"`
	}
	fmt.Println(input.JSON([]byte(`{"name":"a","Name":"b"}`), &bot))
	fmt.Println(input.Shown("quiet\x1b[8m"))
	// Output:
	// Name: unknown key
	// quiet\x1b[8m
}
