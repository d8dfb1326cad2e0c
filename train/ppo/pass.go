package ppo

import (
	"context"
	"math"
	"slices"

	"ringer/eval"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
)

// pass computes what a network says of the rows of a batch.
type pass struct {
	inference *graph.Inference

	logProbs []float32 // [rows, A] of the newest batch; 0 where illegal
	values   []float32 // [rows]; nil: nobody asks for them
}

// passRows is the number of rows of one run of the network.
const passRows = 256

func newPass(network *models.Network, valued bool) (*pass, error) {
	inference, err := graph.NewInference(network, passRows)
	if err != nil {
		return nil, err
	}
	p := &pass{inference: inference}
	if valued {
		p.values = []float32{}
	}
	return p, nil
}

// run computes log-probabilities, and values where they are asked for, of all rows, in pieces of fixed size on as
// many goroutines as there are processors.
func (p *pass) run(weights *models.Weights, b *train.Batch) error {
	if err := p.inference.Load(weights); err != nil {
		return err
	}
	p.logProbs = slices.Grow(p.logProbs[:0], b.Rows*b.NumActions)[:b.Rows*b.NumActions]
	if p.values != nil {
		p.values = slices.Grow(p.values[:0], b.Rows)[:b.Rows]
	}
	pieces := (b.Rows + passRows - 1) / passRows
	return eval.Each(context.Background(), 0, pieces, func(i int) error {
		return p.piece(b, i*passRows, min((i+1)*passRows, b.Rows))
	})
}

func (p *pass) piece(b *train.Batch, from, to int) error {
	d, a := b.ObservationSize, b.NumActions
	values := p.values
	if values != nil {
		values = values[from:to]
	}
	if err := p.inference.Run(b.Observation[from*d:to*d], to-from, p.logProbs[from*a:to*a], values); err != nil {
		return err
	}
	for row := from; row < to; row++ {
		maskedLogSoftmax(p.logProbs[row*a:(row+1)*a], b.Mask[row*a:(row+1)*a])
	}
	return nil
}

// maskedLogSoftmax turns logits into log-probabilities of the actions whose mask is 1,
// and into 0 elsewhere.
func maskedLogSoftmax(logits, mask []float32) {
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
