package train

import (
	"context"

	"ringer/env"
	"ringer/models"
)

// Metric is one number of an update, named as in metrics.jsonl.
type Metric struct {
	Name  string
	Value float64
}

// Algorithm turns experience into better weights. Implementations live in
// train/<algorithm>; train/algos is the table of them.
type Algorithm interface {
	// Update learns from one batch. progress in [0, 1) is the share of the
	// run's decisions already made, for schedules. All randomness comes from
	// rng, which is this iteration's own stream. When ctx is done, Update ends soon
	// with an error; Restore then makes the algorithm whole again.
	Update(ctx context.Context, batch *Batch, progress float64, rng env.Rand) ([]Metric, error)

	// Weights copies the current weights into dst.
	Weights(dst *models.Weights)

	// State returns everything else that the next Update depends on, such as the
	// optimiser's moments, as named tensors. After Restore of Weights and State the
	// updates that follow give the same bits.
	State() []models.Tensor
	Restore(weights *models.Weights, state []models.Tensor) error
}
