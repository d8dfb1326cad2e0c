// Package wasm holds the host of tables as WebAssembly, for pages without a server. Its
// source is play/browser, its program cmd/wasm; make wasm builds it before the program that carries it.
package wasm

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"
)

//go:embed dist
var dist embed.FS

// Names of the files.
const (
	Module  = "ringer.wasm.gz"  // the host, compressed as browsers know it
	Packed  = "ringer.wasm.zst" // as it lies in dist, smaller
	Support = "wasm_exec.js"    // the part of the Go distribution that runs it
)

// ErrMissing says that the program was built without the host.
var ErrMissing = errors.New("this program was built without its host for browsers: build it with make build")

// Read returns one of the files, Module or Support. The error is ErrMissing where the build has none.
func Read(name string) ([]byte, error) {
	from := name
	if name == Module {
		from = Packed
	}
	data, err := dist.ReadFile("dist/" + from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrMissing
	}
	if err != nil || from == name {
		return data, err
	}
	r, err := zstd.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var module bytes.Buffer
	w := gzip.NewWriter(&module) // in a third of a second; the best level takes two and saves 4%
	if _, err := io.Copy(w, r); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return module.Bytes(), nil
}
