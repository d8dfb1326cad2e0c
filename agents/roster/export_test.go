package roster

import "testing"

// Unregister takes what a test registers out of the tables when it ends.
func Unregister(t testing.TB) {
	kinds, old := table, experts
	t.Cleanup(func() { table, experts = kinds, old })
}
