package ladder

import (
	"slices"

	"ringer/report/records"
)

// NetworksTable returns one table of kinds of networks in all games, in Markdown: runs of
// the same configuration whose variants change the network. Shipped is the MLP. It is
// empty without runs.
func NetworksTable(runs []Training) string {
	if len(runs) == 0 {
		return ""
	}
	rows := [][]string{{"game", "network", "runs", "decisions", "minutes", "against the MLP", "against `expert`"}, {"", "", ":", ":", ":", ":", ":"}}
	for _, group := range ablations(runs) {
		game := "`" + group[0][0].Game + "`"
		for _, runs := range group {
			name := runs[0].VariantName()
			if name == Shipped {
				name = "MLP"
			}
			row := append([]string{game, name}, length(runs)...)
			row = append(row, against(pool(runs, peers), Shipped), against(pool(runs, fixed), "expert"))
			rows, game = append(rows, row), ""
		}
	}
	return records.Table(rows) + "\n" + origin(runs) + "\n"
}

// against words the result against an opponent.
func against(sums []pooled, opponent string) string {
	i := slices.IndexFunc(sums, func(p pooled) bool { return p.opponent == opponent })
	if i < 0 {
		return "–"
	}
	return sums[i].text()
}
