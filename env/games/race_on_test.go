//go:build race

package games_test

import (
	"flag"
	"os"
	"testing"
)

// Under the race detector only the law of parallel play runs, unless -run says otherwise: the
// others start no goroutines.
func TestMain(m *testing.M) {
	flag.Parse()
	if run := flag.Lookup("test.run"); run.Value.String() == "" {
		_ = run.Value.Set("ParallelPlay")
	}
	os.Exit(m.Run())
}
