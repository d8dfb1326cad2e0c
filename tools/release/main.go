package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var j job
	var platforms, only string
	flag.StringVar(&j.root, "root", "..", "folder of the repository")
	flag.StringVar(&j.out, "out", "bin/release", "folder for the files, from the repository's on; a release that is there is replaced")
	flag.StringVar(&j.program, "program", "./cmd/ringer", "package of the program")
	flag.StringVar(&platforms, "platforms", "linux/amd64 linux/arm64", "platforms to build for, with spaces between them")
	flag.StringVar(&only, "only", "archives image wheels", "parts to make: archives, image, wheels")
	flag.StringVar(&j.url, "url", "", "address of the folder that archives will have, for recipes of package managers; empty: a placeholder that says so")
	check := flag.Bool("check", false, "check the release that is in -out as those do who download it, and make nothing")
	emulator := flag.String("emulator", "qemu-aarch64-static", "for -check: a program that runs those for linux/arm64, where it is there")
	notes := flag.String("notes", "", "print what CHANGELOG.md says of this version, and make nothing")
	flag.Parse()
	if *notes != "" {
		text, err := news(j.root, *notes)
		if err != nil {
			fmt.Fprintln(os.Stderr, "release:", err)
			os.Exit(2)
		}
		fmt.Print(text)
		return
	}
	if !filepath.IsAbs(j.out) {
		j.out = filepath.Join(j.root, j.out)
	}
	j.platforms, j.parts = strings.Fields(platforms), strings.Fields(only)
	err := j.check(flag.Args())
	switch {
	case err != nil:
	case *check:
		c := checker{folder: j.out, platforms: j.platforms, emulators: map[string]string{"linux/arm64": *emulator}, out: os.Stdout}
		err = c.check(ctx)
	default:
		err = j.run(ctx, os.Stdout)
	}
	switch {
	case ctx.Err() != nil:
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "release:", err)
		if _, ok := errors.AsType[*inputError](err); ok {
			os.Exit(2)
		}
		os.Exit(1)
	}
}

// inputError is an error of the command line.
type inputError struct{ text string }

func (e *inputError) Error() string { return e.text }

// A job says what to make of which repository.
type job struct {
	root, out, program string
	url                string   // of the archives, for recipes; empty where nobody knows it yet
	platforms          []string // as linux/amd64
	parts              []string // archives, image, wheels
}

// sums is the file of checksums; a folder with it holds a release.
const sums = "SHA256SUMS"

// check returns all faults of the command line in one error, nil for none.
func (j *job) check(args []string) error {
	var faults []string
	if len(args) > 0 {
		faults = append(faults, fmt.Sprintf("%q: want flags only", args))
	}
	for _, p := range j.platforms {
		if system, arch, ok := strings.Cut(p, "/"); !ok || system == "" || arch == "" || strings.Contains(arch, "/") {
			faults = append(faults, fmt.Sprintf("-platforms: found %q, want SYSTEM/PROCESSOR such as linux/amd64", p))
		}
	}
	for _, p := range j.parts {
		if p != "archives" && p != "image" && p != "wheels" {
			faults = append(faults, fmt.Sprintf("-only: found %q, want archives, image, wheels or several of them", p))
		}
	}
	if j.url != "" {
		if err := checkURL(j.url); err != nil {
			faults = append(faults, err.Error())
		}
	}
	if len(j.platforms) == 0 || len(j.parts) == 0 {
		faults = append(faults, "-platforms and -only: want at least one each")
	}
	if slices.Contains(j.parts, "image") && len(j.imagePlatforms()) == 0 {
		faults = append(faults, fmt.Sprintf("-platforms: found %s, want a platform of linux for the image", strings.Join(j.platforms, " ")))
	}
	if entries, err := os.ReadDir(j.out); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(j.out, sums)); err != nil {
			faults = append(faults, fmt.Sprintf("-out: %s holds files and no %s of an earlier release: want an empty folder", j.out, sums))
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return &inputError{strings.Join(faults, "\n")}
}

