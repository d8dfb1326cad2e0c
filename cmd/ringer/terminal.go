package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"golang.org/x/term"
)

// terminal is where a command reads and writes.
type terminal struct {
	in        io.Reader
	out, errs io.Writer

	// restart begins the process again with another environment; nil where the
	// process is not the program's own, as in tests.
	restart func(environ []string) error
}

// isTerminal reports whether a stream is a person's screen or keyboard.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// width returns the width of the screen that out is, or 0.
func (t *terminal) width() int {
	f, ok := t.out.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// color reports whether out is a screen whose owner has not declined colours
// (no-color.org).
func (t *terminal) color() bool {
	return isTerminal(t.out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
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
	_, err := t.out.Write(b.Bytes())
	return err
}

// table prints rows in aligned columns. The first row is the heading.
func (t *terminal) table(rows [][]string) error {
	w := tabwriter.NewWriter(t.out, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, cell)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// printf prints to standard output.
func (t *terminal) printf(format string, args ...any) error {
	_, err := fmt.Fprintf(t.out, format, args...)
	return err
}

// warnf prints to standard error.
func (t *terminal) warnf(format string, args ...any) {
	fmt.Fprintf(t.errs, format, args...)
}

// percent and interval write rates as people read them.
func percent(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }

func interval(low, high float64) string { return fmt.Sprintf("%.1f … %.1f%%", 100*low, 100*high) }

// count writes a large number in groups of three digits.
func count(x float64) string {
	digits := fmt.Sprintf("%.0f", x)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
