package main

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// A Clause is one clause of the rules that can be switched off.
type Clause struct {
	Game      string   // name of the file that lists it
	Name      string   // what the clause says
	Line      int      // of its entry
	File      string   // that holds the clause, from the root of the repository
	Tests     []string // packages whose tests should notice
	Old, New  []string // lines
	Explained string   // why no test can notice; mostly empty
}

// parseClauses returns the entries of one file. The error lists all faults.
func parseClauses(path, text string) ([]Clause, error) {
	var (
		list   []Clause
		faults []error
	)
	game := strings.TrimSuffix(filepath.Base(path), ".txt")
	fault := func(line int, format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s:%d: %s", path, line, fmt.Sprintf(format, args...)))
	}
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		number := i + 1
		if name, ok := strings.CutPrefix(line, "== "); ok {
			list = append(list, Clause{Game: game, Name: strings.TrimSpace(name), Line: number})
			continue
		}
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if len(list) == 0 {
			fault(number, "%q stands before the first entry: want \"== NAME\"", line)
			continue
		}
		c := &list[len(list)-1]
		key, value, _ := strings.Cut(line, ":")
		switch value = strings.TrimSpace(value); {
		case line[0] == '-':
			c.Old = append(c.Old, line[1:])
		case line[0] == '+':
			c.New = append(c.New, line[1:])
		case key == "file":
			c.File = value
		case key == "test":
			c.Tests = append(c.Tests, strings.Fields(value)...)
		case key == "explained":
			c.Explained = value
		default:
			fault(number, "%q: want a line that begins with file:, test:, explained:, - or +", line)
		}
	}
	names := map[string]bool{}
	for _, c := range list {
		switch {
		case c.Name == "":
			fault(c.Line, "an entry without a name")
		case names[c.Name]:
			fault(c.Line, "%q is there twice", c.Name)
		case c.File == "" || len(c.Tests) == 0 || len(c.Old) == 0:
			fault(c.Line, "%q: want file:, test: and at least one line with a minus", c.Name)
		}
		names[c.Name] = true
	}
	return list, errors.Join(faults...)
}

// readClauses returns the entries of clauses/*.txt, or of one game only.
func readClauses(root, game string) ([]Clause, error) {
	paths, err := filepath.Glob(filepath.Join(root, "tools", "mutate", "clauses", "*.txt"))
	if err != nil {
		return nil, err
	}
	var (
		list   []Clause
		faults []error
		known  []string
	)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txt")
		known = append(known, name)
		if game != "" && game != name {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		some, err := parseClauses(path, string(text))
		if err != nil {
			faults = append(faults, err)
		}
		list = append(list, some...)
	}
	if len(list) == 0 && len(faults) == 0 {
		return nil, fmt.Errorf("game %q has no clauses: want one of %s", game, strings.Join(known, ", "))
	}
	return list, errors.Join(faults...)
}

// Mutate returns the text of the clause's file without the clause.
func (c *Clause) Mutate(text string) (string, error) {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	at := -1
	for i := range lines {
		if !matches(lines[i:], c.Old) {
			continue
		}
		if at >= 0 {
			return "", fmt.Errorf("%s:%d and %d: the lines of %q stand there twice: take more lines around them", c.File, at+1, i+1, c.Name)
		}
		at = i
	}
	if at < 0 {
		return "", fmt.Errorf("%s: the lines of %q are not there: %q", c.File, c.Name, strings.TrimSpace(c.Old[0]))
	}
	changed := strings.Join(append(append(append([]string{}, lines[:at]...), c.New...), lines[at+len(c.Old):]...), "\n")
	if _, err := parser.ParseFile(token.NewFileSet(), c.File, changed, 0); err != nil {
		return "", fmt.Errorf("without %q the file is no Go: %w", c.Name, err)
	}
	if changed == text {
		return "", fmt.Errorf("%s: %q changes nothing", c.File, c.Name)
	}
	return changed, nil
}

// matches reports whether lines begin with what old says, but for indentation.
func matches(lines, old []string) bool {
	if len(lines) < len(old) {
		return false
	}
	for i := range old {
		if strings.TrimSpace(lines[i]) != strings.TrimSpace(old[i]) {
			return false
		}
	}
	return true
}

// read returns the changed text of the clause's file under root.
func (c *Clause) read(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(c.File)))
	if err != nil {
		return "", fmt.Errorf("%q: %w", c.Name, err)
	}
	return c.Mutate(string(text))
}
