package train

import (
	"ringer/agents"
	"ringer/models"
)

// Opponent is a frozen player of an iteration: a past self, or an agent.
type Opponent struct {
	ID      int             // given back in OpponentResult
	Share   float64         // of the tables at which it plays, in [0, 1]
	Weights *models.Weights // of a past self; nil for an agent
	Agent   agents.Agent    // decides when Weights is nil
}

// plan divides a group's tables among the opponents by their shares, from the last
// table down, so that self-play keeps the first ones. It returns, for each table,
// an index into opponents, or -1 for self-play.
func plan(opponents []Opponent, tables int) []int {
	at := make([]int, tables)
	for i := range at {
		at[i] = -1
	}
	next, owed := tables, 0.0
	for k := range opponents {
		owed += opponents[k].Share * float64(tables)
		for owed >= 0.5 && next > 0 {
			next--
			at[next] = k
			owed--
		}
	}
	return at
}
