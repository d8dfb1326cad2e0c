package main

import (
	"crypto/sha256"
	"debug/macho"
	"encoding/base64"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// packageFolder is the folder of the Python package, from the repository on.
const packageFolder = "python"

// A project holds the words of pyproject.toml about the Python package that a wheel tells on (PEP
// 621).
type project struct {
	Name        string                `toml:"name"`
	Description string                `toml:"description"`
	Readme      string                `toml:"readme"`
	Python      string                `toml:"requires-python"`
	License     struct{ Text string } `toml:"license"`
	Needs       []string              `toml:"dependencies"`
	Extras      map[string][]string   `toml:"optional-dependencies"`
}

// readProject returns the Python package of a repository.
func readProject(root string) (project, error) {
	var file struct{ Project project }
	path := filepath.Join(root, packageFolder, "pyproject.toml")
	if _, err := toml.DecodeFile(path, &file); err != nil {
		return file.Project, err
	}
	p := file.Project
	var faults []error
	for _, f := range []struct{ key, value string }{
		{"name", p.Name}, {"description", p.Description}, {"readme", p.Readme}, {"requires-python", p.Python}, {"license.text", p.License.Text},
	} {
		if f.value == "" {
			faults = append(faults, fmt.Errorf("%s: project.%s is missing: want a text", path, f.key))
		}
	}
	return p, errors.Join(faults...)
}

// writeWheel writes the Python package with the program for one platform as a wheel (PEP 427),
// and returns its name. The program lies among its scripts: pip puts it beside python, where it is
// the command of that name and where the package looks for it.
func writeWheel(folder, root string, made stamp, b build) (string, error) {
	p, err := readProject(root)
	if err != nil {
		return "", err
	}
	tags, err := wheelTags(b)
	if err != nil {
		return "", err
	}
	version := pythonVersion(made.version)
	inside := p.Name + "-" + version
	files, err := packageFiles(filepath.Join(root, packageFolder), p.Name, version)
	if err != nil {
		return "", err
	}
	program, err := os.ReadFile(b.file)
	if err != nil {
		return "", err
	}
	readme, err := os.ReadFile(filepath.Join(root, packageFolder, filepath.FromSlash(p.Readme)))
	if err != nil {
		return "", err
	}
	about := inside + ".dist-info/"
	files = append(files,
		entry{name: inside + ".data/scripts/" + programName(b.platform), data: program, mode: 0o755},
		entry{name: about + "METADATA", data: metadata(p, version, readme), mode: 0o644},
		entry{name: about + "WHEEL", data: wheelFile(tags), mode: 0o644},
	)
	for _, page := range []string{"LICENSE", "NOTICE"} {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			return "", err
		}
		files = append(files, entry{name: about + page, data: text, mode: 0o644})
	}
	slices.SortFunc(files, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	files = append(files, recordOf(files, about+"RECORD"))
	packed, err := zipped(files, made.when)
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s-py3-none-%s.whl", inside, strings.Join(tags, "."))
	return name, os.WriteFile(filepath.Join(folder, name), packed, 0o644)
}

// versionLine is the one place in which the package's source says its version.
var versionLine = regexp.MustCompile(`(?m)^__version__ = "[^"]*"$`)

// packageFiles returns the files of the package, which tells the version of the build.
func packageFiles(folder, name, version string) ([]entry, error) {
	var files []entry
	told := 0
	err := fs.WalkDir(os.DirFS(folder), name, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "__pycache__" {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".py") && d.Name() != "py.typed" {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(path)))
		told += len(versionLine.FindAll(text, -1))
		text = versionLine.ReplaceAll(text, []byte(`__version__ = "`+version+`"`))
		files = append(files, entry{name: path, data: text, mode: 0o644})
		return err
	})
	if err == nil && told != 1 {
		err = fmt.Errorf(`%s: found %d lines such as __version__ = "0.1.0" in the package, want one`, folder, told)
	}
	return files, err
}

var (
	pseudoPart = regexp.MustCompile(`(?:-|\.)(?:0\.)?(\d{14})-([0-9a-f]{12})$`)
	before     = regexp.MustCompile(`^-(alpha|beta|rc)\.?(\d+)$`)
)

