package cmdtest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/program"
	"ringer/internal/cluster"
	"ringer/internal/machine"
)

// Hall starts a server and returns its URL.
func Hall(t *testing.T) string {
	t.Helper()
	server, err := cluster.Serve(cluster.ServerOptions{Folder: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	return server.URL()
}

// Hire starts a worker with a server, and returns what ends it and says how many jobs it has
// done.
func Hire(t *testing.T, url string) (dismiss func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var out, errs bytes.Buffer
	var over sync.WaitGroup
	over.Go(func() {
		program.Run(ctx, []string{"worker", "--nats", url, "--workers", "1", "--json"}, strings.NewReader(""), &out, &errs)
	})
	return func() int {
		cancel()
		over.Wait()
		var said struct {
			Jobs int `json:"jobs"`
		}
		assert.NoError(t, json.Unmarshal(out.Bytes(), &said), "%s%s", &out, &errs)
		return said.Jobs
	}
}

// clock are the parts of results that depend on the clock.
var clock = regexp.MustCompile(`"(total_)?seconds": ?[0-9.e+-]+|"date": ?"[^"]*"|"decisions_per_second": ?[0-9.e+-]+|"pareto": ?(true|false)|\d+ minutes of work`)

// Timeless returns a result without the clock.
func Timeless(text string) string { return clock.ReplaceAllString(text, "") }

// ClimbKuhn is a ladder of a second.
var ClimbKuhn = []string{"ladder", "kuhn", "--deals", "40", "--ismcts", "5,50", "--search", "5", "--seconds", "0", "--out", "ladder"}

// StatsOf reads a file of --stats.
func StatsOf(t testing.TB, name string) (lines []machine.Stats) {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	for s := bufio.NewScanner(file); s.Scan(); {
		var line machine.Stats
		require.NoError(t, json.Unmarshal(s.Bytes(), &line), s.Text())
		lines = append(lines, line)
	}
	return lines
}

// KuhnSeeds is a study of a second.
var KuhnSeeds = []string{
	"study", "--config", "kuhn", "--set", "decisions=3000", "--set", "evaluation={every: 1, games: 20, exact: true, opponents: [random], final_games: 40}",
	"--seeds", "1..3", "--out", "runs/study",
}

// CancelOn cancels when a text is written to it.
type CancelOn struct {
	All    strings.Builder
	Text   string
	Cancel context.CancelFunc
}

func (c *CancelOn) Write(b []byte) (int, error) {
	c.All.Write(b)
	if strings.Contains(c.All.String(), c.Text) {
		c.Cancel()
	}
	return len(b), nil
}
