package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

const makefile = `good: ; @printf 'ok  \tm/a\t0.1s\nok  \tm/b\t0.1s\n'
bad: ; @echo broken; exit 3
sums: ; @echo 12 rounds; echo 30 rounds
slow: ; @sleep 60
`

func folder(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "Makefile"), []byte(makefile), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

// want fails for each text that is not in the output, where spaces stand for any
// number of spaces.
func want(t *testing.T, output string, texts ...string) {
	t.Helper()
	plain := strings.Join(strings.Fields(output), " ")
	for _, text := range texts {
		if !strings.Contains(plain, text) {
			t.Errorf("want %q in:\n%s", text, output)
		}
	}
}

// A part that fails does not stop those after it, and every part has its line and
// its log.
func TestGoesOnAfterAFailure(t *testing.T) {
	root := folder(t)
	logs := filepath.Join(root, "logs")
	var out strings.Builder
	failed, err := run(context.Background(), root, logs, []part{
		{name: "bad", args: []string{"bad"}},
		{name: "missing", args: []string{"nothing-of-that-name"}},
		{name: "lame", args: []string{"good"}, tools: []string{"ringer-no-such-program"}},
		{name: "sums", args: []string{"sums"}, count: regexp.MustCompile(`(\d+) rounds`), unit: "rounds"},
		{name: "good", args: []string{"good"}, count: passed, unit: "packages"},
	}, &out)
	if err != nil || failed != 2 {
		t.Fatalf("%d failed, %v\n%s", failed, err, &out)
	}
	want(t, out.String(), "bad FAILS 0 "+logs, "missing FAILS", "lame skipped 0 ringer-no-such-program is not installed",
		"sums ok 0 42 rounds", "good ok 0 2 packages", "5 parts: 2 ok, 2 failed, 1 skipped, 0 stopped")
	text, err := os.ReadFile(filepath.Join(logs, "bad.log"))
	if err != nil || !strings.Contains(string(text), "broken\n") {
		t.Errorf("%q, %v", text, err)
	}
}

// A night that is cut short ends soon, with a table.
func TestStops(t *testing.T) {
	root := folder(t)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	var out strings.Builder
	begin := time.Now()
	failed, err := run(ctx, root, root, []part{{name: "slow", args: []string{"slow"}}, {name: "good", args: []string{"good"}}}, &out)
	if err != nil || failed != 0 || time.Since(begin) > 50*time.Second {
		t.Fatalf("%d failed, %v after %v", failed, err, time.Since(begin))
	}
	want(t, out.String(), "slow stopped", "good stopped 0 not begun", "2 parts: 0 ok, 0 failed, 0 skipped, 2 stopped")
}

func TestChoose(t *testing.T) {
	all := parts("b", "1m")
	some, err := choose(all, []string{"fuzz", "lint"})
	if err != nil || len(some) != 2 || some[0].name != "lint" || some[1].name != "fuzz" {
		t.Errorf("%v, %v: want lint and fuzz, in the order of the table", some, err)
	}
	if _, err := choose(all, []string{"fuz"}); err == nil || !strings.Contains(err.Error(), `unknown part "fuz": want some of lint vet`) {
		t.Error(err)
	}
	if some, err := choose(all, nil); err != nil || len(some) != len(all) {
		t.Errorf("%v, %v: want all", some, err)
	}
}

// Every part is a target of the Makefile.
func TestPartsAreTargets(t *testing.T) {
	text, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts("b", "1m") {
		if !strings.Contains(string(text), "\n"+p.args[0]+": ") {
			t.Errorf("the Makefile has no target %q", p.args[0])
		}
	}
}
