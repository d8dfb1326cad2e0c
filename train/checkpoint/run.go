package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Run is a run directory that this process has locked and may write to, until
// Close. It is not safe for concurrent use.
type Run struct {
	Reader
	lock   *lock
	config []byte // as it was when the run was opened
}

// ErrThere says that a folder holds a run already.
var ErrThere = errors.New("already holds a run")

// Create makes a new run directory, locks it and writes the configuration into it.
// A directory that already holds a run is refused, as ErrThere or a *LockedError.
// After an error nothing is left that was not there before.
func Create(dir string, config []byte) (_ *Run, err error) {
	// Asked before, so that a refusal leaves no trace, and under the lock, for certain.
	if err := refuseRun(dir); err != nil {
		return nil, err
	}
	_, missing := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	l, err := takeLock(dir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.release())
			if errors.Is(missing, fs.ErrNotExist) {
				removeEmpty(dir)
			}
		}
	}()
	if err := refuseRun(dir); err != nil {
		return nil, err
	}
	for _, d := range []string{folder, poolFolder} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			return nil, fmt.Errorf("checkpoint: %w", err)
		}
	}
	if err := WriteFile(filepath.Join(dir, ConfigName), config); err != nil {
		return nil, err
	}
	return &Run{Reader{dir}, l, config}, nil
}

// refuseRun returns ErrThere for a folder that holds a run.
func refuseRun(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, ConfigName)); err == nil {
		return fmt.Errorf("%s %w: resume it with --resume %s, or choose another folder with --out", dir, ErrThere, dir)
	}
	return nil
}

// removeEmpty removes what Create made of a run that has no configuration. It is a
// courtesy: where it fails, the folder stays, and Create takes it next time.
func removeEmpty(dir string) {
	if _, err := os.Stat(filepath.Join(dir, ConfigName)); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	for _, name := range []string{folder, poolFolder, lockName, ""} {
		_ = os.Remove(filepath.Join(dir, name))
	}
}

// Resume opens a run directory to go on with it: it locks the run, or returns a
// *LockedError, and removes what a killed process left half-written.
func Resume(dir string) (*Run, []byte, error) {
	reader, config, err := Open(dir)
	if err != nil {
		return nil, nil, err
	}
	l, err := takeLock(dir)
	if err != nil {
		return nil, nil, err
	}
	r := &Run{*reader, l, config}
	if err := r.sweep(); err != nil {
		return nil, nil, errors.Join(err, r.Close())
	}
	return r, config, nil
}

// Close gives up the lock. Nothing may be written after it.
func (r *Run) Close() error {
	if err := r.lock.release(); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// sweep removes the leftovers of an interrupted Save.
func (r *Run) sweep() error {
	for _, pattern := range []string{temporary, folder + "/" + temporary, poolFolder + "/" + temporary, opponentsFolder + "/" + temporary} {
		names, err := filepath.Glob(filepath.Join(r.dir, pattern))
		if err != nil {
			return err
		}
		for _, n := range names {
			if err := os.RemoveAll(n); err != nil && !inUse(err) {
				return fmt.Errorf("checkpoint: %w", err)
			}
		}
	}
	return nil
}

// Save writes a checkpoint, whole or not at all, with the configuration that the run was opened
// with as ConfigName: Trained returns it. Saving an iteration that is
// there already, and undamaged, does nothing: the bytes are a function of the iteration.
func (r *Run) Save(iteration int, files map[string][]byte) (err error) {
	final := r.Path(iteration)
	_, missing := os.Stat(final)
	if missing == nil {
		if _, damaged := Load(final); damaged == nil {
			return nil
		}
	}
	tmp, err := os.MkdirTemp(filepath.Join(r.dir, folder), temporary)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(tmp))
		}
	}()
	if files = maps.Clone(files); len(r.config) > 0 {
		files[ConfigName] = r.config
	}
	sums := map[string]string{}
	for name, data := range files {
		if err := WriteFile(filepath.Join(tmp, name), data); err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		sums[name] = hex.EncodeToString(sum[:])
	}
	manifest, err := json.MarshalIndent(sums, "", "  ")
	if err != nil {
		return err
	}
	if err := WriteFile(filepath.Join(tmp, manifestName), append(manifest, '\n')); err != nil {
		return err
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if missing == nil {
		if err := r.removeCheckpoint(iteration); err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
	}
	if err := rename(tmp, final); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return syncDir(filepath.Join(r.dir, folder))
}

// Keep removes all checkpoints but the given iterations, and all pool files but the given
// ones. What another process is reading stays where the system does not let it go, until
// the next time.
func (r *Run) Keep(iterations []int, pool []string) error {
	its, err := r.Iterations()
	if err != nil {
		return err
	}
	for _, it := range its {
		if !slices.Contains(iterations, it) {
			if err := r.removeCheckpoint(it); err != nil && !inUse(err) {
				return fmt.Errorf("checkpoint: %w", err)
			}
		}
	}
	entries, err := os.ReadDir(filepath.Join(r.dir, poolFolder))
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	for _, e := range entries {
		if !slices.Contains(pool, e.Name()) {
			if err := os.Remove(filepath.Join(r.dir, poolFolder, e.Name())); err != nil && !inUse(err) {
				return fmt.Errorf("checkpoint: %w", err)
			}
		}
	}
	return nil
}

// removeCheckpoint takes a checkpoint's name away first, so that no folder with
// such a name is ever half there.
func (r *Run) removeCheckpoint(iteration int) error {
	tmp, err := os.MkdirTemp(filepath.Join(r.dir, folder), temporary)
	if err != nil {
		return err
	}
	err = rename(r.Path(iteration), filepath.Join(tmp, "removed"))
	return errors.Join(err, os.RemoveAll(tmp))
}

// SavePool writes a pool file unless it is there with the same bytes.
func (r *Run) SavePool(name string, data []byte) error {
	if there, err := r.LoadPool(name); err == nil && bytes.Equal(there, data) {
		return nil
	}
	return WriteFile(filepath.Join(r.dir, poolFolder, name), data)
}

// SaveOpponent writes a file of an opponent.
func (r *Run) SaveOpponent(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Join(r.dir, opponentsFolder), 0o755); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return WriteFile(r.OpponentPath(name), data)
}
