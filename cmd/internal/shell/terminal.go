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
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"ringer/internal/input"
	"ringer/internal/numbers"
	"ringer/open"
)

// Terminal is where a command reads and writes.
type Terminal struct {
	In        io.Reader
	Out, Errs io.Writer
	Quiet     bool                     // print neither progress nor notes
	live      atomic.Pointer[Progress] // the last one; nil at first

	// restart begins the process again with another environment; nil where the
	// process is not the program's own, as in tests.
	Restart func(environ []string) error

	EndStats func() // ends the writing of --stats; nil where there is none

	Opener *open.Opener // builds the agents that a command names

	Program  string         // the name that the program goes by; empty: ringer
	saysName *regexp.Regexp // matches ringer where it names the program; nil where that is its name
}

// Size returns the width and height of the screen that out is, or zeros.
func (t *Terminal) Size() (width, height int) { return SizeOf(t.Out) }

// Color reports whether out is a screen whose owner has not declined colours
// (no-color.org, bixense.com/clicolors).
func (t *Terminal) Color() bool {
	return Moves(t.Out) && ColorWanted(os.Getenv)
}

func ColorWanted(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("CLICOLOR") != "0"
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
	_, err := io.WriteString(t.Out, jsonShown(b.String()))
	return err
}

// jsonShown escapes the characters in texts of JSON that encoding/json leaves as they
// are and a screen may act upon.
func jsonShown(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n' || unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.String()
}

// Table prints rows in aligned columns, figures to the right. The first row is the
// heading. Foreign text in cells is made fit to be shown.
func (t *Terminal) Table(rows [][]string) error {
	columns := 0
	for _, row := range rows {
		columns = max(columns, len(row))
	}
	widths, figures := make([]int, columns), make([]bool, columns)
	shown := make([][]string, len(rows))
	for j := range columns {
		figures[j] = len(rows) > 1
	}
	for i, row := range rows {
		for j, cell := range row {
			cell = input.Shown(cell)
			shown[i] = append(shown[i], cell)
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
			figures[j] = figures[j] && (i == 0 || figurePattern.MatchString(cell))
		}
	}
	var b strings.Builder
	width, _ := t.Size()
	for _, lines := range Narrowed(shown, widths, figures, width) {
		for _, cells := range lines {
			var line strings.Builder
			for j, cell := range cells {
				pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell))
				if figures[j] {
					line.WriteString(pad + t.marked(cell) + "  ")
				} else {
					line.WriteString(t.marked(cell) + pad + "  ")
				}
			}
			b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		}
	}
	t.erase()
	_, err := io.WriteString(t.Out, b.String())
	return err
}

// figurePattern matches a cell of a column of figures: a number, an interval, or none.
var figurePattern = regexp.MustCompile(`^([-+±]?([\d.,]+|∞)(e[-+]?\d+)?%?( … [-+]?[\d.,]+%?)?( [[(][-+\d., …%∞]+[])])?|[–·-]?)$`)

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
		p.erase()
	}
}

// Clear ends the progress that is shown, if any.
func (t *Terminal) Clear() {
	if p := t.live.Load(); p != nil {
		p.Finish()
	}
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

// sparks are the heights of a curve in a line of text.
var sparks = []rune("▁▂▃▄▅▆▇█")

// Spark draws values in at most wide letters, from the lowest to the highest, which are span apart
// at least.
func Spark(values []float64, wide int, span float64) string {
	if len(values) == 0 || wide < 1 {
		return ""
	}
	low := slices.Min(values)
	span = max(span, slices.Max(values)-low)
	line := make([]rune, min(wide, len(values)))
	for i := range line {
		at := 0
		if span > 0 {
			at = int((values[(i+1)*len(values)/len(line)-1] - low) / span * (float64(len(sparks)) - 0.001))
		}
		line[i] = sparks[at]
	}
	return string(line)
}

// Figure writes a distance from equilibrium to four digits, however small.
func Figure(x float64) string { return fmt.Sprintf("%.4g", x) }

// PlainWidth is the width of texts that go to no screen, in columns.
const PlainWidth = 80
