package models

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Field is a named run of the observation. It mirrors env.Field, which this
// package may not import.
type Field struct {
	Name  string `json:"name" yaml:"name"`
	Shape []int  `json:"shape" yaml:"shape,flow"`

	// Vocab names a vocabulary of identities: the last dimension of Shape
	// counts, for every identity, how many are there.
	Vocab string `json:"vocab,omitempty" yaml:"vocab,omitempty"`

	// Set marks an unordered set of entities [n, features]. Feature 0 is 1 for
	// an entity that is there and 0 for a row that is empty.
	Set bool `json:"set,omitempty" yaml:"set,omitempty"`

	// Sequence marks rows [n, features] of what came one after another, the newest
	// first. Feature 0 is 1 for a row that is there; rows that are empty are zero and
	// come last.
	Sequence bool `json:"sequence,omitempty" yaml:"sequence,omitempty"`
}

// Equal reports whether two fields are the same run of an observation.
func (f Field) Equal(g Field) bool {
	return f.Name == g.Name && slices.Equal(f.Shape, g.Shape) && f.Vocab == g.Vocab && f.Set == g.Set && f.Sequence == g.Sequence
}

// Size returns the number of floats in the field.
func (f Field) Size() int {
	n := 1
	for _, d := range f.Shape {
		n *= d
	}
	return n
}

// Activation functions of hidden layers.
const (
	Tanh = "tanh"
	ReLU = "relu"
)

// Frames in which a network sees the table (Network.Frame).
const (
	FrameTable = "table" // as it lies, the same for all seats; an empty Frame in a Network
	FrameOwn   = "own"   // turned, so that the corner of the seat that looks is the first
)

// Network describes a network. It is immutable once in use: Weights, Forward
// and the graphs keep pointers to it.
type Network struct {
	// Kind names the architecture (Kinds); empty is the MLP. Settings belong to the
	// architecture, by name; one that is missing has its default.
	Kind     string         `json:"kind,omitempty" yaml:"kind,omitempty"`
	Settings map[string]int `json:"settings,omitempty" yaml:"settings,omitempty,flow"`

	// Fields is the observation in the order in which it is written.
	Fields []Field `json:"fields" yaml:"fields"`

	// Actions is the number of logits.
	Actions int `json:"actions" yaml:"actions"`

	// Embedding is the width of the vector of an identity. Fields of one
	// vocabulary share one matrix [identities, Embedding]. 0 is right only
	// when no field has a vocabulary, or to pass all counts through
	// unembedded (then VocabRaw must be set).
	Embedding int `json:"embedding,omitempty" yaml:"embedding,omitempty"`

	// VocabRaw passes the counts through beside their embedding.
	VocabRaw bool `json:"vocab_raw,omitempty" yaml:"vocab_raw,omitempty"`

	// SetHidden is the width of the two layers that every entity of a set goes
	// through. 0 is right only when no field is a set.
	SetHidden int `json:"set_hidden,omitempty" yaml:"set_hidden,omitempty"`

	// Items share weights between things of one sort; ItemHidden is the width of
	// their layers. With ItemsOnly, the trunks read the fields of items through
	// their pooled layers alone. With ItemPlaces, each item has a bias of its own.
	Items      []Items `json:"items,omitempty" yaml:"items,omitempty"`
	ItemHidden int     `json:"item_hidden,omitempty" yaml:"item_hidden,omitempty"`
	ItemsOnly  bool    `json:"items_only,omitempty" yaml:"items_only,omitempty"`
	ItemPlaces bool    `json:"item_places,omitempty" yaml:"item_places,omitempty"`

	// Hidden is the width of each layer of a trunk, from the observation on.
	Hidden []int `json:"hidden" yaml:"hidden,flow"`

	// Activation is Tanh or ReLU, after every layer but the heads.
	Activation string `json:"activation" yaml:"activation"`

	// Frame is FrameOwn for a network that reads observations, and names actions, in the frame of
	// its seat's own corner (env.Frames); whoever runs it turns both. Empty: the table's.
	Frame string `json:"frame,omitempty" yaml:"frame,omitempty"`

	// SharedTrunk gives policy and value one trunk. By default each has its
	// own, because value gradients can drown the policy's.
	SharedTrunk bool `json:"shared_trunk,omitempty" yaml:"shared_trunk,omitempty"`
}

// Bounds that keep a hostile description from asking for absurd memory.
const (
	maxWidth       = 1 << 16
	maxObservation = 1 << 22
	maxParameters  = 1 << 28
)

