package cmd

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"ringer/open"
	"ringer/open/carried"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/exploiter"
)

// train has a run, which is locked, trained to its end by a worker, and returns its result. It
// returns nil where the run is to be trained here.
func (e *elsewhere) train(ctx context.Context, run *checkpoint.Run, file *algos.File) (*open.Result, error) {
	if e == nil {
		return nil, nil
	}
	return carried.Train(ctx, e.Client(), run, file)
}

// place returns where best responses to an agent are trained: nil for here.
func (a *attack) place(ctx context.Context) exploiter.Place {
	if a.elsewhere == nil {
		return nil
	}
	return carried.NewPlace(ctx, a.elsewhere.Player, a.game, a.victim.Agent, a.file)
}

// atOnce calls do for all numbers below n side by side, and returns their errors in order.
func atOnce(n int, do func(i int) error) error {
	errs := make([]error, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { errs[i] = do(i) })
	}
	wait.Wait()
	return errors.Join(errs...)
}

// trainerOf returns what trains for commands elsewhere. It notes now and then how far it has come.
func trainerOf(every time.Duration) *carried.Trainer {
	quiet := &terminal{out: io.Discard, errs: io.Discard, quiet: true}
	return &carried.Trainer{Study: quiet.trainer(), Compute: quiet.computeAs, Every: every}
}
