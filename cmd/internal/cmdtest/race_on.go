//go:build race

package cmdtest

// raced reports whether the race detector watches.
const raced = true
