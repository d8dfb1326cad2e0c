package cmdtest

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// PseudoTerminal returns both ends of a terminal of 80 × 24.
func PseudoTerminal(t *testing.T) (keyboard, screen *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("this machine has no pseudo-terminals: ", err)
	}
	require.NoError(t, unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN)
	require.NoError(t, err)
	screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	require.NoError(t, err)
	require.NoError(t, unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80}))
	t.Cleanup(func() { _ = keyboard.Close(); _ = screen.Close() })
	return keyboard, screen
}

// OnScreen returns what is written to a terminal of this many columns.
func OnScreen(t *testing.T, columns uint16, write func(screen *os.File)) string {
	t.Helper()
	keyboard, screen := PseudoTerminal(t)
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
