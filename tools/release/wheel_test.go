package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// packaged is a repository with the Python package of this one.
func packaged(t *testing.T, name string) string {
	t.Helper()
	root := repository(t, name)
	want(t, os.CopyFS(filepath.Join(root, "python", "ringer"), os.DirFS("../../python/ringer")))
	want(t, os.RemoveAll(filepath.Join(root, "python", "ringer", "__pycache__")))
	for _, file := range []string{"pyproject.toml", "README.md"} {
		text, err := os.ReadFile("../../python/" + file)
		want(t, err)
		want(t, os.WriteFile(filepath.Join(root, "python", file), text, 0o600))
	}
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "python: add")
	git(t, root, "tag", "v0.1.0")
	return root
}

// wheelsOf makes wheels of a repository, and returns the folder that holds them.
func wheelsOf(t *testing.T, root string, platforms ...string) string {
	t.Helper()
	j := job{root: root, out: filepath.Join(root, "bin", "wheels"), program: "./cmd/it", platforms: platforms, parts: []string{"wheels"}}
	want(t, j.check(nil))
	want(t, j.run(t.Context(), io.Discard))
	return j.out
}

func openWheel(t *testing.T, file string) map[string]*zip.File {
	t.Helper()
	wheel, err := zip.OpenReader(file)
	want(t, err)
	t.Cleanup(func() { wheel.Close() })
	files := map[string]*zip.File{}
	for _, f := range wheel.File {
		files[f.Name] = f
	}
	return files
}

func textOf(t *testing.T, f *zip.File) []byte {
	t.Helper()
	if f == nil {
		t.Fatal("the wheel lacks a file")
	}
	r, err := f.Open()
	want(t, err)
	defer r.Close()
	text, err := io.ReadAll(r)
	want(t, err)
	return text
}

// A wheel has the name, the files, the modes and the sums that pip asks for, and the same bytes
// whatever else lies in the folder of the package.
func TestWheel(t *testing.T) {
	root := packaged(t, "r")
	const linux = "ringer-0.1.0-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl"
	platforms, patterns := []string{"linux/amd64", "windows/amd64"}, []string{linux, "ringer-0.1.0-py3-none-win_amd64.whl"}
	if os.Getenv("RINGER_LONG") == "1" { // one more standard library to compile
		platforms, patterns = append(platforms, "darwin/arm64"), append(patterns, "ringer-0.1.0-py3-none-macosx_*_*_arm64.whl")
	}
	out := wheelsOf(t, root, platforms...)
	for _, pattern := range patterns {
		if found, _ := filepath.Glob(filepath.Join(out, pattern)); len(found) != 1 {
			t.Errorf("%s: found %q, want one", pattern, found)
		}
	}
	files := openWheel(t, filepath.Join(out, linux))
	program := files["ringer-0.1.0.data/scripts/ringer"]
	if program == nil || program.Mode().Perm() != 0o755 || !bytes.HasPrefix(textOf(t, program), []byte("\x7fELF")) {
		t.Errorf("found %v, want the program for Linux, which may be run", program)
	}
	for file, lines := range map[string][]string{
		"ringer-0.1.0.dist-info/METADATA": {"Name: ringer\nVersion: 0.1.0\n", "Requires-Python: >=3.9\n", "Requires-Dist: numpy>=1.21\n", "Requires-Dist: pettingzoo; extra == 'pettingzoo'\n", "\n\n# ringer\n"},
		"ringer-0.1.0.dist-info/WHEEL":    {"Root-Is-Purelib: false\n", "Tag: py3-none-musllinux_1_1_x86_64\n", "Tag: py3-none-manylinux2014_x86_64\n"},
		"ringer/__init__.py":              {"\n__version__ = \"0.1.0\"\n"},
	} {
		for _, line := range lines {
			if !strings.Contains(string(textOf(t, files[file])), line) {
				t.Errorf("%s: lacks %q", file, line)
			}
		}
	}
	rows, err := csv.NewReader(bytes.NewReader(textOf(t, files["ringer-0.1.0.dist-info/RECORD"]))).ReadAll()
	want(t, err)
	for _, row := range rows {
		text := textOf(t, files[row[0]])
		sum := sha256.Sum256(text)
		if says := []string{row[0], "sha256=" + base64.RawURLEncoding.EncodeToString(sum[:]), fmt.Sprint(len(text))}; row[1] != "" && !slices.Equal(row, says) {
			t.Errorf("RECORD: found %q, want %q", row, says)
		}
		if row[1] == "" != (row[0] == "ringer-0.1.0.dist-info/RECORD") {
			t.Errorf("RECORD: %q", row)
		}
	}
	if len(rows) != len(files) {
		t.Errorf("RECORD lists %d of %d files", len(rows), len(files))
	}
	first, err := os.ReadFile(filepath.Join(out, linux))
	want(t, err)
	want(t, os.MkdirAll(filepath.Join(root, "python", "ringer", "__pycache__"), 0o755))
	want(t, os.WriteFile(filepath.Join(root, "python", "ringer", "__pycache__", "left.py"), nil, 0o600))
	want(t, os.WriteFile(filepath.Join(root, ".git", "info", "exclude"), []byte("__pycache__\n"), 0o600))
	t.Setenv("TZ", "Pacific/Chatham")
	again, err := os.ReadFile(filepath.Join(wheelsOf(t, root, "linux/amd64"), linux))
	want(t, err)
	if !bytes.Equal(first, again) {
		t.Error("the second wheel has other bytes")
	}
}

