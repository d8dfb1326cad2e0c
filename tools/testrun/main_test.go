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
		status, err := run(root, []string{"go", "test", "./..."}, nil, seconds, terminal, &out, &out)
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
	status, err := run(root, []string{"go", "test", "./a"}, nil, seconds, true, &out, &out)
	if err != nil || status != 0 || !strings.HasSuffix(out.String(), "1 packages in 0:00\n") && !strings.Contains(out.String(), "1 packages in ") {
		t.Errorf("status %d, %v\n%s", status, err, &out)
	}
	if _, err := run(root, []string{"go"}, nil, "", true, &out, &out); err == nil {
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

// What runs beside go test is shown whole and counts: as a package that passes or fails.
func TestRunsCommandsBeside(t *testing.T) {
	root := tree(t, map[string]string{"a/a_test.go": good})
	for _, terminal := range []bool{true, false} {
		for _, failing := range []bool{false, true} {
			sides := []side{{"first", "echo 1st; sleep 0.01; echo 2nd >&2; printf 3rd"}, {"second", "cat a/a_test.go > /dev/null"}}
			if failing {
				sides[1].command = "exit 7"
			}
			var out strings.Builder
			status, err := run(root, []string{"go", "test", "./..."}, sides, "", terminal, &out, &out)
			if err != nil || (status != 0) != failing || failing && status != 7 {
				t.Errorf("status %d, %v", status, err)
			}
			text := regexp.MustCompile("[^\n]*\r\x1b\\[K").ReplaceAllString(out.String(), "")
			wants := []string{`(?m)^1st\n2nd\n3rd\nok  \tfirst\t\d`, `(?m)^ok  \tsecond\t\d`, `(?m)^ok  \tm/a\t`}
			if failing {
				wants[1] = `(?m)^FAIL\tsecond\t\d`
			}
			if terminal && failing {
				wants = append(wants, `\n1 of 3 packages FAILED in \d+:\d\d: second\n$`)
			} else if terminal {
				wants = append(wants, `\n3 packages in \d+:\d\d\n$`)
			}
			for _, want := range wants {
				if !regexp.MustCompile(want).MatchString(text) {
					t.Errorf("terminal %v: no %s in\n%s", terminal, want, text)
				}
			}
		}
	}
}

// The report of a command waits for the end of a package whose lines have begun; where the command
// failed, for the end of all packages.
func TestLinesOfAPackageStayTogether(t *testing.T) {
	var out strings.Builder
	w := &whole{out: &out}
	for _, text := range []string{"ok  \tm/a\t1s\n--- FAIL: TestB\n    b.go", ":1: the cause\nFA", "IL\nFAIL\tm/b\t1s\n?   \tm/c\t[no test files]\n", "FAIL\n"} {
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text, "b.go") {
			w.ends("fails", nil, false, 1)
			w.ends("beside", []byte("its line\n"), true, 2)
		}
	}
	w.end()
	w.ends("late", nil, false, 3)
	const want = "ok  \tm/a\t1s\n--- FAIL: TestB\n    b.go:1: the cause\nFAIL\nFAIL\tm/b\t1s\nits line\nok  \tbeside\t2.000s\n" +
		"?   \tm/c\t[no test files]\nFAIL\nFAIL\tfails\t1.000s\nFAIL\tlate\t3.000s\n"
	if out.String() != want {
		t.Errorf("%q\nwant %q", &out, want)
	}
}
