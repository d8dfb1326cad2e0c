package play_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/internal/console"
)

// At a terminal lines are edited: the tabulator key completes a name, the upper arrow brings
// the line before back, a word that is mistyped is mended. Ctrl-C keeps the game, and the
// keyboard is as it was.
func TestLinesAreEditedAtATerminal(t *testing.T) {
	cmdtest.InFolder(t)
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TERM", "xterm")
	keyboard, screen := cmdtest.PseudoTerminal(t)
	before, err := unix.IoctlGetTermios(int(screen.Fd()), unix.TCGETS)
	require.NoError(t, err)
	until := cmdtest.Shown(t, keyboard, screen)
	exit := make(chan int, 1)
	play := func() {
		exit <- program.Run(t.Context(), []string{"play", "goofspiel", "--vs", "random", "--seed", "5", "--pace", "0s"}, screen, screen, screen)
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
	assert.Zero(t, <-exit)
	after, err := unix.IoctlGetTermios(int(screen.Fd()), unix.TCGETS)
	require.NoError(t, err)
	assert.Equal(t, before, after, "the keyboard is as it was")
	assert.FileExists(t, "goofspiel-5.replay.jsonl")
}

// A terminal that is a printer gets no escapes: no colours, no line that is drawn again, and no
// editing. One that says nothing of itself is taken for one.
func TestEscapesNeedATerminalThatUnderstandsThem(t *testing.T) {
	_, screen := cmdtest.PseudoTerminal(t)
	for kind, want := range map[string]bool{"xterm": true, "dumb": false, "": false} {
		t.Setenv("TERM", kind)
		term := &shell.Terminal{In: screen, Out: &console.Output{To: screen}, Errs: screen}
		assert.Equal(t, want, term.Color(), kind)
		assert.Equal(t, want, console.NewEditor(term.In, term.Out) != nil, kind)
		bar := term.Progress("playing", 10)
		assert.Equal(t, want, bar.Screen, kind)
		bar.Finish()
		width, height := term.Size()
		assert.Equal(t, []int{80, 24}, []int{width, height}, "a printer has a width, too")
	}
}
