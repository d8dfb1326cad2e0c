package eval

import (
	"context"
	"sync"
	"sync/atomic"
)

// sideBySide does the tasks 0 ≤ i < n on several goroutines, in turn. Each goroutine does its tasks
// by what begin returns for it. An error ends the context of the others. It returns the first
// error that is not just that of work stopped because of another's, else the context's.
func sideBySide(ctx context.Context, workers, n int, begin func() func(ctx context.Context, i int) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	errs := make([]error, n)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(workers, n) {
		wait.Go(func() {
			do := begin()
			for {
				i := int(next.Add(1)) - 1
				if i >= n || ctx.Err() != nil {
					return
				}
				if errs[i] = do(ctx, i); errs[i] != nil {
					stop()
					return
				}
			}
		})
	}
	wait.Wait()
	stopped := ctx.Err()
	for _, err := range errs {
		if err != nil && err != stopped {
			return err
		}
	}
	return stopped
}
