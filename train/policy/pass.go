package policy

import (
	"context"
	"math"
	"slices"

	"ringer/eval"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
)

// Pass computes what a network says of the rows of a batch.
type Pass struct {
	inference *graph.Inference

	LogProbs []float32 // [rows, A] of the newest batch; 0 where illegal
	Values   []float32 // [rows]; nil: nobody asks for them
}

// passRows is the number of rows of one run of the network.
const passRows = 256

// NewPass returns the pass of a network, which computes values too where they are asked for.
func NewPass(network *models.Network, valued bool) (*Pass, error) {
	inference, err := graph.NewInference(network, passRows)
	if err != nil {
		return nil, err
	}
	p := &Pass{inference: inference}
	if valued {
		p.Values = []float32{}
	}
	return p, nil
}

// Run computes log-probabilities, and values where they are asked for, of all rows, in pieces of fixed size on as
// many goroutines as there are processors.
func (p *Pass) Run(weights *models.Weights, b *train.Batch) error {
	if err := p.inference.Load(weights); err != nil {
		return err
	}
	p.LogProbs = slices.Grow(p.LogProbs[:0], b.Rows*b.NumActions)[:b.Rows*b.NumActions]
	if p.Values != nil {
		p.Values = slices.Grow(p.Values[:0], b.Rows)[:b.Rows]
	}
	pieces := (b.Rows + passRows - 1) / passRows
	return eval.Each(context.Background(), 0, pieces, func(i int) error {
		return p.piece(b, i*passRows, min((i+1)*passRows, b.Rows))
	})
}

func (p *Pass) piece(b *train.Batch, from, to int) error {
	d, a := b.ObservationSize, b.NumActions
	values := p.Values
	if values != nil {
		values = values[from:to]
	}
	if err := p.inference.Run(b.Observation[from*d:to*d], to-from, p.LogProbs[from*a:to*a], values); err != nil {
		return err
	}
	for row := from; row < to; row++ {
		LogSoftmax(p.LogProbs[row*a:(row+1)*a], b.Mask[row*a:(row+1)*a])
	}
	return nil
}

// LogSoftmax turns logits into log-probabilities of the actions whose mask is 1,
// and into 0 elsewhere.
func LogSoftmax(logits, mask []float32) {
	top := float32(math.Inf(-1))
	for i, x := range logits {
		if mask[i] != 0 {
			top = max(top, x)
		}
	}
	sum := 0.0
	for i, x := range logits {
		if mask[i] != 0 {
			sum += math.Exp(float64(x - top))
		}
	}
	norm := top + float32(math.Log(sum))
	for i := range logits {
		if mask[i] != 0 {
			logits[i] -= norm
		} else {
			logits[i] = 0
		}
	}
}
