//go:build !windows

package checkpoint

import "os"

// move gives a closed file or a folder another name.
func move(from, to string) error { return os.Rename(from, to) }

// inUse reports whether err means that another process has the file open.
func inUse(error) bool { return false }
