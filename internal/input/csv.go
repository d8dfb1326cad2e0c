package input

import (
	"encoding/csv"
	"regexp"
	"strings"
)

var (
	// A spreadsheet takes a cell that begins so for a formula, and may run it.
	formula = regexp.MustCompile(`^[=+\-@\t\r\n＝＋－＠]`)
	// A number is none, with its sign, and as a percentage too.
	figure = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?%?$`)
)

// CSV returns rows as comma-separated values, the only ones that Ringer writes. Text that a
// spreadsheet would take for a formula has an apostrophe before it, which shows it as
// text. Numbers stay as they are.
func CSV(rows [][]string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	cells := []string{}
	for _, row := range rows {
		cells = cells[:0]
		for _, cell := range row {
			if formula.MatchString(cell) && !figure.MatchString(cell) {
				cell = "'" + cell
			}
			cells = append(cells, cell)
		}
		_ = w.Write(cells) // a builder takes all
	}
	w.Flush()
	return b.String()
}
