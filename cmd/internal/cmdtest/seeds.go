package cmdtest

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/internal/machine"
)

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
