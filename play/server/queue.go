package server

import (
	"context"
	"sync"
	"time"
)

// queue holds the messages to one client until they are taken. Pushing never blocks: a
// client that lets too much wait is cut off.
type queue struct {
	limit int

	mu    sync.Mutex
	lines [][]byte
	bytes int
	over  bool          // too much waited: nothing more is kept
	some  chan struct{} // has a value when there are lines, or over
}

func newQueue(limit int) *queue { return &queue{limit: limit, some: make(chan struct{}, 1)} }

func (q *queue) push(line []byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.over {
		return
	}
	if q.bytes+len(line) > q.limit {
		q.over, q.lines = true, nil
	} else {
		q.lines = append(q.lines, line)
		q.bytes += len(line)
	}
	select {
	case q.some <- struct{}{}:
	default:
	}
}

// take returns what waits, and whether the client was cut off.
func (q *queue) take() (lines [][]byte, over bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	lines, q.lines, q.bytes = q.lines, nil, 0
	select {
	case <-q.some:
	default:
	}
	return lines, q.over
}

// wait returns when something waits, or ctx is done.
func (q *queue) wait(ctx context.Context) {
	q.mu.Lock()
	ready := len(q.lines) > 0 || q.over
	q.mu.Unlock()
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
