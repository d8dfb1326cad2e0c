//go:build linux || darwin

package bench

import (
	"os"
	"runtime"
	"syscall"
)

// peakOf returns the most bytes that a process which has ended held in memory; 0 where the system does
// not say.
func peakOf(s *os.ProcessState) int64 {
	u, ok := s.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "linux":
		return u.Maxrss * 1024
	}
	return u.Maxrss
}
