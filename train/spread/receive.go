package spread

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
	"ringer/train"
)

// took looks at a result, nil when none has come for some time.
func (l *Learner) took(ctx context.Context, item *cluster.Item, vanished bool) error {
	if item != nil {
		l.take(item)
	}
	l.acknowledge(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	if vanished {
		l.repostAll()
	}
	if item == nil {
		l.reuse = 0 // no more of them come
	} else {
		l.reuse--
	}
	l.tell()
	return nil
}

// fail ends the learning: nothing comes any more.
func (l *Learner) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.broken = fmt.Errorf("spread: %w", err)
	l.tell()
}

// Waits returns the number of jobs that were posted whose results have not come.
func (l *Learner) Waits() int { return l.wanted() }

// wanted counts the jobs that were posted whose results have not come.
func (l *Learner) wanted() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := 0
	for _, it := range l.orders {
		if it.posted {
			n += it.missing
		}
	}
	return n
}

// tell wakes who waits for results. l.mu is held.
func (l *Learner) tell() {
	close(l.news)
	l.news = make(chan struct{})
}

// take looks at one result.
func (l *Learner) take(item *cluster.Item) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts.Received++
	l.counts.Bytes += int64(len(item.Body))
	h, rows, err := (*work.Head)(nil), []byte(nil), item.Damaged
	if err == nil {
		h, rows, err = work.ReadResult(item.Body)
	}
	if err == nil && h.Damaged {
		err = work.ErrDamaged
	}
	if err != nil { // its job is posted again when it is missed
		l.drop(item, &l.counts.Damaged)
		l.complain(fmt.Sprintf("a result cannot be read: %s: %v", input.Shown(item.ID), err))
		return
	}
	l.accept(item, h, rows)
}

// drop counts a result that is not used, and leaves it to acknowledge. l.mu is held.
func (l *Learner) drop(item *cluster.Item, count *int) {
	*count++
	l.dropped = append(l.dropped, item)
}

// acknowledge takes what was dropped off the server. l.mu is not held: the server may be
// away.
func (l *Learner) acknowledge(ctx context.Context) {
	l.mu.Lock()
	dropped := l.dropped
	l.dropped = nil
	l.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, doneWithin)
	defer cancel()
	for _, item := range dropped {
		_ = item.Done(ctx) // else it comes again, and is dropped again
	}
}

// accept keeps a result that is needed. l.mu is held.
func (l *Learner) accept(item *cluster.Item, h *work.Head, rows []byte) {
	switch {
	case h.SpecHash != l.o.Spec.Hash || h.Group < 0 || h.Group >= l.o.Config.Collect.Groups:
		l.drop(item, &l.counts.Foreign)
		return
	case l.stopped: // of an iteration ahead that ends the run
		return
	case l.next >= 0 && h.Iteration-l.next >= l.ahead():
		l.drop(item, &l.counts.Stale) // no process can have come so far
		return
	case l.next < 0 || h.Iteration >= l.next:
		for _, e := range l.early.put(&early{item, h, rows}) {
			l.drop(e.item, &l.counts.Stale) // it is played again when it is needed
		}
		return
	case len(l.orders) == 0 || h.Iteration < l.orders[0].order.Iteration:
		l.learned(item, h)
		return
	}
	it := l.orders[h.Iteration-l.orders[0].order.Iteration]
	g := it.groups[h.Group]
	switch {
	case h.Job != g.sum:
		l.drop(item, &l.counts.Stale)
	case g.batch != nil && g.from == item.ID && item.Tries > 1:
		l.holdAgain(item, h.Iteration)
	case g.batch != nil:
		l.drop(item, &l.counts.Duplicate)
	case h.Fault != "":
		l.drop(item, &l.counts.Faults)
		l.fault(h, g, input.ShownLines(h.Fault))
	default:
		l.hold(item, h, rows, it, g)
	}
}

