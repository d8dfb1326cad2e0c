package models

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// Names of the inputs and outputs of the ONNX form of a network.
const (
	ONNXObservation   = "observation"   // float [N, D]
	ONNXMask          = "mask"          // bool [N, A]: which actions are legal
	ONNXProbabilities = "probabilities" // float [N, A]: 0 for illegal actions, each row sums to 1
	ONNXValue         = "value"         // float [N]
)

// Keys that InReturns adds to the metadata of a model. A model without them has the
// network's own value, a share of the game's largest return.
const (
	ONNXInputs    = "inputs"     // what they are, for people
	ONNXOutputs   = "outputs"    // what they are, for people
	ONNXValueUnit = "value_unit" // UnitReturn
)

// ONNXFrame is the key of the metadata under which a model names the frame in which it reads observations and names
// actions (Network.Frame); without it, that is FrameTable.
const ONNXFrame = "frame"

// UnitReturn says that a value is a return, in the game's units.
const UnitReturn = "return"

// ONNXOption changes what WriteONNX writes.
type ONNXOption func(*onnxNetwork)

// InReturns writes the value in the game's units: scale is the return for which the network
// says 1. The factor is part of the graph, and the metadata say so.
func InReturns(scale float64) ONNXOption { return func(g *onnxNetwork) { g.scale = scale } }

// ONNXData says where an ONNX model finds the weights that it does not hold itself:
// in a file of the same folder, as little-endian floats in the order of Weights.Flat.
type ONNXData struct {
	File string // name, without a folder
	From int64  // byte of the file at which the floats begin
	Half bool   // they are of half precision; the model makes floats of them
}

// WriteONNX writes the network with its weights as an ONNX model (IR 8, opset
// 17) of any batch size N, with the inputs and outputs named above. A row
// without a legal action gets probabilities of 0. The same arguments give the
// same bytes. With data, the model refers to a file that holds the weights already
// ("external data" in the ONNX standard) and takes a few kilobytes itself; without,
// it holds them.
//
// A network of another module's kind has no such form: see HasONNX.
func WriteONNX(w io.Writer, weights *Weights, data *ONNXData, metadata map[string]string, options ...ONNXOption) error {
	architecture, ok := weights.Network.architecture().(exporter)
	if !ok {
		return fmt.Errorf("onnx: networks of the kind %q have no ONNX form", weights.Network.Kind)
	}
	if err := weights.Finite(); err != nil {
		return fmt.Errorf("onnx: %w", err)
	}
	g := &onnxNetwork{weights: weights, net: weights.Network, data: data}
	g.constants, g.known = map[string]bool{}, map[string]bool{}
	for _, option := range options {
		option(g)
	}
	g.build(architecture)

	graph := g.nodes
	graph.string(graphName, "policy")
	graph = append(graph, g.initializers...)
	graph = append(graph, g.inputs...)
	graph = append(graph, g.outputs...)

	var opset message
	opset.int(opsetVersion, onnxOpset)
	var model message
	model.int(modelIRVersion, onnxIR)
	model.string(modelProducer, "ringer")
	model.bytes(modelGraph, graph)
	model.bytes(modelOpset, opset)
	if g.scale != 0 {
		metadata = g.about(metadata)
	}
	if frame := g.net.Frame; frame != "" {
		metadata = maps.Clone(metadata)
		if metadata == nil {
			metadata = map[string]string{}
		}
		metadata[ONNXFrame] = frame
	}
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		var entry message
		entry.string(entryKey, key)
		entry.string(entryValue, metadata[key])
		model.bytes(modelMetadata, entry)
	}
	_, err := w.Write(model)
	return err
}

// exporter is an Architecture with an ONNX form: the architectures of this package have
// one.
type exporter interface {
	// ONNX adds the operations of the network, whose input is ONNXObservation [N, D], and
	// returns the names of the logits [N, A] and of the value [N, 1].
	ONNX(g *onnxNetwork) (logits, value string)
}

// HasONNX reports whether WriteONNX can write networks of this description.
func (n *Network) HasONNX() bool {
	_, ok := n.architecture().(exporter)
	return ok
}

