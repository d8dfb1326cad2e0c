package train

import (
	"context"

	"ringer/models"
)

// Begin returns the weights with which a new run begins to learn: those that Options.Start
// makes.
func Begin(ctx context.Context, cfg Config, opt Options) (*models.Weights, error) {
	r, err := newRun(ctx, cfg, opt)
	if err != nil {
		return nil, err
	}
	r.player.Stop()
	return r.weights, nil
}
