//go:build unix && !aix && !solaris

package replay

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes the lock of the open file f, which ends with the process at the
// latest. held is true when another process has it.
func tryLock(f *os.File) (held bool, err error) {
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

// syncFolder makes the names of a folder outlast a loss of power.
func syncFolder(dir string) error {
	f, err := os.OpenFile(dir, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
