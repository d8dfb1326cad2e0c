package callexpr

// mostSlips is the number of slips up to which a name is still the one that was meant.
const mostSlips = 2

// Nearest returns the known name that differs in the fewest letters from one that was
// written: at most 2 put in, left out, or exchanged, and fewer than half of the name.
// It is empty when there is none. Of several the first one counts.
func Nearest(written string, known []string) (name string) {
	if len(written) > MaxLength {
		return ""
	}
	fewest := mostSlips + 1
	for _, k := range known {
		if d := len(k) - len(written); d > mostSlips || d < -mostSlips {
			continue
		}
		if n := slips(written, k); n < fewest && 2*n < len(k) {
			name, fewest = k, n
		}
	}
	return name
}

// slips returns the number of letters put in, left out, exchanged or swapped with
// their neighbour between two words (optimal string alignment).
func slips(a, b string) int {
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		now[0] = i
		for j := 1; j <= len(b); j++ {
			other := 1
			if a[i-1] == b[j-1] {
				other = 0
			}
			now[j] = min(last[j]+1, now[j-1]+1, last[j-1]+other)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				now[j] = min(now[j], before[j-2]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
