package machine

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// SampleEvery is the time between samples of a Meter. The runtime returns
// memory slowly, so that no peak falls between two samples.
const SampleEvery = 5 * time.Millisecond

// A Meter watches how much memory the Go runtime holds from the operating
// system.
type Meter struct {
	stop chan struct{}
	peak chan uint64
}

// WatchMemory frees the memory that it can and begins to watch.
func WatchMemory() *Meter {
	debug.FreeOSMemory()
	m := &Meter{stop: make(chan struct{}), peak: make(chan uint64, 1)}
	go func() {
		tick := time.NewTicker(SampleEvery)
		defer tick.Stop()
		most := Held()
		for {
			select {
			case <-tick.C:
				most = max(most, Held())
			case <-m.stop:
				m.peak <- max(most, Held())
				return
			}
		}
	}()
	return m
}

// End stops watching and returns the largest number of bytes seen.
func (m *Meter) End() uint64 {
	close(m.stop)
	return <-m.peak
}

// Held returns the number of bytes that the Go runtime holds: heap, stacks and
// its own books, without the program's text and what was given back.
func Held() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}
