package cmdtest

import (
	"os"
	"testing"
)

// Slow leaves a test that computes for seconds to RINGER_LONG=1, where a quicker one goes the
// same way through the program.
func Slow(t *testing.T) {
	t.Helper()
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("computes for seconds: RINGER_LONG=1")
	}
}

// SlowWhenRaced leaves a test out under the race detector, which makes all of it twenty times
// slower: the goroutines of its games and trainings are raced in their own packages, and the
// goroutines of a whole report in TestReport. Tests that read files and words start none.
func SlowWhenRaced(t *testing.T) {
	t.Helper()
	if Raced {
		t.Skip("too slow under the race detector")
	}
}
