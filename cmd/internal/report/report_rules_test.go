package report_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/report"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/report/trust"
	"ringer/report/whatif"
	"ringer/train/exploiter"
)

// A report on changed rules says how far its agents can be trusted, and what further changes
// do to those that stay as they are and to those that learn them.
func TestTrustAndVariantsOfAReport(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	g := games.MustNew("goofspiel(order=ascending)")
	p := learners(t, t.TempDir())
	p.Decisions, p.Seeds = 600, 2
	cast, err := report.AgentsOfReport(t.Context(), g, p)
	require.NoError(t, err)
	strong, file := report.Strongest(cast, p.Dir)
	assert.Equal(t, "learned 1", strong.Name)
	assert.Equal(t, filepath.Join(p.Dir, "seed-1.bot"), file)

	second := report.SecondOpinion(cmdtest.NewOpener(t), g, strong, file, 8)
	require.NotNil(t, second)
	margin, err := report.MarginOf(t.Context(), g, strong, file, cast, report.Answering{Opener: cmdtest.NewOpener(t), Seed: 1})
	require.NoError(t, err)
	assert.True(t, margin.Exact, "the game is small")
	assert.Positive(t, margin.Gain)
	study, err := trust.Run(t.Context(), trust.Config{
		Game: g, Agents: append(cast, *second), Games: 40, SearchGames: 4, Margin: margin, Seed: 3,
	})
	require.NoError(t, err)
	assert.NotEmpty(t, study.Verdict.Lines)

	changed, err := report.StepsOf(g, "impinfo")
	require.NoError(t, err)
	more := *p
	more.Decisions, more.Seeds, more.Games = 300, 1, 20
	first, others, err := report.RulesOfReport(t.Context(), report.RuleSet{Label: report.AsTheyAre, Game: g}, changed, cast, &more)
	require.NoError(t, err)
	w, err := whatif.Run(t.Context(), whatif.Config{Base: first, Variants: others, Games: 60, Seed: 3})
	require.NoError(t, err)
	require.Len(t, w.Rules, 2)
	for _, r := range w.Rules {
		require.Len(t, r.Kinds, 2)
		assert.Equal(t, whatif.Frozen, r.Kinds[0].Kind)
		assert.Equal(t, whatif.Tuned, r.Kinds[1].Kind)
		assert.Equal(t, "greedy", r.Kinds[0].Opponent)
	}
	runs, err := filepath.Glob(filepath.Join(p.Dir, "rules", "*", "seed-1.bot"))
	require.NoError(t, err)
	assert.Len(t, runs, 2)
}

// In a larger game trained opponents give a lower bound of the margin.
func TestMarginOfALargeGame(t *testing.T) {
	cmdtest.Slow(t)
	g := games.MustNew("fourdowns(players=2)")
	cast := []trust.Agent{}
	for _, name := range []string{"random", "greedy"} {
		agent, err := cmdtest.NewOpener(t).Agent(g, name)
		require.NoError(t, err)
		cast = append(cast, trust.Agent{Name: name, Command: name, Role: trust.Baseline, Agent: agent})
	}
	m, err := report.MarginOf(t.Context(), g, cast[0], "", cast, report.Answering{Opener: cmdtest.NewOpener(t), Decisions: 1200, Selection: 40, Games: exploiter.LeastGames, Seed: 1})
	require.NoError(t, err)
	assert.False(t, m.Exact)
	assert.True(t, m.Found, "greedy beats random")
	assert.Positive(t, m.Low)
	assert.Less(t, m.High, 1.0)
	assert.Equal(t, "3 trainings of 1,200 decisions, chosen on 40 games", m.Budget)
}