// Validate returns every fault of the description, joined, or nil. Each names
// the field in the dotted form of the JSON and YAML names.
func (n *Network) Validate() error {
	var faults []error
	fault := func(path string, value any, want string) {
		faults = append(faults, fmt.Errorf("network.%s: %v: want %s", path, value, want))
	}
	if len(n.Fields) == 0 {
		fault("fields", "[]", "at least one field")
	}
	n.validateFields(fault)
	width := widthFault(fault)
	width("actions", n.Actions)
	n.validateItems(fault)
	if len(n.Hidden) == 0 {
		fault("hidden", "[]", "at least one layer")
	}
	for i, h := range n.Hidden {
		width(fmt.Sprintf("hidden[%d]", i), h)
	}
	if n.Activation != Tanh && n.Activation != ReLU {
		fault("activation", fmt.Sprintf("%q", n.Activation), "tanh or relu")
	}
	if n.Frame != "" && n.Frame != FrameOwn {
		fault("frame", fmt.Sprintf("%q", n.Frame), FrameOwn+", or none")
	}
	n.validateKind(fault)
	if len(faults) == 0 {
		if p := n.parameters(); p > maxParameters {
			fault("hidden", n.Hidden, fmt.Sprintf("at most %d parameters in all, not %.3g", maxParameters, p))
		}
	}
	return errors.Join(faults...)
}

// widthFault returns a check of widths.
func widthFault(fault Fault) func(path string, v int) {
	return func(path string, v int) {
		if v < 1 || v > maxWidth {
			fault(path, v, fmt.Sprintf("a width from 1 to %d", maxWidth))
		}
	}
}

// validateFields checks the observation layout.
func (n *Network) validateFields(fault Fault) {
	names, floats := map[string]bool{}, 0.0
	identities := map[string]int{}
	for i, f := range n.Fields {
		at := fmt.Sprintf("fields[%d]", i)
		if f.Name == "" || names[f.Name] {
			fault(at+".name", fmt.Sprintf("%q", f.Name), "a name of its own")
		}
		names[f.Name] = true
		size := 1.0
		for _, d := range f.Shape {
			size *= float64(d)
		}
		if len(f.Shape) == 0 || slices.Min(f.Shape) < 1 || size > maxWidth {
			fault(at+".shape", fmt.Sprint(f.Shape), fmt.Sprintf("positive dimensions, at most %d floats", maxWidth))
			continue
		}
		if floats += size; floats > maxObservation && floats-size <= maxObservation {
			fault(at+".shape", fmt.Sprint(f.Shape), fmt.Sprintf("at most %d floats in all fields", maxObservation))
		}
		if f.Set && f.Vocab != "" {
			fault(at+".set", "true", "a field that is a set or has a vocabulary, not both")
			continue
		}
		if f.Set && len(f.Shape) != 2 {
			fault(at+".shape", fmt.Sprint(f.Shape), "[n, features] for a set")
		}
		if f.Sequence && (f.Set || f.Vocab != "") {
			fault(at+".sequence", "true", "a field that is a sequence, and neither a set nor of a vocabulary")
			continue
		}
		if f.Sequence && len(f.Shape) != 2 {
			fault(at+".shape", fmt.Sprint(f.Shape), "[n, features] for a sequence")
		}
		if f.Vocab != "" {
			k := f.Shape[len(f.Shape)-1]
			if was, ok := identities[f.Vocab]; ok && was != k {
				fault(at+".shape", fmt.Sprint(f.Shape), fmt.Sprintf("a last dimension of %d, as in the other fields of vocabulary %q", was, f.Vocab))
			} else {
				identities[f.Vocab] = k
			}
		}
	}
}

// parameters counts in floating point, so that nothing overflows before
// Validate has refused it.
func (n *Network) parameters() float64 {
	total := 0.0
	for _, t := range n.Tensors() {
		size := 1.0
		for _, d := range t.Shape {
			size *= float64(d)
		}
		total += size
	}
	return math.Min(total, math.MaxInt64/2)
}

// ObservationSize returns the number of floats that the network reads.
func (n *Network) ObservationSize() int {
	size := 0
	for _, f := range n.Fields {
		size += f.Size()
	}
	return size
}

// Parameters returns the number of weights.
func (n *Network) Parameters() int {
	total := 0
	for _, t := range n.Tensors() {
		total += t.Size()
	}
	return total
}

// Equal reports whether two descriptions are of the same network.
func (n *Network) Equal(m *Network) bool {
	return slices.EqualFunc(n.Fields, m.Fields, Field.Equal) && n.Kind == m.Kind && maps.Equal(n.Settings, m.Settings) && n.Actions == m.Actions && n.Embedding == m.Embedding && n.VocabRaw == m.VocabRaw &&
		n.SetHidden == m.SetHidden && slices.Equal(n.Hidden, m.Hidden) &&
		slices.EqualFunc(n.Items, m.Items, equalItems) && n.ItemHidden == m.ItemHidden && n.ItemsOnly == m.ItemsOnly && n.ItemPlaces == m.ItemPlaces &&
		n.Activation == m.Activation && n.Frame == m.Frame && n.SharedTrunk == m.SharedTrunk
}
