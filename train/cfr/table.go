package cfr

import (
	"ringer/env"
	"ringer/eval/tree"
	"ringer/models/botfile"
)

// Table turns a policy of a tree into what a bot holds: one row an information
// state, named as the game names it.
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
