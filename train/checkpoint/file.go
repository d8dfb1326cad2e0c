package checkpoint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// WriteFile writes data to path so that path holds either its former content
// or all of data, whatever happens in between.
func WriteFile(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".writing-*")
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("checkpoint: %w", errors.Join(err, f.Close(), os.Remove(f.Name())))
		}
	}()
	if _, err = f.Write(data); err != nil {
		return err
	}
	if err = f.Chmod(0o644); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return syncDir(filepath.Dir(path))
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
