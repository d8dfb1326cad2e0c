package reporting

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/report/strategy"
	"ringer/report/trust"
	"ringer/report/whatif"
)

// A report on changed rules says how far its agents can be trusted, and what further changes
// do to those that stay as they are and to those that learn them.
func TestTrustAndVariantsOfAReport(t *testing.T) {
	slowWhenRaced(t)
	g := games.MustNew("goofspiel(order=ascending)")
	w := under(t, g, t.TempDir())
	p := w.learners()
	p.decisions, p.seeds = 600, 2
	cast, err := w.agentsOf(t.Context(), g, p)
	require.NoError(t, err)
	s := strongestOf(cast, p.dir)
	assert.Equal(t, "learned 1", s.Name)
	assert.Equal(t, filepath.Join(p.dir, "seed-1.bot"), s.file)

	second := w.secondOpinion(s, 8)
	require.NotNil(t, second)
	margin, err := w.marginOf(t.Context(), s, cast, w.responding(0))
	require.NoError(t, err)
	assert.True(t, margin.Exact, "the game is small")
	assert.Positive(t, margin.Gain)
	study, err := trust.Run(t.Context(), trust.Config{
		Game: g, Agents: append(cast, *second), Games: 40, SearchGames: 4, Margin: margin, Seed: 3,
	})
	require.NoError(t, err)
	assert.NotEmpty(t, study.Verdict.Lines)

	changed, err := stepsOf(g, "impinfo")
	require.NoError(t, err)
	more := *p
	more.decisions, more.seeds, more.games = 300, 1, 20
	rules, err := w.rulesOf(t.Context(), s, append([]ruleSet{{label: asTheyAre, game: g}}, changed...), cast, &more)
	require.NoError(t, err)
	found, err := whatif.Run(t.Context(), whatif.Config{Base: rules[0], Variants: rules[1:], Games: 60, Seed: 3})
	require.NoError(t, err)
	require.Len(t, found.Rules, 2)
	for _, r := range found.Rules {
		require.Len(t, r.Kinds, 2)
		assert.Equal(t, whatif.Frozen, r.Kinds[0].Kind)
		assert.Equal(t, whatif.Tuned, r.Kinds[1].Kind)
		assert.Equal(t, "greedy", r.Kinds[0].Opponent)
	}
	runs, err := filepath.Glob(filepath.Join(p.dir, "rules", "*", "seed-1.bot"))
	require.NoError(t, err)
	assert.Len(t, runs, 2)
}

// In a larger game trained opponents give a lower bound of the margin.
func TestMarginOfALargeGame(t *testing.T) {
	slow(t)
	g := games.MustNew("fourdowns(players=2)")
	w := under(t, g, t.TempDir())
	w.Seed = 1
	cast := []trust.Agent{}
	for _, name := range []string{"random", "greedy"} {
		agent, err := w.opener.Agent(g, name)
		require.NoError(t, err)
		cast = append(cast, trust.Agent{Name: name, Command: name, Role: trust.Baseline, Agent: agent})
	}
	a := w.responding(1200)
	a.selection = 40
	m, err := w.marginOf(t.Context(), &strongest{Agent: cast[0]}, cast, a)
	require.NoError(t, err)
	assert.False(t, m.Exact)
	assert.True(t, m.Found, "greedy beats random")
	assert.Positive(t, m.Low)
	assert.Less(t, m.High, 1.0)
	assert.Equal(t, "3 trainings of 1,200 decisions, chosen on 40 games", m.Budget)
}

// A strategy that is easily beaten is beaten by the best response that a report trains.
func TestBestResponseToAStrategy(t *testing.T) {
	slowWhenRaced(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("low.yaml", []byte("name: Low\nabout: It keeps what it has.\nrules:\n  - {always: bid 1}\n  - {always: bid 2}\n"), 0o600))
	g := games.MustNew("goofspiel")
	responding := func(g env.Game, file string, games int) (*strategy.Study, error) {
		w := under(t, g, "runs")
		w.Seed, w.Strategy = 1, file
		p := w.learners()
		p.decisions = 0
		cast, err := w.agentsOf(t.Context(), g, p)
		require.NoError(t, err)
		strong := strongestOf(cast, p.dir)
		assert.Equal(t, "goofspiel", strong.file)
		a := w.responding(2000)
		a.selection = 100
		return w.respondTo(t.Context(), strong, cast, a, games, nil)
	}
	s, err := responding(g, "low.yaml", 400)
	require.NoError(t, err)
	assert.Equal(t, "Low", s.Strategy)
	assert.True(t, s.Found, "%+v", s)
	assert.Greater(t, s.Responding.Low, 0.6)
	assert.Len(t, s.By, 2)
	assert.Len(t, s.Examples, 3)
	assert.NotEmpty(t, s.Habits)
	assert.Equal(t, "always bid 1", s.Rules[0].Rule)

	// With the prizes in the other order the same strategy is the best there is.
	g = games.MustNew("goofspiel(order=ascending)")
	require.NoError(t, os.RemoveAll("runs"))
	s, err = responding(g, "low.yaml", 100)
	require.NoError(t, err)
	assert.False(t, s.Found)
	assert.Equal(t, []string{"the strategy itself: nothing better was found", "the strategy itself: nothing better was found"}, s.By)
	assert.Greater(t, s.Strength.Low, 0.9)

	require.NoError(t, os.WriteFile("bad.yaml", []byte("name: Bad\nrules:\n  - {always: bid 1, never: bid 2}\n  - {nevr: x}\n"), 0o600))
	_, err = responding(g, "bad.yaml", 40)
	assert.ErrorContains(t, err, "bad.yaml:4")
	assert.ErrorContains(t, err, "nevr")
}

// On a single Duel the what-if of trained agents agrees with the exact values of what they
// play, for those that stay as they are and for those that learned the change.
func TestWhatIfOfTrainedAgentsIsExact(t *testing.T) {
	slow(t)
	g, changed := games.MustNew("duel(file=mini)"), games.MustNew("duel(file=mini,hit_on=10)")
	w := under(t, g, t.TempDir())
	w.Seed = 5
	p := w.learning(0, 1, 20, func(int, int) {})
	cast, err := w.agentsOf(t.Context(), g, p)
	require.NoError(t, err)
	p.decisions = 1000
	rules, err := w.rulesOf(t.Context(), strongestOf(cast, p.dir), []ruleSet{{label: asTheyAre, game: g}, {label: "hit_on = 10", game: changed}}, cast, p)
	require.NoError(t, err)
	found, err := whatif.Run(t.Context(), whatif.Config{Base: rules[0], Variants: rules[1:], Games: 4000, Seed: 3})
	require.NoError(t, err)

	value := func(r whatif.Rules, set int) float64 {
		walked, err := tree.Build(t.Context(), r.Game, 0)
		require.NoError(t, err)
		policy, err := eval.Tabulate(t.Context(), walked, r.Sets[set].A.Agent, 0)
		require.NoError(t, err)
		return walked.Values(policy)[0]
	}
	for set, kind := range found.Rules[1].Kinds {
		before, after := value(rules[0], set), value(rules[1], set)
		for _, m := range kind.Measures {
			if m.Name == "return of seat 1" {
				t.Logf("%s: change %+.4f [%+.4f, %+.4f], exactly %+.4f", kind.Kind, m.Change.Value, m.Change.Low, m.Change.High, after-before)
				half := (m.Change.High - m.Change.Low) / 2
				assert.InDelta(t, after-before, m.Change.Value, 1.5*half, "%s: three standard errors", kind.Kind)
			}
		}
	}
}
