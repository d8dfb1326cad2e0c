package shell

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/internal/input"
	"ringer/play"
)

// leastText is the least width to which a column of text is narrowed.
const leastText = 16

// Narrowed cuts the widest column of text at spaces, so that a table fits a screen, and
// where that is not enough sets the intervals of numbers below them. It changes widths to
// match, and returns the lines of each row, cell by cell. A width of 0 is any, and a table
// that cannot be made to fit stays as it is.
func Narrowed(rows [][]string, widths []int, figures []bool, width int) [][][]string {
	whole := slices.Clone(widths)
	if lines, fits := cut(rows, widths, figures, width, false); fits {
		return lines
	}
	copy(widths, whole)
	for j := range widths {
		if figures[j] {
			widths[j] = 0
			for _, row := range rows {
				if j < len(row) {
					for _, line := range belowIt(row[j]) {
						widths[j] = max(widths[j], utf8.RuneCountInString(line))
					}
				}
			}
		}
	}
	if lines, fits := cut(rows, widths, figures, width, true); fits {
		return lines
	}
	copy(widths, whole)
	lines, _ := cut(rows, widths, figures, width, false)
	return lines
}

// belowIt sets the interval of a number below it.
func belowIt(cell string) []string {
	if number, interval, ok := strings.Cut(cell, " ("); ok {
		return []string{number, "(" + interval}
	}
	return []string{cell}
}

// cut narrows the widest column of text for narrowed, with the intervals of numbers below
// them or not, and reports whether the table fits.
func cut(rows [][]string, widths []int, figures []bool, width int, below bool) ([][][]string, bool) {
	total, widest := -2, -1
	for j, w := range widths {
		total += w + 2
		if !figures[j] && (widest < 0 || w > widths[widest]) {
			widest = j
		}
	}
	room := 0
	if width > 0 && total > width && widest >= 0 {
		room = widths[widest] - (total - width)
	}
	lines := make([][][]string, len(rows))
	for i, row := range rows {
		high := 1
		cells := make([][]string, len(widths))
		for j := range widths {
			cells[j] = []string{""}
			if j < len(row) {
				cells[j][0] = row[j]
			}
			switch {
			case j == widest && room >= leastText:
				cells[j] = play.Wrap(cells[j][0], room, 2)
			case below && figures[j]:
				cells[j] = belowIt(cells[j][0])
			}
			high = max(high, len(cells[j]))
		}
		for k := range high {
			line := make([]string, len(widths))
			for j := range cells {
				if k < len(cells[j]) {
					line[j] = cells[j][k]
				}
			}
			lines[i] = append(lines[i], line)
		}
	}
	if room >= leastText {
		widths[widest] = 0
		for _, row := range lines {
			for _, line := range row {
				widths[widest] = max(widths[widest], utf8.RuneCountInString(line[widest]))
			}
		}
	}
	total = -2
	for _, w := range widths {
		total += w + 2
	}
	return lines, width <= 0 || total <= width
}

// Prosef is printf with lines wrapped at spaces where a screen is too narrow for them.
func (t *Terminal) Prosef(format string, args ...any) error {
	text := input.ShownLines(fmt.Sprintf(format, args...))
	if width, _ := t.Size(); width > 0 {
		var wrapped []string
		for line := range strings.SplitSeq(text, "\n") {
			wrapped = append(wrapped, play.Wrap(line, max(width, 20), 0)...)
		}
		text = strings.Join(wrapped, "\n")
	}
	return t.Printf("%s", text)
}
