package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// program is a stand-in for Ringer that writes what a release asks it for.
const program = `package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
)

func main() {
	switch os.Args[1] {
	case "completion":
		fmt.Println("completes in", os.Args[2])
	case "man":
		if err := os.MkdirAll(os.Args[3], 0o755); err != nil {
			panic(err)
		}
		if err := os.WriteFile(filepath.Join(os.Args[3], "ringer.1"), []byte(".TH RINGER 1\n"), 0o600); err != nil {
			panic(err)
		}
	case "version":
		info, _ := debug.ReadBuildInfo()
		fmt.Println("ringer", info.Main.Version)
	case "play", "train", "export", "match":
		fmt.Println("the game is over\nThe run is in first\nfirst.bot: kuhn\nkuhn: 100 games of bot(first.bot)")
	case "where":
		_, fault := os.Create("/data/there")
		fmt.Println(os.Getuid(), os.Getgid(), fault)
	}
}
`

var sources = map[string]string{
	"go.mod":        "module tiny\n\ngo 1.27.0\n",
	"cmd/it/a.go":   program,
	"README.md":     "# Tiny\n",
	"CHANGELOG.md":  "# Changelog\n\n## 0.1.0\n\nThe first one.\n\n### Added\n\n## 0.0.1\n",
	"SECURITY.md":   "# Security\n",
	".gitignore":    "/bin/\n",
	"bin/leftovers": "",
}

// repository returns a clone of a small repository, below a fresh folder. Every call makes
// the same commit.
func repository(t *testing.T, name string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), name)
	files := map[string]string{}
	for _, page := range []string{"LICENSE", "NOTICE"} {
		text, err := os.ReadFile("../../" + page)
		want(t, err)
		files[page] = string(text)
	}
	for path, text := range sources {
		files[path] = text
	}
	for path, text := range files {
		want(t, os.MkdirAll(filepath.Dir(filepath.Join(root, path)), 0o755))
		want(t, os.WriteFile(filepath.Join(root, path), []byte(text), 0o644))
	}
	git(t, root, "init", "-q", "-b", "main")
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "tiny: begin")
	return root
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.org"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z", "GIT_CONFIG_GLOBAL=/dev/null")
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, output)
	}
}

func want(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// address is where the archives of the tests' releases are said to be.
const address = "https://example.org/tiny/v0.1.0/"

// releaseOf makes a release of a repository, and returns the files by their names.
func releaseOf(t *testing.T, root string, platforms ...string) map[string][]byte {
	t.Helper()
	j := job{root: root, out: filepath.Join(root, "bin", "release"), program: "./cmd/it", url: address, platforms: platforms, parts: []string{"archives", "image"}}
	want(t, j.check(nil))
	var out strings.Builder
	want(t, j.run(t.Context(), &out))
	entries, err := os.ReadDir(j.out)
	want(t, err)
	files := map[string][]byte{}
	for _, e := range entries {
		files[e.Name()], err = os.ReadFile(filepath.Join(j.out, e.Name()))
		want(t, err)
	}
	if !strings.HasSuffix(out.String(), string(files[sums])) {
		t.Errorf("printed:\n%s\nwant the checksums at its end", &out)
	}
	return files
}

var three = []string{"linux/amd64", "linux/arm64", "windows/amd64"}

// The same commit gives the same bytes in another folder, at another time, under another
// umask, in another zone and with other flags in the environment.
func TestSameBytesElsewhere(t *testing.T) {
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("builds for three platforms: RINGER_LONG=1")
	}
	first := releaseOf(t, repository(t, "here"), three...)
	t.Setenv("TZ", "Pacific/Chatham")
	t.Setenv("GOFLAGS", "-ldflags=-X=main.a=b")
	t.Setenv("GOAMD64", "v3")
	t.Setenv("LANG", "tr_TR.UTF-8")
	old := syscall.Umask(0o077)
	defer syscall.Umask(old)
	elsewhere := repository(t, "a folder/with a longer name")
	long := time.Now().Add(-1000 * time.Hour)
	want(t, filepath.WalkDir(elsewhere, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(path, long, long))
	}))
	second := releaseOf(t, elsewhere, three...)
	if len(first) != 9 {
		t.Errorf("%d files: want three archives, three recipes, an image, a bill of materials and checksums", len(first))
	}
	for name, data := range first {
		if !bytes.Equal(data, second[name]) {
			t.Errorf("%s: %x… here, %x… elsewhere", name, sha256.Sum256(data), sha256.Sum256(second[name]))
		}
	}
}

