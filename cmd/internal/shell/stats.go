package shell

import (
	"bytes"
	"os"
	"time"

	"github.com/spf13/cobra"

	"ringer/internal/disk"
	"ringer/internal/input"
	"ringer/internal/machine"
)

// StatsEvery is the time between two lines of --stats.
const StatsEvery = 10 * time.Second

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
	stop := machine.Watch(file, every)
	return func() {
		stop()
		_ = file.Close()
	}, nil
}