// onnxNetwork is an ONNX graph that is being written.
type onnxNetwork struct {
	onnxGraph
	weights *Weights
	net     *Network
	data    *ONNXData // nil: the model holds the weights
	scale   float64   // of the value; 0: it is the network's own
	items   []string  // [N*Count, ItemHidden] of each of Network.Items
	known   map[string]bool
}

func (g *onnxNetwork) build(architecture exporter) {
	port := func(to *message, field int32, info message) { to.bytes(protowire.Number(field), info) }
	port(&g.inputs, graphInput, valueInfo(ONNXObservation, onnxFloat, g.net.ObservationSize()))
	port(&g.inputs, graphInput, valueInfo(ONNXMask, onnxBool, g.net.Actions))
	port(&g.outputs, graphOutput, valueInfo(ONNXProbabilities, onnxFloat, g.net.Actions))
	port(&g.outputs, graphOutput, valueInfo(ONNXValue, onnxFloat))

	logits, v := architecture.ONNX(g)
	if g.scale != 0 {
		v = g.node("Mul", "value/return", []string{v, g.floats("value/scale", nil, []float32{float32(g.scale)})})
	}
	g.node("Squeeze", ONNXValue, []string{v, g.ints("axis1", 1)})

	lowest, zero := g.floats("lowest", nil, []float32{-1e30}), g.floats("zero", nil, []float32{0})
	masked := g.node("Where", "masked", []string{ONNXMask, logits, lowest})
	soft := g.node("Softmax", "softmax", []string{masked}, intAttribute("axis", -1))
	// Already 0 where a legal action stands beside; this also holds for a row
	// that has none.
	g.node("Where", ONNXProbabilities, []string{ONNXMask, soft, zero})
}

// about returns metadata with what the model reads and gives.
func (g *onnxNetwork) about(metadata map[string]string) map[string]string {
	all := map[string]string{
		ONNXInputs: fmt.Sprintf("%s: float [N, %d], what the seat to act may know; %s: bool [N, %d], its legal actions",
			ONNXObservation, g.net.ObservationSize(), ONNXMask, g.net.Actions),
		ONNXOutputs: fmt.Sprintf("%s: float [N, %d], 0 for illegal actions, each row sums to 1; %s: float [N], the return that the seat may expect, in the game's units",
			ONNXProbabilities, g.net.Actions, ONNXValue),
		ONNXValueUnit: UnitReturn,
	}
	maps.Copy(all, metadata)
	return all
}

func (mlp) ONNX(g *onnxNetwork) (logits, value string) { return g.trunks(g.encode()) }

// trunks adds all that follows the encoding [N, E].
func (g *onnxNetwork) trunks(encoded string) (logits, value string) {
	policy, values := g.net.TrunkLayers()
	trunk := func(layers []string) string {
		x := encoded
		for _, name := range layers {
			x = g.dense(name, x, true)
		}
		return x
	}
	top := trunk(policy)
	logits = g.score(g.dense(PolicyHead, top, false), top) // [N, A]
	if !g.net.SharedTrunk {
		top = trunk(values)
	}
	return logits, g.dense(ValueHead, top, false) // [N, 1]
}

// dense adds x·weight + bias, and the activation of hidden layers.
func (g *onnxNetwork) dense(name, x string, hidden bool) string {
	y := g.node("Gemm", name+"/linear", []string{x, g.tensor(name + "/weight"), g.tensor(name + "/bias")})
	if !hidden {
		return y
	}
	return g.activation(name+"/output", y)
}

// activation adds the activation of hidden layers.
func (g *onnxNetwork) activation(name, x string) string {
	op := "Relu"
	if g.net.Activation == Tanh {
		op = "Tanh"
	}
	return g.node(op, name, []string{x})
}

// tensor adds a tensor of the weights.
func (g *onnxNetwork) tensor(name string) string {
	for i, t := range g.weights.Infos() {
		if t.Name != name {
			continue
		}
		if g.data == nil {
			return g.floats(name, t.Shape, g.weights.At(i))
		}
		if !g.data.Half {
			return g.external(name, t.Shape, onnxFloat, g.data.File, g.data.From+singleSize*int64(g.weights.offsets[i]))
		}
		if !g.known[name] {
			g.known[name] = true
			half := g.external(name+"/half", t.Shape, onnxHalf, g.data.File, g.data.From+halfSize*int64(g.weights.offsets[i]))
			g.node("Cast", name, []string{half}, intAttribute("to", onnxFloat))
		}
		return name
	}
	panic("models: no tensor " + name)
}

