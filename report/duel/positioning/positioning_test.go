package positioning_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	expert "ringer/agents/expert/duel"
	"ringer/agents/random"
	"ringer/env/duel"
	"ringer/env/duel/draw"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/duel/positioning"
	"ringer/report/ratio"
)

func study(t *testing.T, name string, players int) (*duel.Game, *positioning.Study) {
	g := games.MustNew(name).(*duel.Game)
	c := positioning.Config{Game: g, Games: players, Seed: 5, Entries: []eval.Entry{{Name: "expert", Agent: expert.New(g, expert.Options{})}, {Name: "random", Agent: random.New()}}}
	done := 0
	c.Progress = func(n, total int) { assert.Equal(t, players, total); done = n }
	s, err := positioning.Run(context.Background(), c)
	require.NoError(t, err)
	assert.Equal(t, players, done)
	return g, s
}

func figure(t *testing.T, p *positioning.Profile, name string) ratio.Figure {
	i := slices.IndexFunc(p.Figures, func(f ratio.Figure) bool { return f.Name == name })
	require.GreaterOrEqual(t, i, 0, name)
	return p.Figures[i]
}

// The counts add up: between two agents that play each other, wins are one a game,
// every Duel is started by one of them, and each score is one of six.
func TestFiguresAddUp(t *testing.T) {
	const n = 60
	_, s := study(t, "duel", n)
	require.Len(t, s.Agents, 2)
	a, b := &s.Agents[0], &s.Agents[1]
	wins := "games won (a tie of two counts half)"
	assert.InDelta(t, 1, figure(t, a, wins).Value+figure(t, b, wins).Value, 1e-9)
	assert.Greater(t, figure(t, a, wins).Value, .5, "the expert is the better one")
	started := 0.
	for _, p := range []*positioning.Profile{a, b} {
		starts := figure(t, p, "Duels that it starts")
		started += starts.Value * float64(starts.Of)
		scores := 0.
		for _, f := range p.Figures {
			assert.LessOrEqual(t, f.Low, f.Value, f.Name)
			assert.GreaterOrEqual(t, f.High, f.Value, f.Name)
			assert.LessOrEqual(t, f.Games, n)
			if len(f.Name) == len("score 1") && f.Name[:5] == "score" {
				scores += f.Value
			}
			if f.Share {
				assert.LessOrEqual(t, f.High, 1., f.Name)
			}
		}
		assert.InDelta(t, 1, scores, 1e-9)
		assert.Greater(t, figure(t, p, "inches between the two").Value, 1., "nobody shoots from nearer than an inch")
		perGame := figure(t, p, "Duels of a game")
		assert.Equal(t, n, perGame.Of)
		assert.InDelta(t, perGame.Value*n, float64(starts.Of), 1e-6, "every Duel of a standing model is either started or answered")
	}
	finished := figure(t, a, "Duels it starts with nobody on his feet")
	assert.Positive(t, finished.Value)
	assert.InDelta(t, started, float64(finished.Of+figure(t, b, "Duels it starts with nobody on his feet").Of), 1e-6)
}

// The same configuration gives the same study and the same bytes of its pictures.
func TestStudiesRepeat(t *testing.T) {
	_, one := study(t, "duel", 12)
	_, two := study(t, "duel", 12)
	assert.Equal(t, one.Agents[0].Figures, two.Agents[0].Figures)
	assert.Equal(t, string(draw.SVG(one.Heat(0))), string(draw.SVG(two.Heat(0))))
	assert.NotEqual(t, string(draw.SVG(one.Heat(0))), string(draw.SVG(one.Heat(1))))
	most := 0.
	for _, h := range one.Heat(0).Heat {
		most = max(most, h.Weight)
	}
	assert.InDelta(t, 1, most, 1e-9, "the place of most Duels is the darkest")
}

// With several models and teams the counts hold too.
func TestStudyOfATeamGame(t *testing.T) {
	_, s := study(t, "duel(players=4,scenario=king_of_the_hill,one_and_half_actions=true)", 2)
	assert.Len(t, s.Agents, 2)
}

// A picture of a policy shows the chances of all destinations, and what is done
// instead of a Move in words.
func TestPolicyOfThePlaceBesideTheEdge(t *testing.T) {
	g := games.MustNew("duel").(*duel.Game)
	s, err := g.State(duel.Position{Act: "A", Carrier: "A", Models: []duel.Placed{{Model: "A", At: [2]float64{2, 5}}, {Model: "B", At: [2]float64{10, 10}}}})
	require.NoError(t, err)
	p, choices, err := positioning.Policy(context.Background(), g, s, eval.Entry{Name: "expert", Agent: expert.New(g, expert.Options{})}, 1)
	require.NoError(t, err)
	assert.Equal(t, "leave to the west", choices[0].Action)
	assert.Greater(t, choices[0].Prob, .9)
	assert.Equal(t, []string{"100% leave to the west"}, p.Notes)
	legal := len(s.LegalActions(nil))
	require.Len(t, choices, legal)
	sum := 0.
	for i, c := range choices {
		sum += c.Prob
		if i > 0 {
			assert.LessOrEqual(t, c.Prob, choices[i-1].Prob)
		}
	}
	assert.InDelta(t, 1, sum, 1e-3)

	p, _, err = positioning.Policy(context.Background(), g, s, eval.Entry{Name: "random", Agent: random.New()}, 1)
	require.NoError(t, err)
	assert.Len(t, p.Heat, len(p.Reach))
	for _, h := range p.Heat {
		assert.InDelta(t, 1, h.Weight, 1e-6, "random play prefers no place")
		assert.Empty(t, h.Note)
	}
	assert.Contains(t, string(draw.SVG(p)), "random")
}

// An agent that fails is an error that names the game.
func TestAFailingAgentStopsTheStudy(t *testing.T) {
	g := games.MustNew("duel").(*duel.Game)
	other := games.MustNew("duel(rounds=9)").(*duel.Game)
	c := positioning.Config{Game: g, Games: 3, Entries: []eval.Entry{{Name: "stranger", Agent: expert.New(other, expert.Options{})}}}
	_, err := positioning.Run(context.Background(), c)
	assert.ErrorContains(t, err, "positioning: game 0")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c.Entries[0].Agent = random.New()
	_, err = positioning.Run(ctx, c)
	assert.ErrorIs(t, err, context.Canceled)
}

// A study that is interrupted is one of the games that were over.
func TestAnInterruptedStudyKeepsItsGames(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := positioning.Config{Game: games.MustNew("duel").(*duel.Game), Games: 5, Entries: []eval.Entry{{Name: "random", Agent: random.New()}}}
	c.Progress = func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}
	s, err := positioning.Run(ctx, c)
	require.ErrorIs(t, err, context.Canceled)
	assert.True(t, s.Interrupted)
	c.Games, c.Progress = 2, nil
	two, err := positioning.Run(t.Context(), c)
	require.NoError(t, err)
	s.Interrupted = false
	assert.Equal(t, two, s)
}
