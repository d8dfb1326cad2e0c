package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// tree writes a module of files.
func tree(t *testing.T, files map[string]string) string {
	root := t.TempDir()
	files["go.mod"] = "module m\n\ngo 1.25\n"
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const (
	good = "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Log(\"said in passing\") }\n"
	bad  = "package b\n\nimport (\n\t\"fmt\"\n\t\"testing\"\n)\n\nfunc TestFine(t *testing.T) { t.Log(\"said in passing\") }\n\nfunc TestB(t *testing.T) {\n\tt.Run(\"one\", func(t *testing.T) { t.Log(\"said in passing\") })\n" +
		"\tt.Run(\"two\", func(t *testing.T) { fmt.Println(\"first line\"); t.Error(\"the cause\\nin two lines\") })\n}\n"
	panics  = "package c\n\nimport \"testing\"\n\nfunc TestC(t *testing.T) { t.Log(\"before\"); panic(\"the end\") }\n"
	wrong   = "package d\n\nfunc TestD(t *testing.T) {}\n"
	nothing = "package e\n"
)

// All that failed is shown whole, and of the rest a line a package; the exit status is go
// test's, with a terminal and without.
func TestShowsWhatFailed(t *testing.T) {
	root := tree(t, map[string]string{"a/a_test.go": good, "b/b_test.go": bad, "c/c_test.go": panics, "d/d_test.go": wrong, "e/e.go": nothing})
	seconds := filepath.Join(t.TempDir(), "new", "seconds.json")
	for _, terminal := range []bool{true, false} {
		var out strings.Builder
		status, err := run(root, []string{"go", "test", "./..."}, seconds, terminal, &out, &out)
		if err != nil || status != 1 {
			t.Fatalf("status %d, %v\n%s", status, err, &out)
		}
		text := regexp.MustCompile("[^\n]*\r\x1b\\[K").ReplaceAllString(out.String(), "")
		for _, want := range []string{"first line\n", "the cause\n", "in two lines\n", "panic: the end", "before\n", "undefined: testing", "--- FAIL: TestB/two", "FAIL\tm/b\t", "FAIL\tm/d [build failed]\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("terminal %v: no %q in\n%s", terminal, want, text)
			}
		}
		for _, no := range []string{"said in passing", "=== RUN", "TestFine", "\x1b"} {
			if strings.Contains(text, no) {
				t.Errorf("terminal %v: %q in\n%s", terminal, no, text)
			}
		}
		if !regexp.MustCompile(`(?m)^ok  \tm/a\t`).MatchString(text) {
			t.Errorf("terminal %v: %s", terminal, text)
		}
		if terminal && !regexp.MustCompile(`\n3 of 5 packages FAILED in \d+:\d\d: (m/[bcd] ?){3}\n$`).MatchString(text) {
			t.Errorf("%s", text)
		}
	}
	if known := readSeconds(seconds); len(known) != 1 || known["m/a"] < 0 {
		t.Errorf("%v", known)
	}
	var out strings.Builder
	status, err := run(root, []string{"go", "test", "./a"}, seconds, true, &out, &out)
	if err != nil || status != 0 || !strings.HasSuffix(out.String(), "1 packages in 0:00\n") && !strings.Contains(out.String(), "1 packages in ") {
		t.Errorf("status %d, %v\n%s", status, err, &out)
	}
	if _, err := run(root, []string{"go"}, "", true, &out, &out); err == nil {
		t.Error("a command that is no test gives no error")
	}
}

// The time that is left follows from the time of the packages that are over, by what each
// took before.
func TestForetells(t *testing.T) {
	var out strings.Builder
	b := newBoard(&out, []string{"m/a", "m/b", "m/c"}, map[string]float64{"m/a": 9, "m/b": 19, "m/c": 29})
	now := b.begun
	b.now = func() time.Time { return now }
	if line := b.line(); line != "0:00  3 of 3 packages left; building" {
		t.Error(line)
	}
	now = now.Add(5 * time.Second)
	b.take([]byte(`{"Action":"start","Package":"m/a"}`))
	now = now.Add(5 * time.Second)
	b.take([]byte(`{"Action":"start","Package":"m/b"}`))
	b.take([]byte(`{"Action":"pass","Package":"m/a","Elapsed":5}`))
	if line := b.line(); line != "0:10  2 of 3 packages left, about 0:50; m/b" { // 10 of 60 seconds are done
		t.Error(line)
	}
	now = now.Add(10 * time.Second)
	if line := b.line(); line != "0:20  2 of 3 packages left, about 0:40; m/b" {
		t.Error(line)
	}
	b.take([]byte("not an event\n"))
	b.take([]byte(`{"Action":"fail","Package":"m/b"}`))
	if line := b.line(); line != "0:20  1 of 3 packages left, about 0:20, 1 FAILED; building" {
		t.Error(line)
	}
	if !strings.Contains(out.String(), "\x1b[Knot an event\n") {
		t.Errorf("%q", &out)
	}
}
