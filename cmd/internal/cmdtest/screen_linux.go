package cmdtest

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
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

// Shown returns a function that reads what a program of this process writes to a terminal, up to
// a text. It fails when the program waits for a key, or has ended, and has not shown the text.
func Shown(t *testing.T, keyboard, screen *os.File) (until func(want string)) {
	t.Helper()
	shown, seen, buffer := "", 0, make([]byte, 4096)
	return func(want string) {
		t.Helper()
		for still := 0; !strings.Contains(shown[seen:], want); {
			at := []unix.PollFd{{Fd: int32(keyboard.Fd()), Events: unix.POLLIN}}
			if n, err := unix.Poll(at, 10); n > 0 || err != nil {
				n, err := keyboard.Read(buffer)
				require.NoError(t, err)
				shown += string(buffer[:n])
				still = 0
			} else if waitsForAKey(t, screen) {
				still++ // once may be between a key that was read and the answer to it
			} else {
				still = 0
			}
			require.Less(t, still, 100, "the screen lacks %q behind what was seen:\n%s", want, shown[seen:])
		}
		seen += strings.Index(shown[seen:], want) + len(want)
	}
}

// waitsForAKey reports whether every key of a terminal was read and no other goroutine of this
// process has anything to do.
func waitsForAKey(t *testing.T, screen *os.File) bool {
	t.Helper()
	pressed, err := unix.IoctlGetInt(int(screen.Fd()), unix.TIOCINQ)
	require.NoError(t, err)
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return pressed == 0 && bytes.Count(stacks, []byte(" [runnable")) == 0 && bytes.Count(stacks, []byte(" [running")) == 1
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
