package shell

import (
	"bytes"
	"encoding/json"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ringer/internal/disk"
	"ringer/internal/input"
)

// StatsEvery is the time between two lines of --stats.
const StatsEvery = 10 * time.Second

// Stats is a line of --stats: what the process holds at one time.
type Stats struct {
	Seconds    float64 `json:"seconds"`         // since the command began
	Goroutines uint64  `json:"goroutines"`      //
	Heap       uint64  `json:"heap"`            // bytes that the last collection of garbage left
	Memory     uint64  `json:"memory"`          // bytes that the Go runtime has of the system
	Resident   uint64  `json:"rss,omitempty"`   // bytes in memory, where the system says it
	Files      int     `json:"files,omitempty"` // open files and connections, where the system says it
}

// statsNow measures this process.
func statsNow(begun time.Time) Stats {
	samples := []metrics.Sample{
		{Name: "/sched/goroutines:goroutines"},
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	s := Stats{
		Seconds: time.Since(begun).Seconds(), Goroutines: samples[0].Value.Uint64(), Heap: samples[1].Value.Uint64(),
		Memory: samples[2].Value.Uint64() - samples[3].Value.Uint64(),
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

// AddStatsFlag gives every command --stats.
func AddStatsFlag(root *cobra.Command, t *Terminal) {
	var name string
	addTo(root.PersistentFlags(), &name, "stats", "", AFile, "append memory, goroutines and open files to a file, a JSON line each ten seconds")
	root.PersistentPreRunE = func(*cobra.Command, []string) (err error) {
		if name != "" {
			t.EndStats, err = WriteStats(name, StatsEvery)
		}
		return input.Bad(err)
	}
}

// WriteStats appends a line to a file now, at times, and when the returned function ends it.
// A file that holds anything else is refused.
func WriteStats(name string, every time.Duration) (end func(), err error) {
	if text, err := disk.ReadFile(name, 1024*disk.MiB); err == nil && len(text) > 0 && !bytes.HasPrefix(text, []byte(`{"seconds":`)) {
		return nil, input.Badf("--stats %s: the file is there already, and not one of --stats", name)
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, input.Badf("--stats: %w", err)
	}
	begun := time.Now()
	line := func() {
		text, _ := json.Marshal(statsNow(begun))
		_, _ = file.Write(append(text, '\n')) // a full disk is no reason to end the work
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
		_ = file.Close()
	}, nil
}