// hold decodes a batch and keeps it. One that no play of the job gives is played again, and
// its worker is named.
func (l *Learner) hold(item *cluster.Item, h *work.Head, rows []byte, it *ordered, g *group) {
	began := time.Now()
	task := train.Task{Spec: l.o.Spec, Config: &l.o.Config, Order: it.order, Group: h.Group}
	l.mu.Unlock()
	batch, err := task.Decode(rows)
	l.mu.Lock()
	l.counts.Decoded += time.Since(began)
	if err != nil {
		l.drop(item, &l.counts.Damaged)
		l.fault(h, g, fmt.Sprintf("a result that cannot be used: %v", err))
		return
	}
	if g.batch != nil { // another was faster
		l.drop(item, &l.counts.Duplicate)
		return
	}
	if !strings.Contains(item.ID, "."+l.client.Session+".") {
		l.counts.Reused++
	}
	g.batch, g.from = batch, item.ID
	it.missing--
	size := int64(len(item.Body))
	l.counts.Rows += batch.Rows
	l.counts.Played += time.Duration(h.Play * float64(time.Second))
	l.counts.Encoded += time.Duration(h.Encode * float64(time.Second))
	l.counts.Unsaved += size
	item.Body = nil // not needed to acknowledge it
	l.unsaved = append(l.unsaved, unsaved{h.Iteration, item, size})
}

// holdAgain takes the newest handle of a result that was handed out again.
func (l *Learner) holdAgain(item *cluster.Item, iteration int) {
	item.Body = nil
	for i := range l.unsaved {
		if u := &l.unsaved[i]; u.iteration == iteration && u.item.ID == item.ID {
			u.item = item
		}
	}
}

// learned looks at a result of an iteration that was learned: it may be one that waits
// for a checkpoint, handed out again.
func (l *Learner) learned(item *cluster.Item, h *work.Head) {
	for i := range l.unsaved {
		if u := &l.unsaved[i]; u.iteration == h.Iteration && u.item.ID == item.ID {
			l.holdAgain(item, h.Iteration)
			return
		}
	}
	l.drop(item, &l.counts.Late)
}

// ahead returns the number of iterations from the next order on of which an earlier process
// may have left results: all since its last checkpoint, and those that it played ahead.
func (l *Learner) ahead() int {
	return l.o.Config.Checkpoint.Every + l.o.Config.Collect.Lag + 1
}

// fault notes that a worker could not do a job, or has sent what cannot be used. Another may
// do it; after some, or when there is no other, the run ends.
func (l *Learner) fault(h *work.Head, g *group, what string) {
	if g.batch != nil {
		return // another has done it meanwhile
	}
	worker := input.Shown(h.Worker)
	if g.faults == 0 {
		g.failed = time.Now()
	}
	g.faults++
	if !slices.Contains(g.failing, worker) {
		g.failing = append(g.failing, worker)
		l.complain(fmt.Sprintf("worker %s, group %d of iteration %d: %s", worker, h.Group, h.Iteration, what))
	}
	other := func(name string) bool { return !slices.Contains(g.failing, input.Shown(name)) }
	crew := l.crew()
	alone := crew.At.After(g.failed) && !slices.ContainsFunc(crew.Names, other)
	if len(g.failing) >= mostFails || alone && g.faults >= mostFails {
		l.broken = fmt.Errorf("spread: iteration %d, group %d: %s (worker %s)", h.Iteration, h.Group, what, strings.Join(g.failing, ", worker "))
		return
	}
	g.again, l.again = true, true
	l.counts.Again++
}

// complain tells what is wrong with a result. Of many such lines it tells ever fewer: the
// first twenty, then one in ten, in a hundred, and so on.
func (l *Learner) complain(line string) {
	l.told++
	step := 1
	for n := l.told; n > 20; n /= 10 {
		step *= 10
	}
	if l.told%step == 0 {
		l.o.Told(line)
	}
}

// repostAll makes Collect post all jobs again that were posted and have no result.
func (l *Learner) repostAll() {
	for _, it := range l.orders {
		for _, g := range it.groups {
			if it.posted && g.batch == nil {
				g.again, l.again = true, true
				l.counts.Again++
			}
		}
	}
}
