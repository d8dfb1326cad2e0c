package play_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/open/tables"
)

// Many tables side by side, played by clients that think for one to three seconds: make
// serve-load. RINGER_LOAD says for how many seconds, RINGER_LOAD_TABLES at how many tables.
func TestServeLoad(t *testing.T) {
	seconds, err := strconv.Atoi(os.Getenv("RINGER_LOAD"))
	if err != nil {
		t.Skip("make serve-load: five minutes of a quiet machine")
	}
	count := 200
	if n, err := strconv.Atoi(os.Getenv("RINGER_LOAD_TABLES")); err == nil {
		count = n
	}
	p, at := serveHere(t, t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), time.Duration(seconds)*time.Second)
	defer cancel()
	var l cmdtest.Load
	var clients sync.WaitGroup
	memory := []string{cmdtest.MemoryOf(p.Process.Pid)}
	for n := range count {
		clients.Go(func() {
			time.Sleep(rand.N(5 * time.Second)) // people do not come all at once
			l.Play(ctx, at, tables.FirstGames[n%len(tables.FirstGames)], n)
		})
	}
	clients.Go(func() { l.Look(ctx, at) })
	for range 5 {
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(seconds) * time.Second / 5):
		}
		memory = append(memory, cmdtest.MemoryOf(p.Process.Pid))
	}
	clients.Wait()
	require.NotEmpty(t, l.Answers)
	require.NotEmpty(t, l.Paints)
	t.Logf("%d tables, %d s: %d decisions, %d games, %d errors", count, seconds, len(l.Answers), l.Games, len(l.Errors))
	t.Logf("bot answers: p50 %v, p90 %v, p99 %v, longest %v", cmdtest.Quantile(l.Answers, .5), cmdtest.Quantile(l.Answers, .9), cmdtest.Quantile(l.Answers, .99), cmdtest.Quantile(l.Answers, 1))
	t.Logf("page: p50 %v, p99 %v of %d", cmdtest.Quantile(l.Paints, .5), cmdtest.Quantile(l.Paints, .99), len(l.Paints))
	t.Logf("resident memory at the beginning and each fifth: %s", strings.Join(memory, ", "))
	assert.Empty(t, l.Errors)
}
