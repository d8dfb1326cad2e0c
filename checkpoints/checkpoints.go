// Package checkpoints holds the bots that ship inside the binary, NAME.bot or packed as
// NAME.bot.packed beside this file. Small ones only; runs go to ./runs.
//
// It returns bytes by name and does not know their format, but for where their weights lie: see
// models/botfile.
package checkpoints

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// The pattern matches this file too, so that the package compiles before there
// is any bot.
//
//go:embed *
var ours embed.FS

// shipped lists the folders of all bots inside the binary.
var shipped = []fs.FS{ours}

// Endings of files of bots: as ringer export writes them, and packed.
const (
	extension       = ".bot"
	packedExtension = ".bot.packed"
)

// Names lists the shipped bots in alphabetical order, without the extension.
func Names() []string {
	names := []string{}
	for _, folder := range shipped {
		names = append(names, namesIn(folder)...)
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(a+extension, b+extension) }) // as files are sorted
	return slices.Compact(names)                                                                       // one that is there in both forms is one
}

func namesIn(folder fs.FS) (names []string) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		panic("checkpoints: " + err.Error()) // an embedded folder can always be read
	}
	for _, e := range entries {
		file := e.Name()
		if strings.HasSuffix(file, packedExtension) {
			file = strings.TrimSuffix(file, packedExtension) + extension
		}
		if name, ok := strings.CutSuffix(file, extension); ok && !e.IsDir() {
			names = append(names, name)
		}
	}
	return names
}

// Add ships the bots of another folder, NAME.bot, beside Ringer's own. It is for the
// beginning of a program: no other function of this package may run beside it. It returns
// an error that names the bots whose names are taken, and then adds nothing.
func Add(folder fs.FS) error {
	if _, err := fs.ReadDir(folder, "."); err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	taken := slices.DeleteFunc(namesIn(folder), func(name string) bool { return !slices.Contains(Names(), name) })
	if len(taken) > 0 {
		return fmt.Errorf("checkpoints: bots of these names are shipped already: %s", strings.Join(taken, ", "))
	}
	shipped = append(shipped, folder)
	return nil
}

// solvedFolder has the tables that ringer solve computed.
func solvedFolder() fs.FS {
	folder, err := fs.Sub(ours, "solved")
	if err != nil {
		panic("checkpoints: " + err.Error()) // the folder is embedded
	}
	return folder
}

// Solved lists the shipped tables that ringer solve computed, in alphabetical order: no
// training made them, so that they are not among Names.
func Solved() []string { return namesIn(solvedFolder()) }

// UnknownError says that no bot of a name is shipped.
type UnknownError struct {
	Name  string
	Known []string
}

func (e *UnknownError) Error() string {
	known := "none are shipped in this build"
	if len(e.Known) > 0 {
		known = "shipped: " + strings.Join(e.Known, ", ")
	}
	return fmt.Sprintf("no bot %q (%s; or give the path of a .bot file)", e.Name, known)
}

// Open returns the file of a shipped bot, or an *UnknownError. Of a packed one, the weights are
// unpacked when they are first read.
func Open(name string) (*io.SectionReader, error) {
	folders := shipped
	switch {
	case slices.Contains(Solved(), name):
		folders = []fs.FS{solvedFolder()}
	case !slices.Contains(Names(), name):
		return nil, &UnknownError{Name: name, Known: Names()}
	}
	for _, folder := range folders {
		file, err := openIn(folder, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("checkpoints: %w", err)
		}
		return file, nil
	}
	return nil, fmt.Errorf("checkpoints: %s: %w", name, fs.ErrNotExist)
}

// openIn opens the bot of a folder, as it is rather than packed where it is there in both forms.
func openIn(folder fs.FS, name string) (*io.SectionReader, error) {
	data, err := fs.ReadFile(folder, name+extension)
	if err == nil {
		return io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data))), nil
	}
	p, err := packedIn(folder, name)
	if err != nil {
		return nil, err
	}
	return io.NewSectionReader(p, 0, p.size()), nil
}

func packedIn(folder fs.FS, name string) (*packed, error) {
	file, err := folder.Open(name + packedExtension)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	p, err := unpack(file, func() ([]byte, error) { return fs.ReadFile(folder, name+packedExtension) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name+packedExtension, err)
	}
	return p, nil
}
