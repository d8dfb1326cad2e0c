package configs

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ringer/disk"
)

// shipped is the tree of shipped configuration files: games/<game>/*.yaml and
// train/*.yaml.
//
//go:embed games train
var shipped embed.FS

// Names lists the shipped configurations of a kind in alphabetical order,
// without their extension. A kind is a folder: "train" or "games/<game>". A kind
// without files gives an empty list.
func Names(kind string) []string {
	names := []string{}
	entries, err := fs.ReadDir(shipped, kind)
	if err != nil {
		return names
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".yaml"); ok && !e.IsDir() {
			names = append(names, name)
		}
	}
	return names
}

// Has reports whether a configuration of this name is shipped.
func Has(kind, name string) bool { return slices.Contains(Names(kind), name) }

// UnknownNameError says that a name is neither shipped nor a file.
type UnknownNameError struct {
	Kind  string // as in Names
	Name  string
	Known []string
}

func (e *UnknownNameError) Error() string {
	known := "none are shipped"
	if len(e.Known) > 0 {
		known = "shipped: " + strings.Join(e.Known, ", ")
	}
	return fmt.Sprintf("no configuration %q in %s (%s; or give the path of a .yaml file)", e.Name, e.Kind, known)
}

// PathError says that a path stands where only a shipped configuration may.
type PathError struct {
	Kind  string // as in Names
	Name  string
	Known []string
}

func (e *PathError) Error() string {
	return fmt.Sprintf("%q is a path: want one that is shipped in %s (%s); paths are opened only from the command line and from your own configurations",
		shorten(e.Name, excerpt), e.Kind, strings.Join(e.Known, ", "))
}

// Load returns the text of a configuration and the name to show in messages.
// name is either a shipped one ("kuhn") or the path of a file, which has a path
// separator or the extension .yaml or .yml.
func Load(kind, name string) (text []byte, file string, err error) {
	if isPath(name) {
		text, err = disk.ReadFile(name, MaxSize)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, name, fmt.Errorf("%s: no such file (shipped in %s: %s)", name, kind, strings.Join(Names(kind), ", "))
		}
		return text, name, err
	}
	if !Has(kind, name) {
		return nil, name, &UnknownNameError{Kind: kind, Name: name, Known: Names(kind)}
	}
	file = path.Join(kind, name+".yaml")
	text, err = shipped.ReadFile(file)
	return text, "configs/" + file, err
}

func isPath(name string) bool {
	return strings.ContainsAny(name, `/\`) || slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(name)))
}
