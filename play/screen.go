package play

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/input"
)

// screen writes to a person: wrapped to a width and, where wanted, in colour.
// Names come from files as well, so what could move the cursor is shown as escapes.
// The first error of the writer is kept, and later writing does nothing.
type screen struct {
	out   io.Writer
	width int
	color bool
	err   error
}

// style is a terminal attribute (ECMA-48 SGR).
type style string

const (
	plain  style = ""
	bold   style = "1"
	dim    style = "2"
	accent style = "36"
	alarm  style = "31"
)

func (s *screen) print(text string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.out, text)
	}
}

func (s *screen) paint(st style, text string) string {
	if !s.color || st == plain || text == "" {
		return text
	}
	return "\x1b[" + string(st) + "m" + text + "\x1b[0m"
}

// line writes a paragraph. Lines that are too long are wrapped at spaces and
// continued under the first word; each line of text keeps its indentation.
func (s *screen) line(st style, format string, args ...any) {
	text := input.ShownLines(fmt.Sprintf(format, args...))
	for l := range strings.SplitSeq(text, "\n") {
		for _, part := range Wrap(l, s.width, 2) {
			s.print(s.paint(st, part) + "\n")
		}
	}
}

// rule writes a heading on a line across the screen.
func (s *screen) rule(title string) {
	const lead = "── "
	title = input.Shown(title)
	fill := s.width - utf8.RuneCountInString(lead+title) - 1
	s.print("\n" + s.paint(bold, lead+title+" "+strings.Repeat("─", max(fill, 2))) + "\n")
}

// list writes numbered entries, in columns when there are many and they fit.
func (s *screen) list(entries []string) {
	entries = slices.Clone(entries)
	for i, e := range entries {
		entries[i] = input.Shown(e)
	}
	digits := len(fmt.Sprint(len(entries)))
	widest := 0
	for _, e := range entries {
		widest = max(widest, utf8.RuneCountInString(e))
	}
	cell := widest + digits + 4
	columns := 1
	if len(entries) > 9 {
		columns = max(1, s.width/max(cell, 1))
	}
	rows := (len(entries) + columns - 1) / columns
	for r := range rows {
		var b strings.Builder
		for i := r; i < len(entries); i += rows {
			number := fmt.Sprintf("  %*d ", digits, i+1)
			if columns == 1 {
				for j, part := range Wrap(entries[i], s.width-len(number), 2) {
					if j > 0 {
						b.WriteString("\n" + strings.Repeat(" ", len(number)+2))
					} else {
						b.WriteString(s.paint(accent, number))
					}
					b.WriteString(part)
				}
				continue
			}
			b.WriteString(s.paint(accent, number))
			b.WriteString(entries[i])
			if i+rows < len(entries) {
				b.WriteString(strings.Repeat(" ", cell-len(number)-utf8.RuneCountInString(entries[i])))
			}
		}
		s.print(b.String() + "\n")
	}
}

// Wrap cuts one line at spaces into parts of at most width characters; a longer
// word stays whole. Later parts are indented by hang characters more than the line.
func Wrap(line string, width, hang int) []string {
	if utf8.RuneCountInString(line) <= width {
		return []string{line}
	}
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	var parts []string
	current := indent
	empty := true
	for word := range strings.FieldsSeq(line) {
		if !empty && utf8.RuneCountInString(current)+1+utf8.RuneCountInString(word) > width {
			parts = append(parts, current)
			current, empty = indent+strings.Repeat(" ", hang), true
		}
		if !empty {
			current += " "
		}
		current += word
		empty = false
	}
	return append(parts, current)
}
