package checkpoint

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// The lock is on one byte far beyond the content, because a locked byte cannot be
// read by others.
const lockedByte = 1 << 30

// tryLock takes the lock of the open file f, which ends with the process at the
// latest. held is true when another process has it.
func tryLock(f *os.File) (held bool, err error) {
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
		&windows.Overlapped{OffsetHigh: lockedByte})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return true, nil
	}
	return false, err
}

func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{OffsetHigh: lockedByte})
}

// move gives a closed file or a folder another name. Windows refuses while
// another process reads it, or a scanner looks at it, so it tries for a while.
func move(from, to string) error {
	for wait := time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		if err == nil || !inUse(err) || wait > time.Second {
			return err
		}
		time.Sleep(wait)
	}
}

// inUse reports whether err means that another process has the file open.
func inUse(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED)
}
