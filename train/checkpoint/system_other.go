//go:build !windows && (!unix || aix || solaris)

package checkpoint

import (
	"errors"
	"os"
)

// tryLock has no lock to take on this system.
func tryLock(*os.File) (held bool, err error) { return false, errors.ErrUnsupported }

func unlock(*os.File) error { return nil }

func move(from, to string) error { return os.Rename(from, to) }

func inUse(error) bool { return false }
