package models_test

import (
	"bytes"
	"fmt"

	"ringer/models"
)

// A network for a small card game, one decision, and the file it travels in.
func Example() {
	net := &models.Network{
		Fields: []models.Field{
			{Name: "hand", Shape: []int{3}, Vocab: "card"},
			{Name: "history", Shape: []int{4}},
		},
		Actions: 2, Embedding: 4, Hidden: []int{8, 8}, Activation: models.Tanh,
	}
	weights := models.Init(net, 1)
	fmt.Println(net.ObservationSize(), "floats in,", net.Parameters(), "weights")

	observation := []float32{0, 1, 0 /* a queen */, 1, 0, 0, 0}
	logits, probs := make([]float32, net.Actions), make([]float32, 1)
	models.NewForward(weights).Eval(observation, logits)
	models.MaskedSoftmax(logits, []int32{1}, probs) // only action 1 is legal
	fmt.Println(probs)

	var file bytes.Buffer
	_ = weights.Write(&file, map[string]string{"game": "kuhn"})
	_, metadata, err := models.ReadWeights(&file, net)
	fmt.Println(metadata["game"], err)
	// Output:
	// 7 floats in, 327 weights
	// [1]
	// kuhn <nil>
}
