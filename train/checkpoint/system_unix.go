//go:build unix && !aix && !solaris

package checkpoint

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

func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// move gives a closed file or a folder another name.
func move(from, to string) error { return os.Rename(from, to) }

// inUse reports whether err means that another process has the file open.
func inUse(error) bool { return false }
