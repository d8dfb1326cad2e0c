package ladder

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"ringer/eval"
)

func percent(x float64) string { return points(x) + "%" }

func points(x float64) string { return fmt.Sprintf("%.1f", 100*x) }

// share writes a share of wins with its interval.
func share(d *eval.DealsResult) string {
	return fmt.Sprintf("%s (%s … %s)", percent(d.WinRate), points(d.Low), points(d.High))
}

// figure writes a result: a share of wins, or chips an episode.
func (b *Bot) figure(d *eval.DealsResult) string {
	if b.chips() {
		return fmt.Sprintf("%+.3f (%+.3f … %+.3f)", d.MeanReturn, d.ReturnLow, d.ReturnHigh)
	}
	return share(d)
}

// equal writes an equal share.
func (b *Bot) equal() string {
	if b.chips() {
		return "0"
	}
	return percent(1 / float64(b.Seats))
}

// number writes a number in groups of three digits.
func number(n int) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func seats(n int) string {
	if n == 2 {
		return "two seats"
	}
	return fmt.Sprintf("%d seats", n)
}

// table writes rows as a Markdown table whose columns are as wide as their widest cell.
// The first row is the heading; the second one says with a colon which columns are
// numbers, which stand at the right.
func table(rows [][]string) string {
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
