package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// A checker looks at a release as those do who download it: it reads nothing but the files
// that are in the folder.
type checker struct {
	folder    string
	platforms []string
	emulators map[string]string // by platform: an emulator that runs programs of another processor
	out       io.Writer
	faults    []string
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// check returns all faults of the release in one error, nil for none.
func (c *checker) check(ctx context.Context) error {
	if _, err := os.Stat(filepath.Join(c.folder, sums)); err != nil {
		return &inputError{fmt.Sprintf("%s holds no release: make release makes one", c.folder)}
	}
	known, err := c.checkSums()
	if err != nil {
		return err
	}
	bill, version, err := c.readBill(known)
	if err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "ringer-release-check")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	inside := map[string][]string{} // names in an archive, by its file
	for _, platform := range c.platforms {
		name := archiveName(version, platform)
		file := name + archiveEnding(platform)
		if known[file] == "" {
			c.fault("%s: missing: want an archive for %s", file, platform)
			continue
		}
		there := filepath.Join(temporary, strings.ReplaceAll(platform, "/", "-"))
		names, err := c.unpack(file, name, platform, there)
		if err != nil {
			c.fault("%s: %v", file, err)
			continue
		}
		inside[file] = names
		program := filepath.Join(there, name, programName(platform))
		parts := c.checkBill(file, platform, program, bill)
		how := c.use(ctx, platform, program, version, filepath.Join(temporary, "home-"+filepath.Base(there)))
		fmt.Fprintf(c.out, "%s: %d files, %d modules in the bill of materials; %s\n", file, len(names), parts, how)
	}
	c.checkRecipes(ctx, known, version, inside)
	if len(c.faults) > 0 {
		return errors.New(strings.Join(c.faults, "\n"))
	}
	_, err = fmt.Fprintf(c.out, "ringer %s: %d files as %s says\n", version, len(known), sums)
	return err
}

// checkSums compares every file with its checksum, and returns those by the file's name.
func (c *checker) checkSums() (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(c.folder, sums))
	if err != nil {
		return nil, err
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		sum, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if !ok || name != filepath.Base(name) || known[name] != "" {
			c.fault("%s: found %q, want a checksum and the name of a file, once", sums, line)
			continue
		}
		known[name] = sum
		data, err := os.ReadFile(filepath.Join(c.folder, name))
		if err != nil {
			c.fault("%s: %v", sums, err)
		} else if is := fmt.Sprintf("%x", sha256.Sum256(data)); is != sum {
			c.fault("%s: has the checksum %s, and %s says %s", name, is, sums, sum)
		}
	}
	files, err := os.ReadDir(c.folder)
	for _, f := range files {
		if f.Name() != sums && known[f.Name()] == "" {
			c.fault("%s: %s does not list it", f.Name(), sums)
		}
	}
	return known, err
}

// readBill returns the bill of materials and the version that it is of.
func (c *checker) readBill(known map[string]string) (*cdx.BOM, string, error) {
	for name := range known {
		if !strings.HasSuffix(name, ".cdx.json") {
			continue
		}
		file, err := os.Open(filepath.Join(c.folder, name))
		if err != nil {
			return nil, "", err
		}
		defer file.Close()
		bill := cdx.NewBOM()
		if err := cdx.NewBOMDecoder(file, cdx.BOMFileFormatJSON).Decode(bill); err != nil {
			return nil, "", fmt.Errorf("%s: %w", name, err)
		}
		if bill.Metadata == nil || bill.Metadata.Component == nil || bill.Components == nil {
			return nil, "", fmt.Errorf("%s: want metadata.component and components", name)
		}
		return bill, bill.Metadata.Component.Version, nil
	}
	return nil, "", fmt.Errorf("%s lists no bill of materials, .cdx.json", sums)
}

// unpack writes the files of an archive below a folder, and returns their names inside of the
// one folder that the archive has. Each is a plain file, with the mode that it needs.
func (c *checker) unpack(file, name, platform, folder string) (names []string, err error) {
	program := programName(platform)
	add := func(full string, mode os.FileMode, r io.Reader) error {
		inner, ok := strings.CutPrefix(full, name+"/")
		if !ok || path.Clean(full) != full || slices.Contains(names, inner) {
			return fmt.Errorf("found %q, want files below %s, once each", full, name)
		}
		wanted := os.FileMode(0o644)
		if inner == program {
			wanted = 0o755
		}
		if mode != wanted {
			c.fault("%s: %s: found mode %v, want %v", file, inner, mode, wanted)
		}
		names = append(names, inner)
		target := filepath.Join(folder, filepath.FromSlash(full))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		w, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, wanted)
		if err != nil {
			return err
		}
		_, err = io.Copy(w, r)
		return errors.Join(err, w.Close())
	}
	if strings.HasSuffix(file, ".zip") {
		err = eachZipped(filepath.Join(c.folder, file), add)
	} else {
		err = eachTarred(filepath.Join(c.folder, file), add)
	}
	if err != nil {
		return names, err
	}
	wanted := append([]string{program, "man/man1/ringer.1"}, pages...)
	for _, of := range completions {
		wanted = append(wanted, "completions/"+of.File)
	}
	for _, w := range wanted {
		if !slices.Contains(names, w) {
			c.fault("%s: lacks %s", file, w)
		}
	}
	for _, n := range names {
		if !slices.Contains(wanted, n) && path.Dir(n) != "man/man1" {
			c.fault("%s: holds %s, which no release has", file, n)
		}
	}
	return names, nil
}

