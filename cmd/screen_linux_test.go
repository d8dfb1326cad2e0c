package cmd

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// onScreen returns what is written to a terminal of this many columns.
func onScreen(t *testing.T, columns uint16, write func(screen *os.File)) string {
	t.Helper()
	keyboard, screen := pseudoTerminal(t)
	require.NoError(t, unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}))
	var shown strings.Builder
	read := make(chan struct{})
	go func() {
		defer close(read)
		buffer := make([]byte, 4096)
		for {
			n, err := keyboard.Read(buffer)
			shown.Write(buffer[:n])
			if err != nil || strings.HasSuffix(shown.String(), "\x00") {
				return
			}
		}
	}()
	write(screen)
	_, err := screen.WriteString("\x00")
	require.NoError(t, err)
	select {
	case <-read:
	case <-time.After(time.Minute):
		t.Fatal("the terminal says nothing more")
	}
	return shown.String()
}
