package puzzles_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/play/advice"
	"ringer/play/opponents"
	"ringer/play/puzzles"
)

func config(t *testing.T, g env.Game) puzzles.Config {
	t.Helper()
	name := opponents.Adviser(g)
	agent, err := opponents.Agent(g, name)
	require.NoError(t, err)
	return puzzles.Config{Advice: advice.Config{Game: g, Agent: agent, Name: name}, Name: "test", Games: 20, Count: 2, Seed: 1}
}

// Every shipped puzzle has an id of its own, and its steps lead to a table at which its
// seat may play the solution.
func TestShippedPuzzlesFit(t *testing.T) {
	ids := map[string]bool{}
	built := map[string]env.Game{}
	for _, p := range puzzles.Shipped() {
		assert.False(t, ids[p.ID], p.ID)
		ids[p.ID] = true
		if built[p.Game] == nil {
			g, err := games.New(p.Game)
			require.NoError(t, err)
			built[p.Game] = g
		}
		g := built[p.Game]
		s, err := p.State(g)
		require.NoError(t, err)
		legal := s.LegalActions(nil)
		assert.Contains(t, legal, p.Solution.Action, p.ID)
		assert.Greater(t, len(legal), 1, p.ID)
		assert.Equal(t, p.Solution.Name, s.ActionString(p.Solution.Action), p.ID)
		assert.Greater(t, p.Solution.Gap.Low, 0., p.ID)
		assert.NotContains(t, p.Words, p.Solution.Name, "%s tells its solution", p.ID)
		record, err := p.Record(g)
		require.NoError(t, err)
		assert.Len(t, record.Steps, len(p.Steps))
		p.SpecHash = "another"
		_, err = p.State(g)
		require.ErrorContains(t, err, "spec hash")
	}
}

// The solutions of shipped puzzles come first in advice with seeds of their own
// (RINGER_LONG=1).
func TestSolutionsHold(t *testing.T) {
	if os.Getenv("RINGER_LONG") == "" {
		t.Skip("long: RINGER_LONG=1")
	}
	for _, p := range puzzles.Shipped() {
		g, err := games.New(p.Game)
		require.NoError(t, err)
		s, err := p.State(g)
		require.NoError(t, err)
		c := config(t, g).Advice
		c.Seed, c.Worlds = 4711, 128
		told, err := advice.Ask(context.Background(), c, s)
		require.NoError(t, err)
		t.Logf("%-20s %-40s %.2f, next %.2f behind (%d worlds)", p.ID, p.Solution.Name, told.Options[0].Chance.Chance, told.Options[1].Behind.Chance, told.Worlds)
		assert.True(t, p.Solves(told.Options[0].Action), p.ID)
		// No other action is as good, whether or not an agent would look at it.
		legal := s.LegalActions(nil)
		played, err := advice.PlayOn(context.Background(), c, advice.Moment{State: s, Seat: p.Seat, Actions: legal}, advice.StageOwn+7, 0, 64)
		require.NoError(t, err)
		best := played.Values[slices.Index(legal, p.Solution.Action)]
		for i, a := range legal {
			if behind := advice.Difference(best, played.Values[i]); !p.Solves(a) {
				assert.Greater(t, behind.High, puzzles.DefaultLeast*0.2, "%s: %s is as good: %.2f behind", p.ID, s.ActionString(a), behind.Chance)
				if behind.Chance < .1 {
					t.Logf("%-20s %s is %.2f (%.2f … %.2f) behind", p.ID, s.ActionString(a), behind.Chance, behind.Low, behind.High)
				}
			}
		}
	}
}

// A search finds decisions that matter, the same on any number of workers, one of a game at
// most, and the largest gap first.
func TestFind(t *testing.T) {
	g := games.MustNew("liarsdice")
	c := config(t, g)
	list, err := puzzles.Find(context.Background(), c)
	require.NoError(t, err)
	require.Len(t, list, 2)
	for _, p := range list {
		s, err := p.State(g)
		require.NoError(t, err)
		assert.True(t, slices.Contains(s.LegalActions(nil), p.Solution.Action))
		assert.GreaterOrEqual(t, p.Solution.Gap.Chance, puzzles.DefaultLeast)
	}
	assert.GreaterOrEqual(t, list[0].Solution.Gap.Chance, list[1].Solution.Gap.Chance)
	c.Advice.Workers = 3
	again, err := puzzles.Find(context.Background(), c)
	require.NoError(t, err)
	assert.Equal(t, list, again)
	c.Least = .999
	none, err := puzzles.Find(context.Background(), c)
	require.NoError(t, err)
	assert.Empty(t, none)
}
