package cmd

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
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

// trainAhead has all runs that have no result yet trained by workers, where there are some.
// The runs are then there for whoever wants their results one after the other.
func (e *elsewhere) trainAhead(ctx context.Context, t *terminal, runs []*ablationRun) error {
	if e == nil {
		return nil
	}
	var missing []*ablationRun
	for _, r := range runs {
		if _, err := os.Stat(filepath.Join(r.dir, open.ResultName)); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, r)
		}
	}
	bar := t.progress("training", len(missing))
	defer bar.finish()
	var done atomic.Int64
	return atOnce(len(missing), func(i int) error {
		run, err := missing[i].open()
		if err != nil {
			return err
		}
		_, err = e.train(ctx, run, missing[i].file)
		bar.set(int(done.Add(1)), len(missing))
		return errors.Join(err, run.Close())
	})
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
	return &carried.Trainer{
		Opener: opener, Compute: quiet.computeAs, Every: every, End: endRun,
		Begin: func(run *checkpoint.Run) error { return recordBuild(quiet, run) },
	}
}
