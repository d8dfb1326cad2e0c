package configs

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ringer/env"
	"ringer/internal/disk"
	"ringer/internal/input"
)

// ours is the tree of Ringer's own configuration files: games/<game>/*.yaml, train/*.yaml,
// targets/*.yaml and learn/*.yaml.
//
//go:embed games learn targets train
var ours embed.FS

// shipped lists the trees of all configuration files inside the binary.
var shipped = []fs.FS{ours}

const extension = ".yaml"

// Names lists the shipped configurations of a kind in alphabetical order,
// without their extension. A kind is a folder: "train", "targets", "learn" or "games/<game>". A kind
// without files gives an empty list.
func Names(kind string) []string {
	names := []string{}
	for _, tree := range shipped {
		entries, err := fs.ReadDir(tree, kind)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if name, ok := strings.CutSuffix(e.Name(), extension); ok && !e.IsDir() {
				names = append(names, name)
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(a+extension, b+extension) }) // as files are sorted
	return names
}

// Add ships the configurations of another tree, games/<game>/*.yaml and train/*.yaml,
// beside Ringer's own: Names, Has and Load know them from then on. It is for the
// beginning of a program: no other function of this package may run beside it.
//
// Errors: env.Faults, which name every file whose name is taken or that lies elsewhere;
// nothing is then added.
func Add(tree fs.FS) error {
	var faults env.Faults
	err := fs.WalkDir(tree, ".", func(file string, entry fs.DirEntry, err error) error {
		name, ok := strings.CutSuffix(file, extension)
		if err != nil || entry.IsDir() || !ok {
			return err
		}
		kind, name := path.Dir(name), path.Base(name)
		switch {
		case kind != "train" && !strings.HasPrefix(kind, "games/"):
			faults.Add("configs", file, "train/NAME.yaml or games/GAME/NAME.yaml")
		case Has(kind, name):
			faults.Add("configs", file, "a name that no other configuration in %s has", kind)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("configs: %w", err)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	shipped = append(shipped, tree)
	return nil
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
	return fmt.Sprintf("no configuration %q in %s (%s; or give the path of a .yaml file)", e.Name, e.Kind, listed("", e.Known))
}

// listed says which configurations ship, in a folder.
func listed(folder string, names []string) string {
	if len(names) == 0 {
		return "none are shipped" + folder
	}
	return "shipped" + folder + ": " + strings.Join(names, ", ")
}

// PathError says that a path stands where only a shipped configuration may.
type PathError struct {
	Kind  string // as in Names
	Name  string
	Known []string
}

func (e *PathError) Error() string {
	return fmt.Sprintf("%q is a path: want one that is shipped in %s (%s); paths are opened only from the command line and from your own configurations",
		shorten(e.Name, excerpt), e.Kind, cmp.Or(strings.Join(e.Known, ", "), "none are"))
}

// Load returns the text of a configuration and the name to show in messages.
// name is either a shipped one ("kuhn") or the path of a file (IsPath).
func Load(kind, name string) (text []byte, file string, err error) {
	if IsPath(name) {
		text, err = disk.ReadText(name, MaxSize)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, name, fmt.Errorf("%s: no such file (%s)", name, listed(" in "+kind, Names(kind)))
		}
		return text, name, err
	}
	if !Has(kind, name) {
		return nil, name, &UnknownNameError{Kind: kind, Name: name, Known: Names(kind)}
	}
	file = path.Join(kind, name+extension)
	for _, tree := range shipped {
		if text, err = fs.ReadFile(tree, file); !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return input.Unmarked(text), "configs/" + file, err
}

// IsPath reports whether a name names a file of one's own: it has a path separator or the
// extension .yaml or .yml.
func IsPath(name string) bool {
	return strings.ContainsAny(name, `/\`) || slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(name)))
}
