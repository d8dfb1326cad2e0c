// Package wasm holds the host of tables as WebAssembly, for pages without a server. Its
// source is play/browser, its program cmd/wasm; make wasm builds it before the program that carries it.
package wasm

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed dist
var dist embed.FS

// Names of the files.
const (
	Module  = "ringer.wasm.zst" // the host; the page unpacks it, as few web hosts pack what they send
	Support = "wasm_exec.js"    // the part of the Go distribution that runs it
)

// ErrMissing says that the program was built without the host.
var ErrMissing = errors.New("this program was built without its host for browsers: build it with make build")

// Read returns one of the files, Module or Support. The error is ErrMissing where the build has none.
func Read(name string) ([]byte, error) {
	data, err := dist.ReadFile("dist/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrMissing
	}
	return data, err
}
