package models

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Architecture is a kind of network: it turns a description into tensors, first weights
// and a forward pass in plain Go. Its other half, for learning, is a graph.Builder. The
// methods may assume a description that validates, except for Validate itself.
type Architecture interface {
	// Doc says in a sentence or two what the network computes.
	Doc() string

	// Settings lists the whole numbers that Network.Settings may hold.
	Settings() []Setting

	// Validate reports faults of a description that the fields, the items, the trunks
	// and the bounds of the settings do not tell.
	Validate(n *Network, fault Fault)

	// Tensors lists the tensors in a fixed order. A vector that is named L/bias starts
	// at zero.
	Tensors(n *Network) []TensorInfo

	// Start says how a tensor starts.
	Start(n *Network, t TensorInfo) Start

	// LogitLayers lists the layers, L/weight and L/bias, whose sum the logits are.
	LogitLayers(n *Network) []string

	// Forward returns the forward pass of weights.
	Forward(w *Weights) Forward

	// CheckRange is Weights.CheckRange.
	CheckRange(w *Weights, largest []float32) error
}

// Fault takes over a fault of a description: the dotted path of the value, the value,
// and what was expected.
type Fault func(path string, value any, want string)

// Setting is a whole number of an architecture.
type Setting struct {
	Name              string
	Default, Min, Max int
	Doc               string
}

// Start says how a tensor starts: at zero, as independent normal numbers with a standard
// deviation of Spread, or as Gain times an orthogonal matrix.
type Start struct{ Spread, Gain float64 }

// Forward runs a network on one observation at a time, in plain Go and without
// allocating. It reads the weights that it was made for: a change of them counts from
// the next Eval on. It has scratch memory of its own: use one Forward per goroutine
// (Share), and do not write weights meanwhile.
type Forward interface {
	// Eval reads an observation [D], writes one logit per action [A], and returns
	// the value. Logits of illegal actions mean nothing: see MaskedSoftmax. The same
	// observation and weights give the same bits.
	Eval(observation, logits []float32) (value float32)

	// Share returns a Forward on the same weights with scratch memory of its own.
	Share() Forward
}

// A BatchForward is a Forward that can take many observations at once, which reads each
// weight from nearer memory, and can leave values out.
type BatchForward interface {
	// EvalBatch reads n observations [n, D] and writes logits [n, A] and, unless it is
	// nil, values [n]: for every row the bits of Eval.
	EvalBatch(observations []float32, n int, logits, values []float32)
}

// MLP is the kind of networks whose Network.Kind is empty.
const MLP = "mlp"

// architectures are the kinds by name.
var architectures = map[string]Architecture{MLP: mlp{}, Attention: attention{}, GRU: gru{}}

// Register adds an architecture under a name. Call it before any network of that kind
// is read or made, and from one goroutine: package graph has the call that registers
// both halves. It refuses a name that is taken or no word of lower-case letters.
func Register(name string, a Architecture) error {
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return fmt.Errorf("models: architecture %q: want a name of lower-case letters, digits and hyphens", name)
	}
	if architectures[name] != nil {
		return fmt.Errorf("models: architecture %q: the name is taken", name)
	}
	architectures[name] = a
	return nil
}

// Kinds lists the names of all architectures.
func Kinds() []string { return slices.Sorted(maps.Keys(architectures)) }

// ArchitectureOf returns the architecture of a name, or nil. The empty name is MLP.
func ArchitectureOf(kind string) Architecture {
	if kind == "" {
		kind = MLP
	}
	return architectures[kind]
}

// architecture returns the architecture of a network whose kind is known.
func (n *Network) architecture() Architecture {
	a := ArchitectureOf(n.Kind)
	if a == nil {
		panic(fmt.Sprintf("models: no architecture %q", n.Kind))
	}
	return a
}

// KindName returns the name of the network's architecture.
func (n *Network) KindName() string {
	if n.Kind == "" {
		return MLP
	}
	return n.Kind
}

// Setting returns a setting of the network's architecture, or its default. It panics
// when the architecture has none of that name.
func (n *Network) Setting(name string) int {
	if v, ok := n.Settings[name]; ok {
		return v
	}
	for _, s := range n.architecture().Settings() {
		if s.Name == name {
			return s.Default
		}
	}
	panic(fmt.Sprintf("models: architecture %q has no setting %q", n.Kind, name))
}

// validateKind checks the kind, its settings, and whatever else it asks.
func (n *Network) validateKind(fault Fault) {
	a := ArchitectureOf(n.Kind)
	if a == nil || n.Kind == MLP {
		fault("kind", fmt.Sprintf("%q", n.Kind), "none, for the MLP, or one of: "+strings.Join(Kinds(), ", "))
		return
	}
	known := map[string]Setting{}
	for _, s := range a.Settings() {
		known[s.Name] = s
	}
	sound := true
	for _, name := range slices.Sorted(maps.Keys(n.Settings)) {
		s, ok := known[name]
		v := n.Settings[name]
		switch {
		case !ok && len(known) == 0:
			fault("settings."+name, v, "no settings")
		case !ok:
			fault("settings."+name, v, "one of: "+strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		case v < s.Min || v > s.Max:
			fault("settings."+name, v, fmt.Sprintf("a number from %d to %d", s.Min, s.Max))
		default:
			continue
		}
		sound = false
	}
	if sound {
		a.Validate(n, fault)
	}
}
