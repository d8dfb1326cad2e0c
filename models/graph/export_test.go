package graph

import (
	"maps"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// Gradient returns the gradient [P] of a loss on the first rows of a batch, before
// clipping, and the loss itself.
func Gradient(weights *models.Weights, loss LossFunc, cfg LearnerConfig, obs []float32, inputs []any, scalars []float32) (gradient []float32, objective float32, err error) {
	defer catch(&err)
	cfg.Shards = 1
	l, err := NewLearner(weights, loss, cfg)
	if err != nil {
		return nil, 0, err
	}
	defer l.Close()
	tensors.MustMutableFlatData(l.scalars, func(flat []float32) { copy(flat, scalars) })
	if err := l.gradients(obs, inputs, nil, scalars); err != nil {
		return nil, 0, err
	}
	metrics := make([]float32, 1+l.metrics)
	l.collectMetrics(metrics)
	if l.onHost != nil {
		l.onHost.Gradient([]*models.Tape{l.shards[0].tape}, l.flat)
		return l.flat, metrics[MetricLoss], nil
	}
	return tensors.MustCopyFlatData[float32](l.shards[0].outputs[0]), metrics[MetricLoss], nil
}

// Products is products, of nodes that are no network's.
var Products = products

// BackendFor is backendFor.
var BackendFor = backendFor

// Compiled lists the batch sizes of the graphs that are held for networks like this one, of
// each holder that does not share them anew; nil: nobody holds any.
func Compiled(net *models.Network) (sizes []int) {
	known.mu.Lock()
	defer known.mu.Unlock()
	for _, p := range known.all {
		if f := p.Value(); f != nil && f.net.Equal(net) {
			f.mu.Lock()
			sizes = append(sizes, slices.Sorted(maps.Keys(f.bySize))...)
			f.mu.Unlock()
		}
	}
	return sizes
}

// NewGraphInference is NewGroupInference with graphs on every backend.
func NewGraphInference(groups int, net *models.Network, sizes ...int) (*Inference, error) {
	return newGroupInference(groups, net, true, sizes...)
}

// InGraph keeps the network of a learner in its graph, as on a device.
func InGraph(cfg LearnerConfig) LearnerConfig {
	cfg.inGraph = true
	return cfg
}
