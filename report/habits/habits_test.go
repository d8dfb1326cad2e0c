package habits_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/evidence"
	"ringer/report/habits"
)

// habit takes the first legal action of some, and else the last.
type habit []string

func (h habit) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		out[i].Probs = make([]float32, len(v.Legal))
		at := len(v.Legal) - 1
		for k, a := range v.Legal {
			for _, name := range h {
				if v.ActionString(a) == name {
					at = k
				}
			}
		}
		out[i].Probs[at] = 1
	}
	return out, nil
}

func play(t *testing.T, game string, ringer agents.Agent, n int) map[string]evidence.Record {
	t.Helper()
	c := habits.Config{
		Game: games.MustNew(game), Ringer: eval.Entry{Name: "one", Agent: ringer}, Expert: eval.Entry{Name: "other", Agent: random.New()}, Games: n, Seed: 3,
	}
	records, err := habits.Play(t.Context(), c)
	require.NoError(t, err)
	c.Workers = 3
	again, err := habits.Play(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, records, again, "results do not depend on workers")
	out := map[string]evidence.Record{}
	for _, r := range records {
		assert.Contains(t, habits.Studies(c.Game), r.Study)
		out[r.Study] = r
	}
	return out
}

// A seat that always knocks is seen to, whatever it holds; one that picks at random knocks
// half of the time, and folds a third.
func TestBidsOfFourDowns(t *testing.T) {
	study := play(t, "fourdowns(players=2)", habit{"knock"}, 60)
	n := 0
	for _, row := range study["fourdowns-knocks"].Rows {
		c, ok := row.Cell(evidence.Ringer)
		require.True(t, ok)
		assert.Equal(t, 1., c.Value, row.Label)
		n += c.Of
	}
	assert.Positive(t, n)
	x, of := 0., 0
	for _, row := range study["fourdowns-folds"].Rows {
		if c, ok := row.Cell(evidence.Expert); ok {
			x, of = x+c.Value*float64(c.Of), of+c.Of
		}
	}
	assert.InDelta(t, 1./3, x/float64(of), .1)
	assert.Greater(t, of, 100)
}

func TestNoStudiesOfKuhn(t *testing.T) {
	g := games.MustNew("kuhn")
	assert.Empty(t, habits.Studies(g))
	_, err := habits.Play(t.Context(), habits.Config{Game: g})
	assert.Error(t, err)
}