// encode adds the encoders and returns the name of the encoding [N, E].
func (g *onnxNetwork) encode() string {
	parts, _ := g.net.Parts()
	var pieces []string
	for i, p := range parts {
		at := func(what string) string { return fmt.Sprintf("part%d/%s", i, what) }
		in := g.input(p, at)
		switch p.Kind {
		case Plain:
			pieces = append(pieces, in)
		case Counts:
			rows := g.reshape(at("rows"), in, -1, int64(p.Width))
			embedded := g.node("MatMul", at("embedded"), []string{rows, g.tensor(EmbeddingName(p.Name))})
			pieces = append(pieces, g.reshape(at("flat"), embedded, -1, int64(p.Rows*g.net.Embedding)))
			if g.net.VocabRaw {
				pieces = append(pieces, in)
			}
		case Set:
			pieces = append(pieces, g.encodeSet(p, in, at)...)
		case Steps:
			pieces = append(pieces, g.encodeSequence(p, in, at))
		case Rows:
			pieces = append(pieces, g.encodeItems(p, in, at)...)
		}
	}
	if len(pieces) == 1 {
		return pieces[0]
	}
	return g.node("Concat", "encoded", pieces, intAttribute("axis", 1))
}

// input adds the floats of the observation that a part reads, [N, Size].
func (g *onnxNetwork) input(p Part, at func(string) string) string {
	switch {
	case p.Kind == Rows:
		index := make([]int64, len(p.Index))
		for i, v := range p.Index {
			index[i] = int64(v)
		}
		return g.node("Gather", at("input"), []string{ONNXObservation, g.ints(at("index"), index...)}, intAttribute("axis", 1))
	case p.Size() < g.net.ObservationSize():
		return g.node("Slice", at("input"), []string{
			ONNXObservation,
			g.ints(at("from"), int64(p.From)), g.ints(at("to"), int64(p.From+p.Size())), g.ints("axis1", 1),
		})
	}
	return ONNXObservation
}

// encodeSet adds the two layers of every entity and their pooling, over in
// [N, n*features]; it returns the sum and the maximum [N, H].
func (g *onnxNetwork) encodeSet(p Part, in string, at func(string) string) []string {
	rows, features, h := int64(p.Rows), int64(p.Width), int64(g.net.SetHidden)
	x := g.reshape(at("entities"), in, -1, features) // [N*n, features]
	for _, name := range SetLayers(p.Name) {
		x = g.dense(name, x, true) // [N*n, H]
	}
	items := g.reshape(at("items"), x, -1, rows, h) // [N, n, H]
	table := g.reshape(at("table"), in, -1, rows, features)
	present := g.node("Slice", at("present"), []string{
		table,
		g.ints(at("first"), 0), g.ints(at("second"), 1), g.ints(at("axis2"), 2),
	}) // [N, n, 1]
	there := g.node("Mul", at("there"), []string{items, present})
	sum := g.node("ReduceSum", at("sum"), []string{there, g.ints("axis1", 1)}, intAttribute("keepdims", 0))
	one, lowest := g.floats("one", nil, []float32{1}), g.floats("lowest", nil, []float32{-1e30})
	absent := g.node("Sub", at("absent"), []string{one, present})
	floor := g.node("Mul", at("floor"), []string{absent, lowest})
	candidates := g.node("Add", at("candidates"), []string{there, floor})
	maximum := g.node("ReduceMax", at("maximum"), []string{candidates}, intsAttribute("axes", 1), intAttribute("keepdims", 0))
	any := g.node("ReduceMax", at("any"), []string{present}, intsAttribute("axes", 1), intAttribute("keepdims", 0)) // [N, 1]
	return []string{sum, g.node("Mul", at("max"), []string{maximum, any})}
}

func (g *onnxNetwork) reshape(name, x string, shape ...int64) string {
	return g.node("Reshape", name, []string{x, g.ints(name+"/shape", shape...)})
}

