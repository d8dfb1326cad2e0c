//go:build !js

package neural

import (
	"ringer/models"
	"ringer/models/graph"
)

const (
	// smallBatch is the number of views from which one run of the graph is
	// faster than plain Go for every view.
	smallBatch = 8
	// largestBatch is the largest number of rows of one run of the graph.
	largestBatch = 256
)

func newBatcher(weights *models.Weights) (batcher, error) {
	var sizes []int
	for size := smallBatch; size <= largestBatch; size *= 2 {
		sizes = append(sizes, size)
	}
	inference, err := graph.NewInference(weights.Network, sizes...)
	if err != nil {
		return nil, err
	}
	return inference, inference.Load(weights)
}
