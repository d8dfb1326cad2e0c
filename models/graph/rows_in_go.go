package graph

import (
	"sync"

	"ringer/models"
)

// plainRows runs batches row by row in plain Go.
type plainRows struct {
	weights *models.Weights // of Network.Unembedded
	free    sync.Pool       // of models.Forward
}

func newPlainRows(net *models.Network) *plainRows {
	p := &plainRows{weights: models.NewWeights(net.Unembedded())}
	first := models.NewForward(p.weights)
	p.free.New = func() any { return first.Share() }
	return p
}

// run evaluates n rows; several runs may go on at once. values may be nil: then they
// are not computed, where the network can leave them out.
func (p *plainRows) run(obs []float32, n int, logits, values []float32) {
	f := p.free.Get().(models.Forward)
	defer p.free.Put(f)
	d, a := p.weights.Network.ObservationSize(), p.weights.Network.Actions
	if batch, ok := f.(models.BatchForward); ok {
		if values != nil {
			values = values[:n]
		}
		batch.EvalBatch(obs[:n*d], n, logits[:n*a], values)
		return
	}
	for i := range n {
		value := f.Eval(obs[i*d:(i+1)*d], logits[i*a:(i+1)*a])
		if values != nil {
			values[i] = value
		}
	}
}
