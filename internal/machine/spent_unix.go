//go:build linux || darwin

package machine

import "golang.org/x/sys/unix"

// Spent returns the processor seconds that this process has taken, on all processors together, its
// system calls included; 0 where that is not known.
func Spent() float64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}
