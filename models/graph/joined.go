package graph

import (
	"slices"
	"sync"
)

// joint collects the batches that come while a device is at work on one, and runs them
// together in the next call: a call takes a device as long for ten rows as for thousands.
type joint struct {
	mu      sync.Mutex
	busy    bool // somebody runs a batch
	waiting []*request

	obs, logits, values []float32 // of a joined batch; whoever is busy has them
}

// request is a batch that somebody waits for. turn gets one signal: that it is done, or, while
// done is false, that its goroutine is the next to run what waits.
type request struct {
	obs    []float32 // [n, D]
	n      int
	logits []float32 // [n, A], written
	values []float32 // [n], written, or nil
	done   bool
	err    error
	turn   chan struct{}
}

// run runs a batch, alone or with others. run1 runs one batch of at most the given rows.
func (j *joint) run(r *request, d, a, most int, run1 func(obs []float32, n int, logits, values []float32) error) error {
	r.turn = make(chan struct{}, 1)
	j.mu.Lock()
	j.waiting = append(j.waiting, r)
	wait := j.busy
	j.busy = true
	j.mu.Unlock()
	if wait {
		if <-r.turn; r.done {
			return r.err
		}
	}
	j.mu.Lock()
	together := j.take(r, most)
	j.mu.Unlock()
	err := j.runAll(together, d, a, run1)
	for _, other := range together {
		if other != r {
			other.done, other.err = true, err
			other.turn <- struct{}{}
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.waiting) == 0 {
		j.busy = false
	} else {
		j.waiting[0].turn <- struct{}{}
	}
	return err
}

// take takes out of those that wait a batch, and the others, in the order in which they
// came, that fit into one call with it.
func (j *joint) take(first *request, most int) []*request {
	together, rows := []*request{first}, first.n
	j.waiting = slices.DeleteFunc(j.waiting, func(r *request) bool {
		if r == first {
			return true
		}
		if rows+r.n > most {
			return false
		}
		together, rows = append(together, r), rows+r.n
		return true
	})
	return together
}

// runAll runs batches as one.
func (j *joint) runAll(together []*request, d, a int, run1 func(obs []float32, n int, logits, values []float32) error) error {
	if len(together) == 1 {
		r := together[0]
		return run1(r.obs, r.n, r.logits, r.values)
	}
	n := 0
	j.obs = j.obs[:0]
	for _, r := range together {
		j.obs = append(j.obs, r.obs[:r.n*d]...)
		n += r.n
	}
	j.logits = slices.Grow(j.logits[:0], n*a)[:n*a]
	j.values = slices.Grow(j.values[:0], n)[:n]
	if err := run1(j.obs, n, j.logits, j.values); err != nil {
		return err
	}
	at := 0
	for _, r := range together {
		copy(r.logits, j.logits[at*a:(at+r.n)*a])
		if r.values != nil {
			copy(r.values, j.values[at:at+r.n])
		}
		at += r.n
	}
	return nil
}
