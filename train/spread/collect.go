package spread

import (
	"context"
	"errors"
	"time"

	"ringer/train"
)

// Collect waits for all groups of the oldest order.
func (l *Learner) Collect(ctx context.Context) (*train.Batch, error) {
	l.mu.Lock()
	if len(l.orders) == 0 {
		l.mu.Unlock()
		return nil, errors.New("spread: no iteration was ordered")
	}
	it := l.orders[0]
	l.mu.Unlock()
	began := time.Now()
	for {
		l.mu.Lock()
		missing, news, broken, again := it.missing, l.news, l.broken, l.again
		if missing == 0 {
			l.orders = l.orders[1:]
			l.counts.Waited += time.Since(began)
		} else {
			l.again = false
		}
		l.mu.Unlock()
		if broken != nil {
			return nil, broken
		}
		if missing == 0 {
			var batches []*train.Batch
			for _, g := range it.groups {
				batches = append(batches, g.batch)
			}
			return l.joiner.Join(batches), nil
		}
		if again {
			if err := l.postAgain(ctx); err != nil {
				return nil, err
			}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-news:
		}
	}
}

// doneWithin is how long the results that a checkpoint holds have to be acknowledged. The
// others come again.
const doneWithin = 5 * time.Second

// Saved acknowledges the results of the iterations that a checkpoint holds.
func (l *Learner) Saved(ctx context.Context, iteration int) error {
	l.mu.Lock()
	l.saved = iteration
	var done []unsaved
	kept := l.unsaved[:0]
	for _, u := range l.unsaved {
		if u.iteration < iteration {
			done = append(done, u)
			l.counts.Unsaved -= u.bytes
		} else {
			kept = append(kept, u)
		}
	}
	l.unsaved = kept
	l.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), doneWithin)
	defer cancel()
	for _, u := range done {
		_ = u.item.Done(ctx) // else it comes again, and is dropped
	}
	return nil
}

// Failed drops the results that wait for a checkpoint.
func (l *Learner) Failed() {
	l.mu.Lock()
	for _, u := range l.unsaved {
		l.dropped = append(l.dropped, u.item)
		l.counts.Unsaved -= u.bytes
	}
	l.unsaved = nil
	l.mu.Unlock()
	ctx, cancel := l.o.Conn.Farewell()
	defer cancel()
	l.acknowledge(ctx)
}

// Full reports whether results of half the store wait for a checkpoint.
func (l *Learner) Full() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts.Unsaved > l.o.Store/2
}
