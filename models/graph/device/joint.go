package device

import (
	"slices"
	"sync"
)

// Joint collects the batches that come while a device is at work on one, and runs them
// together in the next call: a call takes a device as long for ten rows as for thousands.
type Joint struct {
	mu      sync.Mutex
	busy    bool // somebody runs a batch
	waiting []*Request

	obs, logits, values []float32 // of a joined batch; whoever is busy has them
}

// Request is a batch of N rows that somebody waits for. turn gets one signal: that it is done, or, while
// done is false, that its goroutine is the next to run what waits.
type Request struct {
	Obs    []float32 // [N, D]
	N      int
	Logits []float32 // [N, A], written
	Values []float32 // [N], written, or nil
	done   bool
	err    error
	turn   chan struct{}
}

// Run runs a batch of at most the given rows, alone or with others. run1 runs one batch of at most the given rows.
func (j *Joint) Run(r *Request, d, a, most int, run1 func(obs []float32, n int, logits, values []float32) error) error {
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
func (j *Joint) take(first *Request, most int) []*Request {
	together, rows := []*Request{first}, first.N
	j.waiting = slices.DeleteFunc(j.waiting, func(r *Request) bool {
		if r == first {
			return true
		}
		if rows+r.N > most {
			return false
		}
		together, rows = append(together, r), rows+r.N
		return true
	})
	return together
}

// runAll runs batches as one.
func (j *Joint) runAll(together []*Request, d, a int, run1 func(obs []float32, n int, logits, values []float32) error) error {
	if len(together) == 1 {
		r := together[0]
		return run1(r.Obs, r.N, r.Logits, r.Values)
	}
	n := 0
	j.obs = j.obs[:0]
	for _, r := range together {
		j.obs = append(j.obs, r.Obs[:r.N*d]...)
		n += r.N
	}
	j.logits = slices.Grow(j.logits[:0], n*a)[:n*a]
	j.values = slices.Grow(j.values[:0], n)[:n]
	if err := run1(j.obs, n, j.logits, j.values); err != nil {
		return err
	}
	at := 0
	for _, r := range together {
		copy(r.Logits, j.logits[at*a:(at+r.N)*a])
		if r.Values != nil {
			copy(r.Values, j.values[at:at+r.N])
		}
		at += r.N
	}
	return nil
}
