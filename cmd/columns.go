package cmd

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"ringer/input"
	"ringer/play"
)

// leastText is the least width to which a column of text is narrowed.
const leastText = 16

// narrowed cuts the widest column of text at spaces, so that a table fits a screen, and
// changes widths to match. It returns the lines of each row, cell by cell. A width of 0 is
// any, and a table that cannot be made to fit stays as it is.
func narrowed(rows [][]string, widths []int, figures []bool, width int) [][][]string {
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
			if j == widest && room >= leastText {
				cells[j] = play.Wrap(cells[j][0], room, 2)
				high = max(high, len(cells[j]))
			}
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
	return lines
}

// prosef is printf with lines wrapped at spaces where a screen is too narrow for them.
func (t *terminal) prosef(format string, args ...any) error {
	text := input.ShownLines(fmt.Sprintf(format, args...))
	if width, _ := t.size(); width > 0 {
		var wrapped []string
		for line := range strings.SplitSeq(text, "\n") {
			wrapped = append(wrapped, play.Wrap(line, max(width, 20), 0)...)
		}
		text = strings.Join(wrapped, "\n")
	}
	return t.printf("%s", text)
}