// The version of the files is the honest one: the tag's where the commit has one, else the
// commit's, and marked where the tree has changes.
func TestVersions(t *testing.T) {
	root := repository(t, "r")
	version := func() string {
		all, err := buildAll(t.Context(), root, "./cmd/it", t.TempDir(), three[:1])
		want(t, err)
		s, err := all.stamp()
		want(t, err)
		if s.when.Format(time.RFC3339) != "2026-01-02T03:04:05Z" || len(s.revision) != 40 {
			t.Errorf("%v: want the time and the name of the commit", s)
		}
		return s.version
	}
	if v := version(); !strings.HasPrefix(v, "v0.0.0-20260102030405-") {
		t.Errorf("%s: want the version of a commit without a tag", v)
	}
	git(t, root, "tag", "v0.1.0")
	if v := version(); v != "v0.1.0" {
		t.Errorf("%s: want v0.1.0", v)
	}
	want(t, os.WriteFile(filepath.Join(root, "README.md"), []byte("# Changed\n"), 0o644))
	if v := version(); v != "v0.1.0+dirty" {
		t.Errorf("%s: want v0.1.0+dirty", v)
	}
}

func TestArchives(t *testing.T) {
	root := repository(t, "r")
	git(t, root, "tag", "v0.1.0")
	files := releaseOf(t, root, "linux/amd64", "windows/amd64")
	inside := []string{
		"CHANGELOG.md", "LICENSE", "NOTICE", "README.md", "SECURITY.md", "completions/_ringer", "completions/ringer.bash",
		"completions/ringer.fish", "completions/ringer.ps1", "man/man1/ringer.1",
	}
	when := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	names := append([]string{"ringer"}, inside...)
	slices.Sort(names)
	packed, err := gzip.NewReader(bytes.NewReader(files["ringer-v0.1.0-linux-amd64.tar.gz"]))
	want(t, err)
	var got []string
	for archive := tar.NewReader(packed); ; {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		want(t, err)
		name, _ := strings.CutPrefix(head.Name, "ringer-v0.1.0-linux-amd64/")
		got = append(got, name)
		mode := int64(0o644)
		if name == "ringer" {
			mode = 0o755
		}
		if head.Mode != mode || !head.ModTime.Equal(when) || head.Uid != 0 || head.Uname != "" {
			t.Errorf("%s: mode %o, %v, user %d %q", head.Name, head.Mode, head.ModTime, head.Uid, head.Uname)
		}
	}
	if !slices.Equal(got, names) {
		t.Errorf("in the tar: %q", got)
	}
	data := files["ringer-v0.1.0-windows-amd64.zip"]
	zipped, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	want(t, err)
	names[slices.Index(names, "ringer")] = "ringer.exe"
	got = nil
	for _, f := range zipped.File {
		name, _ := strings.CutPrefix(f.Name, "ringer-v0.1.0-windows-amd64/")
		got = append(got, name)
		if !f.Modified.Equal(when) {
			t.Errorf("%s: %v", f.Name, f.Modified)
		}
	}
	if slices.Sort(names); !slices.Equal(got, names) {
		t.Errorf("in the zip: %q", got)
	}
	lines := strings.Split(strings.TrimSpace(string(files[sums])), "\n")
	if len(lines) != 7 {
		t.Errorf("%d checksums", len(lines))
	}
	for _, line := range lines {
		sum, name, _ := strings.Cut(line, "  ")
		if sum != fmt.Sprintf("%x", sha256.Sum256(files[name])) {
			t.Errorf("wrong checksum: %s", line)
		}
	}
}