// pythonVersion returns a version of a Go module as Python orders versions (PEP 440): v0.2.0-rc.1
// is 0.2.0rc1, and a commit without a tag is a development release of the version that comes next,
// with the commit's time.
func pythonVersion(version string) string {
	rest, dirty := strings.CutSuffix(strings.TrimPrefix(version, "v"), "+dirty")
	var local []string
	development, commit := "", ""
	if m := pseudoPart.FindStringSubmatch(rest); m != nil {
		rest, development, commit = strings.TrimSuffix(rest, m[0]), ".dev"+m[1], m[2]
		local = append(local, commit)
	}
	number, kind, _ := strings.Cut(rest, "-")
	if kind != "" {
		m := before.FindStringSubmatch("-" + kind)
		if m == nil {
			return "0.0.0+" + regexp.MustCompile(`[^0-9A-Za-z]+`).ReplaceAllString(version, ".")
		}
		number += map[string]string{"alpha": "a", "beta": "b", "rc": "rc"}[m[1]] + m[2]
		if development != "" {
			number += ".post0"
		}
	}
	if number == "devel" {
		number, development = "0.0.0", ".dev0"
	}
	if dirty {
		local = append(local, "dirty")
	}
	if number += development; len(local) > 0 {
		number += "+" + strings.Join(local, ".")
	}
	return number
}

// wheelTags returns the platforms that a program runs on, by their names in wheels. The program
// for Linux is linked with no library of C, so it runs beside every one.
func wheelTags(b build) ([]string, error) {
	system, arch, _ := strings.Cut(b.platform, "/")
	processor := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[arch]
	switch {
	case processor == "":
	case system == "linux":
		return []string{"manylinux2014_" + processor, "manylinux_2_17_" + processor, "musllinux_1_1_" + processor}, nil
	case system == "windows":
		return []string{"win_" + arch}, nil
	case system == "darwin":
		major, minor, err := oldestMac(b.file)
		if arch == "arm64" {
			processor = "arm64"
		}
		return []string{fmt.Sprintf("macosx_%d_%d_%s", major, minor, processor)}, err
	}
	return nil, fmt.Errorf("%s: no wheel is for it: want linux, darwin or windows, and amd64 or arm64", b.platform)
}

// oldestMac returns the oldest macOS that a program says it runs on, in the load command
// LC_BUILD_VERSION, 0x32, whose fourth word holds it as xxxx.yy.zz.
func oldestMac(file string) (major, minor uint32, err error) {
	f, err := macho.Open(file)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	for _, load := range f.Loads {
		raw := load.Raw()
		if len(raw) >= 16 && f.ByteOrder.Uint32(raw) == 0x32 {
			oldest := f.ByteOrder.Uint32(raw[12:])
			return oldest >> 16, oldest >> 8 & 0xff, nil
		}
	}
	return 0, 0, fmt.Errorf("%s: does not say which macOS it runs on", file)
}

// metadata returns the file METADATA (core metadata 2.1).
func metadata(p project, version string, readme []byte) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, "Metadata-Version: 2.1\nName: %s\nVersion: %s\nSummary: %s\nLicense: %s\nRequires-Python: %s\n", p.Name, version, p.Description, p.License.Text, p.Python)
	for _, need := range p.Needs {
		fmt.Fprintf(&s, "Requires-Dist: %s\n", need)
	}
	extras := []string{}
	for extra := range p.Extras {
		extras = append(extras, extra)
	}
	slices.Sort(extras)
	for _, extra := range extras {
		fmt.Fprintf(&s, "Provides-Extra: %s\n", extra)
		for _, need := range p.Extras[extra] {
			fmt.Fprintf(&s, "Requires-Dist: %s; extra == '%s'\n", need, extra)
		}
	}
	fmt.Fprintf(&s, "Description-Content-Type: text/markdown\n\n%s", readme)
	return []byte(s.String())
}

// wheelFile returns the file WHEEL, with a tag for each platform.
func wheelFile(tags []string) []byte {
	text := "Wheel-Version: 1.0\nGenerator: ringer-release\nRoot-Is-Purelib: false\n"
	for _, tag := range tags {
		text += "Tag: py3-none-" + tag + "\n"
	}
	return []byte(text)
}

// recordOf returns the file RECORD, which lists all files with their SHA-256 and their size, and
// itself without.
func recordOf(files []entry, name string) entry {
	var s strings.Builder
	out := csv.NewWriter(&s)
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		_ = out.Write([]string{f.name, "sha256=" + base64.RawURLEncoding.EncodeToString(sum[:]), fmt.Sprint(len(f.data))})
	}
	_ = out.Write([]string{name, "", ""})
	out.Flush() // into memory, which never fails
	return entry{name: name, data: []byte(s.String()), mode: 0o644}
}
