package records

import (
	"strings"
	"unicode/utf8"
)

// Table writes rows as a Markdown table whose columns are as wide as their widest cell.
// The first row is the heading; the second one says with a colon which columns are
// numbers, which stand at the right.
func Table(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for i, row := range rows {
		for j, cell := range row {
			if i != 1 {
				widths[j] = max(widths[j], utf8.RuneCountInString(cell), 3)
			}
		}
	}
	var b strings.Builder
	for i, row := range rows {
		b.WriteByte('|')
		for j, cell := range row {
			right := rows[1][j] == ":"
			if i == 1 {
				line := strings.Repeat("-", widths[j]+2)
				if right {
					line = line[1:] + ":"
				}
				b.WriteString(line + "|")
				continue
			}
			pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell))
			if right {
				cell, pad = pad+cell, ""
			}
			b.WriteString(" " + cell + pad + " |")
		}
		b.WriteByte('\n')
	}
	return b.String()
}