// A strategy that is easily beaten is beaten by the answer that a report trains.
func TestAnswerToAStrategy(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("low.yaml", []byte("name: Low\nabout: It keeps what it has.\nrules:\n  - {always: bid 1}\n  - {always: bid 2}\n"), 0o600))
	g := games.MustNew("goofspiel")
	p := learners(t, "runs")
	p.Decisions = 0
	cast, err := report.AgentsOfReport(t.Context(), g, p)
	require.NoError(t, err)
	strong, bot := report.Strongest(cast, p.Dir)
	assert.Equal(t, "goofspiel", bot)
	budget := report.Answering{Opener: cmdtest.NewOpener(t), Decisions: 2000, Selection: 100, Games: exploiter.LeastGames, Seed: 1}
	s, err := report.AnswerStrategy(t.Context(), g, "low.yaml", cast, strong, bot, budget, 400, nil)
	require.NoError(t, err)
	assert.Equal(t, "Low", s.Strategy)
	assert.True(t, s.Found, "%+v", s)
	assert.Greater(t, s.Answered.Low, 0.6)
	assert.Len(t, s.By, 2)
	assert.Len(t, s.Examples, 3)
	assert.NotEmpty(t, s.Habits)
	assert.Equal(t, "always bid 1", s.Rules[0].Rule)

	// With the prizes in the other order the same strategy is the best there is.
	g = games.MustNew("goofspiel(order=ascending)")
	cast, err = report.AgentsOfReport(t.Context(), g, p)
	require.NoError(t, err)
	strong, bot = report.Strongest(cast, p.Dir)
	s, err = report.AnswerStrategy(t.Context(), g, "low.yaml", cast, strong, bot, budget, 100, nil)
	require.NoError(t, err)
	assert.False(t, s.Found)
	assert.Equal(t, []string{"the strategy itself: nothing better was found", "the strategy itself: nothing better was found"}, s.By)
	assert.Greater(t, s.Strength.Low, 0.9)

	require.NoError(t, os.WriteFile("bad.yaml", []byte("name: Bad\nrules:\n  - {always: bid 1, never: bid 2}\n  - {nevr: x}\n"), 0o600))
	_, err = report.AnswerStrategy(t.Context(), g, "bad.yaml", cast, strong, bot, budget, 40, nil)
	assert.ErrorContains(t, err, "bad.yaml:4")
	assert.ErrorContains(t, err, "nevr")
}

// On a single Duel the what-if of trained agents agrees with the exact values of what they
// play, for those that stay as they are and for those that learned the change.
func TestWhatIfOfTrainedAgentsIsExact(t *testing.T) {
	cmdtest.Slow(t)
	g, changed := games.MustNew("duel(file=mini)"), games.MustNew("duel(file=mini,hit_on=10)")
	p := &report.Tuning{Opener: cmdtest.NewOpener(t), Dir: t.TempDir(), Seeds: 1, Seed: 5, Games: 20}
	cast, err := report.AgentsOfReport(t.Context(), g, p)
	require.NoError(t, err)
	p.Decisions = 1000
	base, others, err := report.RulesOfReport(t.Context(), report.RuleSet{Label: report.AsTheyAre, Game: g}, []report.RuleSet{{Label: "hit_on = 10", Game: changed}}, cast, p)
	require.NoError(t, err)
	w, err := whatif.Run(t.Context(), whatif.Config{Base: base, Variants: others, Games: 4000, Seed: 3})
	require.NoError(t, err)

	value := func(r whatif.Rules, set int) float64 {
		walked, err := tree.Build(t.Context(), r.Game, 0)
		require.NoError(t, err)
		policy, err := eval.Tabulate(t.Context(), walked, r.Sets[set].A.Agent, 0)
		require.NoError(t, err)
		return walked.Values(policy)[0]
	}
	for set, kind := range w.Rules[1].Kinds {
		before, after := value(base, set), value(others[0], set)
		for _, m := range kind.Measures {
			if m.Name == "return of seat 0" {
				t.Logf("%s: change %+.4f [%+.4f, %+.4f], exactly %+.4f", kind.Kind, m.Change.Value, m.Change.Low, m.Change.High, after-before)
				half := (m.Change.High - m.Change.Low) / 2
				assert.InDelta(t, after-before, m.Change.Value, 1.5*half, "%s: three standard errors", kind.Kind)
			}
		}
	}
}
