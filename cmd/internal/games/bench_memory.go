package games

import (
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// SampleEvery is the time between samples of a memoryMeter. The runtime returns
// memory slowly, so that no peak falls between two samples.
const SampleEvery = 5 * time.Millisecond

// memoryMeter watches how much memory the Go runtime holds from the operating
// system.
type memoryMeter struct {
	stop chan struct{}
	peak chan uint64
}

// WatchMemory frees the memory that it can and begins to watch.
func WatchMemory() *memoryMeter {
	debug.FreeOSMemory()
	m := &memoryMeter{stop: make(chan struct{}), peak: make(chan uint64, 1)}
	go func() {
		tick := time.NewTicker(SampleEvery)
		defer tick.Stop()
		most := HeldMemory()
		for {
			select {
			case <-tick.C:
				most = max(most, HeldMemory())
			case <-m.stop:
				m.peak <- max(most, HeldMemory())
				return
			}
		}
	}()
	return m
}

// End stops watching and returns the largest number of bytes seen.
func (m *memoryMeter) End() uint64 {
	close(m.stop)
	return <-m.peak
}

// HeldMemory returns the number of bytes that the Go runtime holds: heap, stacks and
// its own books, without the program's text and what was given back.
func HeldMemory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// megabytes writes a number of bytes.
func megabytes(bytes uint64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
