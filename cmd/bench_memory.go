package cmd

import (
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// sampleEvery is the time between samples of a memoryMeter. The runtime returns
// memory slowly, so that no peak falls between two samples.
const sampleEvery = 5 * time.Millisecond

// memoryMeter watches how much memory the Go runtime holds from the operating
// system.
type memoryMeter struct {
	stop chan struct{}
	peak chan uint64
}

// watchMemory frees the memory that it can and begins to watch.
func watchMemory() *memoryMeter {
	debug.FreeOSMemory()
	m := &memoryMeter{stop: make(chan struct{}), peak: make(chan uint64, 1)}
	go func() {
		tick := time.NewTicker(sampleEvery)
		defer tick.Stop()
		most := heldMemory()
		for {
			select {
			case <-tick.C:
				most = max(most, heldMemory())
			case <-m.stop:
				m.peak <- max(most, heldMemory())
				return
			}
		}
	}()
	return m
}

// end stops watching and returns the largest number of bytes seen.
func (m *memoryMeter) end() uint64 {
	close(m.stop)
	return <-m.peak
}

// heldMemory returns the number of bytes that the Go runtime holds: heap, stacks and
// its own books, without the program's text and what was given back.
func heldMemory() uint64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return samples[0].Value.Uint64() - samples[1].Value.Uint64()
}

// megabytes writes a number of bytes.
func megabytes(bytes uint64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
