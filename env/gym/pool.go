package gym

import (
	"sync"
	"sync/atomic"
)

// A pool runs one function over ranges of tables on several goroutines, again
// and again without allocating. Which worker takes which range does not matter,
// because tables share nothing.
type pool struct {
	work   func(first, last int)
	tables int
	chunk  int
	next   atomic.Int64
	wake   []chan struct{}
	busy   sync.WaitGroup
}

func newPool(workers, tables int, work func(first, last int)) *pool {
	p := &pool{work: work, tables: tables, chunk: max(1, tables/(4*workers))}
	for range workers - 1 { // the caller is a worker too
		wake := make(chan struct{}, 1)
		p.wake = append(p.wake, wake)
		go func() {
			for range wake {
				p.drain()
				p.busy.Done()
			}
		}()
	}
	return p
}

// run works through all tables and returns when all are done.
func (p *pool) run() {
	p.next.Store(0)
	p.busy.Add(len(p.wake))
	for _, wake := range p.wake {
		wake <- struct{}{}
	}
	p.drain()
	p.busy.Wait()
}

func (p *pool) drain() {
	for {
		first := int(p.next.Add(int64(p.chunk))) - p.chunk
		if first >= p.tables {
			return
		}
		p.work(first, min(first+p.chunk, p.tables))
	}
}

func (p *pool) close() {
	for _, wake := range p.wake {
		close(wake)
	}
	p.wake = nil
}
