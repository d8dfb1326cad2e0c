//go:build !linux && !darwin && !windows

package machine

// Spent returns the processor seconds that this process has taken, on all processors together, its
// system calls included; 0 where that is not known.
func Spent() float64 { return 0 }
