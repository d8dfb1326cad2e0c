package cmd

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// pseudoTerminal returns both ends of a terminal of 80 × 24.
func pseudoTerminal(t *testing.T) (keyboard, screen *os.File) {
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

// At a terminal lines are edited: the tabulator key completes a name, the upper arrow brings
// the line before back, a word that is mistyped is mended. Ctrl-C keeps the game, and the
// keyboard is as it was.
func TestLinesAreEditedAtATerminal(t *testing.T) {
	inFolder(t)
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "xterm")
	keyboard, screen := pseudoTerminal(t)
	before, err := unix.IoctlGetTermios(int(screen.Fd()), unix.TCGETS)
	require.NoError(t, err)
	var shown strings.Builder
	chunks := make(chan string)
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := keyboard.Read(buffer)
			if err != nil {
				return
			}
			chunks <- string(buffer[:n])
		}
	}()
	seen := 0 // of what is shown
	until := func(want string) {
		t.Helper()
		for !strings.Contains(shown.String()[seen:], want) {
			select {
			case text := <-chunks:
				shown.WriteString(text)
			case <-time.After(10 * time.Minute):
				require.Fail(t, "the screen lacks "+want, shown.String())
			}
		}
		seen += strings.Index(shown.String()[seen:], want) + len(want)
	}
	exit := make(chan int)
	play := func() {
		exit <- run(t.Context(), []string{"play", "goofspiel", "--vs", "random", "--seed", "5", "--pace", "0s"}, screen, screen, screen)
	}
	press := func(keys string) {
		_, err := keyboard.WriteString(keys)
		require.NoError(t, err)
	}
	go play()
	until("? help ──")
	until("> ")
	press("bi\t") // bid
	until("Bid")
	press(" 9\x7f1\r") // 9 is taken back
	until("you bid 1")
	until("> ")
	press("\x1b[A\r")
	until("no action is called")
	until("> ") // the keyboard is read again
	press("\x03")
	until("saved to goofspiel-5.replay.jsonl")
	select {
	case code := <-exit:
		assert.Zero(t, code)
	case <-time.After(10 * time.Minute):
		require.Fail(t, "Ctrl-C does not leave")
	}
	after, err := unix.IoctlGetTermios(int(screen.Fd()), unix.TCGETS)
	require.NoError(t, err)
	assert.Equal(t, before, after, "the keyboard is as it was")
	assert.FileExists(t, "goofspiel-5.replay.jsonl")
}

// A terminal that is a printer gets no escapes: no colours, no line that is drawn again, and no
// editing. One that says nothing of itself is taken for one.
func TestEscapesNeedATerminalThatUnderstandsThem(t *testing.T) {
	_, screen := pseudoTerminal(t)
	for kind, want := range map[string]bool{"xterm": true, "dumb": false, "": false} {
		t.Setenv("TERM", kind)
		term := &terminal{in: screen, out: &output{to: screen}, errs: screen}
		assert.Equal(t, want, term.color(), kind)
		assert.Equal(t, want, newEditor(term.in, term.out) != nil, kind)
		bar := term.progress("playing", 10)
		assert.Equal(t, want, bar.screen, kind)
		bar.finish()
		width, height := term.size()
		assert.Equal(t, []int{80, 24}, []int{width, height}, "a printer has a width, too")
	}
}
