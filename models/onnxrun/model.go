package onnxrun

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
)

// Operator sets that are understood, and the versions of the file format.
const (
	OldestOpset, NewestOpset = 13, 20
	oldestIR, newestIR       = 4, 13
)

// Limits bound what a model may take.
type Limits struct {
	Numbers int // most numbers that one run holds, over the model's own
	Work    int // most multiplications and other steps of one run
}

// Port is an input or an output of a model.
type Port struct {
	Name  string
	Kind  Kind
	Shape []int // -1 for a dimension of any size; nil when the model does not say
}

// Model is an ONNX model that can be run. It is safe for concurrent use.
type Model struct {
	Inputs, Outputs []Port
	Metadata        map[string]string
	Producer        string // the program that wrote it
	Opset           int
	Parameters      int // numbers in its constants

	limits Limits
	values []*Tensor // by slot: the constants, nil for what a run computes
	nodes  []node
	inputs map[string]int // slots
	output []int
	idle   sync.Pool // of *run
}

// node is one operation.
type node struct {
	op         *operator
	kind, name string
	inputs     []int // slots; -1 for an optional one that is left out
	output     []int // slots; -1 for one that nobody reads
	opset      int
	ints       map[string][]int64
	numbers    map[string][]float32
	words      map[string]string
	tensors    map[string]*Tensor
	turned     *Tensor // of a Gemm: its constant second matrix, transposed
}

// label names a node in messages.
func (n *node) label() string { return fmt.Sprintf("%s %q", n.kind, n.name) }

// Read reads a model whose values are defined once and before they are used, and checks
// that its operators are known. Tensors may lie in files, which are given by name; no other
// file is looked for. Read takes memory in proportion to data and files.
func Read(data []byte, beside map[string][]byte, limits Limits) (*Model, error) {
	r := &reader{model: &Model{Metadata: map[string]string{}, limits: limits, inputs: map[string]int{}}, slots: map[string]int{}}
	r.files.byName = beside
	for _, f := range beside {
		r.files.left += len(f)
	}
	if err := r.read(data); err != nil {
		return nil, fmt.Errorf("onnx: %w", err)
	}
	return r.model, nil
}

