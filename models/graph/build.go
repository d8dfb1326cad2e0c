package graph

import (
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/ml/layers/activation"
	"github.com/gomlx/gomlx/ml/nn"

	"ringer/models"
)

// Node is a value in a computation graph.
type Node = gx.Node

// weightSource returns the weights of a network as nodes.
type weightSource interface {
	// tensor returns the named tensor in its shape.
	tensor(name string) *Node

	// rows returns rows [from, to) of the named matrix.
	rows(name string, from, to int) *Node
}

// namedWeights has a node for every tensor, and slices it for rows.
type namedWeights struct {
	net   *models.Network
	param func(name string) *Node
}

func (w namedWeights) tensor(name string) *Node { return w.param(name) }

func (w namedWeights) rows(name string, from, to int) *Node {
	m := w.param(name)
	if from == 0 && to == m.Shape().Dimensions[0] {
		return m
	}
	return gx.Slice(m, gx.AxisRange(from, to))
}

// tape is a forward pass that remembers what its backward pass needs.
type tape struct {
	net     *models.Network
	weights weightSource
	fold    bool // see foldable
	batch   int  // N

	pieces                []*piece // of the input of the first layers
	input                 *Node    // [N, E]: the pieces side by side
	policy, value         []step   // the trunk layers; value is nil when shared
	policyHead, valueHead step

	top    *Node // [N, H] of the policy's trunk
	scores []*scoreStep
}

// step is one dense layer y = act(x·w + b) as it ran.
type step struct {
	name string
	x    *Node // [M, in]
	w    *Node // [in, out]; nil in a first layer with folded pieces
	y    *Node // [M, out]
}

type setStep struct {
	part       models.Part
	present    *Node // [N, n, 1]
	layers     [2]step
	maxed      *Node // [N, n, H]: outputs of entities that are there, else lowest
	maximum    *Node // [N, H]
	anyPresent *Node // [N, 1]
}

// lowest stands for an entity that is not there in a maximum. Outputs of tanh
// and relu are far above it.
const lowest = -1e30

// newTape prepares a forward pass; fold says whether to fold embeddings into
// the first layers where that is cheaper for learning. It is not for single
// passes on small batches.
func newTape(net *models.Network, weights weightSource, fold bool) *tape {
	return &tape{net: net, weights: weights, fold: fold}
}

// forward runs the network on the parts of the observation, [N, size] each.
func (t *tape) forward(batch int, parts []*Node) (logits, value *Node) {
	t.batch = batch
	t.encode(parts)
	policy, values := t.net.TrunkLayers()
	t.policy, t.top = t.trunk(policy)                      // [N, H]
	t.policyHead = t.dense(models.PolicyHead, t.top, true) // [N, A]
	logits = t.score(t.policyHead.y)
	top := t.top
	if !t.net.SharedTrunk {
		t.value, top = t.trunk(values) // [N, H]
	}
	t.valueHead = t.dense(models.ValueHead, top, true) // [N, 1]
	return logits, gx.Reshape(t.valueHead.y, t.batch)
}

func (t *tape) trunk(layers []string) ([]step, *Node) {
	steps := []step{t.firstLayer(layers[0])}
	for _, name := range layers[1:] {
		steps = append(steps, t.dense(name, steps[len(steps)-1].y, false))
	}
	return steps, steps[len(steps)-1].y
}

// dense runs a layer on x [M, in]; linear leaves the activation out.
func (t *tape) dense(name string, x *Node, linear bool) step {
	w := t.weights.tensor(name + "/weight")
	act := activation.TypeNone
	if !linear {
		act = t.activation()
	}
	y := nn.Dense(x, w, t.weights.tensor(name+"/bias"), compute.DenseLayoutInputOutputs, act)
	return step{name: name, x: x, w: w, y: y}
}

func (t *tape) activation() activation.Type {
	if t.net.Activation == models.Tanh {
		return activation.TypeTanh
	}
	return activation.TypeRelu
}

// encodeSet pools the entities of in [N, n*features] into their sum and, beside
// it, their maximum: [N, 2H]. Both are 0 when no entity is there.
func (t *tape) encodeSet(p models.Part, in *Node) (pooled *Node, set *setStep) {
	h := t.net.SetHidden
	names := models.SetLayers(p.Name)
	s := setStep{part: p}
	rows := gx.Reshape(in, t.batch, p.Rows, p.Width)
	s.present = gx.Slice(rows, gx.AxisRange(), gx.AxisRange(), gx.AxisElem(0))      // [N, n, 1]: 1 or 0
	s.layers[0] = t.dense(names[0], gx.Reshape(in, t.batch*p.Rows, p.Width), false) // [N*n, H]
	s.layers[1] = t.dense(names[1], s.layers[0].y, false)                           // [N*n, H]
	items := gx.Reshape(s.layers[1].y, t.batch, p.Rows, h)
	sum := gx.ReduceSum(gx.Mul(items, s.present), 1) // [N, H]
	// items where present, lowest where not, without a broadcast condition.
	s.maxed = gx.Add(gx.Mul(items, s.present), gx.MulScalar(gx.OneMinus(s.present), lowest)) // [N, n, H]
	s.anyPresent = gx.ReduceMax(s.present, 1)                                                // [N, 1]
	s.maximum = gx.ReduceMax(s.maxed, 1)                                                     // [N, H]
	return gx.Concatenate([]*Node{sum, gx.Mul(s.maximum, s.anyPresent)}, 1), &s
}

// parameters adds one parameter node per tensor of the network, and returns the node of a name.
func parameters(g *gx.Graph, net *models.Network) (param func(name string) *Node) {
	byName := map[string]*Node{}
	for _, t := range net.Tensors() {
		byName[t.Name] = gx.Parameter(g, t.Name, shapes.Make(dtypes.Float32, t.Shape...))
	}
	return lookup(byName)
}

func lookup(byName map[string]*Node) func(name string) *Node {
	return func(name string) *Node {
		n := byName[name]
		if n == nil {
			panic(fmt.Sprintf("graph: no tensor %q", name))
		}
		return n
	}
}
