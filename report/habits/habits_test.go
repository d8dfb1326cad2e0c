package habits_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	expert "ringer/agents/expert/heat"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/env/heat"
	"ringer/eval"
	"ringer/report/evidence"
	"ringer/report/habits"
	"ringer/report/ratio"
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

// An agent that aims by the same tables names the best targets, and an agent without
// preferences stands where the exact figure of one does; it passes
// any card on.
func TestAimsAndDraftsOfHEAT(t *testing.T) {
	g := games.MustNew("heat").(*heat.Game)
	study := play(t, "heat", expert.New(g), 60)
	cell := func(r evidence.Record, row int, agent string) ratio.Figure {
		c, ok := r.Rows[row].Cell(agent)
		require.True(t, ok, agent)
		return c
	}
	aims, best := study["heat-aims"], study["heat-best"]
	assert.Equal(t, "all cards", aims.Rows[0].Label)
	assert.Greater(t, cell(aims, 0, evidence.Ringer).Low, .95)
	assert.Greater(t, cell(best, 0, evidence.Ringer).Low, .7)
	for _, r := range []evidence.Record{aims, best} {
		other, exact := cell(r, 0, evidence.Expert), cell(r, 0, evidence.Random)
		assert.Less(t, exact.Value, .95)
		assert.InDelta(t, exact.Value, other.Value, .06, "the other agent is random")
		assert.Greater(t, cell(r, 0, evidence.Ringer).Value, exact.High)
	}
	passes := study["heat-passes"]
	assert.Greater(t, len(passes.Rows), 20)
	for i := range passes.Rows {
		assert.InDelta(t, cell(passes, i, evidence.Random).Value, cell(passes, i, evidence.Expert).Value, .15, passes.Rows[i].Label)
		if i > 0 {
			assert.LessOrEqual(t, cell(passes, i, evidence.Ringer).Value, cell(passes, i-1, evidence.Ringer).Value)
		}
	}
}

func TestNoStudiesOfKuhn(t *testing.T) {
	g := games.MustNew("kuhn")
	assert.Empty(t, habits.Studies(g))
	_, err := habits.Play(t.Context(), habits.Config{Game: g})
	assert.Error(t, err)
}
