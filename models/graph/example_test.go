package graph_test

import (
	"fmt"
	"math"

	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"

	"ringer/models"
	"ringer/models/graph"
)

// A network that learns to value its input, and a batch to see that it has.
func Example() {
	net := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{1}}}, Actions: 2, Hidden: []int{16}, Activation: models.Tanh}
	weights := models.Init(net, 1)

	squared := func(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
		diff := gx.Sub(value, inputs[0]) // [M]
		return gx.ReduceAllMean(gx.Mul(diff, diff)), nil
	}
	learner, err := graph.NewLearner(weights, squared, graph.LearnerConfig{
		Minibatch: 4, Inputs: []graph.Input{{Name: "target", DType: dtypes.Float32}},
		Adam: graph.DefaultAdam(), MaxGradNorm: 0.5,
	})
	if err != nil {
		panic(err)
	}
	defer learner.Close()
	xs, targets := []float32{-1, 0, 0.5, 1}, []float32{1, 0, 0.25, 1}
	for range 2000 {
		if _, err := learner.Step(0.01, xs, []any{targets}, nil, nil); err != nil {
			panic(err)
		}
	}
	learner.Weights(weights)

	inference, err := graph.NewInference(net, 4)
	if err != nil {
		panic(err)
	}
	defer inference.Close()
	logits, values := make([]float32, 8), make([]float32, 4)
	if err := inference.Load(weights); err != nil {
		panic(err)
	}
	if err := inference.Run(xs, 4, logits, values); err != nil {
		panic(err)
	}
	worst := 0.0
	for i, v := range values {
		worst = max(worst, math.Abs(float64(v-targets[i])))
	}
	fmt.Println("learned:", worst < 0.05)
	// Output: learned: true
}
