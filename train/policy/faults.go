package policy

import "ringer/env"

// Between records a number that is not from low to high, NaN included.
func Between(faults *env.Faults, path string, v, low, high float64) {
	if !(v >= low && v <= high) {
		faults.Add(path, v, "a number from %g to %g", low, high)
	}
}