// What can be wrong with the command line is told at once, and nothing is written.
func TestFaults(t *testing.T) {
	full := t.TempDir()
	want(t, os.WriteFile(filepath.Join(full, "thesis.tex"), nil, 0o600))
	j := job{root: ".", out: full, url: "example.com/x", platforms: []string{"plan9", "darwin/arm64"}, parts: []string{"image", "cake"}}
	err := j.check([]string{"all"})
	for _, text := range []string{`"all"`, `found "plan9"`, `found "cake"`, `found "example.com/x"`, "want a platform of linux", "thesis", "want an empty folder"} {
		if text != "thesis" && !strings.Contains(fmt.Sprint(err), text) {
			t.Errorf("%v: want %q", err, text)
		}
	}
	broken := t.TempDir()
	want(t, os.WriteFile(filepath.Join(broken, "go.mod"), []byte("module tiny\n\ngo 1.27.0\n"), 0o600))
	out := filepath.Join(t.TempDir(), "release")
	j = job{root: broken, out: out, program: "./cmd/it", platforms: three, parts: []string{"archives"}}
	if err := j.run(context.Background(), io.Discard); err == nil || !strings.Contains(err.Error(), "linux/amd64") {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(out), "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(out), ".writing*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A tag that the changelog does not know is refused.
func TestTagWithoutNews(t *testing.T) {
	root := repository(t, "r")
	git(t, root, "tag", "v0.2.0")
	j := job{root: root, out: filepath.Join(t.TempDir(), "release"), program: "./cmd/it", platforms: three[:1], parts: []string{"archives"}}
	if err := j.run(t.Context(), io.Discard); err == nil || !strings.Contains(err.Error(), `want a section "## 0.2.0"`) {
		t.Error(err)
	}
	for _, version := range []string{"v0.1.0", "v0.1.0+dirty", "v0.2.0-rc.1", "devel"} {
		want(t, isNews(root, version))
	}
	if text, err := news(root, "v0.1.0"); err != nil || text != "The first one.\n\n### Added\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// schema returns the published schema of the bill of materials, which is a file of the
// library's module.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	want(t, err)
	compiler := jsonschema.NewCompiler()
	for _, name := range []string{"bom-1.6.schema.json", "spdx.schema.json", "jsf-0.82.schema.json"} {
		file := name
		if strings.HasPrefix(name, "jsf") {
			file = "jsf-0.82.schemax.json"
		}
		text, err := os.Open(filepath.Join(strings.TrimSpace(string(dir)), "schema", file))
		want(t, err)
		defer text.Close()
		value, err := jsonschema.UnmarshalJSON(text)
		want(t, err)
		want(t, compiler.AddResource("http://cyclonedx.org/schema/"+name, value))
	}
	s, err := compiler.Compile("http://cyclonedx.org/schema/bom-1.6.schema.json")
	want(t, err)
	return s
}

// The bill of materials obeys the published schema, and lists each module that a program
// says it is linked with, with a licence.
func TestMaterials(t *testing.T) {
	// This test's own program is linked with modules that Ringer is not.
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) < 3 {
		t.Fatalf("%v: the test does not know what it is linked with", info)
	}
	all, dir := builds{{platform: "linux/amd64", info: info}}, t.TempDir()
	parts, err := readLicences("../..")
	want(t, err)
	if _, err := materials(stamp{version: "v0.1.0"}, all, parts); err == nil || !strings.Contains(err.Error(), "NOTICE lacks") {
		t.Errorf("%v: want the modules that NOTICE lacks", err)
	}
	for _, d := range info.Deps {
		parts = append(parts, licensed{name: d.Path, version: d.Version, ids: []string{"MIT"}})
	}
	for _, p := range parts { // the whole of NOTICE must fit the schema
		if strings.HasPrefix(p.version, "v") && !slices.ContainsFunc(info.Deps, func(d *debug.Module) bool { return d.Path == p.name }) {
			info.Deps = append(info.Deps, &debug.Module{Path: p.name, Version: p.version})
		}
	}
	made := stamp{version: "v0.1.0+dirty", revision: "abc", when: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	bill, err := materials(made, all, parts)
	want(t, err)
	page, err := os.ReadDir("../../play/web/licences")
	want(t, err)
	if n := len(info.Deps) + 1 + len(page); len(*bill.Components) != n {
		t.Errorf("%d components of %d modules, the standard library and %d libraries of the page", len(*bill.Components), len(info.Deps), len(page))
	}
	root := filepath.Join(dir, "r")
	want(t, os.MkdirAll(root, 0o755))
	text, err := os.ReadFile("../../NOTICE")
	want(t, err)
	mit, err := os.ReadFile("../../play/web/licences/preact.txt")
	want(t, err)
	for _, d := range info.Deps {
		text = append(text, fmt.Sprintf("%s%s %s%s\nLICENSE\n\n%s\n", betweenModules, d.Path, d.Version, betweenTexts, mit)...)
	}
	want(t, os.WriteFile(filepath.Join(root, "NOTICE"), text, 0o600))
	want(t, writeMaterials(dir, root, made, all))
	file, err := os.Open(filepath.Join(dir, "ringer-v0.1.0+dirty.cdx.json"))
	want(t, err)
	defer file.Close()
	value, err := jsonschema.UnmarshalJSON(file)
	want(t, err)
	s := schema(t)
	want(t, s.Validate(value))
	delete(value.(map[string]any), "bomFormat")
	if s.Validate(value) == nil {
		t.Error("the schema lets a bill without its format pass")
	}
}

// Every part of NOTICE has licences that are known by name.
func TestLicences(t *testing.T) {
	parts, err := readLicences("../..")
	want(t, err)
	ids := map[string]string{}
	for _, p := range parts {
		ids[p.name] = strings.Join(p.ids, " ")
	}
	for name, id := range map[string]string{
		standardLibrary: "BSD-3-Clause", "github.com/spf13/cobra": "Apache-2.0", "github.com/coder/websocket": "ISC", "npm:preact": "MIT",
	} {
		if !slices.Contains(strings.Fields(ids[name]), id) {
			t.Errorf("%s: %q, want %s", name, ids[name], id)
		}
	}
	root := t.TempDir()
	want(t, os.WriteFile(filepath.Join(root, "NOTICE"), []byte("Head"+betweenModules+"a.org/b v1.0.0"+betweenTexts+"LICENSE\n\nDo as you like.\n"), 0o600))
	if _, err := readLicences(root); err == nil || !strings.Contains(err.Error(), "a.org/b v1.0.0") {
		t.Errorf("%v: want the part without a known licence", err)
	}
}