// encodeItems adds the two layers of every item and their pooling, over in
// [N, Count*features]; it returns the sum and the maximum [N, H].
func (g *onnxNetwork) encodeItems(p Part, in string, at func(string) string) []string {
	x := g.reshape(at("rows"), in, -1, int64(p.Width)) // [N*Count, features]
	names, width := ItemLayers(p.Name), int64(g.net.ItemHidden)
	x = g.dense(names[0], x, !g.net.ItemPlaces) // [N*Count, H]
	if g.net.ItemPlaces {
		x = g.reshape(at("unplaced"), x, -1, int64(p.Rows), width)
		x = g.node("Add", at("sums"), []string{x, g.tensor(PlacesName(p.Name))})
		x = g.reshape(at("placed"), g.activation(at("output"), x), -1, width)
	}
	x = g.dense(names[1], x, true)
	g.items = append(g.items, x)
	items := g.reshape(at("items"), x, -1, int64(p.Rows), int64(g.net.ItemHidden)) // [N, Count, H]
	sum := g.node("ReduceSum", at("sum"), []string{items, g.ints("axis1", 1)}, intAttribute("keepdims", 0))
	return []string{sum, g.node("ReduceMax", at("maximum"), []string{items}, intsAttribute("axes", 1), intAttribute("keepdims", 0))}
}

// score adds the scores of items to the logits [N, A], given the top of the policy's
// trunk, and returns the sum.
func (g *onnxNetwork) score(logits, top string) string {
	width := int64(g.net.ItemHidden)
	for i, it := range g.net.Items {
		if len(it.Logits) == 0 {
			continue
		}
		names := ScoreLayers(it.Name)
		at := func(what string) string { return "score/" + it.Name + "/" + what }
		count, all := int64(it.Count), g.tensor(names[0]+"/weight")
		tall := width + int64(g.net.Hidden[len(g.net.Hidden)-1])
		rows := func(what string, from, to int64) string { // of the matrix of the first layer
			return g.node("Slice", at(what), []string{all, g.ints(at(what+"/from"), from), g.ints(at(what+"/to"), to), g.ints("axis0", 0)})
		}
		context := g.node("Gemm", at("context"), []string{top, rows("context/weight", width, tall), g.tensor(names[0] + "/bias")}) // [N, H]
		item := g.node("MatMul", at("item"), []string{g.items[i], rows("item/weight", 0, width)})                                  // [N*Count, H]
		sum := g.node("Add", at("sum"), []string{g.reshape(at("items"), item, -1, count, width), g.reshape(at("contexts"), context, -1, 1, width)})
		hidden := g.reshape(at("hidden"), g.activation(at("output"), sum), -1, width) // [N*Count, H]
		scores := g.dense(names[1], hidden, false)                                    // [N*Count, Scores]
		from := 0
		for k, l := range it.Logits {
			at := func(what string) string { return fmt.Sprintf("score/%s/run%d/%s", it.Name, k, what) }
			piece := scores
			if it.Scores() > l.Each {
				piece = g.columns(at("scores"), scores, from, from+l.Each)
			}
			piece = g.reshape(at("flat"), piece, -1, int64(it.Count*l.Each)) // [N, Count*Each]
			if l.Skip > 0 {
				piece = g.columns(at("kept"), piece, l.Skip*l.Each, it.Count*l.Each)
			}
			logits = g.addColumns(at, logits, l.From, (it.Count-l.Skip)*l.Each, piece)
			from += l.Each
		}
	}
	return logits
}

// addColumns adds a piece [N, n] to the columns from, from+1, … of the logits.
func (g *onnxNetwork) addColumns(at func(string) string, logits string, from, n int, piece string) string {
	var pieces []string
	if from > 0 {
		pieces = append(pieces, g.columns(at("before"), logits, 0, from))
	}
	pieces = append(pieces, g.node("Add", at("sum"), []string{g.columns(at("there"), logits, from, from+n), piece}))
	if from+n < g.net.Actions {
		pieces = append(pieces, g.columns(at("behind"), logits, from+n, g.net.Actions))
	}
	if len(pieces) == 1 {
		return pieces[0]
	}
	return g.node("Concat", at("logits"), pieces, intAttribute("axis", 1))
}

// columns cuts columns out of a matrix.
func (g *onnxNetwork) columns(name, x string, from, to int) string {
	return g.node("Slice", name, []string{x, g.ints(name+"/from", int64(from)), g.ints(name+"/to", int64(to)), g.ints("axis1", 1)})
}
