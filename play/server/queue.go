package server

import (
	"context"
	"sync"
	"time"
)

// backlog bounds the messages that wait for all clients together. Where they are too many, the
// client is cut off for whom most waits.
type backlog struct {
	limit int // bytes

	mu     sync.Mutex // of the queues too
	bytes  int
	queues map[*queue]struct{}
}

func newBacklog(limit int) *backlog { return &backlog{limit: limit, queues: map[*queue]struct{}{}} }

// size returns the bytes that wait.
func (b *backlog) size() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes
}

// queue holds the messages to one client until they are taken. Pushing never blocks: a
// client that lets too much wait is cut off.
type queue struct {
	of    *backlog
	limit int // bytes

	lines   [][]byte
	waiting int           // bytes of lines
	sending int           // bytes of the line that was taken last
	over    bool          // too much waited, or the client is gone: nothing more is kept
	some    chan struct{} // has a value when there are lines, or over
}

// queue returns an empty queue, which holds its share of the backlog until it is closed.
func (b *backlog) queue(limit int) *queue {
	q := &queue{of: b, limit: limit, some: make(chan struct{}, 1)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queues[q] = struct{}{}
	return q
}

func (q *queue) push(line []byte) {
	b := q.of
	b.mu.Lock()
	defer b.mu.Unlock()
	if q.over {
		return
	}
	q.lines = append(q.lines, line)
	q.waiting += len(line)
	b.bytes += len(line)
	if q.waiting > q.limit {
		q.cut()
	}
	for b.bytes > b.limit {
		most := q
		for other := range b.queues {
			if other.waiting > most.waiting {
				most = other
			}
		}
		if most.waiting == 0 {
			break // all is on its way
		}
		most.cut()
	}
	q.wake()
}

// cut drops what waits, and lets nothing more wait. The caller holds the lock.
func (q *queue) cut() {
	q.of.bytes -= q.waiting
	q.over, q.lines, q.waiting = true, nil, 0
	q.wake()
}

// wake ends a wait.
func (q *queue) wake() {
	select {
	case q.some <- struct{}{}:
	default:
	}
}

// close drops all, and gives the share of the backlog back.
func (q *queue) close() {
	q.of.mu.Lock()
	defer q.of.mu.Unlock()
	q.cut()
	q.of.bytes -= q.sending
	q.sending = 0
	delete(q.of.queues, q)
}

// take returns the next line, nil when none waits, and whether the client was cut off. The
// line counts as waiting until it was sent: each take is followed by a sent.
func (q *queue) take() (line []byte, over bool) {
	q.of.mu.Lock()
	defer q.of.mu.Unlock()
	if len(q.lines) > 0 {
		line = q.lines[0]
		q.lines[0] = nil
		q.lines = q.lines[1:]
		q.waiting -= len(line)
		q.sending = len(line)
	}
	return line, q.over
}

// sent ends what take began.
func (q *queue) sent() {
	q.of.mu.Lock()
	defer q.of.mu.Unlock()
	q.of.bytes -= q.sending
	q.sending = 0
}

// count returns the number of lines that wait.
func (q *queue) count() int {
	q.of.mu.Lock()
	defer q.of.mu.Unlock()
	return len(q.lines)
}

// wait returns when something waits, somebody wakes it, or ctx is done.
func (q *queue) wait(ctx context.Context) {
	select {
	case <-q.some:
	default:
	}
	q.of.mu.Lock()
	ready := len(q.lines) > 0 || q.over
	q.of.mu.Unlock()
	if ready {
		return
	}
	select {
	case <-q.some:
	case <-ctx.Done():
	}
}

// bucket slows a client down that asks too much.
type bucket struct {
	rate   float64
	burst  float64
	left   float64
	before time.Time
}

func newBucket(rate float64, burst int) *bucket {
	return &bucket{rate: rate, burst: float64(burst), left: float64(burst), before: time.Now()}
}

// pass waits until the client may ask again.
func (b *bucket) pass(ctx context.Context) {
	now := time.Now()
	b.left = min(b.burst, b.left+b.rate*now.Sub(b.before).Seconds())
	b.before = now
	b.left--
	if b.left >= 0 {
		return
	}
	timer := time.NewTimer(time.Duration(-b.left / b.rate * float64(time.Second)))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
