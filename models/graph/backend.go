package graph

import (
	"fmt"
	"os"
	"sync"

	"github.com/gomlx/compute"
	_ "github.com/gomlx/compute/gobackend" // registers the backend "go"
)

// DefaultBackend is the backend configuration when the environment variable
// GOMLX_BACKEND is not set. It runs one operation after the other on the
// calling goroutine: the lowest cost per call, no pool that large graphs can
// exhaust, and the other cores stay free for collecting.
const DefaultBackend = "go:ops_sequential"

var backend = sync.OnceValues(func() (b compute.Backend, err error) {
	config := DefaultBackend
	if set, ok := os.LookupEnv(compute.ConfigEnvVar); ok && set != "" {
		config = set
	}
	defer func() {
		if r := recover(); r != nil {
			b, err = nil, fmt.Errorf("graph: backend %q: %v", config, r)
		}
	}()
	b, err = compute.NewWithConfig(config)
	if err != nil {
		return nil, fmt.Errorf("graph: backend %q: %w", config, err)
	}
	return b, nil
})

// Backend returns the one backend of this process, made at the first call. The
// environment variable GOMLX_BACKEND chooses it, else DefaultBackend. Buffers
// of two backends cannot meet, so nothing else makes one.
func Backend() (compute.Backend, error) { return backend() }

// BackendName returns the name of the backend that runs the graphs, for run metadata.
func BackendName() string {
	b, err := Backend()
	if err != nil {
		return err.Error()
	}
	return b.Description()
}
