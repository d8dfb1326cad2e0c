package train

import (
	"ringer/agents"
	"ringer/models"
)

// opponent is a frozen player of an iteration: a past self, or an agent.
type opponent struct {
	id      int     // given back in OpponentResult
	share   float64 // of the tables
	weights *models.Weights
	agent   agents.Agent // used when weights is nil
}

// plan gives each opponent its share of a group's tables, from the last table
// down, so that self-play keeps the first ones. It returns, for each table, an
// index into opponents, or -1 for self-play.
func plan(opponents []opponent, tables int) []int {
	at := make([]int, tables)
	for i := range at {
		at[i] = -1
	}
	next, owed := tables, 0.0
	for k := range opponents {
		owed += opponents[k].share * float64(tables)
		for owed >= 0.5 && next > 0 {
			next--
			at[next] = k
			owed--
		}
	}
	return at
}
