package policy

import (
	"math"

	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models/graph"
)

// Difference returns how far the two forms of a loss are apart on a minibatch whose rows are a
// whole batch: the largest distance of the loss, its metrics and its gradients by logits [M][A] and
// value [M], as a part of what is compared where that is above 1. inputs are the loss's own, one
// array a row in the shape that a graph has: [M] or [M][A].
func (l *Loss) Difference(logits [][]float32, value, target []float32, mask [][]float32, inputs []any, weight float32, scalars []float32) (float64, error) {
	backend, err := graph.Backend()
	if err != nil {
		return 0, err
	}
	arrays := 2 + firstInput + len(inputs)
	exec, err := gx.NewExec(backend, func(in []*gx.Node) []*gx.Node {
		total, metrics := l.graph(in[0], in[1], in[2:arrays], in[arrays:])
		gradients := gx.Gradient(total, in[0], in[1])
		return append([]*gx.Node{gradients[0], gradients[1], total}, metrics...)
	})
	if err != nil {
		return 0, err
	}
	defer exec.Finalize()
	arguments := append([]any{logits, value, mask, target}, inputs...)
	arguments = append(arguments, weight)
	for _, s := range scalars {
		arguments = append(arguments, s)
	}
	out, err := exec.Call(arguments...)
	if err != nil {
		return 0, err
	}
	flat := []any{join(mask), target}
	for _, in := range inputs {
		if rows, ok := in.([][]float32); ok {
			in = join(rows)
		}
		flat = append(flat, in)
	}
	plain := l.plain()
	m := &graph.Minibatch{
		Logits: join(logits), Values: value, Inputs: flat, Scalars: append([]float32{weight}, scalars...),
		DLogits: make([]float32, len(logits)*len(logits[0])), DValues: make([]float32, len(value)), Report: make([]float32, 1+plain.Metrics),
	}
	plain.Compute(m)
	worst := 0.0
	compare := func(a, b float32) {
		worst = max(worst, math.Abs(float64(a-b))/max(1, math.Abs(float64(a))))
		if a != a || b != b {
			worst = math.Inf(1)
		}
	}
	for i, row := range out[0].Value().([][]float32) {
		for j, d := range row {
			compare(d, m.DLogits[i*len(row)+j])
		}
	}
	for i, d := range out[1].Value().([]float32) {
		compare(d, m.DValues[i])
	}
	for i, x := range out[2:] {
		compare(x.Value().(float32), m.Report[i])
	}
	return worst, nil
}

func join(rows [][]float32) (flat []float32) {
	for _, r := range rows {
		flat = append(flat, r...)
	}
	return flat
}
