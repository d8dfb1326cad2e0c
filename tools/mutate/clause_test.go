package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// Every entry still fits the code: its lines stand in its file, once, and the
// file without them is Go.
func TestEveryClauseCanBeSwitchedOff(t *testing.T) {
	list, err := readClauses(root, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if _, err := c.read(root); err != nil {
			t.Error(err)
		}
		for _, p := range c.Tests {
			if _, err := os.Stat(filepath.Join(root, strings.TrimSuffix(p, "/..."))); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
	}
}

func TestFaultsOfEntriesAreAllNamed(t *testing.T) {
	_, err := parseClauses("x.txt", "stray\n== One\nfile: a.go\nwhat\n== One\nfile: a.go\ntest: ./a\n-x\n")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`x.txt:1: "stray"`, `x.txt:4: "what"`, `x.txt:2: "One": want file:`, `x.txt:5: "One" is there twice`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %s", err, want)
		}
	}
}

func TestMutateWantsTheLinesOnce(t *testing.T) {
	c := Clause{Name: "n", File: "a.go", Old: []string{"x := 1"}, New: []string{"x := 2"}}
	for text, want := range map[string]string{
		"package a\n": "not there",
		"package a\nfunc f() {\n\tx := 1\n\tx := 1\n}\n":  "twice",
		"package a\n\tx := 1\n":                           "no Go",
		"package a\nfunc f() {\n\tx := 1\n\t_ = x\n}\n\n": "",
	} {
		changed, err := c.Mutate(text)
		switch {
		case want == "" && (err != nil || !strings.Contains(changed, "x := 2")):
			t.Errorf("%q: %q, %v", text, changed, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// A clause that its tests miss when it is gone is killed, another one survives.
func TestRunTellsKilledFromSurviving(t *testing.T) {
	folder := t.TempDir()
	files := map[string]string{
		"go.mod":      "module m\n\ngo 1.25\n",
		"a/a.go":      "package a\n\nfunc Max(x, y int) int {\n\tif y > x {\n\t\treturn y\n\t}\n\tif x > 9 {\n\t\treturn 9\n\t}\n\treturn x\n}\n",
		"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestMax(t *testing.T) {\n\tif Max(1, 2) != 2 {\n\t\tt.Error()\n\t}\n}\n",
		"tools/mutate/clauses/m.txt": "== the larger\nfile: a/a.go\ntest: ./a\n-\tif y > x {\n+\tif false {\n" +
			"== the cap\nfile: a/a.go\ntest: ./a\n-if x > 9 {\n+if false {\n",
	}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	faults, err := run(context.Background(), folder, "", "", &out, io.Discard)
	if err != nil || faults != 1 {
		t.Fatalf("%d faults, %v\n%s", faults, err, &out)
	}
	for _, want := range []string{"the larger  killed", "TestMax", "the cap     SURVIVES", "2 clauses: 1 killed, 0 explained, 1 faults"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s does not say %q", &out, want)
		}
	}
}
