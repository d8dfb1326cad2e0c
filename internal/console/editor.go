package console

import (
	"io"
	"os"
	"sync"

	"golang.org/x/term"
)

// Editor reads lines from a keyboard with editing and a history, and writes to the same
// screen. The keyboard is in raw mode only while a line is read, so that Ctrl-C stops
// everything else as usual; at a prompt Ctrl-C and Ctrl-D end the input.
type Editor struct {
	in, out *os.File
	lines   *term.Terminal

	mu    sync.Mutex
	saved *term.State // of the keyboard, while a line is read
}

// NewEditor returns an editor, nil unless in and out are a keyboard and a screen that
// understands escapes.
func NewEditor(in io.Reader, out io.Writer) *Editor {
	if !IsTerminal(in) || !Moves(out) {
		return nil
	}
	e := &Editor{in: AsFile(in), out: AsFile(out)}
	e.lines = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{e.in, e.out}, "")
	return e
}

// Line shows a prompt and returns the line that is typed. complete returns what the beginning of
// a line can only go on with, for the tabulator key.
func (e *Editor) Line(prompt string, complete func(string) string) (string, error) {
	saved, err := term.MakeRaw(int(e.in.Fd()))
	if err != nil {
		return "", err
	}
	e.mu.Lock()
	e.saved = saved
	if width, height := SizeOf(e.out); width > 0 {
		_ = e.lines.SetSize(width, height) // the prompt is not shown yet: nothing is written
	}
	e.lines.SetPrompt(prompt)
	e.lines.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' || pos != len(line) || complete == nil {
			return "", 0, false
		}
		whole := complete(line)
		return whole, len(whole), true
	}
	e.mu.Unlock()
	defer e.Close()
	return e.lines.ReadLine()
}

// Write writes to the screen. While a line is read, it stands below what is written.
func (e *Editor) Write(text []byte) (int, error) {
	e.mu.Lock()
	reading := e.saved != nil
	e.mu.Unlock()
	if reading {
		return e.lines.Write(text)
	}
	return e.out.Write(text)
}

// Close gives the keyboard back as it was.
func (e *Editor) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.saved != nil {
		_ = term.Restore(int(e.in.Fd()), e.saved) // nothing is left to do about a keyboard that is gone
		e.saved = nil
	}
}
