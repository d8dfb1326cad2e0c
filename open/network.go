package open

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"ringer/agents/onnx"
	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/models/onnxrun"
)

// mostNetwork bounds the bytes of an ONNX model, with the files beside it.
const mostNetwork = 256 * disk.MiB

// network holds the bytes of an ONNX model, and of the files beside it in which its weights
// lie.
type network struct {
	model  []byte
	beside map[string][]byte
}

// networkFromDisk reads an ONNX model. It opens no file of another folder.
func networkFromDisk(file string) (*network, error) {
	left := int64(mostNetwork)
	data, err := disk.ReadFile(file, left)
	if err != nil {
		return nil, err
	}
	left -= int64(len(data))
	n := &network{model: data, beside: map[string][]byte{}}
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

// read decodes the model; where is its file in messages. warn, which may be nil, is told of
// a model that does not say for which game it was made.
func (n *network) read(where string, warn func(string)) (*onnxrun.Model, error) {
	model, err := onnxrun.Read(n.model, n.beside, onnx.Limits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	if warn != nil && onnx.SpecHash(model) == "" {
		warn(fmt.Sprintf("%s does not say for which game it was made (metadata ringer_spec_hash): only sizes were compared", input.Shown(where)))
	}
	return model, nil
}

// checksum returns the SHA-256 of the model and of the files beside it.
func (n *network) checksum() string {
	h := sha256.New()
	_, _ = h.Write(n.model) // a hash takes everything
	names, _ := onnxrun.External(n.model)
	for _, name := range names {
		_, _ = h.Write(n.beside[name])
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
