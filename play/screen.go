package play

import (
	"fmt"
	"io"
	"strings"

	"ringer/internal/console"

	"ringer/env"
	"ringer/env/scene"
	"ringer/internal/input"
)

// screen writes to a person: wrapped to a width and, where wanted, in colour.
// Names come from files as well, so what could move the cursor is shown as escapes.
// The first error of the writer is kept, and later writing does nothing.
type screen struct {
	out    io.Writer
	width  int
	height int // 0: as high as it gets
	color  bool
	err    error
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
	text := clean(fmt.Sprintf(format, args...))
	for l := range strings.SplitSeq(text, "\n") {
		for _, part := range console.Fit(l, s.width, 2) {
			if st == plain {
				s.print(s.shown(part) + "\n")
			} else {
				s.print(s.paint(st, part) + "\n")
			}
		}
	}
}

// less returns what is left of a width beside what is taken: a column at least, however narrow
// the screen.
func less(width, taken int) int { return max(1, width-taken) }

// entry writes a name and, in a column of its own, what it says.
func (s *screen) entry(width int, name, says string) {
	for i, part := range console.Fit(input.Shown(says), less(s.width, width+3), 0) {
		if i > 0 {
			name = ""
		}
		s.print(fmt.Sprintf("  %-*s %s", width, name, part) + "\n")
	}
}

// named returns the name of a seat in its colour.
func (s *screen) named(p env.Player) string {
	return s.tinted(seatStyle(p), scene.SeatName(p))
}

// rule writes a heading on a line across the screen, with a note at its right end.
func (s *screen) rule(title, note string) {
	const lead = "── "
	title, note = input.Shown(title), input.Shown(note)
	if note != "" {
		note = " " + note + " ──"
	}
	if room := less(s.width, console.Columns(lead+note)+3); console.Columns(title) > room {
		title = string([]rune(title)[:room])
	}
	fill := less(s.width, console.Columns(lead+title+note)+1)
	s.print(s.paint(bold, lead+title+" "+strings.Repeat("─", fill)+note) + "\n")
}

// page lays a page out and writes it.
func (s *screen) page(p *page, spare int) laid {
	l := p.layOut(s.width, s.height, spare)
	s.rule(p.title, p.note)
	s.table(l.table)
	s.print("\n")
	for _, line := range l.question {
		s.print(s.paint(bold, line) + "\n")
	}
	for _, line := range l.choices {
		s.print(s.shown(line) + "\n")
	}
	return l
}

// table writes a picture and the words beside it.
func (s *screen) table(rows []row) {
	for _, r := range rows {
		s.print(strings.TrimRight(s.tintMap(r.picture)+s.shown(r.words), " ") + "\n")
	}
}
