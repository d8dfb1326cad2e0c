package open

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"ringer/internal/disk"
	"ringer/internal/input"
)

// Lock keeps other processes from an open file until it is closed. A file that another
// one has is bad input; where the system has no locks, nobody is refused.
func Lock(file *os.File) error {
	if held, _ := disk.TryLock(file); held {
		return input.Badf("%s: another process writes to it: wait until that ends, or stop it", file.Name())
	}
	return nil
}

// Kept opens and locks a file of kept games to write on behind its whole lines. read takes what
// the file holds and returns the size of that; header writes the first line of a file
// that has none. Errors are bad input.
func Kept(path string, read func(io.Reader) (int64, error), header func(io.Writer) error) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, input.Badf("--keep %s: want the name of a file; something else is there", path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, input.Bad(err)
	}
	if err := Lock(file); err != nil {
		return nil, errors.Join(input.Badf("--keep %w", err), file.Close())
	}
	size, err := read(file)
	if err != nil {
		err = input.Badf("--keep %s: %w", path, err)
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

// MayWrite refuses a file that a flag names and that is there already, unless force
// says to replace it.
func MayWrite(flag, path string, force bool) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return input.Badf("--%s: %w", flag, err)
	case !info.Mode().IsRegular():
		return input.Badf("--%s %s: want the name of a file; something else is there", flag, path)
	case !force:
		return input.Badf("--%s %s: the file is there already; --force replaces it", flag, path)
	}
	return nil
}
