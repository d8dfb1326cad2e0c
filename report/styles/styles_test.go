package styles_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/corpus"
	"ringer/report/corpus/corpustest"
	"ringer/report/styles"
)

// leans shows one sign with probability 0.8.
type leans int

func (l leans) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i := range views {
		out[i].Probs = []float32{.1, .1, .1}
		out[i].Probs[l] = .8
	}
	return out, nil
}

// end bids its highest card, or its lowest, with probability 0.8.
type end bool

func (e end) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		n := len(v.Legal)
		out[i].Probs = make([]float32, n)
		for k := range n {
			out[i].Probs[k] = .2 / float32(n)
		}
		at := 0
		if e {
			at = n - 1
		}
		out[i].Probs[at] += .8
	}
	return out, nil
}

func play(t *testing.T, g env.Game, seed uint64, workers, n int, list ...agents.Agent) *styles.Study {
	t.Helper()
	var entries []eval.Entry
	for i, a := range list {
		entries = append(entries, eval.Entry{Name: string(rune('a' + i)), Agent: a})
	}
	c, err := corpus.Play(context.Background(), corpus.Config{Game: g, Entries: entries, Games: n, Seed: seed})
	require.NoError(t, err)
	s, err := styles.Play(context.Background(), styles.Config{
		Corpus: c, Base: eval.Entry{Name: "random", Agent: random.New()}, ForcedGames: 100, Seed: seed, Workers: workers,
	})
	require.NoError(t, err)
	return s
}

// Planted styles of rock, paper, scissors are found, named, and beat each other in a cycle;
// the equilibrium mixes all three alike.
func TestPlantedStylesAreFound(t *testing.T) {
	g := corpustest.NewSigns(9)
	s := play(t, g, 1, 1, 300, leans(0), leans(1), leans(2))
	require.Len(t, s.Groups, 1)
	group := s.Groups[0]
	require.Len(t, group.Styles, 3, group.Words)
	assert.Greater(t, group.Silhouette, .5)
	named := map[string]bool{}
	for _, style := range group.Styles {
		agent := 0
		for i, share := range style.Agents {
			if share > style.Agents[agent] {
				agent = i
			}
		}
		assert.Greater(t, style.Agents[agent], .9, "a style is the play of one agent")
		sign := []string{"rock", "paper", "scissors"}[agent]
		assert.True(t, strings.HasPrefix(style.Name, "often "+sign+" (show)"), style.Name)
		assert.Greater(t, style.Habits[0].Rate, .7)
		named[sign] = true
		assert.InDelta(t, 1./3, style.Weight, .1)
	}
	assert.Len(t, named, 3)
	for _, p := range []*styles.Payoffs{s.Played, s.Forced} {
		assert.Len(t, p.Cycles, 1)
		for a := range 3 {
			for b := range 3 {
				if a != b {
					assert.Greater(t, max(p.Lead[a][b].Low, -p.Lead[a][b].High), .2)
				}
			}
		}
	}
	for _, f := range s.Forced.Fidelity {
		assert.Greater(t, f, .6)
	}
	assert.Empty(t, s.Flags)
	assert.Equal(t, s, play(t, g, 1, 3, 300, leans(0), leans(1), leans(2)), "results do not depend on workers")
}

// A style that beats the others is flagged: with two who play rock and paper, paper.
func TestADominantStyleIsFlagged(t *testing.T) {
	s := play(t, corpustest.NewSigns(9), 1, 1, 200, leans(0), leans(1))
	require.Len(t, s.Groups[0].Styles, 2)
	require.Len(t, s.Flags, 1)
	assert.True(t, strings.Contains(s.Flags[0].Subject, "often paper") || strings.Contains(s.Flags[0].Subject, "seldom rock"), s.Flags[0].Subject)
	assert.Greater(t, s.Flags[0].Low, .3)
	assert.InDelta(t, 1, max(s.Groups[0].Styles[0].Weight, s.Groups[0].Styles[1].Weight), 1e-9)
}

// Those who bid their highest card are told from those who bid their lowest.
func TestStylesOfGoofspiel(t *testing.T) {
	s := play(t, games.MustNew("goofspiel(cards=8,order=descending)"), 1, 1, 300, end(true), end(false))
	require.Len(t, s.Groups[0].Styles, 2, s.Groups[0].Words)
	assert.Greater(t, s.Groups[0].Styles[0].Agents[0]+s.Groups[0].Styles[1].Agents[0], .99)
	assert.Greater(t, max(s.Groups[0].Styles[0].Agents[0], s.Groups[0].Styles[1].Agents[0]), .9)
	assert.Greater(t, max(s.Groups[0].Styles[0].Agents[1], s.Groups[0].Styles[1].Agents[1]), .9)
	if l := s.Forced.Lead[0][1]; l.Low < 0 && l.High > 0 {
		assert.InDelta(t, .5, s.Groups[0].Styles[0].Weight, 1e-6, "neither is clearly ahead")
	} else {
		assert.InDelta(t, 1, max(s.Groups[0].Styles[0].Weight, s.Groups[0].Styles[1].Weight), 1e-6)
	}
}

// mixes shows rock with a probability, else paper.
type mixes float32

func (m mixes) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i := range views {
		out[i].Probs = []float32{float32(m), 1 - float32(m), 0}
	}
	return out, nil
}

// Agents that differ by degrees are one style: the seats differ, in no clear groups.
func TestDegreesAreOneStyle(t *testing.T) {
	var list []agents.Agent
	for k := range 25 {
		list = append(list, mixes(.2+.6*float32(k)/24))
	}
	for seed := range uint64(3) {
		g := play(t, corpustest.NewSigns(21), seed, 0, 200, list...).Groups[0]
		assert.Positive(t, g.Directions)
		assert.Greater(t, g.Silhouette, styles.Clear)
		assert.Len(t, g.Styles, 1, "%f against %f", g.Silhouette, g.Reference)
	}
}

// One way to play is one style, over 20 seeds of each game: random play has none, and an
// agent that leans to one sign has one.
func TestOneStyleIsOne(t *testing.T) {
	found := 0
	for seed := range uint64(20) {
		for _, s := range []*styles.Study{
			play(t, corpustest.NewSigns(5), seed, 0, 120, random.New()),
			play(t, corpustest.NewSigns(5), seed, 0, 120, leans(1)),
			play(t, games.MustNew("goofspiel(cards=4,order=descending)"), seed, 0, 120, random.New()),
			play(t, games.MustNew("leduc"), seed, 0, 120, random.New()),
		} {
			for _, g := range s.Groups {
				if len(g.Styles) > 1 {
					found++
				}
			}
		}
	}
	assert.LessOrEqual(t, found, 2, "of 100 groups")
}

// Too few games tell no styles apart.
func TestFewGamesAreOneStyle(t *testing.T) {
	s := play(t, games.MustNew("leduc"), 1, 1, 8, random.New())
	assert.Len(t, s.Groups[0].Styles, 1)
	assert.Nil(t, s.Played)
}
