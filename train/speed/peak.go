package speed

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Peak is the largest number of floating-point operations a second that was seen in
// multiplications and additions of 32-bit floats that lie in registers: the roof of the
// roofline model (Williams, Waterman and Patterson, 2009).
type Peak struct {
	OperationsPerSecond float64 `json:"operations_per_second"` // of all processors together
	Processors          int     `json:"processors"`
	Vectors             string  `json:"vectors"` // what was measured
}

// burst is about the time of one measurement: so short that other work on the machine
// leaves some of them alone. Each processor does bursts of them in a row, while the others
// do the same, and its best one counts.
const (
	burst  = time.Millisecond
	bursts = 80
)

// MeasurePeak measures the peak of this machine, in a fifth of a second.
func MeasurePeak() Peak {
	p := newProbe()
	p.measure()
	return p.peak()
}

// probe measures the peak.
type probe struct {
	turns int          // of the kernel in a burst
	best  []float64    // by processor
	sum   atomic.Int64 // of results, so that they are computed
}

// newProbe finds how much a burst can do.
func newProbe() *probe {
	p := &probe{turns: 1000, best: make([]float64, runtime.GOMAXPROCS(0))}
	for {
		begun := time.Now()
		p.sum.Add(int64(kernel(p.turns)))
		if time.Since(begun) >= burst/2 {
			return p
		}
		p.turns *= 2
	}
}

// measure looks for better bursts.
func (p *probe) measure() {
	var wait sync.WaitGroup
	for i := range p.best {
		wait.Go(func() {
			for range bursts {
				begun := time.Now()
				p.sum.Add(int64(kernel(p.turns)))
				rate := float64(p.turns) * kernelOperations() / time.Since(begun).Seconds()
				p.best[i] = max(p.best[i], rate)
			}
		})
	}
	wait.Wait()
}

// peak returns the sum over processors.
func (p *probe) peak() Peak {
	peak := Peak{Processors: len(p.best), Vectors: kernelName()}
	for _, rate := range p.best {
		peak.OperationsPerSecond += rate
	}
	return peak
}
