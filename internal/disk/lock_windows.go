package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// The lock is on one byte far beyond the content, because a locked byte cannot be
// read by others.
const lockedByte = 1 << 30

// TryLock takes the lock of an open file, which ends with the process at the latest. held is
// true when another process has it. The error is errors.ErrUnsupported where the system
// has no locks.
func TryLock(f *os.File) (held bool, err error) {
	err = windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
		&windows.Overlapped{OffsetHigh: lockedByte})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return true, nil
	}
	return false, err
}

// Unlock gives the lock of an open file back.
func Unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{OffsetHigh: lockedByte})
}
