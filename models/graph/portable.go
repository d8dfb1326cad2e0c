package graph

import (
	"fmt"
	"os"
	"strings"

	"github.com/gomlx/compute/support/envutil"
)

// The width of vectors is the processor's, and sums over wider vectors round
// elsewhere: that is all in which two processors with AVX2 and FMA differ. A
// process that begins with this environment takes vectors of 256 bits in every
// case. The plus sign is for processors with AVX2 that lack other instructions
// (VPCLMULQDQ), on which Go would otherwise go down to 128 bits.
const (
	vectorsOf256 = "simd=+256"
	noAVX512     = envutil.GoBackendSIMD_AVX512 + "=0"
)

// PortableEnvironment returns the environment of a process whose networks are
// computed with the same bits on every processor with AVX2 and FMA.
func PortableEnvironment(environ []string) []string {
	debug := vectorsOf256
	var out []string
	for _, e := range environ {
		name, value, _ := strings.Cut(e, "=")
		switch {
		case name == "GODEBUG":
			for _, setting := range strings.Split(value, ",") {
				if setting != "" && !strings.HasPrefix(setting, "simd=") {
					debug += "," + setting
				}
			}
		case tunes(name):
		default:
			out = append(out, e)
		}
	}
	return append(out, "GODEBUG="+debug, noAVX512)
}

// tunes reports whether an environment variable changes what the backend computes.
func tunes(name string) bool {
	return strings.HasPrefix(name, "GOMLX_GO_") || name == "GOMLX_BACKEND"
}

// Portable returns nil when the networks of this process have the same bits on
// every processor with AVX2 and FMA, else why not. PortableEnvironment makes it so,
// if CanBePortable.
func Portable() error {
	if err := CanBePortable(); err != nil {
		return err
	}
	for _, e := range os.Environ() {
		name, value, _ := strings.Cut(e, "=")
		if tunes(name) && e != noAVX512 && value != "" {
			return fmt.Errorf("the environment has %s, which changes the last bits", e)
		}
	}
	if v := Vectors(); v != portableVectors {
		return fmt.Errorf("networks are computed with %s here: begin the process with GODEBUG=%s and %s for %s", v, vectorsOf256, noAVX512, portableVectors)
	}
	return nil
}

// PortableVectors returns Vectors of a process that is Portable, "" where none can be.
func PortableVectors() string { return portableVectors }

// CanBePortable returns nil when this build on this machine can be Portable.
func CanBePortable() error {
	if !SIMD() {
		return fmt.Errorf("it needs a processor with AVX2 and FMA, and a build with GOEXPERIMENT=simd for amd64 (make build)")
	}
	return nil
}
