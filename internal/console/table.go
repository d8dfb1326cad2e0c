package console

import (
	"regexp"
	"slices"
	"strings"

	"ringer/internal/input"
)

// figurePattern matches a cell of a column of figures: a number, an interval, or none.
var figurePattern = regexp.MustCompile(`^([-+±]?([\d.,]+|∞)(e[-+]?\d+)?%?( … [-+]?[\d.,]+%?)?( [[(][-+\d., …%∞]+[])])?|[–·-]?)$`)

// Table returns rows in aligned columns, figures to the right, for a screen of a width, 0 where it
// has no bounds. The first row is the heading. Foreign text in cells is made fit to be shown; mark,
// when not nil, may then add escapes.
func Table(rows [][]string, width int, mark func(cell string) string) string {
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
			widths[j] = max(widths[j], Columns(cell))
			figures[j] = figures[j] && (i == 0 || figurePattern.MatchString(cell))
		}
	}
	var b strings.Builder
	for _, lines := range narrowed(shown, widths, figures, width) {
		for _, cells := range lines {
			var line strings.Builder
			for j, cell := range cells {
				pad := strings.Repeat(" ", widths[j]-Columns(cell))
				if mark != nil {
					cell = mark(cell)
				}
				if figures[j] {
					line.WriteString(pad + cell + "  ")
				} else {
					line.WriteString(cell + pad + "  ")
				}
			}
			b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		}
	}
	return b.String()
}

// leastText is the least width to which a column of text is narrowed.
const leastText = 16

// narrowed cuts the widest column of text at spaces, so that a table fits a screen, and
// where that is not enough sets the intervals of numbers below them. It changes widths to
// match, and returns the lines of each row, cell by cell. A width of 0 is any, and a table
// that cannot be made to fit stays as it is.
func narrowed(rows [][]string, widths []int, figures []bool, width int) [][][]string {
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
						widths[j] = max(widths[j], Columns(line))
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
				cells[j] = Wrap(cells[j][0], room, 2)
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
				widths[widest] = max(widths[widest], Columns(line[widest]))
			}
		}
	}
	total = -2
	for _, w := range widths {
		total += w + 2
	}
	return lines, width <= 0 || total <= width
}
