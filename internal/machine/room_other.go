//go:build !linux && !darwin && !windows

package machine

// Room returns the bytes that may still be written to the disk of a folder; 0 with false where that
// is not known.
func Room(string) (int64, bool) { return 0, false }
