package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// command is a go command whose packages have two fuzz tests, the first of them
// with a finding. Building a real one takes longer than all the rest.
const command = `#!/bin/sh
case "$*" in
list*) printf 'm/a\t%s\ta_test.go\n' "$PWD" ;;
*FuzzBroken*)
	printf 'fuzz: elapsed: 1s, execs: 30 (30/sec), new interesting: 2 (total: 3)\n'
	printf -- '--- FAIL: FuzzBroken\n    seven\n    Failing input written to testdata/fuzz/FuzzBroken/5c\n'
	exit 1 ;;
*FuzzWhole*) printf 'fuzz: elapsed: 1s, execs: 12 (12/sec), new interesting: 0 (total: 3)\nPASS\n' ;;
*) exit 2 ;;
esac
`

const twoTests = `package a

import "testing"

func FuzzBroken(f *testing.F) {}

func FuzzWhole(f *testing.F) {}

func TestNoFuzz(t *testing.T) {}
`

// fake returns options for a repository with that command.
func fake(t *testing.T) options {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{"go": command, "a_test.go": twoTests} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return options{root: root, command: filepath.Join(root, "go"), each: "1s", workers: 1}
}

// A finding is named with its output, and the fuzz tests after it run all the same.
func TestGoesOnAfterAFinding(t *testing.T) {
	var out strings.Builder
	findings, err := run(context.Background(), fake(t), &out)
	if err != nil || findings != 1 {
		t.Fatalf("%d findings, %v\n%s", findings, err, &out)
	}
	for _, want := range []string{
		"m/a.FuzzBroken: FOUND, 30 inputs", "seven", "m/a.FuzzWhole: ok, 12 inputs",
		"m/a.FuzzBroken  FOUND    30     2    ", "testdata/fuzz/FuzzBroken/5c\n", "2 fuzz tests tried 42 inputs: 1 findings",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in:\n%s", want, &out)
		}
	}
}

func TestUnknownNamesAreRefused(t *testing.T) {
	for _, match := range []string{"FuzzNobody", "("} {
		o := fake(t)
		o.match = match
		if _, err := run(context.Background(), o, new(strings.Builder)); err == nil {
			t.Errorf("-match %s gives no error", match)
		}
	}
}

func TestReadsWhatTheGoCommandPrints(t *testing.T) {
	const lines = "fuzz: elapsed: 0s, gathering baseline coverage: 0/12 completed\n" +
		"fuzz: elapsed: 3s, execs: 40 (13/sec), new interesting: 1 (total: 13)\n" +
		"fuzz: elapsed: 10s, execs: 123 (7/sec), new interesting: 4 (total: 16)\n"
	for _, c := range []struct {
		name, output string
		failed       bool
		want         result
	}{
		{"passes", lines + "PASS\n", false, result{tried: 123, news: 4}},
		{"finds", lines + "--- FAIL: FuzzX (1.00s)\n    Failing input written to testdata/fuzz/FuzzX/5c\n", true, result{tried: 123, news: 4, found: true, file: "testdata/fuzz/FuzzX/5c"}},
		{"is out of time", lines + "--- FAIL: FuzzX (10.03s)\n    context deadline exceeded\nFAIL\n", true, result{tried: 123, news: 4}},
		{"panics out of time", "panic: x\n    context deadline exceeded\n", true, result{found: true}},
		{"does not build", "FAIL m/a [build failed]\n", true, result{found: true}},
		{"has no coverage", "fuzz: elapsed: 1s, execs: 9 (9/sec)\n", false, result{tried: 9}},
	} {
		var got result
		if got.read(c.output, c.failed); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