// Versions are those that Python orders alike.
func TestPythonVersions(t *testing.T) {
	for version, python := range map[string]string{
		"v0.1.0":                               "0.1.0",
		"v0.1.0+dirty":                         "0.1.0+dirty",
		"v0.2.0-rc.1":                          "0.2.0rc1",
		"v0.0.0-20260102030405-abcdef123456":   "0.0.0.dev20260102030405+abcdef123456",
		"v0.1.1-0.20260102030405-abcdef123456": "0.1.1.dev20260102030405+abcdef123456",
		"v0.2.0-rc.1.0.20260102030405-abcdef123456+dirty": "0.2.0rc1.post0.dev20260102030405+abcdef123456.dirty",
		"devel":      "0.0.0.dev0",
		"v1.0.0-odd": "0.0.0+v1.0.0.odd",
	} {
		if got := pythonVersion(version); got != python {
			t.Errorf("%s: %s, want %s", version, got, python)
		}
	}
}

// A package that cannot be told in a wheel is refused: all faults at once.
func TestWheelFaults(t *testing.T) {
	root := packaged(t, "r")
	project := filepath.Join(root, "python", "pyproject.toml")
	want(t, os.WriteFile(project, []byte("[project]\nname = \"ringer\"\n"), 0o600))
	_, err := writeWheel(t.TempDir(), root, stamp{version: "v0.1.0"}, build{platform: "linux/amd64"})
	for _, text := range []string{"pyproject.toml", "project.description", "project.readme", "project.requires-python", "project.license.text"} {
		if !strings.Contains(fmt.Sprint(err), text) {
			t.Errorf("%v: want %q", err, text)
		}
	}
	want(t, os.WriteFile(filepath.Join(root, "python", "ringer", "twice.py"), []byte("__version__ = \"2\"\n"), 0o600))
	if _, err := packageFiles(filepath.Join(root, "python"), "ringer", "1"); err == nil || !strings.Contains(err.Error(), "found 2 lines") {
		t.Error(err)
	}
	if _, err := wheelTags(build{platform: "plan9/amd64"}); err == nil || !strings.Contains(err.Error(), "plan9/amd64") {
		t.Error(err)
	}
}

// withPip returns a Python that makes folders of its own with pip, or skips the test.
func withPip(t *testing.T) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import ensurepip, pip, venv").Run() == nil {
			return python
		}
	}
	t.Skip("no python3 with pip and venv")
	return ""
}

// pip installs a wheel, offline, into a folder of its own; the command is there, and the package
// finds the program that came with it before any other.
func TestWheelInstalls(t *testing.T) {
	python := withPip(t)
	root := packaged(t, "r")
	out := wheelsOf(t, root, runtime.GOOS+"/"+runtime.GOARCH)
	wheels, _ := filepath.Glob(filepath.Join(out, "*.whl"))
	if len(wheels) != 1 {
		t.Fatalf("found %q, want one wheel", wheels)
	}
	home := t.TempDir()
	call := func(dir, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
			return strings.HasPrefix(v, "PYTHON") || strings.HasPrefix(v, "RINGER_BIN=") || strings.HasPrefix(v, "PIP_")
		}), "PIP_DISABLE_PIP_VERSION_CHECK=1")
		text, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, text)
		}
		return strings.TrimSpace(string(text))
	}
	call(home, python, "-m", "venv", "own")
	scripts := filepath.Join(home, "own", "bin")
	if runtime.GOOS == "windows" {
		scripts = filepath.Join(home, "own", "Scripts")
	}
	own := filepath.Join(scripts, "python")
	call(home, own, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheels[0])
	program, err := filepath.EvalSymlinks(filepath.Join(scripts, programName(runtime.GOOS+"/x")))
	want(t, err)
	if says := call(home, program, "version"); says != "ringer v0.1.0" {
		t.Errorf("the command says %q", says)
	}
	// The package looks for a file: where numpy is not at hand, an empty module does as well.
	if exec.Command(own, "-c", "import numpy").Run() != nil {
		site := call(home, own, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
		want(t, os.WriteFile(filepath.Join(site, "numpy.py"), []byte("def __getattr__(name):\n    return type\n"), 0o600))
	}
	other := filepath.Join(home, "other", filepath.Base(program))
	want(t, os.Mkdir(filepath.Dir(other), 0o755))
	want(t, os.WriteFile(other, nil, 0o700))
	const find = "import ringer; print(ringer.find_binary(), ringer.__version__)"
	if got := call(home, own, "-c", "import os; os.environ['PATH'] = os.path.abspath('other'); "+find); got != program+" 0.1.0" {
		t.Errorf("found %q, want %s", got, program)
	}
	// The sources, beside which the wheel is installed, do not take the wheel's program for theirs.
	if runtime.GOOS != "windows" {
		want(t, os.MkdirAll(filepath.Join(root, "bin"), 0o755))
		mine := filepath.Join(root, "bin", "ringer")
		want(t, os.WriteFile(mine, nil, 0o700))
		script := "import os; os.environ['PATH'] = ''; " + find
		if got, _, _ := strings.Cut(call(filepath.Join(root, "python"), own, "-c", script), " "); filepath.Base(filepath.Dir(filepath.Dir(got))) != "r" {
			t.Errorf("the sources found %q, want %s", got, mine)
		}
	}
}
