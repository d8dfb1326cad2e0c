//go:build !(goexperiment.simd && amd64)

package graph

// SIMD reports whether the Go backend of this build uses vector instructions on
// this machine. Without them learning is three to four times slower for wide
// networks; build with GOEXPERIMENT=simd on amd64.
func SIMD() bool { return false }
