package cmd_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// writeNotice is the environment variable that lets TestNotice write NOTICE; make
// notice sets it.
const writeNotice = "RINGER_WRITE_NOTICE"

// noticePlatforms are the platforms of make build-all: some modules are linked on one only.
var noticePlatforms = []string{"linux/amd64", "linux/arm64", "windows/amd64", "darwin/amd64", "darwin/arm64"}

// linked is a module that is linked into the program.
type linked struct {
	name     string // path and version
	dir      string
	licences map[string]string // texts by the file's place in the module
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-._].*)?$`)

// linkedModules returns the modules that a platform links, with the licence files of
// the folders that its packages lie in.
func linkedModules(t *testing.T, platform string) map[string]*linked {
	t.Helper()
	system, arch, _ := strings.Cut(platform, "/")
	list := exec.Command("go", "list", "-deps", "-json=Dir,Module,Standard", "./cmd/ringer")
	list.Dir = ".."
	list.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "GOFLAGS=-mod=readonly")
	if os.Getenv(writeNotice) == "" {
		list.Env = append(list.Env, "GOPROXY=off")
	}
	list.Stderr = os.Stderr
	out, err := list.Output()
	require.NoError(t, err)
	modules := map[string]*linked{}
	for packages := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Dir    string
			Module *struct {
				Path, Version, Dir string
				Main               bool
			}
			Standard bool
		}
		if err := packages.Decode(&p); errors.Is(err, io.EOF) {
			return modules
		} else {
			require.NoError(t, err)
		}
		if p.Standard || p.Module == nil || p.Module.Main {
			continue
		}
		name := p.Module.Path + " " + p.Module.Version
		if modules[name] == nil {
			modules[name] = &linked{name: name, dir: p.Module.Dir, licences: map[string]string{}}
		}
		for dir := p.Dir; strings.HasPrefix(dir, p.Module.Dir); dir = filepath.Dir(dir) {
			modules[name].read(t, dir)
		}
	}
}

// read adds the licence files of a folder.
func (l *linked) read(t *testing.T, dir string) {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		if e.Type().IsRegular() && licenceFile.MatchString(e.Name()) && !strings.HasSuffix(e.Name(), ".go") {
			path := filepath.Join(dir, e.Name())
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			place, err := filepath.Rel(l.dir, path)
			require.NoError(t, err)
			l.licences[filepath.ToSlash(place)] = strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
		}
	}
}

// section returns the module's part of NOTICE.
func (l *linked) section() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", strings.Repeat("=", 80), l.name)
	places := []string{}
	for place := range l.licences {
		places = append(places, place)
	}
	slices.Sort(places)
	for _, place := range places {
		fmt.Fprintf(&b, "%s\n%s\n\n%s\n\n", strings.Repeat("-", 80), place, l.licences[place])
	}
	return b.String()
}

// standard returns the standard library, whose runtime is in every program.
func standard(t *testing.T) *linked {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	l := &linked{name: "The Go standard library", dir: strings.TrimSpace(string(root)), licences: map[string]string{}}
	l.read(t, l.dir)
	return l
}

var (
	pageImport = regexp.MustCompile(`(?m)^(?:import|export)\b.*\bfrom ['"]((?:@[^/'"]+/)?[a-z][^/'"]*)`)
	npmVersion = regexp.MustCompile(`"([^"]+)": "(\d[^"]*)"`)
)

// ofPage returns the npm packages whose code is built into the page at the table: those that
// its sources import. Their licences lie in play/web/licences, since only who builds the
// page has the packages.
func ofPage(t *testing.T) (all []*linked) {
	t.Helper()
	web := filepath.Join("..", "play", "web")
	manifest, err := os.ReadFile(filepath.Join(web, "package.json"))
	require.NoError(t, err)
	versions := map[string]string{}
	for _, m := range npmVersion.FindAllStringSubmatch(string(manifest), -1) {
		versions[m[1]] = m[2]
	}
	names := map[string]bool{}
	require.NoError(t, filepath.WalkDir(filepath.Join(web, "src"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range pageImport.FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
		return err
	}))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		text, err := os.ReadFile(filepath.Join(web, "licences", name+".txt"))
		require.NoError(t, err, "the page imports %s: its licence is wanted", name)
		require.NotEmpty(t, versions[name], "package.json names no version of %s", name)
		all = append(all, &linked{name: "npm:" + name + " " + versions[name], licences: map[string]string{"LICENSE": strings.TrimSpace(string(text))}})
	}
	return all
}

const noticeHead = `Ringer is under the Apache License 2.0: see LICENSE. Its programs hold the
following modules, under the licences below; those called npm: are in the page at
the table. "make notice" writes this file.

`

// NOTICE holds the licences of all modules that the program links, of the versions that
// go.mod names, and of no others; and the licences of the packages in the page.
func TestNotice(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	path := filepath.Join("..", "NOTICE")
	if os.Getenv(writeNotice) != "" {
		all := map[string]*linked{}
		for _, platform := range noticePlatforms {
			for name, l := range linkedModules(t, platform) {
				if all[name] == nil {
					all[name] = l
				}
				for place, text := range l.licences {
					all[name].licences[place] = text
				}
			}
		}
		text := noticeHead + standard(t).section()
		names := []string{}
		for name := range all {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			text += all[name].section()
		}
		for _, l := range ofPage(t) {
			text += l.section()
		}
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	notice := strings.ReplaceAll(string(data), "\r\n", "\n")
	assert.True(t, strings.HasPrefix(notice, noticeHead))
	assert.Contains(t, notice, standard(t).section())
	require.NotEmpty(t, ofPage(t))
	for _, l := range ofPage(t) {
		assert.Contains(t, notice, l.section(), "NOTICE lacks %s; run: make notice", l.name)
	}
	for name, l := range linkedModules(t, runtime.GOOS+"/"+runtime.GOARCH) {
		assert.NotEmpty(t, l.licences, "%s has no licence file", name)
		for _, text := range l.licences {
			assert.True(t, strings.Contains(notice, "="+"\n"+name+"\n") && strings.Contains(notice, text), "NOTICE lacks %s; run: make notice", name)
		}
	}
	required, err := os.ReadFile(filepath.Join("..", "go.mod"))
	require.NoError(t, err)
	for _, m := range regexp.MustCompile(`(?m)^={80}\n(\S+ v\S+)$`).FindAllStringSubmatch(notice, -1) {
		assert.Contains(t, string(required), "\t"+m[1], "NOTICE has a module that go.mod has not; run: make notice")
	}
}
