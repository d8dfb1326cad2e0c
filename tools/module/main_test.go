package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func want(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// written writes files below a folder. OLD in them is the module path of upstream, which
// this file must not spell before a slash: it is renamed itself.
func written(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for file, text := range files {
		path := filepath.Join(root, file)
		want(t, os.MkdirAll(filepath.Dir(path), 0o755))
		want(t, os.WriteFile(path, []byte(strings.ReplaceAll(text, "OLD", upstream)), 0o644))
	}
}

// holds fails unless files have these texts.
func holds(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for file, text := range files {
		text = strings.ReplaceAll(text, "OLD", upstream)
		if got, err := os.ReadFile(filepath.Join(root, file)); err != nil || string(got) != text {
			t.Errorf("%s: %v\n%s\nwant\n%s", file, err, got, text)
		}
	}
}

// Every text that names the module or a package of it is renamed, and nothing that only
// reads alike; and back again.
func TestRename(t *testing.T) {
	root := t.TempDir()
	before := map[string]string{
		"go.mod":               "module OLD\n\ngo 1.27.0\n\nrequire github.com/x/OLD v1.0.0\n",
		"tools/go.mod":         "module OLD/tools\n",
		"docs/template/go.mod": "module example.com/curio\n\nrequire (\n\tgithub.com/gomlx/gomlx v0.28.16\n\tOLD v0.0.0\n)\n\nreplace OLD => ../..\n",
		"env/a.go":             "// Package env is OLD/env.\npackage a\n\nimport (\n\t\"OLD/env\"\n\tgame \"OLD/env/duel\"\n\n\t\"other/OLD/env\"\n)\n\nvar at = []string{\n\t\"OLD/env.A\", // one\n\t\"b\",            // two\n}\n\nvar name, producer = \"OLD\", \"OLD-env/1\" // bin/OLD/env\n",
		"env/a_test.go":        "package a\n\nvar below, any = \"OLD/\", `\"OLD/(env|tools)`\n\nvar src = `import _ \"OLD/env\"` + \"import _ \\\"OLD/env\\\"\" + \"at OLD/env.Test.\"\n",
		"env/a.md":             "`go doc OLD/env` prints it; an expert, a OLD/expert, no.\n",
		"env/a.json":           "{\"OLD/env\": 1}\n",
		".git/x.go":            "import \"OLD/env\"\n",
	}
	after := map[string]string{
		"go.mod":               "module github.com/me/r\n\ngo 1.27.0\n\nrequire github.com/x/OLD v1.0.0\n",
		"tools/go.mod":         "module github.com/me/r/tools\n",
		"docs/template/go.mod": "module example.com/curio\n\nrequire (\n\tgithub.com/gomlx/gomlx v0.28.16\n\tgithub.com/me/r v0.0.0\n)\n\nreplace github.com/me/r => ../..\n",
		"env/a.go":             "// Package env is github.com/me/r/env.\npackage a\n\nimport (\n\t\"github.com/me/r/env\"\n\tgame \"github.com/me/r/env/duel\"\n\n\t\"other/OLD/env\"\n)\n\nvar at = []string{\n\t\"github.com/me/r/env.A\", // one\n\t\"b\",                     // two\n}\n\nvar name, producer = \"OLD\", \"OLD-env/1\" // bin/OLD/env\n",
		"env/a_test.go":        "package a\n\nvar below, any = \"github.com/me/r/\", `\"github.com/me/r/(env|tools)`\n\nvar src = `import _ \"github.com/me/r/env\"` + \"import _ \\\"github.com/me/r/env\\\"\" + \"at github.com/me/r/env.Test.\"\n",
		"env/a.md":             "`go doc github.com/me/r/env` prints it; an expert, a OLD/expert, no.\n",
	}
	written(t, root, before)
	renamed := func(path, said string) {
		t.Helper()
		told, err := (&job{root: root, path: path}).run(t.Context())
		if err != nil || !strings.HasPrefix(told, said) {
			t.Fatalf("%s: %q, %v: want %q", path, told, err, said)
		}
	}
	all := func() map[string]string {
		texts := map[string]string{}
		for file, text := range before {
			texts[file] = text
			if changed, ok := after[file]; ok {
				texts[file] = changed
			}
		}
		return texts
	}()
	renamed("github.com/me/r", "6 files say github.com/me/r now")
	holds(t, root, all)
	renamed("github.com/me/r", "every file says github.com/me/r already")
	renamed("example.com/x/"+upstream, "6 files")
	renamed("github.com/me/r", "6 files")
	holds(t, root, all)
	renamed(upstream, "6 files")
	holds(t, root, before)
	for _, bad := range []string{"", "has space", "/x", "x/", "x/y", "a.b//b", "../x", `a.b"c`, "/usr/bin:/bin"} {
		if _, err := (&job{root: root, path: bad}).run(t.Context()); err == nil {
			t.Errorf("%q is taken for a module path", bad)
		}
	}
	if _, err := (&job{root: root, path: "a.b/c", merge: "main"}).run(t.Context()); err == nil || !strings.Contains(err.Error(), "want a git repository") {
		t.Error(err)
	}
	holds(t, root, before)
}

// gitIn runs git in a folder and returns what it prints.
func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return strings.TrimSpace(string(output))
}

