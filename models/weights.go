package models

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// Weights are the parameters of one network: its tensors one after the other
// in one contiguous slice.
type Weights struct {
	Network *Network

	// Flat holds every tensor, in the order of Network.Tensors. It may be
	// written; its length never changes.
	Flat []float32 // [Network.Parameters()]

	infos   []TensorInfo
	offsets []int // of each tensor in Flat
}

// NewWeights returns weights that are all zero. It panics on a network that does not
// validate.
func NewWeights(net *Network) *Weights {
	if err := net.Validate(); err != nil {
		panic("models: " + err.Error())
	}
	w := &Weights{Network: net, infos: net.Tensors()}
	size := 0
	for _, t := range w.infos {
		w.offsets = append(w.offsets, size)
		size += t.Size()
	}
	w.Flat = make([]float32, size)
	return w
}

// Infos lists the tensors in order. The slice is shared: do not write it.
func (w *Weights) Infos() []TensorInfo { return w.infos }

// At returns the i-th tensor, a window into Flat.
func (w *Weights) At(i int) []float32 {
	from := w.offsets[i]
	return w.Flat[from : from+w.infos[i].Size() : from+w.infos[i].Size()]
}

// Tensor returns the named tensor, a window into Flat. It panics when the network
// has none of that name.
func (w *Weights) Tensor(name string) []float32 { return w.At(w.find(name)) }

func (w *Weights) find(name string) int {
	for i, t := range w.infos {
		if t.Name == name {
			return i
		}
	}
	panic(fmt.Sprintf("models: the network has no tensor %q", name))
}

// Clone returns a copy of the weights. The description is shared.
func (w *Weights) Clone() *Weights {
	c := *w
	c.Flat = slices.Clone(w.Flat)
	return &c
}

// notFinite holds the bits of the exponent, which are all set in NaN and the infinities alone.
const notFinite = 255 << 23

// Finite returns an error that names the first weight that is not a finite
// number.
func (w *Weights) Finite() error {
	for i, t := range w.infos {
		for j, v := range w.At(i) {
			if math.Float32bits(v)&notFinite == notFinite {
				return fmt.Errorf("tensor %q: element %d is %v: want a finite number", t.Name, j, v)
			}
		}
	}
	return nil
}

// NamedTensors lists the tensors as windows into Flat.
func (w *Weights) NamedTensors() []Tensor {
	out := make([]Tensor, len(w.infos))
	for i, t := range w.infos {
		out[i] = Tensor{TensorInfo: t, Data: w.At(i)}
	}
	return out
}

// Write writes the weights as a safetensors file with metadata.
func (w *Weights) Write(to io.Writer, metadata map[string]string) error {
	return WriteSafetensors(to, w.NamedTensors(), metadata)
}

// WriteHalf writes the weights as Write does, in half precision: in half the bytes,
// each rounded. It refuses one that is too large.
func (w *Weights) WriteHalf(to io.Writer, metadata map[string]string) error {
	tensors := w.NamedTensors()
	for i := range tensors {
		tensors[i].Half = true
	}
	return WriteSafetensors(to, tensors, metadata)
}

// ReadWeights reads a safetensors file that holds exactly the tensors of net, in single
// precision.
func ReadWeights(from io.Reader, net *Network) (*Weights, map[string]string, error) {
	w, halves, metadata, err := readWeights(from, net)
	if err == nil && len(halves) > 0 {
		return nil, nil, fmt.Errorf("tensor %q is of half precision: want F32", halves[0])
	}
	return w, metadata, err
}

// ReadHalfWeights reads what WriteHalf or Write has written. half says that every tensor was in half
// precision.
func ReadHalfWeights(from io.Reader, net *Network) (w *Weights, half bool, err error) {
	w, halves, _, err := readWeights(from, net)
	return w, err == nil && len(halves) == len(w.infos), err
}

// readWeights also names the tensors that are in half precision.
func readWeights(from io.Reader, net *Network) (w *Weights, halves []string, metadata map[string]string, err error) {
	if err := net.Validate(); err != nil {
		return nil, nil, nil, err
	}
	w = NewWeights(net)
	// Header and alignment take little beside the floats.
	limit := int64(len(w.Flat))*4 + maxHeader + 8
	tensors, metadata, err := ReadSafetensors(from, limit)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := w.Assign(tensors); err != nil {
		return nil, nil, nil, err
	}
	for _, t := range tensors {
		if t.Half {
			halves = append(halves, t.Name)
		}
	}
	return w, halves, metadata, nil
}

// Assign copies tensors into the weights. It wants exactly the tensors of the
// network, in any order, each with its shape and finite, and changes nothing
// when they are not.
func (w *Weights) Assign(tensors []Tensor) error {
	byName := make(map[string]Tensor, len(tensors))
	for _, t := range tensors {
		byName[t.Name] = t
	}
	var faults []error
	fresh := w.Clone()
	for i, info := range w.infos {
		t, ok := byName[info.Name]
		if !ok {
			faults = append(faults, fmt.Errorf("tensor %q is missing: want shape %v", info.Name, info.Shape))
			continue
		}
		delete(byName, info.Name)
		if !slices.Equal(t.Shape, info.Shape) || len(t.Data) != info.Size() {
			faults = append(faults, fmt.Errorf("tensor %q has shape %v: want %v", info.Name, t.Shape, info.Shape))
			continue
		}
		copy(fresh.At(i), t.Data)
	}
	for _, t := range tensors {
		if _, left := byName[t.Name]; left {
			faults = append(faults, fmt.Errorf("tensor %q is unknown to this network", t.Name))
			delete(byName, t.Name)
		}
	}
	if len(faults) == 0 {
		if err := fresh.Finite(); err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	copy(w.Flat, fresh.Flat)
	return nil
}
