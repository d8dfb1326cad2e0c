package machine

import (
	"math"

	"golang.org/x/sys/windows"
)

// Room returns the bytes that may still be written to the disk of a folder; 0 with false where that
// is not known.
func Room(folder string) (int64, bool) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, false
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, false
	}
	return int64(min(free, math.MaxInt64)), true
}
