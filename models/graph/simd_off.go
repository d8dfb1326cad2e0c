//go:build !(goexperiment.simd && amd64)

package graph

// SIMD reports whether the Go backend of this build uses vector instructions on
// this machine. Without them learning is three to four times slower for wide
// networks; build with GOEXPERIMENT=simd on amd64.
func SIMD() bool { return false }

// portableVectors is Vectors of a process that is Portable, which none is here.
const portableVectors = ""

// Vectors names the vector instructions that networks are computed with in this
// process. Two processes of one build with the same name give the same bits.
func Vectors() string { return "none" }
