//go:build !linux

package cmdtest

import (
	"os"
	"testing"
)

// OnScreen skips a test that wants a terminal: tests open one on Linux alone.
func OnScreen(t *testing.T, _ uint16, _ func(screen *os.File)) string {
	t.Helper()
	t.Skip("pseudo-terminals are opened on Linux alone")
	return ""
}
