package graph

import (
	"runtime"
	"sync"

	"ringer/models"
)

// plainRows runs batches row by row in plain Go.
type plainRows struct {
	weights *models.Weights // of Network.Unembedded
	free    sync.Pool       // of models.Forward
	spread  int             // goroutines for a batch
}

// newPlainRows returns the rows of a network for one of several groups that run batches at
// the same time.
func newPlainRows(net *models.Network, groups int) *plainRows {
	p := &plainRows{weights: models.NewWeights(net.Unembedded()), spread: max(1, runtime.GOMAXPROCS(0)/groups)}
	first := models.NewForward(p.weights)
	p.free.New = func() any { return first.Share() }
	return p
}

// rowsAlone is the number of rows for which another goroutine pays.
const rowsAlone = 16

// run evaluates n rows; several runs may go on at once. values may be nil: then they
// are not computed, where the network can leave them out.
func (p *plainRows) run(obs []float32, n int, logits, values []float32) {
	d, a := p.weights.Network.ObservationSize(), p.weights.Network.Actions
	each := max(rowsAlone, (n+p.spread-1)/p.spread)
	if n <= each { // the most usual, without the memory of a function
		p.piece(obs[:n*d], n, logits[:n*a], values)
		return
	}
	var wait sync.WaitGroup
	for from := 0; from < n; from += each {
		to := min(from+each, n)
		out := values
		if values != nil {
			out = values[from:to]
		}
		wait.Go(func() { p.piece(obs[from*d:to*d], to-from, logits[from*a:to*a], out) })
	}
	wait.Wait()
}

func (p *plainRows) piece(obs []float32, n int, logits, values []float32) {
	f := p.free.Get().(models.Forward)
	defer p.free.Put(f)
	if values != nil {
		values = values[:n]
	}
	if batch, ok := f.(models.BatchForward); ok {
		batch.EvalBatch(obs, n, logits, values)
		return
	}
	d, a := p.weights.Network.ObservationSize(), p.weights.Network.Actions
	for i := range n {
		value := f.Eval(obs[i*d:(i+1)*d], logits[i*a:(i+1)*a])
		if values != nil {
			values[i] = value
		}
	}
}