func eachZipped(file string, add func(string, os.FileMode, io.Reader) error) error {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return err
	}
	defer archive.Close()
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			return err
		}
		if err := errors.Join(add(f.Name, f.Mode(), r), r.Close()); err != nil {
			return err
		}
	}
	return nil
}

func eachTarred(file string, add func(string, os.FileMode, io.Reader) error) error {
	data, err := os.Open(file)
	if err != nil {
		return err
	}
	defer data.Close()
	packed, err := gzip.NewReader(data)
	if err != nil {
		return err
	}
	for archive := tar.NewReader(packed); ; {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := add(head.Name, head.FileInfo().Mode(), archive); err != nil {
			return err
		}
	}
}

// checkBill compares the bill of materials with what a program says of itself, as go version
// -m prints it, and returns how many modules both have.
func (c *checker) checkBill(file, platform, program string, bill *cdx.BOM) (parts int) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		c.fault("%s: %v", file, err)
		return 0
	}
	b := build{platform: platform, info: info}
	if is := b.setting("GOOS") + "/" + b.setting("GOARCH"); is != platform {
		c.fault("%s: the program is for %s", file, is)
	}
	var says, has []string
	says = append(says, "std "+strings.TrimPrefix(info.GoVersion, "go"))
	if made, err := (builds{b}).stamp(); err != nil {
		c.fault("%s: %v", file, err)
	} else {
		says = append(says, "itself "+made.version+" "+made.revision)
	}
	for _, p := range linkedParts(builds{b}) {
		says = append(says, p.path+" "+p.version)
	}
	property := func(of *cdx.Component, name string) (string, bool) {
		for _, p := range deref(of.Properties) {
			if p.Name == name {
				return p.Value, true
			}
		}
		return "", false
	}
	itself := bill.Metadata.Component
	revision, _ := property(itself, "ringer:revision")
	has = append(has, "itself "+itself.Version+" "+revision)
	for _, of := range *bill.Components {
		where, some := property(&of, "ringer:platforms")
		if strings.HasPrefix(of.PackageURL, "pkg:golang/") && (!some || slices.Contains(strings.Fields(where), platform)) {
			has = append(has, of.Name+" "+of.Version)
		}
	}
	for _, s := range says {
		if !slices.Contains(has, s) {
			c.fault("%s: the program has %s, and the bill of materials does not", file, s)
		}
	}
	for _, h := range has {
		if !slices.Contains(says, h) {
			c.fault("%s: the bill of materials has %s, and the program does not", file, h)
		}
	}
	return len(has) - 1
}

func deref[T any](list *[]T) []T {
	if list == nil {
		return nil
	}
	return *list
}

// uses lists the commands that somebody calls who has just unpacked a program: the arguments,
// the lines that are typed, and words that must be printed, in which VERSION stands for the version.
var uses = []struct {
	args, typed string
	want        []string
}{
	{"version", "", []string{"VERSION"}},
	{"play kuhn --vs bot(kuhn) --seed 1", strings.Repeat("1\n", 9), []string{"the game is over"}},
	{"train --config kuhn --set decisions=20000 --out first", "", []string{"The run is in first"}},
	{"export first --out first.bot", "", []string{"first.bot: kuhn"}},
	{"match bot(first.bot) random --game kuhn --games 100 --seed 1", "", []string{"kuhn: 100 games", "bot(first.bot)"}},
}

// use runs a program as somebody would who has nothing else, and says what it ran. A platform
// that is not this one wants an emulator.
func (c *checker) use(ctx context.Context, platform, program, version, home string) string {
	var command []string
	if platform != runtime.GOOS+"/"+runtime.GOARCH {
		emulator := c.emulators[platform]
		if emulator == "" {
			return "not run here"
		}
		found, err := exec.LookPath(emulator)
		if err != nil {
			return "not run: no " + emulator
		}
		command = append(command, found)
	}
	if err := os.MkdirAll(home, 0o755); err != nil {
		c.fault("%v", err)
		return "not run"
	}
	var ran []string
	for _, u := range uses {
		args := append(slices.Clone(command), append([]string{program}, strings.Fields(u.args)...)...)
		cmd := exec.CommandContext(ctx, args[0], args[1:]...)
		cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "USERPROFILE=" + home, "LocalAppData=" + home, "TMPDIR=" + home, "PATH="}
		cmd.Stdin = strings.NewReader(u.typed)
		output, err := cmd.CombinedOutput()
		if err != nil {
			c.fault("%s: ringer %s: %v\n%s", platform, u.args, err, output)
			break // what follows needs what this one made
		}
		for _, w := range u.want {
			if w = strings.ReplaceAll(w, "VERSION", version); !strings.Contains(string(output), w) {
				c.fault("%s: ringer %s: want %q in what it prints\n%s", platform, u.args, w, output)
			}
		}
		ran = append(ran, strings.Fields(u.args)[0])
	}
	return "ran " + strings.Join(append(command, ran...), " ")
}

