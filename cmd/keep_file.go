package cmd

import (
	"errors"
	"io"
	"os"

	"ringer/internal/disk"
)

// lockFile keeps other processes from an open file until it is closed. A file that another
// one has is bad input; where the system has no locks, nobody is refused.
func lockFile(file *os.File) error {
	if held, _ := disk.TryLock(file); held {
		return badf("%s: another process writes to it: wait until that ends, or stop it", file.Name())
	}
	return nil
}

// openKept opens and locks the file of --keep to write on behind its whole lines. read takes what
// the file holds and returns the size of that; header writes the first line of a file
// that has none. Errors are bad input.
func openKept(path string, read func(io.Reader) (int64, error), header func(io.Writer) error) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, badf("--keep %s: want the name of a file; something else is there", path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, bad(err)
	}
	if err := lockFile(file); err != nil {
		return nil, errors.Join(badf("--keep %w", err), file.Close())
	}
	size, err := read(file)
	if err != nil {
		err = badf("--keep %s: %w", path, err)
	} else if err = file.Truncate(size); err == nil {
		_, err = file.Seek(size, 0)
	}
	if err == nil && size == 0 {
		err = header(file)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}
