package train

import (
	"context"

	"ringer/models"
	"ringer/train/metrics"
)

type Evaluation struct {
	Opponent string `json:"opponent"`
}

const (
	purposeWatch  = "watch"
	purposeChoose = "choose"
	purposeReport = "report"
)

func (r *run) evaluate(ctx context.Context, w *models.Weights, purpose string, games int) ([]Evaluation, error) {
	return nil, nil
}
func (r *run) choose(ctx context.Context) (*models.Weights, bool, error) {
	return r.playing(), false, nil
}
func evaluationMetrics(e []Evaluation) []metrics.Value { return nil }
