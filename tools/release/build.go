package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// A build is the program for one platform.
type build struct {
	platform string // as linux/amd64
	file     string
	info     *debug.BuildInfo
}

// builds holds the programs of a release, all of the same sources.
type builds []build

// A stamp says of which sources a release is.
type stamp struct {
	version  string // of the module, as the Go command has it
	revision string // of the commit; empty outside of a repository
	when     time.Time
}

// name returns the name of the program's file on a platform.
func programName(platform string) string {
	if strings.HasPrefix(platform, "windows/") {
		return "ringer.exe"
	}
	return "ringer"
}

// buildAll builds a package of the module at root for platforms, below a folder.
func buildAll(ctx context.Context, root, program, folder string, platforms []string) (builds, error) {
	var all builds
	for _, p := range platforms {
		b, err := buildFor(ctx, root, program, folder, p)
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

func buildFor(ctx context.Context, root, program, folder, platform string) (build, error) {
	system, arch, _ := strings.Cut(platform, "/")
	dir, err := filepath.Abs(filepath.Join(folder, system+"-"+arch))
	if err != nil {
		return build{}, err
	}
	b := build{platform: platform, file: filepath.Join(dir, programName(platform))}
	// Nothing of the machine goes into the program: neither paths nor symbols, and the flags
	// of the environment's own GOFLAGS are left out.
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=auto", "-ldflags=-s -w", "-o", b.file, program)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0", "GOFLAGS=")
	if output, err := cmd.CombinedOutput(); err != nil {
		return b, fmt.Errorf("%s: %w\n%s", platform, err, output)
	}
	b.info, err = buildinfo.ReadFile(b.file)
	return b, err
}

func (b build) setting(key string) string {
	for _, s := range b.info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// stamp returns what all builds say of their sources. The error is about builds that
// differ: the tree has changed while they were made.
func (all builds) stamp() (stamp, error) {
	var first stamp
	for i, b := range all {
		s := stamp{version: b.info.Main.Version, revision: b.setting("vcs.revision"), when: time.Unix(0, 0).UTC()}
		if at := b.setting("vcs.time"); at != "" {
			when, err := time.Parse(time.RFC3339, at)
			if err != nil {
				return s, err
			}
			s.when = when.UTC()
		}
		if s.when.Year() < 1980 { // where the calendar of zip begins
			s.when = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		if s.version == "" || s.version == "(devel)" {
			s.version = "devel"
		}
		if i > 0 && s != first {
			return s, fmt.Errorf("%s was built of %v and %s of %v: the tree has changed meanwhile", all[0].platform, first, b.platform, s)
		}
		first = s
	}
	return first, nil
}

// host returns the build that runs on this machine, made now where no platform is this
// one.
func (all builds) host(ctx context.Context, root, program, folder string) (build, error) {
	platform := runtime.GOOS + "/" + runtime.GOARCH
	for _, b := range all {
		if b.platform == platform {
			return b, nil
		}
	}
	return buildFor(ctx, root, program, folder, platform)
}

// written returns what the program itself writes for a release, as files of an archive:
// completions of four shells, and manual pages.
func written(ctx context.Context, root, program, folder string, all builds) ([]entry, error) {
	host, err := all.host(ctx, root, program, folder)
	if err != nil {
		return nil, err
	}
	call := func(args ...string) ([]byte, error) {
		cmd := exec.CommandContext(ctx, host.file, args...)
		cmd.Env = append(os.Environ(), "NO_COLOR=1")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		text, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w\n%s", programName(host.platform), strings.Join(args, " "), err, &errs)
		}
		return text, nil
	}
	var files []entry
	for _, c := range completions {
		text, err := call("completion", c.Shell)
		if err != nil {
			return nil, err
		}
		files = append(files, entry{name: "completions/" + c.File, data: text, mode: 0o644})
	}
	manual := filepath.Join(folder, "man1")
	if _, err := call("man", "--out", manual); err != nil {
		return nil, err
	}
	pages, err := filepath.Glob(filepath.Join(manual, "*.1"))
	if err != nil {
		return nil, err
	}
	if len(pages) == 0 {
		return nil, fmt.Errorf("ringer man wrote no pages")
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			return nil, err
		}
		files = append(files, entry{name: "man/man1/" + filepath.Base(page), data: text, mode: 0o644})
	}
	return files, nil
}