// repositories returns a repository and a clone of it, whose author is known to git.
func repositories(t *testing.T) (origin, clone string) {
	t.Helper()
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "A")
		t.Setenv("GIT_"+who+"_EMAIL", "a@example.org")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", "/dev/null")
	origin, clone = filepath.Join(t.TempDir(), "origin"), filepath.Join(t.TempDir(), "clone")
	written(t, origin, map[string]string{
		"go.mod": "module OLD\n\ngo 1.27.0\n",
		"a/a.go": "package a\n\nimport (\n\t\"OLD/b\"\n\t\"OLD/c\"\n)\n\n// A is one.\nconst A = b.B + c.C\n",
		"b/b.go": "package b\n\n// B is one.\nconst B = 1\n",
		"c/c.go": "package c\n\n// C is one.\nconst C = 1\n",
	})
	gitIn(t, origin, "init", "-q", "-b", "main")
	gitIn(t, origin, "add", ".")
	gitIn(t, origin, "commit", "-q", "-m", "begin")
	gitIn(t, origin, "clone", "-q", origin, clone)
	return origin, clone
}

const mine = "example.com/x/OLD"

// moved runs the job in a clone.
func moved(t *testing.T, clone, merge string) (string, error) {
	t.Helper()
	return (&job{root: clone, path: strings.ReplaceAll(mine, "OLD", upstream), merge: merge}).run(t.Context())
}

// commits makes a commit of files.
func commits(t *testing.T, root, message string, files map[string]string) {
	t.Helper()
	written(t, root, files)
	gitIn(t, root, "add", ".")
	gitIn(t, root, "commit", "-q", "-m", message)
}

