//go:build xla && cgo

package graph

// Built with -tags xla and cgo, GOMLX_BACKEND=xla, xla:cuda or xla:/path/to/plugin.so
// runs the graphs on XLA. The plugin is loaded when the backend is first
// asked for; an absolute path keeps it from being looked for or installed.
import _ "github.com/gomlx/go-xla/compute/xla"
