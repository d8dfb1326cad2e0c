//go:build !race

package cmd

// raced reports whether the race detector watches.
const raced = false
