package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The heaviest package comes first, packages without tests are left out, and one
// that fails is measured all the same.
func TestMeasures(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module m\n\ngo 1.25\n",
		"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Error() }\n",
		"b/b_test.go": "package b\n\nimport \"testing\"\n\nvar sink int\n\nfunc TestB(t *testing.T) {\n\tfor i := range 300_000_000 {\n\t\tsink += i & sink\n\t}\n}\n",
		"c/c.go":      "package c\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	failed, err := run(context.Background(), root, []string{"./..."}, &out, io.Discard)
	if err != nil || failed != 1 {
		t.Fatalf("%d failed, %v\n%s", failed, err, &out)
	}
	if !regexp.MustCompile(`(?s)^PACKAGE .*\nm/b +\d+\.\d .*\nm/a +0\.\d .*FAILS\n2 packages `).MatchString(out.String()) {
		t.Errorf("%s", &out)
	}
	if _, err := run(context.Background(), root, []string{"./c"}, io.Discard, io.Discard); err == nil {
		t.Error("a package without tests gives no error")
	}
}
