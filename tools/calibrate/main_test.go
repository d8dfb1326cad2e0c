package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// put writes a file, with its folder.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// The table has what the runs say; what is there is not run again, and what is missing
// is asked of the program.
func TestWritesTheTable(t *testing.T) {
	dir := t.TempDir()
	c := calibrator{ringer: filepath.Join(dir, "nothing"), runs: filepath.Join(dir, "runs"), page: filepath.Join(dir, "page.md"), seeds: 2}
	put(t, c.page, "before\n"+begin+"\nold\n"+end+"\nafter\n")
	for _, g := range calibrations {
		put(t, filepath.Join(c.runs, fmt.Sprintf("%s-%d", g.game, g.seed), "result.json"), `{"decisions": 1500000, "decisions_per_second": 900, "evaluations": [{"opponent": "random"}, {"exploitability": 0.01}]}`)
		put(t, filepath.Join(c.runs, fmt.Sprintf("%s-%d", g.game, g.seed+1), "result.json"), `{"decisions": 1500000, "decisions_per_second": 800, "evaluations": [{"exploitability": 0.02}]}`)
		put(t, filepath.Join(c.runs, g.game+"-es-mccfr.json"), `{"exploitability": 0.003}`)
		put(t, filepath.Join(c.runs, g.game+"-cfr+.json"), `{"exploitability": 0.0001}`)
	}
	if err := c.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(c.page)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, want := range []string{"before\n" + begin + "\n| game |", "| `leduc` | 1.5M | 701–702 | 0.0100, 0.0200 | 0.0150 | 0.2 | 800 | 0.003 | 0.0001 |\n", end + "\nafter\n"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "old") {
		t.Error("the old table is still there")
	}

	if err := os.Remove(filepath.Join(c.runs, "goofspiel-102", "result.json")); err != nil {
		t.Fatal(err)
	}
	if err := c.run(context.Background()); err == nil || !strings.Contains(err.Error(), "train --config goofspiel --seed 102") {
		t.Errorf("a missing run: %v", err)
	}
}
