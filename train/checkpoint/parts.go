package checkpoint

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Parts is a folder that keeps the finished parts of one piece of work, files and runs, so that
// it goes on where it was stopped. Whoever opens it owns it until Close. It is not safe for
// concurrent use.
//
//	DIR/work.json    what the work is
//	DIR/NAME         a finished part, whole or absent
//	DIR/RUN/         the run of a part that is not finished
//	DIR/lock         held by the process that works
type Parts struct {
	dir  string
	lock *lock
}

const workName = "work.json"

// OtherWorkError says that a folder holds the parts of other work.
type OtherWorkError struct {
	Dir       string
	Was, Want []byte // descriptions
}

func (e *OtherWorkError) Error() string {
	return fmt.Sprintf("%s holds other work, %s: choose another folder, or remove this one", e.Dir, bytes.TrimSpace(e.Was))
}

// OpenParts opens the folder of the work that its argument of describes, or makes it.
// Errors: *OtherWorkError, *LockedError, and one for a folder with anything else in it.
func OpenParts(dir string, of []byte) (_ *Parts, err error) {
	if err := refuseStrangers(dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	l, err := takeLock(dir)
	if err != nil {
		return nil, err
	}
	p := &Parts{dir, l}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.release())
		}
	}()
	was, err := p.Read(workName)
	switch {
	case err != nil:
		return nil, err
	case was == nil:
		return p, p.Write(workName, of)
	case !bytes.Equal(was, of):
		return nil, &OtherWorkError{Dir: dir, Was: was, Want: of}
	}
	return p, nil
}

// refuseStrangers returns an error for a folder that holds files and no description of work. A
// dot begins the names of files that a killed process was writing.
func refuseStrangers(dir string) error {
	names, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	stranger := ""
	for _, n := range names {
		switch {
		case n.Name() == workName:
			return nil
		case n.Name() != lockName && !strings.HasPrefix(n.Name(), "."):
			stranger = n.Name()
		}
	}
	if stranger != "" {
		return fmt.Errorf("%s: holds %s, and no %s: choose another folder", dir, stranger, workName)
	}
	return nil
}

// Close gives the folder up and keeps all that is in it.
func (p *Parts) Close() error {
	if err := p.lock.release(); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// Path returns the path of a part.
func (p *Parts) Path(name string) string { return filepath.Join(p.dir, name) }

// Read returns a finished part, nil when there is none.
func (p *Parts) Read(name string) ([]byte, error) {
	data, err := readFile(p.Path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// Write keeps a finished part, whole or not at all.
func (p *Parts) Write(name string, data []byte) error { return WriteFile(p.Path(name), data) }

// Run opens the run of a part, which may have begun. config is the configuration of a new
// one.
func (p *Parts) Run(name string, config []byte) (*Run, error) {
	if _, _, err := Open(p.Path(name)); err == nil {
		run, _, err := Resume(p.Path(name))
		return run, err
	}
	return Create(p.Path(name), config)
}

// RemoveRun removes the run of a part that is finished.
func (p *Parts) RemoveRun(name string) error {
	if err := os.RemoveAll(p.Path(name)); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}
