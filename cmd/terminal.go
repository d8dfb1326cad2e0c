package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"ringer/internal/input"
	"ringer/internal/numbers"
)

// terminal is where a command reads and writes.
type terminal struct {
	in        io.Reader
	out, errs io.Writer
	quiet     bool                     // print neither progress nor notes
	live      atomic.Pointer[progress] // the last one; nil at first

	// restart begins the process again with another environment; nil where the
	// process is not the program's own, as in tests.
	restart func(environ []string) error

	endStats func() // ends the writing of --stats; nil where there is none

	program  string         // the name that the program goes by; empty: ringer
	saysName *regexp.Regexp // matches ringer where it names the program; nil where that is its name
}

// size returns the width and height of the screen that out is, or zeros.
func (t *terminal) size() (width, height int) { return sizeOf(t.out) }

// color reports whether out is a screen whose owner has not declined colours
// (no-color.org, bixense.com/clicolors).
func (t *terminal) color() bool {
	return moves(t.out) && colorWanted(os.Getenv)
}

func colorWanted(getenv func(string) string) bool {
	return getenv("NO_COLOR") == "" && getenv("CLICOLOR") != "0"
}

// json prints the one object of a command with --json.
func (t *terminal) json(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	// Outside of texts JSON is printable, and within them an escape is the same.
	_, err := io.WriteString(t.out, jsonShown(b.String()))
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

// table prints rows in aligned columns, figures to the right. The first row is the
// heading. Foreign text in cells is made fit to be shown.
func (t *terminal) table(rows [][]string) error {
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
	width, _ := t.size()
	for _, lines := range narrowed(shown, widths, figures, width) {
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
	_, err := io.WriteString(t.out, b.String())
	return err
}

// figurePattern matches a cell of a column of figures: a number, an interval, or none.
var figurePattern = regexp.MustCompile(`^([-+±]?([\d.,]+|∞)(e[-+]?\d+)?%?( … [-+]?[\d.,]+%?)?( [[(][-+\d., …%∞]+[])])?|[–·-]?)$`)

// brokenMark says in a table that something is wrong.
const brokenMark = "BROKEN"

// marked colours a cell that says that something is wrong.
func (t *terminal) marked(cell string) string {
	if cell == brokenMark && t.color() {
		return "\x1b[1;31m" + cell + "\x1b[0m"
	}
	return cell
}

// printf prints to standard output, with foreign text made fit to be shown.
func (t *terminal) printf(format string, args ...any) error {
	t.erase()
	_, err := io.WriteString(t.out, input.ShownLines(t.named(fmt.Sprintf(format, args...))))
	return err
}

// warnf prints a note to standard error, with foreign text made fit to be shown, unless
// there are to be none.
func (t *terminal) warnf(format string, args ...any) {
	if !t.quiet {
		t.errorf(format, args...)
	}
}

// errorf prints to standard error, with foreign text made fit to be shown.
func (t *terminal) errorf(format string, args ...any) {
	t.erase()
	_, _ = io.WriteString(t.errs, input.ShownLines(t.named(fmt.Sprintf(format, args...)))) // nothing is left to complain to
}

// erase takes the line of progress away, for other lines.
func (t *terminal) erase() {
	if p := t.live.Load(); p != nil {
		p.erase()
	}
}

// clear ends the progress that is shown, if any.
func (t *terminal) clear() {
	if p := t.live.Load(); p != nil {
		p.finish()
	}
}

// mayWrite refuses a file that a flag names and that is there already, unless force
// says to replace it.
func mayWrite(flag, path string, force bool) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return badf("--%s: %w", flag, err)
	case !info.Mode().IsRegular():
		return badf("--%s %s: want the name of a file; something else is there", flag, path)
	case !force:
		return badf("--%s %s: the file is there already; --force replaces it", flag, path)
	}
	return nil
}

// percent writes a share that has no interval.
func percent(x float64) string { return numbers.Percent(x) }

// count writes a large number in groups of three digits.
func count(x float64) string { return numbers.Count(int(math.Round(x))) }
