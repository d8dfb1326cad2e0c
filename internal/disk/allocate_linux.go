package disk

import (
	"errors"
	"os"
	"syscall"
)

// allocate makes an empty file size bytes long, and fails where there is no room for all
// of them.
func allocate(f *os.File, size int) error {
	var room syscall.Statfs_t
	if err := syscall.Fstatfs(int(f.Fd()), &room); err != nil {
		return &os.PathError{Op: "statfs", Path: f.Name(), Err: err}
	}
	if free := room.Bavail * uint64(room.Bsize); room.Blocks > 0 && free < uint64(size) { // before it fills up
		return &RoomError{Path: f.Name(), Size: size, Free: int(free)}
	}
	err := syscall.Fallocate(int(f.Fd()), 0, 0, int64(size))
	if errors.Is(err, errors.ErrUnsupported) {
		return fill(f, size)
	}
	if err != nil {
		return &os.PathError{Op: "fallocate", Path: f.Name(), Err: err}
	}
	return nil
}
