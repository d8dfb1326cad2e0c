package replay

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ringer/internal/disk"
)

// maxFile is the size of the largest replay that ReadFile reads.
const maxFile = 256 * disk.MiB

// ReadFile reads the replay at path, a regular file.
func ReadFile(path string) (*Replay, error) {
	text, err := disk.ReadText(path, maxFile)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	return Read(bytes.NewReader(text), path)
}

// WriteFile writes the replay to path, whole or not at all: under a temporary
// name in the same folder, flushed to the disk, and renamed.
func (r *Replay) WriteFile(path string) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".writing-*")
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("replay: %w", errors.Join(err, os.Remove(f.Name())))
		}
	}()
	if err = errors.Join(r.Write(f), f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
