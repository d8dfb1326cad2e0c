package graph

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"

	"github.com/gomlx/compute"
	_ "github.com/gomlx/compute/gobackend" // registers the backend "go"
	"github.com/gomlx/compute/support/envutil"

	"ringer/models/graph/device"
)

// DefaultBackend is the backend configuration when the environment variable
// GOMLX_BACKEND is not set. It runs one operation after the other on the
// calling goroutine: the lowest cost per call, no pool that large graphs can
// exhaust, and the other cores stay free for collecting.
const DefaultBackend = "go:ops_sequential"

var backend = sync.OnceValues(func() (b compute.Backend, err error) {
	config := BackendConfig()
	defer func() {
		if r := recover(); r != nil {
			b, err = nil, fmt.Errorf("graph: backend %q: %v", config, r)
		}
	}()
	if name, rest, _ := strings.Cut(config, ":"); name == device.Name {
		if b, err = compute.NewWithConfig(DefaultBackend); err == nil {
			b, err = device.New(rest, b)
		}
	} else {
		b, err = compute.NewWithConfig(config)
	}
	if err != nil {
		return nil, fmt.Errorf("graph: backend %q: %w", config, err)
	}
	return b, nil
})

// BackendConfig returns the configuration of the backend: what the environment variable
// GOMLX_BACKEND says, else DefaultBackend.
func BackendConfig() string {
	if set, ok := os.LookupEnv(compute.ConfigEnvVar); ok && set != "" {
		return set
	}
	return DefaultBackend
}

// OnGo reports whether the graphs run on the backend in plain Go, so that a profile of
// this process shows its kernels.
func OnGo() bool {
	name, _, _ := strings.Cut(BackendConfig(), ":")
	return name == "go"
}

// Used returns what the simulated device of this process has done, and false where it has
// another backend.
func Used() (device.Use, bool) {
	b, err := Backend()
	s, ok := b.(*device.Simulated)
	if err != nil || !ok {
		return device.Use{}, false
	}
	return s.Used(), true
}

// Backend returns the backend of this process, made at the first call. The
// environment variable GOMLX_BACKEND chooses it, else DefaultBackend. Buffers
// of two backends cannot meet: an Inference or a Learner keeps to one.
func Backend() (compute.Backend, error) { return backend() }

// serial is the default backend once more, with every graph on the one goroutine that
// runs it; the bits are the same. Where GOMLX_BACKEND chooses, that one is all there is.
var serial = sync.OnceValues(func() (compute.Backend, error) {
	if BackendConfig() != DefaultBackend {
		return Backend()
	}
	b, err := compute.NewWithConfig(DefaultBackend)
	if err != nil || !setParallelism(b, 1) {
		return Backend()
	}
	return b, nil
})

// setParallelism sets the number of goroutines that an operation is spread over, and
// reports whether that could be done. The backend has an option for it, which prints a
// line on the standard output, where results belong.
func setParallelism(b compute.Backend, n int) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	set := reflect.ValueOf(b).Elem().FieldByName("Workers").MethodByName("SetMaxParallelism")
	set.Call([]reflect.Value{reflect.ValueOf(n)})
	return true
}

// backendFor returns the backend for graphs of which this many run at once. Where that is
// enough for all processors, to spread each of them over several only costs.
func backendFor(atOnce int) (compute.Backend, error) {
	if atOnce > 1 && atOnce >= runtime.GOMAXPROCS(0) {
		return serial()
	}
	return Backend()
}

// BackendName returns the name of the backend that runs the graphs, for run metadata.
func BackendName() string {
	b, err := Backend()
	if err != nil {
		return err.Error()
	}
	return b.Description()
}

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
