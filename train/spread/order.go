package spread

import (
	"bytes"
	"context"
	"fmt"

	"ringer/internal/cluster"
	"ringer/models"
	"ringer/train"
)

// Order keeps the weights of an iteration and posts its jobs.
func (l *Learner) Order(ctx context.Context, o *train.Order) error {
	kept, err := l.keepWeights(ctx, o)
	if err != nil {
		return fmt.Errorf("spread: iteration %d: %w", o.Iteration, err)
	}
	groups, err := newGroups(l.o.Spec, l.o.Config.Collect.Groups, o, kept)
	if err != nil {
		return err
	}
	it := &ordered{order: o, groups: groups, missing: len(groups)}
	if err := l.awaitReused(ctx, o.Iteration); err != nil {
		return err
	}
	l.mu.Lock()
	l.orders, l.next = append(l.orders, it), o.Iteration+1
	for _, e := range l.early.take(l.next) {
		l.accept(e.item, e.head, e.rows)
	}
	for _, e := range l.early.drop(l.next + l.ahead()) {
		l.drop(e.item, &l.counts.Stale)
	}
	l.mu.Unlock()
	l.acknowledge(ctx)
	return l.post(ctx, it)
}

// keepWeights makes objects of the weights of an order, and drops those that were not
// used for long.
func (l *Learner) keepWeights(ctx context.Context, o *train.Order) (k kept, err error) {
	if k.weights, err = l.keep(ctx, o.Weights, o.Iteration); err != nil {
		return kept{}, err
	}
	if o.Acting.Response != nil {
		if k.response, err = l.keep(ctx, o.Acting.Response, o.Iteration); err != nil {
			return kept{}, err
		}
	}
	k.opponents = []opponent{}
	for _, p := range o.Opponents {
		known := opponent{ID: p.ID, Share: p.Share}
		if p.Weights != nil {
			if known.Weights, err = l.keep(ctx, p.Weights, o.Iteration); err != nil {
				return kept{}, err
			}
		}
		k.opponents = append(k.opponents, known)
	}
	for sum, last := range l.used {
		if last+objectMemory+l.o.Config.Collect.Lag < o.Iteration {
			if err := l.client.Objects.Remove(ctx, sum); err != nil {
				return kept{}, err
			}
			delete(l.used, sum)
		}
	}
	for w, sum := range l.sums {
		if _, there := l.used[sum]; !there {
			delete(l.sums, w)
		}
	}
	return k, nil
}

// objectMemory is the number of iterations that weights are kept which nobody plays with:
// a past self comes again soon.
const objectMemory = 20

// keep makes an object of weights. The weights of the run itself change in place where
// there is no lag, so those are read every time.
func (l *Learner) keep(ctx context.Context, w *models.Weights, iteration int) (sum string, err error) {
	sum, known := l.sums[w]
	if _, there := l.used[sum]; !known || !there || l.o.Config.Collect.Lag == 0 {
		var b bytes.Buffer
		if err := w.Write(&b, nil); err != nil {
			return "", err
		}
		if sum = cluster.Sum(b.Bytes()); l.used[sum] == 0 {
			if sum, err = l.client.Objects.Put(ctx, b.Bytes()); err != nil {
				return "", err
			}
		}
		l.sums[w] = sum
	}
	l.used[sum] = iteration + 1
	return sum, nil
}

// awaitReused waits until the results that an earlier process left have been looked at,
// so that nothing is played again that is there.
func (l *Learner) awaitReused(ctx context.Context, iteration int) error {
	for {
		l.mu.Lock()
		left, news, broken := l.reuse, l.news, l.broken
		if l.next < 0 {
			l.next = iteration // earlier iterations are learned
		}
		l.mu.Unlock()
		if left <= 0 || broken != nil {
			return broken
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-news:
		}
	}
}

// post posts the jobs whose results have not come and that are not posted, or are to be
// posted again.
func (l *Learner) post(ctx context.Context, it *ordered) error {
	for i := range it.groups {
		l.mu.Lock()
		g := it.groups[i]
		wanted := g.batch == nil && (g.tries == 0 || g.again)
		if wanted {
			g.tries++
			g.again = false
		}
		id := fmt.Sprintf("%d.%d.%s.%d", it.order.Iteration, i, l.client.Session, g.tries)
		l.mu.Unlock()
		if !wanted {
			continue
		}
		if _, err := l.client.Jobs.Post(ctx, id, g.body); err != nil {
			return fmt.Errorf("spread: %w", err)
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	it.posted = true
	return nil
}

// postAgain posts the jobs whose results were lost or could not be used, with all that they
// need.
func (l *Learner) postAgain(ctx context.Context) error {
	err := l.client.CheckPlace(ctx)
	if err == nil {
		err = l.announce(ctx)
	}
	if err != nil {
		return fmt.Errorf("spread: %w", err)
	}
	clear(l.used) // what is there is not sent
	l.mu.Lock()
	orders := append([]*ordered(nil), l.orders...)
	l.mu.Unlock()
	for _, it := range orders {
		if _, err := l.keepWeights(ctx, it.order); err != nil {
			return fmt.Errorf("spread: %w", err)
		}
		if err := l.post(ctx, it); err != nil {
			return err
		}
	}
	return nil
}
