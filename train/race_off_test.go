//go:build !race

package train_test

// raced reports whether the race detector watches.
const raced = false
