package ladder

import "ringer/report/records"

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
			row = append(row, cellOf(pool(runs, peers), Shipped), cellOf(pool(runs, fixed), "expert"))
			rows, game = append(rows, row), ""
		}
	}
	return records.Table(rows) + "\n" + origin(runs) + "\n"
}
