package algos

import "testing"

// Unregister takes what a test registers out of the table when it ends.
func Unregister(t testing.TB) {
	before := table
	t.Cleanup(func() { table = before })
}
