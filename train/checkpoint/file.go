package checkpoint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// rename is move, but for tests that watch it.
var rename = move

// WriteFile writes data to path so that path holds either its former content
// or all of data, whatever happens in between.
//
// The file is closed before it is renamed: Windows renames no open file.
func WriteFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), temporary)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	err = fill(f, data)
	if err == nil {
		err = rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("checkpoint: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return syncDir(filepath.Dir(path))
}

// fill writes data to a new file, flushes it to the disk, and closes it in every
// case.
func fill(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncDir flushes the names in a directory, so that a rename survives a loss of
// power. It ignores the error of systems that cannot do that for directories.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, os.ErrInvalid) && !errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}
