package remote

import (
	"errors"
	"io"
	"sync"
	"time"

	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/open"
	"ringer/open/carried"
)

// AtOnce calls do for all numbers below n side by side, and returns their errors in order.
func AtOnce(n int, do func(i int) error) error {
	errs := make([]error, n)
	var wait sync.WaitGroup
	for i := range n {
		wait.Go(func() { errs[i] = do(i) })
	}
	wait.Wait()
	return errors.Join(errs...)
}

// TrainerOf returns what trains for commands elsewhere. It notes now and then how far it has come.
func TrainerOf(o *open.Opener, every time.Duration) *carried.Trainer {
	quiet := &shell.Terminal{Out: io.Discard, Errs: io.Discard, Quiet: true, Opener: o}
	return &carried.Trainer{Study: lookup.Trainer(quiet), Compute: quiet.ComputeAs, Every: every}
}
