package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Shared is memory that this process shares with another one through a file.
type Shared struct {
	// Bytes is the memory. It must not be used after Close.
	Bytes []byte

	unmap func() error
}

// Close gives the memory back. The file stays.
func (s *Shared) Close() error { return s.unmap() }

// Share makes the empty regular file at path size bytes long and maps it: what one
// process writes there, every other one that maps the file reads. A file that holds
// anything is refused, so that a wrong name destroys nothing.
//
// All of it is allocated before, because a page that has no room when it is first touched
// kills the process. Errors: *KindError, *RoomError, and the system's errors, which wrap
// fs.ErrNotExist when nothing is there and errors.ErrUnsupported where files cannot be
// mapped. After an error the file is empty.
func Share(path string, size int) (*Shared, error) {
	if size < 1 {
		return nil, fmt.Errorf("%s: %d bytes: want at least 1", path, size)
	}
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &KindError{Path: path, Kind: kind(info.Mode())}
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	shared, err := share(f, path, info, size)
	return shared, errors.Join(err, f.Close())
}

func share(f *os.File, path string, was fs.FileInfo, size int) (*Shared, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !os.SameFile(was, info) || info.Size() != 0 {
		return nil, fmt.Errorf("%s: want an empty file", path)
	}
	if err := allocate(f, size); err != nil {
		return nil, errors.Join(err, f.Truncate(0))
	}
	return mapped(f, size)
}

// RoomError says that a file system has no room for a file.
type RoomError struct {
	Path string
	Size int // bytes that are wanted
	Free int // bytes that there are
}

func (e *RoomError) Error() string {
	return fmt.Sprintf("%s: no room for %d bytes: its file system has %d", e.Path, e.Size, e.Free)
}

// fill writes zeros over the first bytes of a file, which allocates them on any system.
func fill(f *os.File, size int) error {
	zeros := make([]byte, min(size, 1<<20))
	for at := 0; at < size; at += len(zeros) {
		if _, err := f.WriteAt(zeros[:min(len(zeros), size-at)], int64(at)); err != nil {
			return err
		}
	}
	return nil
}
