package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"ringer/internal/input"
)

// Sizes for limits and messages.
const (
	KiB = 1 << 10
	MiB = 1 << 20
)

// A KindError says that a path leads to something other than a regular file.
type KindError struct {
	Path string
	Kind string // what is there: a folder, a pipe, …
}

func (e *KindError) Error() string {
	return fmt.Sprintf("%s: %s: want a regular file", e.Path, e.Kind)
}

// A SizeError says that a file is too large to be read.
type SizeError struct {
	Path  string
	Limit int64 // in bytes
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("%s: too large: want a file of at most %s", e.Path, Size(e.Limit))
}

// Size returns a number of bytes in words, such as "64 KiB".
func Size(bytes int64) string {
	switch {
	case bytes >= MiB && bytes%MiB == 0:
		return fmt.Sprintf("%d MiB", bytes/MiB)
	case bytes >= KiB && bytes%KiB == 0:
		return fmt.Sprintf("%d KiB", bytes/KiB)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// ReadFile returns the bytes of the regular file at path, which symbolic links may
// lead to, when there are at most limit of them. It never waits for a pipe or a
// device, and holds no more than limit bytes and one.
//
// Errors: *KindError, *SizeError, and the system's errors, which wrap fs.ErrNotExist when
// nothing is there.
func ReadFile(path string, limit int64) ([]byte, error) {
	// The look before the opening keeps devices from being touched; the one after
	// it holds for the file that was opened, whatever the path leads to meanwhile.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := check(path, info, limit); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	data, err := read(f, path, limit)
	return data, errors.Join(err, f.Close())
}

// ReadText is ReadFile of a text: without the byte order mark that some editors put before
// it.
func ReadText(path string, limit int64) ([]byte, error) {
	text, err := ReadFile(path, limit)
	return input.Unmarked(text), err
}

func read(f *os.File, path string, limit int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := check(path, info, limit); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1)) // some files are longer than they say
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &SizeError{Path: path, Limit: limit}
	}
	return data, nil
}

func check(path string, info fs.FileInfo, limit int64) error {
	if !info.Mode().IsRegular() {
		return &KindError{Path: path, Kind: kind(info.Mode())}
	}
	if info.Size() > limit {
		return &SizeError{Path: path, Limit: limit}
	}
	return nil
}

func kind(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}
