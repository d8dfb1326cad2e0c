//go:build linux || darwin

package machine

import (
	"math"

	"golang.org/x/sys/unix"
)

// Room returns the bytes that may still be written to the disk of a folder; 0 with false where that
// is not known.
func Room(folder string) (int64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil || s.Bsize <= 0 {
		return 0, false
	}
	return int64(min(s.Bavail, math.MaxInt64/uint64(s.Bsize)) * uint64(s.Bsize)), true
}
