package checkpoint

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

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
