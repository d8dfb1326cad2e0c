package machine

import "golang.org/x/sys/windows"

// Spent returns the processor seconds that this process has taken, on all processors together, its
// system calls included; 0 where that is not known.
func Spent() float64 {
	var begun, ended, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &begun, &ended, &kernel, &user) != nil {
		return 0
	}
	ticks := func(t windows.Filetime) float64 { return float64(uint64(t.HighDateTime)<<32 | uint64(t.LowDateTime)) }
	return (ticks(kernel) + ticks(user)) / 1e7 // of 100 ns
}
