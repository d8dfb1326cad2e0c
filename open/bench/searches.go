package bench

import (
	"context"

	"ringer/env"
	"ringer/internal/input"
	"ringer/open"
	"ringer/train/speed"
)

// Searches is the object of `ringer bench search --json`.
type Searches struct {
	Searches []speed.SearchSpeed `json:"searches"`
}

// Search is one agent on one game.
type Search struct{ Agent, Game string }

// UsualSearches are measured when no agent is named.
var UsualSearches = []Search{
	{"mcts(sims=1000)", "tictactoe"},
	{"ismcts(sims=500)", "leduc"},
	{"ismcts(sims=500)", "heat(players=4)"},
	{"bot(heat-4p,search=200)", "heat(players=4)"},
	{"bot(heat-4p,search=64,method=gumbel)", "heat(players=4)"},
}

// MeasureSearches lets each agent decide for some seconds. It builds all agents before it
// measures any, and returns as much as was over at the first error.
func MeasureSearches(ctx context.Context, o *open.Opener, list []Search, seconds float64, seed uint64, progress Progress) (result Searches, err error) {
	table := make([]env.Game, len(list))
	searchers := make([]speed.Searcher, len(list))
	for i, b := range list {
		if table[i], err = open.Game(b.Game); err != nil {
			return result, err
		}
		agent, err := o.Agent(table[i], b.Agent)
		if err != nil {
			return result, err
		}
		s, ok := agent.(speed.Searcher)
		if !ok {
			return result, input.Badf("%s does not search: there are no simulations to count", b.Agent)
		}
		searchers[i] = s
	}
	for i, b := range list {
		progress.tell(b.Agent, i, len(list))
		one, err := speed.MeasureSearch(ctx, table[i], searchers[i], seconds, seed)
		if err != nil {
			return result, err
		}
		one.Agent = b.Agent
		result.Searches = append(result.Searches, *one)
	}
	return result, nil
}
