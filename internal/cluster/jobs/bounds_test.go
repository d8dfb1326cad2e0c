package jobs

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
)

// The units of a job are bounded together, not only each.
func TestAJobIsBounded(t *testing.T) {
	seating := [][]int{{0, 1}, {1, 0}}
	of := func(from, to, starts, paths int) unit {
		return unit{Seating: seating, From: from, To: to, Starts: make([]startText, starts), Paths: make([]eval.Path, paths)}
	}
	for _, c := range []struct {
		job gamesJob
		ok  bool
	}{
		{gamesJob{Units: []unit{of(0, mostGames/2, 0, 0)}}, true},
		{gamesJob{Units: []unit{of(1e8, 1e8+64, 0, 0), of(0, 0, 100, 100)}}, true},
		{gamesJob{Units: []unit{of(0, mostGames/4, 0, 0), of(0, mostGames/4, 0, 0), of(0, 1, 0, 0)}}, false},
		{gamesJob{Units: []unit{of(0, mostGames/2, 0, 0), of(0, 0, 1, 1)}}, false},
		{gamesJob{Units: []unit{of(0, math.MaxInt, 0, 0), of(math.MinInt, math.MaxInt, 0, 0)}}, true}, // read refuses them
		{gamesJob{Units: []unit{of(0, 0, 1, mostPaths/2), of(0, 0, 1, mostPaths/2+1)}}, false},
		{gamesJob{Games: make([]gameText, mostNamed+1)}, false},
		{gamesJob{Agents: make([]agentText, mostNamed+1)}, false},
	} {
		assert.Equal(t, c.ok, c.job.check() == nil)
	}
}

// A unit of deals far into a long match is read as any other.
func TestDealsOfALongMatchTravel(t *testing.T) {
	g := games.MustNew("kuhn")
	u := unit{Entries: []entryText{{"a", 0}}, Seating: [][]int{{0, 0}}, From: 1e8, To: 1e8 + 64}
	w, err := u.read([]env.Game{g}, []agents.Agent{random.New()}, nil)
	require.NoError(t, err)
	assert.Equal(t, u.To, w.To)
	for _, to := range []int{u.From, u.From - 1, u.From + mostGames + 1, math.MaxInt} {
		u.To = to
		_, err = u.read([]env.Game{g}, []agents.Agent{random.New()}, nil)
		require.Error(t, err)
	}
}