// External returns the names of the files beside a model in which its tensors lie.
func External(data []byte) ([]string, error) {
	var names []string
	err := eachField(data, func(f field) error {
		if f.number != modelGraph {
			return nil
		}
		return eachField(f.blob, func(f field) error {
			if f.number != graphInitializer {
				return nil
			}
			s, err := readStored(f.blob)
			if err == nil && s.elsewhere && !slices.Contains(names, s.external[keyFile]) {
				names = append(names, s.external[keyFile])
			}
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("onnx: %w", err)
	}
	return names, nil
}

// reader holds the state of Read.
type reader struct {
	model   *Model
	files   files
	slots   map[string]int
	graphs  int
	version int64
	opset   int64
	nodes   [][]byte
}

func (r *reader) read(data []byte) error {
	err := eachField(data, func(f field) (err error) {
		switch f.number {
		case modelGraph:
			r.graphs++
			err = r.graph(f.blob)
		case modelIRVersion:
			r.version = int64(f.bits)
		case modelProducer:
			r.model.Producer = string(f.blob)
		case modelOpset:
			err = r.readOpset(f.blob)
		case modelMetadata:
			var key, value string
			key, value, err = readEntry(f.blob)
			r.model.Metadata[key] = value
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case r.graphs != 1:
		return fmt.Errorf("%d graphs: want 1", r.graphs)
	case r.version < oldestIR || r.version > newestIR:
		return fmt.Errorf("IR version %d: want one from %d to %d", r.version, oldestIR, newestIR)
	case r.opset < OldestOpset || r.opset > NewestOpset:
		return fmt.Errorf("operator set %d: want one from %d to %d (opset_version of torch.onnx.export)", r.opset, OldestOpset, NewestOpset)
	}
	r.model.Opset = int(r.opset)
	return r.link()
}

func (r *reader) readOpset(data []byte) error {
	domain, version := "", int64(0)
	err := eachField(data, func(f field) error {
		switch f.number {
		case opsetDomain:
			domain = string(f.blob)
		case opsetVersion:
			version = int64(f.bits)
		}
		return nil
	})
	if isStandard(domain) {
		r.opset = version
	}
	return err
}

func isStandard(domain string) bool { return domain == "" || domain == "ai.onnx" }

func (r *reader) graph(data []byte) error {
	return eachField(data, func(f field) error {
		switch f.number {
		case graphInitializer:
			s, err := readStored(f.blob)
			if err != nil {
				return err
			}
			t, err := s.tensor(&r.files)
			if err != nil {
				return fmt.Errorf("constant %q: %w", s.name, err)
			}
			r.model.Parameters += t.size()
			return r.define(s.name, t)
		case graphSparse:
			return errors.New("a sparse constant: want dense ones")
		case graphNode:
			r.nodes = append(r.nodes, f.blob)
		case graphInput:
			p, err := readPort(f.blob)
			r.model.Inputs = append(r.model.Inputs, p)
			return err
		case graphOutput:
			p, err := readPort(f.blob)
			r.model.Outputs = append(r.model.Outputs, p)
			return err
		}
		return nil
	})
}

// define gives a name the next slot.
func (r *reader) define(name string, t *Tensor) error {
	if _, twice := r.slots[name]; twice || name == "" {
		return fmt.Errorf("%q is defined twice, or has no name", name)
	}
	r.slots[name] = len(r.model.values)
	r.model.values = append(r.model.values, t)
	return nil
}

// readPort reads a ValueInfoProto.
func readPort(data []byte) (p Port, err error) {
	code, shaped := int64(0), false
	dim := func(f field) error {
		if f.number != shapeDim {
			return nil
		}
		size := -1
		err := eachField(f.blob, func(f field) error {
			if f.number == dimValue {
				if size = int(f.bits); size < 0 || f.bits > 1<<31 {
					return errProto
				}
			}
			return nil
		})
		p.Shape = append(p.Shape, size)
		return err
	}
	tensor := func(f field) error {
		switch f.number {
		case typeElem:
			code = int64(f.bits)
		case typeShape:
			shaped = true
			return eachField(f.blob, dim)
		}
		return nil
	}
	err = eachField(data, func(f field) error {
		switch f.number {
		case valueName:
			p.Name = string(f.blob)
		case valueType:
			return eachField(f.blob, func(f field) error {
				if f.number != typeTensor {
					return nil
				}
				return eachField(f.blob, tensor)
			})
		}
		return nil
	})
	p.Kind = kinds[code].kind
	if shaped && p.Shape == nil {
		p.Shape = []int{}
	}
	if err == nil && p.Kind == 0 && code != 0 {
		err = fmt.Errorf("%q is of type %s: %s", p.Name, typeName(code), wantType)
	}
	return p, err
}

// link gives slots to all values, in the order of the nodes, and checks that nodes read
// only what stands before them.
func (r *reader) link() error {
	m := r.model
	// A file of an old kind lists its constants among the inputs too.
	m.Inputs = slices.DeleteFunc(m.Inputs, func(p Port) bool { _, constant := r.slots[p.Name]; return constant })
	for _, p := range m.Inputs {
		if err := r.define(p.Name, nil); err != nil {
			return err
		}
		m.inputs[p.Name] = r.slots[p.Name]
	}
	var faults []string
	for _, data := range r.nodes {
		n, fault, err := r.node(data)
		if err != nil {
			return err
		}
		if fault != "" {
			faults = append(faults, fault)
			continue
		}
		m.nodes = append(m.nodes, *n)
	}
	if len(faults) > 0 {
		const most = 5
		if len(faults) > most {
			faults = append(faults[:most], fmt.Sprintf("and %d more", len(faults)-most))
		}
		return fmt.Errorf("%s: want operators of %s", strings.Join(faults, "; "), strings.Join(Operators(), ", "))
	}
	for _, p := range m.Outputs {
		slot, ok := r.slots[p.Name]
		if !ok {
			return fmt.Errorf("the output %q is not defined", p.Name)
		}
		m.output = append(m.output, slot)
	}
	return m.fold()
}

// node reads a node. fault says that its operator is unknown; its outputs are defined
// all the same, so that one message can name all such nodes.
func (r *reader) node(data []byte) (n *node, fault string, err error) {
	n = &node{opset: int(r.opset), ints: map[string][]int64{}, numbers: map[string][]float32{}, words: map[string]string{}, tensors: map[string]*Tensor{}}
	var inputs, outputs []string
	domain := ""
	err = eachField(data, func(f field) error {
		switch f.number {
		case nodeInput:
			inputs = append(inputs, string(f.blob))
		case nodeOutput:
			outputs = append(outputs, string(f.blob))
		case nodeName:
			n.name = string(f.blob)
		case nodeOp:
			n.kind = string(f.blob)
		case nodeDomain:
			domain = string(f.blob)
		case nodeAttribute:
			return r.attribute(n, f.blob)
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	if n.name == "" && len(outputs) > 0 {
		n.name = outputs[0]
	}
	if !isStandard(domain) {
		fault = fmt.Sprintf("node %q is %s of the domain %q", n.name, n.kind, domain)
	} else if op, ok := operators[n.kind]; !ok {
		fault = fmt.Sprintf("node %q is %s, which is not supported", n.name, n.kind)
	} else if n.op = &op; true {
		if err := n.arity(len(inputs), len(outputs)); err != nil {
			return nil, "", err
		}
	}
	for _, in := range inputs {
		slot, ok := r.slots[in]
		switch {
		case in == "":
			slot = -1
		case !ok:
			return nil, "", fmt.Errorf("%s reads %q before it is defined", n.label(), in)
		}
		n.inputs = append(n.inputs, slot)
	}
	for _, out := range outputs {
		if out == "" {
			n.output = append(n.output, -1)
			continue
		}
		if err := r.define(out, nil); err != nil {
			return nil, "", err
		}
		n.output = append(n.output, r.slots[out])
	}
	return n, fault, nil
}

// arity checks the numbers of inputs and outputs.
func (n *node) arity(inputs, outputs int) error {
	switch most := n.op.most; {
	case inputs < n.op.least || most >= 0 && inputs > most:
		return fmt.Errorf("%s has %d inputs: want %s", n.label(), inputs, between(n.op.least, most))
	case outputs < 1 || outputs > 1 && n.op.many == nil:
		return fmt.Errorf("%s has %d outputs: want 1", n.label(), outputs)
	}
	return nil
}

func between(least, most int) string {
	switch {
	case most < 0:
		return fmt.Sprintf("at least %d", least)
	case least == most:
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

func (r *reader) attribute(n *node, data []byte) error {
	name := ""
	var ints []int64
	var numbers []float32
	var word *string
	var tensor *Tensor
	err := eachField(data, func(f field) (err error) {
		switch f.number {
		case attributeName:
			name = string(f.blob)
		case attributeInt, attributeInts:
			ints, err = f.integers(ints)
		case attributeFloat, attributeFloats:
			numbers, err = f.floats(numbers)
		case attributeString:
			text := string(f.blob)
			word = &text
		case attributeTensor:
			var s *stored
			if s, err = readStored(f.blob); err == nil {
				tensor, err = s.tensor(&r.files)
			}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: attribute %q: %w", n.label(), name, err)
	}
	// A type field says which one is meant; a list without elements is a list all the same.
	n.ints[name], n.numbers[name] = ints, numbers
	if word != nil {
		n.words[name] = *word
	}
	if tensor != nil {
		n.tensors[name] = tensor
		r.model.Parameters += tensor.size()
	}
	return nil
}

// Operators lists the operators that are understood, in the order of the alphabet.
func Operators() []string {
	names := make([]string, 0, len(operators))
	for name := range operators {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
