//go:build race

package main

// raced reports whether the race detector watches.
const raced = true
