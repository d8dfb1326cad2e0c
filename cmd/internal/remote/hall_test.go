package remote_test

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/program"
	"ringer/internal/cluster"
)

// hall starts a server and returns its URL.
func hall(t *testing.T) string {
	t.Helper()
	server, err := cluster.Serve(cluster.ServerOptions{Folder: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(server.Close)
	return server.URL()
}

// hire starts a worker with a server, and returns what ends it and says how many jobs it has
// done.
func hire(t *testing.T, url string) (dismiss func() int) {
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

// timeless returns a result without the clock.
func timeless(text string) string { return clock.ReplaceAllString(text, "") }
