package corpus_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/corpus"
)

var one = eval.Entry{Name: "random", Agent: random.New()}

// A corpus is the same for any number of workers, replays, and asks what the game asks.
func TestACorpusReplays(t *testing.T) {
	for _, name := range games.Names() {
		c := corpus.Config{Game: games.MustNew(name), Entries: []eval.Entry{one, {Name: "other", Agent: random.New()}}, Games: 4, Seed: 2, Workers: 1}
		played, err := corpus.Play(context.Background(), c)
		require.NoError(t, err)
		c.Workers = 3
		again, err := corpus.Play(context.Background(), c)
		require.NoError(t, err)
		assert.Equal(t, played.Games, again.Games, name)

		q := corpus.NewQuestions(c.Game.Spec())
		asked := make([]int, len(q.Names))
		for i, g := range played.Games {
			end, err := played.Replay(i, func(m *corpus.Moment) error {
				asked[q.Asked(m.State, m.Seat, m.Legal)]++
				assert.Equal(t, g.History[m.At], m.Action)
				assert.Contains(t, m.Legal, m.Action)
				assert.Equal(t, g.Seats[m.Seat], m.Agent)
				return nil
			})
			require.NoError(t, err)
			returns := make([]float64, len(g.Returns))
			end.Returns(returns)
			assert.Equal(t, g.Returns, returns, name)
			at, err := played.StateAt(i, len(g.History))
			require.NoError(t, err)
			assert.Equal(t, end.String(), at.String())
		}
		total := 0
		for _, n := range asked {
			total += n
		}
		assert.Positive(t, total)
	}
}

// No two games share a deal, and several agents sit at every table.
func TestGamesAreIndependent(t *testing.T) {
	played, err := corpus.Play(context.Background(), corpus.Config{
		Game: games.MustNew("kuhn"), Entries: []eval.Entry{one, {Name: "other", Agent: random.New()}}, Games: 300, Seed: 5,
	})
	require.NoError(t, err)
	deals, seated := map[env.Action]int{}, 0
	for _, g := range played.Games {
		deals[g.History[0]]++
		seated += g.Seats[0]
	}
	assert.Len(t, deals, 3)
	for _, n := range deals {
		assert.InDelta(t, 100, n, 30)
	}
	assert.InDelta(t, 150, seated, 35)
}
