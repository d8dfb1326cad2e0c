package main

import (
	"strings"
	"testing"
)

// A hash that is renamed goes to the list of those before, once and in the file's spacing.
func TestRename(t *testing.T) {
	a, b, c := strings.Repeat("a", 64), strings.Repeat("b", 64), strings.Repeat("c", 64)
	for _, test := range []struct {
		text, want string
		keep       bool
	}{
		{`{"game":"g","spec_hash":"A","command":"x"}`, `{"game":"g","spec_hash":"B","before":["A"],"command":"x"}`, true},
		{`{"spec_hash":"A","before":["C"],"command":"x"}`, `{"spec_hash":"B","before":["C","A"],"command":"x"}`, true},
		{"{\n  \"facts\": \"A\",\n  \"seats\": 2\n}", "{\n  \"facts\": \"B\",\n  \"before\": [\"A\"],\n  \"seats\": 2\n}", true},
		{"{\n  \"facts\": \"A\",\n  \"before\": [\n    \"C\"\n  ],\n  \"seats\": 2\n}", "{\n  \"facts\": \"B\",\n  \"before\": [\"C\", \"A\"],\n  \"seats\": 2\n}", true},
		{`{"spec_hash": "A", "title": "A"}`, `{"spec_hash": "B", "title": "A"}`, false},
		{`{"spec_hash": "C", "title": "t"}`, `{"spec_hash": "C", "title": "t"}`, true},
	} {
		long := strings.NewReplacer("A", a, "B", b, "C", c)
		if got := string(rename([]byte(long.Replace(test.text)), a, b, test.keep)); got != long.Replace(test.want) {
			t.Errorf("%s: got %s, want %s", test.text, got, long.Replace(test.want))
		}
	}
}
