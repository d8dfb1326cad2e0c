package checkpoint

import (
	"errors"
	"os"
	"testing"
)

// WatchRenames calls see before every rename, until the function that it returns is
// called.
func WatchRenames(see func(from, to string)) (stop func()) {
	rename = func(from, to string) error {
		see(from, to)
		return move(from, to)
	}
	return func() { rename = move }
}

// NoLocks makes the file system one that keeps no locks, until the test ends.
func NoLocks(t *testing.T) {
	kept := tryLock
	tryLock = func(*os.File) (bool, error) { return false, errors.ErrUnsupported }
	t.Cleanup(func() { tryLock = kept })
}
