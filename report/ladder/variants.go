package ladder

import (
	"strings"

	"ringer/report/records"
)

// VariantsTable returns one table of variants in all games, in Markdown: runs of the same
// configuration that differ in one thing, such as "network", whose shipped kind has the name
// shipped. It is empty without runs.
func VariantsTable(runs []Training, thing, shipped string) string {
	if len(runs) == 0 {
		return ""
	}
	rows := [][]string{{"game", thing, "runs", "decisions", "minutes", "against " + shipped, "against `expert`"}, {"", "", ":", ":", ":", ":", ":"}}
	for _, group := range ablations(runs) {
		game := "`" + group[0][0].Game + "`"
		for _, runs := range group {
			name := runs[0].VariantName()
			if name == Shipped {
				name = strings.TrimPrefix(shipped, "the ")
			}
			row := append([]string{game, name}, length(runs)...)
			row = append(row, cellOf(pool(runs, peers), Shipped), cellOf(pool(runs, fixed), "expert"))
			rows, game = append(rows, row), ""
		}
	}
	return records.Table(rows) + "\n" + origin(runs) + "\n"
}
