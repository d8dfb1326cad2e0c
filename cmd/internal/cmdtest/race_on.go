//go:build race

package cmdtest

// Raced reports whether the race detector watches.
const Raced = true
