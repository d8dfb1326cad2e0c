package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMove(t *testing.T) {
	root := t.TempDir()
	before := map[string]string{
		"go.mod":          "module ringer\n\ngo 1.27.0\n\nrequire github.com/x/ringer v1.0.0\n",
		"tools/go.mod":    "module ringer/tools\n",
		"template/go.mod": "module example.com/curio\n\nrequire (\n\tgithub.com/gomlx/gomlx v0.28.16\n\tringer v0.0.0\n)\n\nreplace ringer => ..\n",
		"a/a.go":          "package a\n\nimport (\n\t\"ringer/env\"\n\tgame \"ringer/env/duel\"\n\t\"other/ringer/env\"\n)\n\nvar name, producer = \"ringer\", \"ringer-env/1\"\n",
		"a/a_test.go":     "package a\n\nconst module = \"ringer\"\n\nvar src = `import _ \"ringer/env\"` + \"import _ \\\"ringer/env\\\"\"\n",
		"a/a.md":          "`ringer/env`\n",
		".git/x.go":       "import \"ringer/env\"\n",
	}
	after := map[string]string{
		"go.mod":          "module github.com/me/r\n\ngo 1.27.0\n\nrequire github.com/x/ringer v1.0.0\n",
		"tools/go.mod":    "module github.com/me/r/tools\n",
		"template/go.mod": "module example.com/curio\n\nrequire (\n\tgithub.com/gomlx/gomlx v0.28.16\n\tgithub.com/me/r v0.0.0\n)\n\nreplace github.com/me/r => ..\n",
		"a/a.go":          "package a\n\nimport (\n\t\"github.com/me/r/env\"\n\tgame \"github.com/me/r/env/duel\"\n\t\"other/ringer/env\"\n)\n\nvar name, producer = \"ringer\", \"ringer-env/1\"\n",
		"a/a_test.go":     "package a\n\nconst module = \"github.com/me/r\"\n\nvar src = `import _ \"github.com/me/r/env\"` + \"import _ \\\"github.com/me/r/env\\\"\"\n",
	}
	for file, text := range before {
		path := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if changed, err := move(root, "github.com/me/r"); err != nil || changed != len(after) {
		t.Fatalf("%d files changed, %v: want %d", changed, err, len(after))
	}
	for file, text := range before {
		if want, ok := after[file]; ok {
			text = want
		}
		if got, err := os.ReadFile(filepath.Join(root, file)); err != nil || string(got) != text {
			t.Errorf("%s: %v\n%s\nwant\n%s", file, err, got, text)
		}
	}
	for _, bad := range []string{"", "has space", "/x", "x/", "a//b", "../x", `a"b`} {
		if _, err := move(root, bad); err == nil {
			t.Errorf("%q is taken for a module path", bad)
		}
	}
}
