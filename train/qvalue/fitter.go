package qvalue

import (
	"context"
	"math"

	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/replay"
)

// Fitter moves the weights of one network so that its logits come to Config.ScaleAt times the targets of decisions in a
// memory. One goroutine uses it.
type Fitter struct {
	*graph.Learner // the weights

	cfg    *Config
	memory *replay.Rows
	rows   []int32   // of all steps of an iteration
	target []float32 // [memory.Len()], of the rows that are drawn
	weight []float32 // likewise
}

// NewFitter returns a fitter that begins with weights, which are copied, and that draws from a memory, which is the
// caller's to fill. The settings are valid and stay.
func NewFitter(cfg *Config, weights *models.Weights, memory *replay.Rows) (*Fitter, error) {
	adam := graph.DefaultAdam()
	adam.Epsilon = cfg.AdamEpsilon
	learner, err := graph.NewLearner(weights, loss, graph.LearnerConfig{
		Minibatch: cfg.Minibatch, Shards: cfg.Shards, Inputs: lossInputs(), Scalars: numScalars,
		Adam: adam, MaxGradNorm: cfg.MaxGradNorm, Plain: plainLoss(),
	})
	if err != nil {
		return nil, err
	}
	return &Fitter{Learner: learner, cfg: cfg, memory: memory}, nil
}

// Draw draws the rows of the steps of an iteration from the memory, and returns them with room for their targets,
// one a place of the memory. Both are valid until the next call. There are none as long as the memory
// warms up.
func (f *Fitter) Draw(decisions int, rng env.Rand) (rows []int32, target []float32) {
	if f.memory.Len() < f.cfg.WarmUp {
		return nil, nil
	}
	n := f.cfg.Steps(decisions) * f.cfg.Minibatch
	if cap(f.rows) < n {
		f.rows = make([]int32, n+n/4)
	}
	if cap(f.target) < f.memory.Len() {
		f.target = make([]float32, min(2*f.memory.Len(), f.cfg.Memory))
		f.weight = make([]float32, cap(f.target))
	}
	f.rows, f.target, f.weight = f.rows[:n], f.target[:f.memory.Len()], f.weight[:f.memory.Len()]
	f.memory.Draw(rng, f.rows)
	f.weigh()
	return f.rows, f.target
}

// weigh writes the weights of the rows that are drawn.
func (f *Fitter) weigh() {
	a := len(f.memory.Mask) / f.memory.Len()
	for _, row := range f.rows {
		f.weight[row] = 1
		if most := float32(f.cfg.Balance); most > 0 {
			legal := float32(0)
			for _, on := range f.memory.Mask[int(row)*a : (int(row)+1)*a] {
				legal += on
			}
			f.weight[row] = min(most, 1/(legal*f.memory.Probability[row]))
		}
	}
}

// Fit makes the steps of rows and targets that Draw gave and that the caller has written. progress is as in
// train.Algorithm.
func (f *Fitter) Fit(ctx context.Context, rows []int32, target []float32, progress float64) ([]train.Metric, error) {
	rate := Anneal(f.cfg.LearningRate, f.cfg.FinalLearningRate, progress)
	delta := f.cfg.Huber
	if delta == 0 {
		delta = squared
	}
	scalars := make([]float32, numScalars)
	scalars[scalarScale], scalars[scalarDelta], scalars[scalarValue] = float32(f.cfg.ScaleAt(progress)), float32(delta), float32(f.cfg.Value)
	inputs := []any{f.memory.Action, target, f.weight}
	steps, err := Steps(ctx, f.Learner, rate, f.memory.Observation, inputs, rows, f.cfg.Minibatch, scalars)
	if err != nil {
		return nil, err
	}
	return append(steps.Metrics(lossMetrics), train.Metric{Name: "target_mean", Value: meanOf(rows, target)}, train.Metric{Name: "learning_rate", Value: rate}), nil
}

// squared is more than any error of a value.
const squared = 1e6

func meanOf(rows []int32, target []float32) (mean float64) {
	for _, row := range rows {
		mean += float64(target[row])
	}
	return mean / float64(len(rows))
}

// Sums adds up what the steps of an iteration reported.
type Sums struct {
	sums  []float64 // as graph.Learner.Step returns them
	steps int
}

// Steps makes one step of a learner for each whole minibatch of rows, and stops when ctx is done.
func Steps(ctx context.Context, l *graph.Learner, rate float64, obs []float32, inputs []any, rows []int32, minibatch int, scalars []float32) (*Sums, error) {
	s := &Sums{}
	for at := 0; at+minibatch <= len(rows); at += minibatch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		values, err := l.Step(rate, obs, inputs, rows[at:at+minibatch], scalars)
		if err != nil {
			return nil, err
		}
		if s.sums == nil {
			s.sums = make([]float64, len(values))
		}
		for i, v := range values {
			s.sums[i] += float64(v)
		}
		s.steps++
	}
	return s, nil
}

// Metrics returns means over the steps: the loss, the norm of the gradient, and the loss's own by their names.
func (s *Sums) Metrics(names []string) []train.Metric {
	mean := func(i int) float64 {
		if s.steps == 0 {
			return math.NaN()
		}
		return s.sums[i] / float64(s.steps)
	}
	out := []train.Metric{{Name: "loss", Value: mean(graph.MetricLoss)}, {Name: "gradient_norm", Value: mean(graph.MetricGradNorm)}}
	for i, name := range names {
		out = append(out, train.Metric{Name: name, Value: mean(graph.FirstMetricOfLoss + i)})
	}
	return out
}
