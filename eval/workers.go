package eval

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Each calls do for every number from 0 to n-1, on as many goroutines as workers says; 0 is one a
// processor. The error is the one of the lowest number, or of a context that has ended.
func Each(ctx context.Context, workers, n int, do func(i int) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return sideBySide(ctx, workers, n, func() func(context.Context, int) error {
		return func(_ context.Context, i int) error { return do(i) }
	})
}

// sideBySide does the tasks 0 ≤ i < n on several goroutines, in turn. Each goroutine does its tasks
// by what begin returns for it. An error ends the context of the others. It returns the first error
// that does not just come from work stopped because of another's, else the context's.
func sideBySide(ctx context.Context, workers, n int, begin func() func(ctx context.Context, i int) error) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	type failure struct {
		task int
		err  error
	}
	var mu sync.Mutex
	var failures []failure // at most one a goroutine
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
				if err := do(ctx, i); err != nil {
					mu.Lock()
					failures = append(failures, failure{i, err})
					mu.Unlock()
					stop()
					return
				}
			}
		})
	}
	wait.Wait()
	stopped := ctx.Err()
	slices.SortFunc(failures, func(a, b failure) int { return cmp.Compare(a.task, b.task) })
	for _, f := range failures {
		if f.err != stopped {
			return f.err
		}
	}
	return stopped
}
