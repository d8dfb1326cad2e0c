package cfr

import (
	"ringer/env"
	"ringer/eval/tree"
	"ringer/models/botfile"
)

// Table returns a policy of a tree as the table of a bot: one row an information
// state, under the game's name for it.
func Table(t *tree.Tree, policy tree.Policy) *botfile.Table {
	table := &botfile.Table{Rows: make([]botfile.Row, t.Infosets())}
	for i := range int32(t.Infosets()) {
		seat := t.Player[i]
		row := botfile.Row{
			Seat:  int(seat),
			State: t.State(t.Example[i]).(env.InfoStater).InformationState(seat),
			Probs: append([]float64(nil), t.At(policy, i)...),
		}
		for _, a := range t.Actions(i) {
			row.Actions = append(row.Actions, int32(a))
		}
		table.Rows[i] = row
	}
	table.Sort()
	return table
}
