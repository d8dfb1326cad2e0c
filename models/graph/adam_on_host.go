package graph

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// adamBlock is the number of weights that one goroutine takes at a time. Sums of squares
// are made by block, so that their bits do not depend on the number of processors.
const adamBlock = 1 << 14

// applyOnHost is apply where the weights are in the memory of this process: in place, and
// in one pass over them.
func (l *Learner) applyOnHost(learningRate float64) (norm float32) {
	var tapes []*models.Tape
	for _, s := range l.shards {
		tapes = append(tapes, s.tape)
	}
	l.onHost.Gradient(tapes, l.flat)
	sums := make([]float64, (len(l.flat)+adamBlock-1)/adamBlock)
	l.blocks(func(i, from, to int) {
		g := l.flat[from:to]
		sums[i] = float64(models.Dot(g, g))
	})
	sum := 0.0
	for _, s := range sums {
		sum += s
	}
	scale := 1 / float64(len(l.shards)) // of the sum over shards
	length := math.Sqrt(sum) * scale
	if limit := l.cfg.MaxGradNorm; limit > 0 {
		scale *= min(1, limit/(length+1e-12))
	}
	step := models.AdamStep{
		Beta1: float32(l.cfg.Adam.Beta1), Beta2: float32(l.cfg.Adam.Beta2), Epsilon: float32(l.cfg.Adam.Epsilon),
		Scale: float32(scale),
	}
	step.Rate, step.Root = l.ratesOf(learningRate)
	var state [3][]float32
	for i, t := range l.state {
		tensors.MustMutableFlatData(t, func(flat []float32) { state[i] = flat }) // on the host they stay where they are
	}
	l.blocks(func(_, from, to int) {
		step.Apply(state[0][from:to], state[1][from:to], state[2][from:to], l.flat[from:to])
	})
	l.steps++
	l.weightsChanged()
	return float32(length)
}

// blocks runs a function for every block of the weights, on all processors.
func (l *Learner) blocks(do func(i, from, to int)) {
	n := (len(l.flat) + adamBlock - 1) / adamBlock
	var next atomic.Int64
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			do(i, i*adamBlock, min((i+1)*adamBlock, len(l.flat)))
		}
	}
	var wait sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}