// imagePlatforms returns the platforms that the image is for.
func (j *job) imagePlatforms() []string {
	return slices.DeleteFunc(slices.Clone(j.platforms), func(p string) bool { return !strings.HasPrefix(p, "linux/") })
}

// run makes the parts in a folder beside the last one, writes the checksums, puts the
// folder in its place and lists what is in it.
func (j *job) run(ctx context.Context, out io.Writer) error {
	if err := os.MkdirAll(filepath.Dir(j.out), 0o755); err != nil {
		return err
	}
	folder, err := os.MkdirTemp(filepath.Dir(j.out), ".writing-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := os.Chmod(folder, 0o755); err != nil {
		return err
	}
	builds, err := os.MkdirTemp("", "ringer-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(builds)
	made, err := j.make(ctx, builds, folder)
	if err != nil {
		return err
	}
	if err := writeSums(folder); err != nil {
		return err
	}
	if err := os.RemoveAll(j.out); err != nil {
		return err
	}
	if err := os.Rename(folder, j.out); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(j.out, sums))
	if err != nil {
		return err
	}
	if j.url == "" && slices.Contains(j.parts, "archives") {
		fmt.Fprintln(out, "recipes of package managers have a placeholder as their address: make release URL=… gives them the one where the archives will be")
	}
	fmt.Fprintf(out, "ringer %s of %s in %s\n%s", made.version, made.when.Format("2006-01-02 15:04:05 MST"), j.out, text)
	return nil
}

// make builds the programs into one folder and makes the files of a release of them in
// another.
func (j *job) make(ctx context.Context, builds, folder string) (stamp, error) {
	platforms := j.platforms
	if !slices.Contains(j.parts, "archives") && !slices.Contains(j.parts, "wheels") {
		platforms = j.imagePlatforms()
	}
	all, err := buildAll(ctx, j.root, j.program, builds, platforms)
	if err != nil {
		return stamp{}, err
	}
	made, err := all.stamp()
	if err != nil {
		return made, err
	}
	if err := isNews(j.root, made.version); err != nil {
		return made, err
	}
	if slices.Contains(j.parts, "archives") {
		words, err := written(ctx, j.root, j.program, builds, all)
		if err != nil {
			return made, err
		}
		var archives []archive
		for _, b := range all {
			a, err := writeArchive(folder, j.root, made, b, words)
			if err != nil {
				return made, err
			}
			archives = append(archives, a)
		}
		if err := writeRecipes(folder, made, j.url, archives); err != nil {
			return made, err
		}
		if err := writeMaterials(folder, j.root, made, all); err != nil {
			return made, err
		}
	}
	if slices.Contains(j.parts, "wheels") {
		for _, b := range all {
			if _, err := writeWheel(folder, j.root, made, b); err != nil {
				return made, err
			}
		}
	}
	if slices.Contains(j.parts, "image") {
		return made, writeImage(filepath.Join(folder, "ringer-image.tar"), j.root, made, all)
	}
	return made, nil
}

var numbered = regexp.MustCompile(`^v\d+\.\d+\.\d+$`)

// isNews returns an error where the version names a release which the changelog does not
// know.
func isNews(root, version string) error {
	if !numbered.MatchString(version) {
		return nil
	}
	_, err := news(root, version)
	return err
}

// news returns the section of the changelog of a version such as v0.1.0.
func news(root, version string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		return "", err
	}
	head := "## " + strings.TrimPrefix(version, "v")
	_, section, ok := strings.Cut("\n"+string(text), "\n"+head+"\n")
	if !ok {
		return "", &inputError{fmt.Sprintf("version %s: want a section %q in CHANGELOG.md", version, head)}
	}
	section, _, _ = strings.Cut(section, "\n## ")
	return strings.TrimSpace(section) + "\n", nil
}
