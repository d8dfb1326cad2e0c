package train

import (
	"testing"
	"time"
)

// SaveAfter sets how long a run goes unsaved, for one test, which runs alone.
func SaveAfter(t *testing.T, d time.Duration) {
	before := mostUnsaved
	mostUnsaved = d
	t.Cleanup(func() { mostUnsaved = before })
}
