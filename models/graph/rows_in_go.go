package graph

import (
	"sync"

	"ringer/models"
)

// plainRows runs batches row by row in plain Go.
type plainRows struct {
	weights *models.Weights
	free    sync.Pool // of models.Forward
}

func newPlainRows(net *models.Network) *plainRows {
	p := &plainRows{weights: models.NewWeights(net)}
	first := models.NewForward(p.weights)
	p.free.New = func() any { return first.Share() }
	return p
}

// run evaluates n rows; several runs may go on at once.
func (p *plainRows) run(obs []float32, n int, logits, values []float32) {
	f := p.free.Get().(models.Forward)
	defer p.free.Put(f)
	d, a := p.weights.Network.ObservationSize(), p.weights.Network.Actions
	for i := range n {
		values[i] = f.Eval(obs[i*d:(i+1)*d], logits[i*a:(i+1)*a])
	}
}
