// Command module gives the whole repository another module path: in go.mod, in the
// imports of all Go files, in the tests about imports, and in the template.
//
//	go run ./module github.com/me/ringer
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	root := flag.String("root", "..", "folder of the repository")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "module: want one argument, the new module path, such as github.com/me/ringer")
		os.Exit(2)
	}
	changed, err := move(*root, flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "module:", err)
		os.Exit(2)
	}
	fmt.Printf("%d files say %s now; make check tests the result\n", changed, flag.Arg(0))
}

var (
	pathWanted = regexp.MustCompile(`^[a-z0-9][a-zA-Z0-9._~-]*(/[a-zA-Z0-9][a-zA-Z0-9._~-]*)*$`)
	moduleLine = regexp.MustCompile(`(?m)^module (\S+)$`)
	skipped    = []string{".git", "bin", "runs", "node_modules", "night"}
)

// move renames the module below root and returns how many files it has changed.
func move(root, path string) (changed int, err error) {
	if !pathWanted.MatchString(path) {
		return 0, fmt.Errorf("%q: want a module path such as github.com/me/ringer", path)
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return 0, err
	}
	line := moduleLine.FindSubmatch(text)
	if line == nil {
		return 0, errors.New("go.mod names no module")
	}
	old := string(line[1])
	return changed, filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && slices.Contains(skipped, entry.Name()):
			return fs.SkipDir
		case !entry.Type().IsRegular():
			return nil
		}
		before, after := "", ""
		switch {
		case filepath.Base(file) == "go.mod":
			before, after, err = edited(file, func(text string) string { return renameRequirement(text, old, path) })
		case filepath.Ext(file) == ".go":
			before, after, err = edited(file, func(text string) string { return renameImports(text, old, path) })
		}
		if err != nil || before == after {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		changed++
		return os.WriteFile(file, []byte(after), info.Mode().Perm())
	})
}

func edited(file string, edit func(string) string) (before, after string, err error) {
	text, err := os.ReadFile(file)
	return string(text), edit(string(text)), err
}

// renameImports renames the paths of packages in the text of a Go file: those in quotes,
// also where a test holds the text of a program, and the constant that names the module.
func renameImports(text, old, path string) string {
	for _, quote := range []string{`"`, `\"`} {
		text = strings.ReplaceAll(text, quote+old+"/", quote+path+"/")
	}
	return strings.ReplaceAll(text, `const module = "`+old+`"`, `const module = "`+path+`"`)
}

// renameRequirement renames the module in the text of a go.mod: its own, that of a module
// below it, and where another module requires and replaces it.
func renameRequirement(text, old, path string) string {
	quoted := regexp.QuoteMeta(old)
	return regexp.MustCompile(`(?m)^((?:module|\s*|require|replace) ?)`+quoted+`($|/| )`).ReplaceAllString(text, "${1}"+path+"${2}")
}
