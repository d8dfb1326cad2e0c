package cmd

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"ringer/agents/onnx"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models/onnxrun"
)

// mostNetwork bounds the bytes of an ONNX model, with the files beside it.
const mostNetwork = 256 * disk.MiB

// networkFiles are the bytes of an ONNX model, and of the files beside it in which its
// weights lie.
type networkFiles struct {
	model  []byte
	beside map[string][]byte
}

// readNetwork reads an ONNX model. It opens no file of another folder.
func readNetwork(file string) (*networkFiles, error) {
	left := int64(mostNetwork)
	data, err := disk.ReadFile(file, left)
	if err != nil {
		return nil, err
	}
	left -= int64(len(data))
	n := &networkFiles{model: data, beside: map[string][]byte{}}
	names, err := onnxrun.External(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, name := range names {
		if !filepath.IsLocal(name) || filepath.Base(name) != name {
			return nil, fmt.Errorf("%s: its weights lie in %q: want a file of the same folder", file, name)
		}
		if n.beside[name], err = disk.ReadFile(filepath.Join(filepath.Dir(file), name), left); err != nil {
			return nil, fmt.Errorf("%s: its weights lie in %q: %w", file, name, err)
		}
		left -= int64(len(n.beside[name]))
	}
	return n, nil
}

// read reads the model; where is its file in messages.
func (n *networkFiles) read(where string) (*onnxrun.Model, error) {
	model, err := onnxrun.Read(n.model, n.beside, onnx.Limits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	if _, said := unnamedNetworks.LoadOrStore(where, true); onnx.SpecHash(model) == "" && !said {
		_, _ = fmt.Fprintf(os.Stderr, "ringer: %s does not say for which game it was made (metadata ringer_spec_hash): only sizes were compared\n", input.Shown(where))
	}
	return model, nil
}

// unnamedNetworks holds the files about which a person was warned, once each.
var unnamedNetworks sync.Map

// checksum returns the SHA-256 of the model and of the files beside it.
func (n *networkFiles) checksum() string {
	h := sha256.New()
	_, _ = h.Write(n.model) // a hash takes everything
	names, _ := onnxrun.External(n.model)
	for _, name := range names {
		_, _ = h.Write(n.beside[name])
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
