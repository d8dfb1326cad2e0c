package escher

import (
	"context"
	"fmt"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/qvalue"
	"ringer/train/replay"
)

// ESCHER is the algorithm; it implements train.Behaving.
type ESCHER struct {
	cfg     Config
	fitting qvalue.Config // of the values

	memory *replay.Ring // decisions of seats that explored
	values *qvalue.Fitter

	regrets  *part
	average  *part
	responds *models.Weights // of the regrets, as seats play by them

	iteration int // that brought regrets
	look      look
	targets   targets
	view      train.Batch // of the rows that go to a memory
}

var _ train.Behaving = (*ESCHER)(nil)

// New builds the algorithm on first weights, which are copied: all networks begin with them.
func New(cfg Config, weights *models.Weights) (*ESCHER, error) {
	e := &ESCHER{cfg: cfg, fitting: cfg.Values.fitting(cfg.Scale), responds: weights.Clone()}
	var err error
	if e.memory, err = replay.NewRing(cfg.Values.Memory, weights.Network); err != nil {
		return nil, fmt.Errorf("escher: values: %w", err)
	}
	if e.values, err = qvalue.NewFitter(&e.fitting, weights, &e.memory.Rows); err != nil {
		return nil, err
	}
	if e.regrets, err = newPart(&e.cfg.Regrets, weights, regretLoss, plainRegretLoss(), regretMetrics); err != nil {
		return nil, fmt.Errorf("escher: regrets: %w", err)
	}
	if e.average, err = newPart(&e.cfg.Average, weights, averageLoss, plainAverageLoss(), averageMetrics); err != nil {
		return nil, fmt.Errorf("escher: average: %w", err)
	}
	return e, e.look.init(weights)
}

// Acting says how seats play: one explores in each episode, and the others match regrets.
func (e *ESCHER) Acting(float64) train.Acting {
	return train.Acting{Matching: true, Responds: 1, Response: e.responds, Explores: true}
}

// Update learns from the memories, and then adds to them what the batch says of values, regrets and the policy that played it.
func (e *ESCHER) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	if len(b.Explored) != b.Rows {
		return nil, fmt.Errorf("escher: a batch of %d rows says of %d whether the seat explored", b.Rows, len(b.Explored))
	}
	rows, target := e.values.Draw(b.Rows, rng)
	var metrics []train.Metric
	if len(rows) > 0 {
		e.values.Weights(e.look.q)
		if err := e.look.load(e.responds); err != nil {
			return nil, err
		}
		if err := e.targets.write(ctx, &e.look, e.memory, rows, e.cfg.Scale, target); err != nil {
			return nil, err
		}
		of, err := e.values.Fit(ctx, rows, target, progress)
		if err != nil {
			return nil, err
		}
		metrics = under("values_", of)
	}
	share := float32(2 / float64(e.iteration+1)) // weights are 1 on average
	of, err := e.regrets.learn(ctx, b.Rows, progress, rng, float32(e.cfg.Scale), share)
	if err != nil {
		return nil, err
	}
	metrics = append(metrics, under("regrets_", of)...)
	if of, err = e.average.learn(ctx, b.Rows, progress, rng, float32(e.cfg.Value), share); err != nil {
		return nil, err
	}
	metrics = append(metrics, under("average_", of)...)
	e.values.Weights(e.look.q)
	if err := e.look.load(e.responds); err != nil {
		return nil, err
	}
	if err := e.look.at(ctx, b, &e.cfg); err != nil {
		return nil, err
	}
	e.remember(b, len(rows) > 0, rng)
	e.regrets.learner.Weights(e.responds)
	return append(metrics,
		train.Metric{Name: "regret_above", Value: e.look.above(b)},
		train.Metric{Name: "regrets", Value: float64(e.regrets.memory.Len())},
		train.Metric{Name: "policies", Value: float64(e.average.memory.Len())}), nil
}

// remember adds a batch, which was looked at, to the memories. Regrets and the average get rows only once values were learned.
func (e *ESCHER) remember(b *train.Batch, valued bool, rng env.Rand) {
	explored(&e.view, b)
	e.memory.Add(&e.view)
	if !valued {
		return
	}
	e.iteration++
	others := make([]bool, b.Rows)
	for i, explored := range b.Explored {
		others[i] = !explored
	}
	e.view = *b
	e.view.Return = e.look.worth
	e.regrets.memory.Add(&e.view, b.Explored, e.look.regret, float32(e.iteration), rng)
	e.average.memory.Add(&e.view, others, e.look.policy, float32(e.iteration), rng)
	e.view = train.Batch{}
}

// Weights copies the average policy's weights into dst.
func (e *ESCHER) Weights(dst *models.Weights) { e.average.learner.Weights(dst) }

// under returns metrics with names that begin with prefix.
func under(prefix string, metrics []train.Metric) []train.Metric {
	for i := range metrics {
		metrics[i].Name = prefix + metrics[i].Name
	}
	return metrics
}
