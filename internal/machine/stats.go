package machine

import (
	"encoding/json"
	"io"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Stats says what this process holds at one time.
type Stats struct {
	Seconds    float64 `json:"seconds"`         // since the command began
	Goroutines uint64  `json:"goroutines"`      //
	Heap       uint64  `json:"heap"`            // bytes that the last collection of garbage left
	Memory     uint64  `json:"memory"`          // bytes that the Go runtime has of the system
	Resident   uint64  `json:"rss,omitempty"`   // bytes in memory, where the system says it
	Files      int     `json:"files,omitempty"` // open files and connections, where the system says it
}

// statsNow measures this process.
func statsOf(begun time.Time) Stats {
	samples := []metrics.Sample{
		{Name: "/sched/goroutines:goroutines"},
		{Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(samples)
	s := Stats{
		Seconds: time.Since(begun).Seconds(), Goroutines: samples[0].Value.Uint64(), Heap: samples[1].Value.Uint64(),
		Memory: Held(),
	}
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := strings.Fields(string(text)); len(fields) > 1 {
			pages, _ := strconv.ParseUint(fields[1], 10, 64)
			s.Resident = pages * uint64(os.Getpagesize())
		}
	}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		s.Files = len(open) - 1 // without the one that lists them
	}
	return s
}

// Watch writes what this process holds to a stream now, at times, and when the returned function
// ends it: a line of JSON each.
func Watch(to io.Writer, every time.Duration) (end func()) {
	begun := time.Now()
	line := func() {
		text, _ := json.Marshal(statsOf(begun))
		_, _ = to.Write(append(text, '\n')) // a full disk is no reason to end the work
	}
	line()
	var writer sync.WaitGroup
	stop := make(chan struct{})
	writer.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				line()
			case <-stop:
				line()
				return
			}
		}
	})
	return func() {
		close(stop)
		writer.Wait()
	}
}
