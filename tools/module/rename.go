package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// upstream is the module path that this repository is written with.
const upstream = "ringer"

var (
	pathWanted = regexp.MustCompile(`^[a-z0-9][a-zA-Z0-9_-]*\.[a-zA-Z0-9._-]*[a-zA-Z0-9](/[a-zA-Z0-9][a-zA-Z0-9._~-]*)*$`)
	moduleLine = regexp.MustCompile(`(?m)^module (\S+)$`)
	skipped    = []string{".git", "bin", "runs", "node_modules", "night"}
)

// isText reports whether a file may name packages of the module.
func isText(file string) bool {
	return slices.Contains([]string{".go", ".mod", ".md"}, filepath.Ext(file))
}

// A renaming replaces module paths by another one.
type renaming struct {
	old  []string // at most two: upstream's, and the one before
	to   string
	tops []string // folders at the top of the repository
}

// newRenaming returns the renaming of the repository at root to a module path.
func newRenaming(root, to string) (*renaming, error) {
	if to != upstream && !pathWanted.MatchString(to) {
		return nil, fmt.Errorf("%q: want a module path such as github.com/me/ringer, or %s", to, upstream)
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	line := moduleLine.FindSubmatch(text)
	if line == nil {
		return nil, errors.New("go.mod names no module")
	}
	r := &renaming{to: to}
	for _, old := range []string{upstream, string(line[1])} {
		if old != to && !slices.Contains(r.old, old) {
			r.old = append(r.old, old)
		}
	}
	folders, err := os.ReadDir(root)
	for _, f := range folders {
		if f.IsDir() {
			r.tops = append(r.tops, regexp.QuoteMeta(f.Name()))
		}
	}
	return r, err
}

// files renames the module in the files of these names below root, and returns those that it
// has changed.
func (r *renaming) files(root string, names []string) (changed []string, err error) {
	for _, name := range names {
		file := filepath.Join(root, filepath.FromSlash(name))
		info, err := os.Lstat(file)
		if err != nil {
			return changed, err
		}
		if !info.Mode().IsRegular() {
			continue
		}
		before, err := os.ReadFile(file)
		if err != nil {
			return changed, err
		}
		after := r.text(path.Base(name), string(before))
		if after == string(before) {
			continue
		}
		if path.Ext(name) == ".go" { // longer texts may move the columns beside them
			if formatted, err := format.Source(before); err == nil && bytes.Equal(formatted, before) {
				if formatted, err = format.Source([]byte(after)); err != nil {
					return changed, fmt.Errorf("%s: %w", name, err)
				}
				after = string(formatted)
			}
		}
		changed = append(changed, name)
		if err := os.WriteFile(file, []byte(after), info.Mode().Perm()); err != nil {
			return changed, err
		}
	}
	return changed, nil
}

// walked returns the texts below a folder that no repository lists.
func walked(root string) (names []string, err error) {
	return names, filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(skipped, entry.Name()) && file != root:
			return fs.SkipDir
		case entry.IsDir() || !isText(file):
			return nil
		}
		rel, err := filepath.Rel(root, file)
		names = append(names, filepath.ToSlash(rel))
		return err
	})
}

// text renames the module in the text of a file. What a go.mod requires and replaces is the
// path itself; elsewhere the path stands before a package, in code, comments and prose
// alike, or before what a test puts together of it.
func (r *renaming) text(name, text string) string {
	for _, old := range r.old {
		quoted := regexp.QuoteMeta(old)
		if filepath.Ext(name) == ".mod" {
			text = regexp.MustCompile(`(?m)^((?:module|require|replace)? ?\t?)`+quoted+`($|/| )`).ReplaceAllString(text, "${1}"+r.to+"${2}")
			continue
		}
		of := regexp.MustCompile(`(^|[^\w/.~-])` + quoted + `/((?:` + strings.Join(r.tops, "|") + `)\b|["(])`)
		text = of.ReplaceAllString(text, "${1}"+r.to+"/${2}")
	}
	return text
}
