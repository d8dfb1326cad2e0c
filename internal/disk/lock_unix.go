//go:build unix && !aix && !solaris

package disk

import (
	"errors"
	"os"
	"syscall"
)

// TryLock takes the lock of an open file, which ends with the process at the latest. held is
// true when another process has it. The error is errors.ErrUnsupported where the system
// has no locks.
func TryLock(f *os.File) (held bool, err error) {
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return true, nil
	}
	return false, err
}

// Unlock gives the lock of an open file back.
func Unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
