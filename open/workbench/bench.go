package workbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"ringer/env"
	"ringer/env/knobs"
	"ringer/env/things"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/study"
	"ringer/report/findings"
	"ringer/train/checkpoint"
)

// Config says of which game a workbench is, and who plays for it. Game, Dir and Trainer are needed.
type Config struct {
	Game    env.Game
	Dir     string         // of variants and answers
	Trainer *study.Trainer // as package reporting wants it
	Workers int            // goroutines that play; 0: one a processor
	Build   string         // names the program that plays: see reporting.Config
	Program string         // as people type it; empty: ringer
	Version string         // of the program, for what is written to be shared

	Findings []findings.Finding // about the games that ship, for a page of them
}

// Bench is a workbench. It is safe for concurrent use.
type Bench struct {
	Config
	knobs  []knobs.Knob
	things []things.Thing
	lock   *os.File
	some   chan struct{} // has a value when an answer waits

	found found // games of findings

	mu       sync.Mutex
	variants []*Variant
	answers  []*Answer
	running  int // the id of the answer under way; 0: none
	stop     context.CancelFunc
}

// Bounds of a workbench.
const (
	mostVariants = 200
	mostAnswers  = 1000
	mostWaiting  = 20
	mostChanges  = 100
	mostText     = 2000 // bytes of a value
	mostName     = 80   // letters
	maxFile      = 16 * disk.MiB
)

// format names the form of the folder.
const format = "ringer-workbench/1"

// Names in the folder.
const (
	benchName   = "workbench.json"
	lockName    = "lock"
	variantsDir = "variants"
	answersDir  = "answers"
	answerName  = "answer.json"
	reportDir   = "report"
)

// about is the file that says of which game a folder is.
type about struct {
	Format   string `json:"format"`
	Game     string `json:"game"`
	SpecHash string `json:"spec_hash"`
}

// Open opens a workbench, and makes its folder where there is none. A folder of another game, and one that
// another process has open, are bad input. Questions that were under way wait to be asked again.
func Open(c Config) (*Bench, error) {
	if c.Program == "" {
		c.Program = "ringer"
	}
	b := &Bench{Config: c, some: make(chan struct{}, 1)}
	var err error
	if b.knobs, err = knobs.List(c.Game); err != nil {
		return nil, err
	}
	if list, ok := things.Of(c.Game); ok {
		b.things = slices.DeleteFunc(slices.Clone(list.Things), func(t things.Thing) bool { return t.Kind == things.KindNothing })
	}
	if err := b.openFolder(); err != nil {
		return nil, err
	}
	if err := errors.Join(b.readVariants(), b.readAnswers()); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func (b *Bench) openFolder() (err error) {
	spec := b.Game.Spec()
	path := filepath.Join(b.Dir, benchName)
	text, err := disk.ReadText(path, maxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if list, err := os.ReadDir(b.Dir); err == nil && len(list) > 0 {
			return input.Badf("--out %s: something else is there; name another folder", b.Dir)
		}
	case err != nil:
		return input.Bad(err)
	default:
		var of about
		if err := input.JSON(text, &of); err != nil || of.Format != format {
			return input.Badf("%s: want the file of a workbench, of format %q", path, format)
		}
		if of.SpecHash != spec.Hash {
			return input.Badf("--out %s: a workbench of other rules is there (%s); name another folder", b.Dir, of.Game)
		}
	}
	for _, dir := range []string{variantsDir, answersDir} {
		if err := os.MkdirAll(filepath.Join(b.Dir, dir), 0o755); err != nil {
			return input.Bad(err)
		}
	}
	if b.lock, err = os.OpenFile(filepath.Join(b.Dir, lockName), os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return input.Bad(err)
	}
	if err := open.Lock(b.lock); err != nil {
		return errors.Join(err, b.lock.Close())
	}
	return write(path, about{format, spec.String(), spec.Hash})
}

// Close lets other processes open the folder.
func (b *Bench) Close() error { return b.lock.Close() }

// write writes a file of JSON whole or not at all.
func write(path string, v any) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err
	}
	return checkpoint.WriteFile(path, append(text, '\n'))
}

// numbered returns the numbers of the entries of a folder, ascending: 7 of 0007.json and of 0007.
func numbered(dir string) (ids []int, err error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, input.Bad(err)
	}
	for _, e := range list {
		if n, ok := input.Whole(strings.TrimSuffix(e.Name(), ".json")); ok && n > 0 && n < 1e6 {
			ids = append(ids, int(n))
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// readAll reads one file for each number of a folder.
func readAll[T any](dir string, name func(id int) string, each func(id int, v *T) error) error {
	ids, err := numbered(dir)
	if err != nil {
		return err
	}
	for _, id := range ids {
		path := filepath.Join(dir, name(id))
		text, err := disk.ReadText(path, maxFile)
		if errors.Is(err, fs.ErrNotExist) {
			continue // a folder whose file was not written yet
		}
		if err != nil {
			return input.Bad(err)
		}
		v := new(T)
		if err := json.Unmarshal(text, v); err != nil {
			return input.Badf("%s: %w", path, err)
		}
		if err := each(id, v); err != nil {
			return input.Badf("%s: %w", path, err)
		}
	}
	return nil
}

// idName returns the name of what has a number.
func idName(id int) string { return fmt.Sprintf("%04d", id) }
