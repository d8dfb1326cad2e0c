package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/env/tactics"
	"ringer/eval"
)

// A match has the payoffs of its deals, played one side after the other.
func TestPayoffsOfSides(t *testing.T) {
	g := games.MustNew("leduc")
	config := eval.MatchConfig{
		Game: g, Entries: []eval.Entry{{Name: "a", Agent: greedy.New(2, tactics.Judge(g))}, {Name: "b", Agent: random.New()}}, Games: 300, Seed: 5, Workers: 2,
	}
	var groups []eval.MatchGroup
	config.Done = func(g eval.MatchGroup) error {
		groups = append([]eval.MatchGroup{g}, groups...)
		return nil
	}
	_, err := eval.PlayMatch(t.Context(), config)
	require.NoError(t, err)
	require.Greater(t, len(groups), 3)
	config.Done = nil
	rows, err := eval.PlayDeals(t.Context(), eval.DealsConfig{MatchConfig: config}, 0, 150)
	require.NoError(t, err)
	payoffs := eval.PayoffsOfSides(groups)
	require.Len(t, payoffs, len(rows))
	for i, row := range rows {
		assert.InDelta(t, row.Returns[0], payoffs[i].First, 1e-9)
		assert.InDelta(t, -row.Returns[1], payoffs[i].Second, 1e-9)
	}
}
