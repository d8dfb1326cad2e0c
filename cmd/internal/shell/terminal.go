package shell

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync/atomic"

	"ringer/internal/console"
	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/internal/progress"
	"ringer/open"
)

// Terminal is where a command reads and writes.
type Terminal struct {
	In        io.Reader
	Out, Errs io.Writer
	Quiet     bool                              // print neither progress nor notes
	live      atomic.Pointer[progress.Progress] // the last one; nil at first

	// restart begins the process again with another environment; nil where the
	// process is not the program's own, as in tests.
	Restart func(environ []string) error

	EndStats func() // ends the writing of --stats; nil where there is none

	Opener *open.Opener // builds the agents that a command names

	Program  string          // the name that the program goes by; empty: ringer
	commands map[string]bool // of a program of another name: nil where it is ringer
}

// Size returns the width and height of the screen that out is, or zeros.
func (t *Terminal) Size() (width, height int) { return console.SizeOf(t.Out) }

// Color reports whether out is a screen whose owner has not declined colours
// (no-color.org, bixense.com/clicolors).
func (t *Terminal) Color() bool {
	return console.Moves(t.Out) && console.ColorWanted(os.Getenv)
}

// JSON prints the one object of a command with --json.
func (t *Terminal) JSON(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	// Outside of texts JSON is printable, and within them an escape is the same.
	_, err := io.WriteString(t.Out, input.ShownJSON(b.String()))
	return err
}

// Table prints rows in aligned columns, figures to the right. The first row is the
// heading. Foreign text in cells is made fit to be shown.
func (t *Terminal) Table(rows [][]string) error {
	width, _ := t.Size()
	text := console.Table(rows, width, t.marked)
	t.erase()
	_, err := io.WriteString(t.Out, text)
	return err
}

// BrokenMark says in a table that something is wrong.
const BrokenMark = "BROKEN"

// marked colours a cell that says that something is wrong.
func (t *Terminal) marked(cell string) string {
	if cell == BrokenMark && t.Color() {
		return "\x1b[1;31m" + cell + "\x1b[0m"
	}
	return cell
}

// Printf prints to standard output, with foreign text made fit to be shown.
func (t *Terminal) Printf(format string, args ...any) error {
	t.erase()
	_, err := io.WriteString(t.Out, input.ShownLines(t.Named(fmt.Sprintf(format, args...))))
	return err
}

// Prosef is Printf with lines wrapped at spaces where a screen is too narrow for them.
func (t *Terminal) Prosef(format string, args ...any) error {
	text := input.ShownLines(fmt.Sprintf(format, args...))
	if width, _ := t.Size(); width > 0 {
		var wrapped []string
		for line := range strings.SplitSeq(text, "\n") {
			wrapped = append(wrapped, console.Wrap(line, max(width, 20), 0)...)
		}
		text = strings.Join(wrapped, "\n")
	}
	return t.Printf("%s", text)
}

// Warnf prints a note to standard error, with foreign text made fit to be shown, unless
// there are to be none.
func (t *Terminal) Warnf(format string, args ...any) {
	if !t.Quiet {
		t.Errorf(format, args...)
	}
}

// Errorf prints to standard error, with foreign text made fit to be shown.
func (t *Terminal) Errorf(format string, args ...any) {
	t.erase()
	_, _ = io.WriteString(t.Errs, input.ShownLines(t.Named(fmt.Sprintf(format, args...)))) // nothing is left to complain to
}

// erase takes the line of progress away, for other lines.
func (t *Terminal) erase() {
	if p := t.live.Load(); p != nil {
		p.Erase()
	}
}

// Clear ends the progress that is shown, if any.
func (t *Terminal) Clear() {
	if p := t.live.Load(); p != nil {
		p.Finish()
	}
}

// Progress returns the display of work that has total parts, 0 when nobody knows. It takes the place of the one
// before.
func (t *Terminal) Progress(what string, total int) *progress.Progress {
	t.Clear()
	p := progress.New(t.Errs, what, total, t.Quiet)
	t.live.Store(p)
	return p
}

// MayWrite is open.MayWrite.
func MayWrite(flag, path string, force bool) error { return open.MayWrite(flag, path, force) }

// Percent writes a share that has no interval.
func Percent(x float64) string { return numbers.Percent(x) }

// Count writes a large number in groups of three digits.
func Count(x float64) string { return numbers.Count(int(math.Round(x))) }

// CSV prints rows as comma-separated values, with foreign text made fit to be shown.
func (t *Terminal) CSV(rows [][]string) error {
	for _, row := range rows {
		for i := range row {
			row[i] = input.Shown(row[i])
		}
	}
	return t.Printf("%s", input.CSV(rows))
}

// Measured prints the result of measurements, of which stopped has ended the next one
// unless it is nil.
func (t *Terminal) Measured(asJSON bool, result any, measurements int, stopped error, show func() error) error {
	if measurements == 0 || stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	var err error
	if asJSON {
		err = t.JSON(result)
	} else {
		err = show()
	}
	if err == nil && stopped != nil {
		err = Interrupted("these are the %d measurements that were finished", measurements)
	}
	return err
}

// Figure writes a distance from equilibrium to four digits, however small.
func Figure(x float64) string { return fmt.Sprintf("%.4g", x) }

// PlainWidth is the width of texts that go to no screen, in columns.
const PlainWidth = 80