// A renamed clone merges what comes later: lines beside renamed imports, new files and new
// folders, again and again, without a conflict and with every line that was written in it.
func TestMerge(t *testing.T) {
	origin, clone := repositories(t)
	commits(t, clone, "mine", map[string]string{"b/b.go": "package b\n\n// B is two here.\nconst B = 2\n"})
	_, err := moved(t, clone, "")
	want(t, err)
	if subject := gitIn(t, clone, "log", "-1", "--format=%s"); subject != "module: take the path example.com/x/"+upstream {
		t.Error(subject)
	}
	if status := gitIn(t, clone, "status", "--porcelain"); status != "" {
		t.Errorf("left uncommitted:\n%s", status)
	}
	if told, err := moved(t, clone, ""); err != nil || !strings.HasPrefix(told, "every file says") || gitIn(t, clone, "rev-list", "--count", "HEAD") != "3" {
		t.Errorf("again: %q, %v", told, err)
	}
	commits(t, clone, "mine too", map[string]string{"m/m.go": "package m\n\nimport _ \"" + mine + "/b\"\n"})
	for round, files := range []map[string]string{
		{
			"a/a.go": "package a\n\nimport (\n\t\"OLD/b\"\n\t\"OLD/c\"\n\t\"OLD/d\"\n)\n\n// A is one.\nconst A = b.B + c.C + d.D\n",
			"d/d.go": "package d\n\nimport _ \"OLD/b\"\n\n// D is one.\nconst D = 1\n",
		},
		{
			"a/a.go": "package a\n\nimport (\n\t\"OLD/c\"\n\t\"OLD/d\"\n)\n\n// A is one.\nconst A = c.C + d.D\n",
			"d/d.go": "package d\n\nimport (\n\t_ \"OLD/b\"\n\t_ \"OLD/c\"\n)\n\n// D is one.\nconst D = 1\n",
		},
	} {
		commits(t, origin, "theirs", files)
		gitIn(t, clone, "fetch", "-q")
		if err := exec.Command("git", "-C", clone, "merge", "-q", "origin/main").Run(); err == nil {
			t.Fatalf("round %d: git itself merges lines beside renamed imports: the tool need not", round)
		}
		gitIn(t, clone, "merge", "--abort")
		told, err := moved(t, clone, "origin/main")
		if err != nil || !strings.Contains(told, "merged origin/main") {
			t.Fatalf("round %d: %q, %v", round, told, err)
		}
		for file, text := range files {
			files[file] = strings.ReplaceAll(text, "OLD/", mine+"/")
		}
		holds(t, clone, files)
		if parents := strings.Fields(gitIn(t, clone, "log", "-1", "--format=%P")); len(parents) != 2 || parents[1] != gitIn(t, origin, "rev-parse", "HEAD") {
			t.Errorf("round %d: parents %q, want the commit before and that of the origin", round, parents)
		}
		if told, err := moved(t, clone, "origin/main"); err != nil || !strings.Contains(told, "merged already") {
			t.Errorf("round %d: again: %q, %v", round, told, err)
		}
	}
	holds(t, clone, map[string]string{
		"go.mod": "module " + mine + "\n\ngo 1.27.0\n",
		"b/b.go": "package b\n\n// B is two here.\nconst B = 2\n", "m/m.go": "package m\n\nimport _ \"" + mine + "/b\"\n",
	})
	build := exec.Command("go", "build", "./...")
	build.Dir = clone
	if output, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// After a merge of git's own, the same command renames what came with the old path.
func TestAfterPull(t *testing.T) {
	origin, clone := repositories(t)
	_, err := moved(t, clone, "")
	want(t, err)
	commits(t, origin, "theirs", map[string]string{"d/d.go": "package d\n\nimport _ \"OLD/b\"\n"})
	gitIn(t, clone, "pull", "-q", "--no-rebase", "--no-edit")
	told, err := moved(t, clone, "")
	if err != nil || !strings.HasPrefix(told, "1 files say") {
		t.Errorf("%q, %v", told, err)
	}
	holds(t, clone, map[string]string{"d/d.go": "package d\n\nimport _ \"" + mine + "/b\"\n"})
}

// Where both sides changed a line, the merge stops as one of git does, and git commit ends
// it.
func TestMergeConflict(t *testing.T) {
	origin, clone := repositories(t)
	_, err := moved(t, clone, "")
	want(t, err)
	commits(t, clone, "mine", map[string]string{"b/b.go": "package b\n\n// B is one.\nconst B = 2\n"})
	commits(t, origin, "theirs", map[string]string{"b/b.go": "package b\n\n// B is one.\nconst B = 3\n", "c/c.go": "package c\n\nimport _ \"OLD/b\"\n"})
	gitIn(t, clone, "fetch", "-q")
	_, err = moved(t, clone, "origin/main")
	if _, ok := errors.AsType[*conflictError](err); !ok || !strings.HasSuffix(err.Error(), "\nb/b.go") {
		t.Fatalf("%v: want a conflict in b/b.go alone", err)
	}
	if _, err := moved(t, clone, ""); err == nil || !strings.Contains(err.Error(), "not finished") {
		t.Error(err)
	}
	written(t, clone, map[string]string{"b/b.go": "package b\n\n// B is one.\nconst B = 4\n"})
	gitIn(t, clone, "commit", "-q", "-a", "--no-edit")
	holds(t, clone, map[string]string{"c/c.go": "package c\n\nimport _ \"" + mine + "/b\"\n"})
	if parents := strings.Fields(gitIn(t, clone, "log", "-1", "--format=%P")); len(parents) != 2 || parents[1] != gitIn(t, origin, "rev-parse", "HEAD") {
		t.Errorf("parents %q", parents)
	}
}

// Changes that are not committed, and a branch that is not there, are told before anything
// is written.
func TestFaults(t *testing.T) {
	_, clone := repositories(t)
	written(t, clone, map[string]string{"b/b.go": "package b\n"})
	if _, err := moved(t, clone, ""); err == nil || !strings.Contains(err.Error(), "b/b.go") {
		t.Errorf("%v: want the file with changes", err)
	}
	gitIn(t, clone, "checkout", "-q", ".")
	if _, err := moved(t, clone, "upstream/main"); err == nil || !strings.Contains(err.Error(), `found "upstream/main"`) {
		t.Error(err)
	}
	if status := gitIn(t, clone, "status", "--porcelain"); status != "" || gitIn(t, clone, "rev-list", "--count", "HEAD") != "1" {
		t.Errorf("changed:\n%s", status)
	}
}

// The Makefile takes the path from the variable PATH, and finds programs all the same.
func TestMake(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"module", "PATH=" + mine}, "/\nrun -C tools ./module " + mine + "\n"},
		{[]string{"module", "PATH=" + mine, "MERGE=upstream/main"}, "/\nrun -C tools ./module -merge upstream/main " + mine + "\n"},
		{[]string{"module"}, "PATH is missing"},
		{[]string{"ship-test", "PATH=" + os.Getenv("PATH")}, "/\ntest -C tools "},
	} {
		// A program that only the true PATH leads to is called before what the target calls.
		cmd := exec.Command("make", append([]string{"-s", "-C", "../..", "GO=ls -d / && echo"}, c.args...)...)
		output, _ := cmd.CombinedOutput()
		if !strings.Contains(string(output), c.want) {
			t.Errorf("make %s: %s\nwant %q", strings.Join(c.args, " "), output, c.want)
		}
	}
}
