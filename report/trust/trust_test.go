package trust_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/env/tactics"
	"ringer/report/trust"
)

var (
	game = games.MustNew("heat(file=mini)")
	weak = random.New()
	good = greedy.New(1, tactics.Judge(game))
)

// last takes the last legal action, whatever it is.
type last struct{}

func (last) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := agents.Decisions(views)
	for i := range views {
		out[i].Probs[len(views[i].Legal)-1] = 1
	}
	return out, nil
}

func agent(name string, role trust.Role, a agents.Agent) trust.Agent {
	return trust.Agent{Name: name, Command: name, Role: role, Agent: a}
}

func run(t *testing.T, c trust.Config) *trust.Study {
	t.Helper()
	c.Game, c.Games, c.SearchGames, c.Seed = game, 600, 100, 5
	s, err := trust.Run(t.Context(), c)
	require.NoError(t, err)
	return s
}

// Agents that beat all baselines, agree and have no hole are trusted.
func TestAgentsToTrust(t *testing.T) {
	s := run(t, trust.Config{
		Agents: []trust.Agent{
			agent("random", trust.Baseline, weak), agent("seed 1", trust.Learned, good), agent("seed 2", trust.Learned, good), agent("seed 3", trust.Learned, good),
			agent("seed 1 with search", trust.Search, good),
		},
		Margin: &trust.Margin{Agent: "seed 1", Budget: "3 × 1,000 decisions"},
	})
	assert.Equal(t, trust.High, s.Verdict.Level, s.Verdict.Lines)
	require.Len(t, s.Seeds, 1)
	assert.Len(t, s.Seeds[0].Values, 3)
	assert.Greater(t, s.Seeds[0].Mean, 0.38, "of three seats")
	assert.False(t, s.Seeds[0].Disagree)
	text := strings.Join(s.Verdict.Lines, "\n")
	assert.Contains(t, text, "Clearly better than random: ")
	assert.Contains(t, text, "gain nothing (3 × 1,000 decisions)")
	assert.Contains(t, text, "Search finds nothing that the agent misses")
	for _, p := range s.Pairs {
		assert.Positive(t, p.Games)
		assert.LessOrEqual(t, p.Low, p.WinRate)
		assert.LessOrEqual(t, p.WinRate, p.High)
	}
	_, err := json.Marshal(s)
	require.NoError(t, err)

	// Opponents whose training went wrong prove nothing.
	s = run(t, trust.Config{
		Agents: []trust.Agent{agent("random", trust.Baseline, weak), agent("seed 1", trust.Learned, good), agent("seed 2", trust.Learned, good), agent("seed 3", trust.Learned, good)},
		Margin: &trust.Margin{Agent: "seed 1", Budget: "3 × 1,000 decisions", Unlearned: .25},
	})
	assert.Equal(t, trust.Fair, s.Verdict.Level)
	assert.Contains(t, strings.Join(s.Verdict.Lines, "\n"), "Copies of seed 1 got worse by the training of best responses, by 0.250")
}

// A training that failed is seen beside those that did not, and nothing is believed.
func TestTrainingsThatDisagree(t *testing.T) {
	c := trust.Config{Agents: []trust.Agent{
		agent("random", trust.Baseline, weak), agent("shipped", trust.Start, good),
		agent("seed 1", trust.Learned, good), agent("seed 2", trust.Learned, last{}), agent("seed 3", trust.Learned, good),
	}}
	s := run(t, c)
	assert.Equal(t, trust.Low, s.Verdict.Level)
	require.Len(t, s.Seeds, 2)
	for _, x := range s.Seeds[:1] {
		assert.True(t, x.Disagree, x.Against)
		assert.Greater(t, x.Gap, trust.Wide)
		assert.Greater(t, x.GapLow, 0.0)
		assert.LessOrEqual(t, x.GapLow, x.Gap)
	}
	text := strings.Join(s.Verdict.Lines, "\n")
	assert.Contains(t, text, "differ in their seeds alone disagree")
	assert.Contains(t, text, "Training made seed 2 worse than shipped")
	assert.Contains(t, text, "No best response was trained against the agents")

	c.Workers = 1
	again := run(t, c)
	assert.Equal(t, s, again)
}

// An agent that a baseline beats is not believed, whatever else is said for it.
func TestAgentsThatABaselineBeats(t *testing.T) {
	s := run(t, trust.Config{
		Agents: []trust.Agent{agent("greedy", trust.Baseline, good), agent("shipped", trust.Start, last{}), agent("search", trust.Search, good)},
		Margin: &trust.Margin{Agent: "shipped", Gain: 0.4, Low: 0.3, High: 0.5, Found: true, Games: 1000, Budget: "little"},
	})
	assert.Equal(t, trust.Low, s.Verdict.Level)
	text := strings.Join(s.Verdict.Lines, "\n")
	assert.Contains(t, text, "Behind greedy: shipped")
	assert.Contains(t, text, "gain 0.4 (0.3 … 0.5) of the largest return at least, in 1,000 games (little)")
	assert.Contains(t, text, "Search finds better moves")
	assert.Empty(t, s.Seeds)
}

// Trainings that are equally good are hardly ever said to disagree: 20 gauges of three
// random agents.
func TestTrainingsThatAgree(t *testing.T) {
	disagree := 0
	for seed := range uint64(20) {
		s, err := trust.Run(t.Context(), trust.Config{Game: game, Games: 120, Seed: seed, Agents: []trust.Agent{
			agent("random", trust.Baseline, weak), agent("greedy", trust.Baseline, good),
			agent("seed 1", trust.Learned, weak), agent("seed 2", trust.Learned, random.New()), agent("seed 3", trust.Learned, random.New()),
		}})
		require.NoError(t, err)
		for _, x := range s.Seeds {
			if x.Disagree {
				disagree++
			}
		}
	}
	assert.LessOrEqual(t, disagree, 2)
}

// Agents that learned changed rules in a short training are not trusted as those are that were
// made for them, and the gauge says how far the training came.
func TestAgentsThatHadToLearnAChange(t *testing.T) {
	learned := agent("seed 1", trust.Learned, good)
	c := trust.Config{Agents: []trust.Agent{agent("random", trust.Baseline, weak), agent("shipped", trust.Start, good), learned}, Margin: &trust.Margin{Agent: "seed 1", Budget: "little"}}
	training := trust.Training{
		From: "a bot", Share: 1, Decisions: 900, Against: "random",
		Curve: []trust.Point{{Decisions: 300, WinRate: .4, Games: 100}}, Final: &trust.Point{Decisions: 900, WinRate: .455, Games: 400},
	}
	c.Agents[2].Training = &training
	s := run(t, c)
	assert.Equal(t, trust.High, s.Verdict.Level, "a bot of these rules")
	training.Changed = true
	s = run(t, c)
	assert.Equal(t, trust.Fair, s.Verdict.Level)
	assert.Contains(t, s.Verdict.Lines[0], "had 900 decisions each to learn these rules")
	assert.Contains(t, s.Verdict.Lines[0], "From 300 to 900 decisions their wins against random went from 40.0% to 45.5%.")
}

func TestWhatIsNoReport(t *testing.T) {
	_, err := trust.Run(t.Context(), trust.Config{Game: game, Agents: []trust.Agent{agent("random", trust.Baseline, weak), agent("x", trust.Search, nil)}})
	assert.EqualError(t, err, "games: 0: want a positive number\n"+
		"agents[1]: x: want an agent\n"+
		"search_games: 0: want a positive number, for x\n"+
		"agents: 2: want one or more whose trust is in question: of the role learned or start")
}
