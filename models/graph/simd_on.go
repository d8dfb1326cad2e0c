//go:build goexperiment.simd && amd64

package graph

import (
	"fmt"
	"simd"
	"simd/archsimd"

	"github.com/gomlx/compute/support/envutil"
)

// SIMD reports whether the Go backend of this build uses vector instructions on
// this machine. Without them learning is three to four times slower for wide
// networks; build with GOEXPERIMENT=simd on amd64.
func SIMD() bool { return archsimd.X86.AVX2() && archsimd.X86.FMA() }

// portableVectors is Vectors of a process that is Portable.
const portableVectors = "avx2 kernels, 256-bit vectors"

// Vectors names the vector instructions that networks are computed with in this
// process. Two processes of one build with the same name give the same bits.
func Vectors() string {
	kernels := "plain"
	switch {
	case allowed(envutil.GoBackendSIMD_AVX512) && archsimd.X86.AVX512():
		kernels = "avx512"
	case allowed(envutil.GoBackendSIMD_AVX2) && archsimd.X86.AVX2():
		kernels = "avx2"
	}
	width := fmt.Sprintf("%d-bit", simd.VectorBitSize())
	if simd.Emulated() {
		width = "emulated"
	}
	name := fmt.Sprintf("%s kernels, %s vectors", kernels, width)
	if archsimd.X86.AVX2() && !archsimd.X86.FMA() {
		name += ", no fma"
	}
	return name
}

// allowed reads a switch of the backend, which is on unless turned off.
func allowed(name string) bool {
	on, err := envutil.ReadBool(name, true)
	return err != nil || on
}