var (
	brewLine  = regexp.MustCompile(`url "([^"]+)"\s+sha256 "([0-9a-f]{64})"`)
	nixLine   = regexp.MustCompile(`url = "([^"]+)";\s+sha256 = "([0-9a-f]{64})";`)
	installed = regexp.MustCompile(`(?:bin\.install "|-m 755 )([\w.]+)|(completions/[\w.]+)|(man/man1/\*\.1)`)
)

// checkRecipes compares recipes with the files of the release: each names every archive that is
// for it, with its checksum, and files that are in them.
func (c *checker) checkRecipes(ctx context.Context, known map[string]string, version string, inside map[string][]string) {
	c.checkScoop(known, version, inside)
	for _, r := range []struct {
		file, version string
		line          *regexp.Regexp
		parser        []string
	}{
		{"ringer.rb", `version "VERSION"`, brewLine, []string{"ruby", "-c"}},
		{"ringer.nix", `version = "VERSION";`, nixLine, []string{"nix-instantiate", "--parse"}},
	} {
		named := map[string]string{}
		text, err := os.ReadFile(filepath.Join(c.folder, r.file))
		for _, m := range r.line.FindAllStringSubmatch(string(text), -1) {
			named[path.Base(m[1])] = m[2]
		}
		c.checkNamed(r.file, known, named, inside, func(platform string) bool { return !strings.HasPrefix(platform, "windows/") })
		if err != nil {
			continue // which is told where no archive wants it
		}
		if want := strings.ReplaceAll(r.version, "VERSION", strings.TrimPrefix(version, "v")); !strings.Contains(string(text), want) {
			c.fault("%s: want %s", r.file, want)
		}
		for _, m := range installed.FindAllStringSubmatch(string(text), -1) {
			pattern := m[1] + m[2] + m[3]
			for file := range named {
				if names, ok := inside[file]; ok && !slices.ContainsFunc(names, func(n string) bool { ok, _ := path.Match(pattern, n); return ok }) {
					c.fault("%s: installs %s, which is not in %s", r.file, pattern, file)
				}
			}
		}
		if parser, err := exec.LookPath(r.parser[0]); err == nil {
			cmd := exec.CommandContext(ctx, parser, append(r.parser[1:], filepath.Join(c.folder, r.file))...)
			if output, err := cmd.CombinedOutput(); err != nil {
				c.fault("%s: %s: %v\n%s", r.file, strings.Join(r.parser, " "), err, output)
			}
		}
	}
}

// checkNamed compares the archives that a recipe names with those that are for it.
func (c *checker) checkNamed(recipe string, known, named map[string]string, inside map[string][]string, isFor func(platform string) bool) {
	for file, sum := range named {
		if known[file] != sum {
			c.fault("%s: %s has the checksum %q, and %s says %q", recipe, file, sum, sums, known[file])
		}
	}
	for _, platform := range c.platforms {
		for file := range inside {
			if strings.HasSuffix(file, strings.ReplaceAll(platform, "/", "-")+archiveEnding(platform)) && isFor(platform) && named[file] == "" {
				c.fault("%s: lacks %s", recipe, file)
			}
		}
	}
}

func (c *checker) checkScoop(known map[string]string, version string, inside map[string][]string) {
	const name = "ringer.json"
	var manifest struct {
		Version, Homepage, License, Bin string
		Architecture                    map[string]struct {
			URL, Hash string
			Folder    string `json:"extract_dir"`
		}
	}
	text, err := os.ReadFile(filepath.Join(c.folder, name))
	if err == nil {
		if err := json.Unmarshal(text, &manifest); err != nil {
			c.fault("%s: %v", name, err)
		}
		if manifest.Version != strings.TrimPrefix(version, "v") || manifest.Homepage == "" || manifest.License == "" {
			c.fault("%s: found version %q, homepage %q, license %q, want those of %s", name, manifest.Version, manifest.Homepage, manifest.License, version)
		}
	}
	named := map[string]string{}
	for processor, a := range manifest.Architecture {
		file := path.Base(a.URL)
		named[file] = a.Hash
		if a.Folder+".zip" != file || !slices.Contains(inside[file], manifest.Bin) {
			c.fault("%s: %s: found extract_dir %q and bin %q, which are not in %s", name, processor, a.Folder, manifest.Bin, file)
		}
	}
	c.checkNamed(name, known, named, inside, func(platform string) bool { return strings.HasPrefix(platform, "windows/") })
}
