package habits_test

import (
	"context"
	"math"
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
	records, _, err := habits.Play(t.Context(), c)
	require.NoError(t, err)
	c.Workers = 3
	again, _, err := habits.Play(t.Context(), c)
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
	outcomes := study["heat-outcomes"]
	assert.Greater(t, len(outcomes.Rows), 5)
	apart, all := 0., 0.
	for i, row := range outcomes.Rows {
		ringer, best := cell(outcomes, i, evidence.Ringer), cell(outcomes, i, evidence.Expert)
		assert.Len(t, row.Cells, 2, row.Label)
		assert.LessOrEqual(t, ringer.Low, ringer.Value)
		apart, all = apart+math.Abs(ringer.Value-best.Value), all+math.Abs(best.Value)
	}
	assert.Less(t, apart, all, "it names one of the best: games of equal seeds are won alike")
	passes := study["heat-passes"]
	assert.Greater(t, len(passes.Rows), 20)
	for i := range passes.Rows {
		assert.InDelta(t, cell(passes, i, evidence.Random).Value, cell(passes, i, evidence.Expert).Value, .15, passes.Rows[i].Label)
		if i > 0 {
			assert.LessOrEqual(t, cell(passes, i, evidence.Ringer).Value, cell(passes, i-1, evidence.Ringer).Value)
		}
	}
}

// Random fighters set every score a sixth of the time, which loses to a best response
// what the payoffs say; the equilibria are those that docs/games/duel.md prints.
func TestScoresOfDUEL(t *testing.T) {
	study := play(t, "duel", random.New(), 200)
	for name, most := range map[string]float64{"duel-scores-over": .64, "duel-scores-first": .94, "duel-scores-asked": .80} {
		rows := study[name].Rows
		require.Len(t, rows, 6, name)
		shares, fixed := 0., 0.
		for i, row := range rows {
			c, _ := row.Cell(evidence.Ringer)
			assert.InDelta(t, 1./6, c.Value, .09, name)
			assert.Greater(t, c.Of, 50, name)
			shares += c.Value
			e, ok := row.Cell(evidence.Equilibrium)
			require.True(t, ok)
			fixed += e.Value
			if i == 1 {
				assert.InDelta(t, most, e.Value, .02, "%s: an equilibrium sets a 2 most", name)
			}
		}
		assert.InDelta(t, 1, shares, 1e-9)
		assert.InDelta(t, 1, fixed, 1e-9)
	}
	losses := study["duel-losses"].Rows
	require.Len(t, losses, 3)
	for _, row := range losses {
		for _, agent := range []string{evidence.Ringer, evidence.Expert} {
			c, ok := row.Cell(agent)
			require.True(t, ok)
			assert.Greater(t, c.Low, .02, row.Label)
			assert.Less(t, c.High, 1., row.Label)
		}
	}
	for _, row := range study["duel-places"].Rows {
		assert.Contains(t, row.Label, "Duel")
		assert.Len(t, row.Cells, 2)
	}
	assert.Len(t, study, 8)
	whole := study["duel-whole"].Rows
	require.Len(t, whole, 4)
	for i := range whole {
		c, _ := whole[i].Cell(evidence.Ringer)
		assert.Equal(t, 200, c.Of)
	}
	always3, _ := whole[1].Cell(evidence.Ringer)
	assert.Greater(t, always3.Low, .5, "a 3 beats fighters who score at random")
	drills := study["duel-drills"].Rows
	require.Len(t, drills, 1)
	asked, _ := drills[0].Cell(evidence.Ringer)
	exact, _ := drills[0].Cell(evidence.Random)
	assert.Greater(t, asked.Of, 40)
	assert.InDelta(t, exact.Value, asked.Value, 1e-5)
	wins := study["duel-treasure"].Rows
	require.NotEmpty(t, wins)
	c, _ := wins[len(wins)-1].Cell(evidence.Ringer)
	assert.Equal(t, 200, c.Of, "one seat of the ringer in each game")
}

// A random drafter buys many builds, whose shares are whole; one that always takes the
// last offer buys one.
func TestDraftsOfDUEL(t *testing.T) {
	study := play(t, "duel(file=draft,rounds=1)", habit{}, 20)
	require.Len(t, study, 2)
	row := study["duel-builds"].Rows[0]
	c, _ := row.Cell(evidence.Ringer)
	assert.Equal(t, 1., c.Value, row.Label)
	variety := study["duel-variety"].Rows
	one, _ := variety[1].Cell(evidence.Ringer)
	many, _ := variety[1].Cell(evidence.Expert)
	assert.InDelta(t, 1, one.Value, 1e-9)
	assert.Greater(t, many.Value, 8.)
	different, _ := variety[0].Cell(evidence.Expert)
	assert.GreaterOrEqual(t, different.Value, many.Value-1e-9)
}

// Random players throw cards away as often as lanes allow it, and send any card anywhere.
func TestLanesOf5Possessions(t *testing.T) {
	study := play(t, "fivepossessions", random.New(), 60)
	dead := study["fivepossessions-dead"].Rows
	require.NotEmpty(t, dead)
	for _, row := range dead[:2] {
		exact, _ := row.Cell(evidence.Random)
		for _, agent := range []string{evidence.Ringer, evidence.Expert} {
			c, _ := row.Cell(agent)
			assert.InDelta(t, exact.Value, c.Value, .1, row.Label)
		}
	}
	cards := study["fivepossessions-cards"].Rows
	require.Len(t, cards, 4)
	open, _ := cards[2].Cell(evidence.Ringer)
	closed, _ := cards[3].Cell(evidence.Ringer)
	assert.InDelta(t, open.Value, closed.Value, 1)
	assert.Greater(t, open.Value, 1.)
	assert.Less(t, open.Value, 14.)
}

func TestNoStudiesOfKuhn(t *testing.T) {
	g := games.MustNew("kuhn")
	assert.Empty(t, habits.Studies(g))
	_, _, err := habits.Play(t.Context(), habits.Config{Game: g})
	assert.Error(t, err)
}
