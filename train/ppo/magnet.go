package ppo

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/eval"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
)

// magnet is the slow policy that the learner is pulled to: an exponential moving
// average of its weights.
type magnet struct {
	decay     float32
	average   *models.Weights
	inference *graph.Inference

	logProbs []float32 // [rows, A] of the newest batch; 0 where illegal
}

// magnetPrefix begins the names of the magnet's tensors in the state of the algorithm.
const magnetPrefix = "magnet/"

// magnetRows is the number of rows of one run of the network.
const magnetRows = 256

func newMagnet(decay float64, weights *models.Weights) (*magnet, error) {
	inference, err := graph.NewInference(weights.Network, magnetRows)
	if err != nil {
		return nil, err
	}
	return &magnet{decay: float32(decay), average: weights.Clone(), inference: inference}, nil
}

// follow moves the average towards the weights.
func (m *magnet) follow(weights *models.Weights) {
	for i, w := range weights.Flat {
		m.average.Flat[i] = m.decay*m.average.Flat[i] + (1-m.decay)*w
	}
}

// evaluate computes the log-probabilities of all rows of a batch, in pieces of fixed
// size on as many goroutines as there are processors.
func (m *magnet) evaluate(b *train.Batch) error {
	if err := m.inference.Load(m.average); err != nil {
		return err
	}
	m.logProbs = slices.Grow(m.logProbs[:0], b.Rows*b.NumActions)[:b.Rows*b.NumActions]
	pieces := (b.Rows + magnetRows - 1) / magnetRows
	return eval.Each(context.Background(), 0, pieces, func(i int) error {
		return m.evaluatePiece(b, i*magnetRows, min((i+1)*magnetRows, b.Rows))
	})
}

func (m *magnet) evaluatePiece(b *train.Batch, from, to int) error {
	d, a := b.ObservationSize, b.NumActions
	if err := m.inference.Run(b.Observation[from*d:to*d], to-from, m.logProbs[from*a:to*a], nil); err != nil {
		return err
	}
	for row := from; row < to; row++ {
		maskedLogSoftmax(m.logProbs[row*a:(row+1)*a], b.Mask[row*a:(row+1)*a])
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

// state returns copies of the magnet's tensors.
func (m *magnet) state() []models.Tensor {
	tensors := m.average.Clone().NamedTensors()
	for i := range tensors {
		tensors[i].Name = magnetPrefix + tensors[i].Name
	}
	return tensors
}

// restore takes the magnet's tensors out of a state and returns the others. Without a
// state the magnet is where the weights are.
func (m *magnet) restore(weights *models.Weights, state []models.Tensor) (others []models.Tensor, err error) {
	if state == nil {
		copy(m.average.Flat, weights.Flat)
		return nil, nil
	}
	var own []models.Tensor
	for _, t := range state {
		if name, ok := strings.CutPrefix(t.Name, magnetPrefix); ok {
			t.Name = name
			own = append(own, t)
		} else {
			others = append(others, t)
		}
	}
	if err := m.average.Assign(own); err != nil {
		return nil, fmt.Errorf("ppo: the magnet: %w", err)
	}
	return others, nil
}
