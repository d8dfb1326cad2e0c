package external

import (
	"errors"
	"sync"
	"time"
)

// ErrClosed is returned by agents whose Programs are closed.
var ErrClosed = errors.New("the programs have been ended")

// grace is the time that programs have to end by themselves when their input ends.
const grace = 500 * time.Millisecond

// Programs holds the processes of agents. It is safe for concurrent use.
type Programs struct {
	mu      sync.Mutex
	running map[*process]struct{}
	closed  bool
}

// NewPrograms returns a holder of processes without any.
func NewPrograms() *Programs { return &Programs{running: map[*process]struct{}{}} }

// Close ends the input of all processes, kills those that are there half a second later,
// with all that they have started, and waits for their ends. Agents then return ErrClosed.
func (p *Programs) Close() {
	p.mu.Lock()
	p.closed = true
	running := p.running
	p.running = map[*process]struct{}{}
	p.mu.Unlock()
	for one := range running {
		_ = one.in.Close()
	}
	patience := time.NewTimer(grace)
	defer patience.Stop()
	for one := range running {
		select {
		case <-one.reaped:
		case <-patience.C:
			patience.Reset(0) // no more of it for the next one either
		}
		one.kill()
	}
}

// Running returns the number of processes.
func (p *Programs) Running() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.running)
}

func (p *Programs) start(words []string) (*process, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, ErrClosed
	}
	one, err := startProcess(words)
	if err != nil {
		return nil, err
	}
	p.running[one] = struct{}{}
	return one, nil
}

func (p *Programs) forget(one *process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.running, one)
}

func (p *Programs) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}
