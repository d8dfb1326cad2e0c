package graph

import (
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// Gradient is the gradient [P] of a loss on the first rows of a batch, before
// clipping, and the loss itself.
func Gradient(weights *models.Weights, loss LossFunc, cfg LearnerConfig, obs []float32, inputs []any, scalars []float32) (gradient []float32, objective float32, err error) {
	defer catch(&err)
	l, err := NewLearner(weights, loss, cfg)
	if err != nil {
		return nil, 0, err
	}
	defer l.Close()
	g := gx.NewGraph(l.backend, "gradient")
	flat := gx.Parameter(g, "weights", l.state[0].Shape())
	byName := l.tensorNodes(g, flat)
	parts := l.obs.parameters(g)
	args := []any{l.state[0]}
	for _, w := range l.windows {
		args = append(args, w)
	}
	l.obs.fill(obs, cfg.Minibatch, nil)
	for _, t := range l.obs.tensors {
		args = append(args, t)
	}
	var nodes, scalarNodes []*Node
	for i, in := range cfg.Inputs {
		nodes = append(nodes, gx.Parameter(g, in.Name, l.inputs[i].Shape()))
		l.fillInput(i, inputs[i], nil)
		args = append(args, l.inputs[i])
	}
	for _, v := range scalars {
		scalarNodes = append(scalarNodes, gx.Scalar(g, dtypes.Float32, v))
	}
	j, _, d := l.differentiate(byName, parts, nodes, scalarNodes, loss)
	if err := g.Compile(d, j); err != nil {
		return nil, 0, err
	}
	out := g.Run(args...)
	return tensors.MustCopyFlatData[float32](out[0]), tensors.ToScalar[float32](out[1]), nil
}
