//go:build goexperiment.simd && amd64

package graph

import "simd/archsimd"

// SIMD reports whether the Go backend of this build uses vector instructions on
// this machine. Without them learning is three to four times slower for wide
// networks; build with GOEXPERIMENT=simd on amd64.
func SIMD() bool { return archsimd.X86.AVX2() && archsimd.X86.FMA() }
