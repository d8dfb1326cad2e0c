package bestresponse_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
	"ringer/models"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/bestresponse"
)

// config exploits random with the shipped configuration of a game.
func config(t *testing.T, name string, decisions int) bestresponse.Config {
	t.Helper()
	file := algos.Defaults()
	require.NoError(t, configs.Read("train", name, &file, "ppo.entropy=0.02", "ppo.final_entropy=0", "ppo.kl=0.05", "ppo.magnet.coefficient=0"))
	return bestresponse.Config{
		Game: games.MustNew(name), Agent: eval.Entry{Name: "random", Agent: random.New()},
		Train: file.Config, Algorithm: func(w *models.Weights) (train.Algorithm, error) { return file.New(w) },
		Seeds: bestresponse.MinSeeds, Decisions: decisions, Selection: 4000, Games: 20_000, Seed: 1,
	}
}

// exact returns the gain of a best response against uniform play.
func exact(t *testing.T, g env.Game) *eval.Exploitability {
	t.Helper()
	full, err := tree.Build(t.Context(), g, 0)
	require.NoError(t, err)
	return eval.ExploitPolicy(full, "random", full.Uniform())
}

// A little training finds most of what there is to gain on kuhn, and its
// interval does not claim more than there is.
func TestALearnedResponseFindsMostOfTheGain(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	c := config(t, "kuhn", 16_000)
	phases := map[string]int{}
	c.Progress = func(phase string, done, total int) {
		require.LessOrEqual(t, done, total)
		phases[phase] = done
	}
	r, err := bestresponse.Run(context.Background(), c)
	require.NoError(t, err)
	want := exact(t, c.Game)
	t.Logf("found %.4f (%.4f … %.4f) of %.4f", r.NashConv, r.NashConvLow, r.NashConvHigh, want.NashConv)
	assert.Greater(t, r.NashConv, 0.8*want.NashConv)
	assert.Less(t, r.NashConvLow, want.NashConv)
	assert.True(t, r.LowerBound)
	assert.Equal(t, "br", r.Method)
	assert.Equal(t, 20_000, r.Games)
	assert.Equal(t, bestresponse.Budget{
		Seeds: 3, Decisions: 16_000, TotalDecisions: r.Budget.TotalDecisions, Networks: 3, SelectionGames: 4000, Seconds: r.Budget.Seconds,
	}, r.Budget)
	assert.Positive(t, r.Budget.Seconds)
	assert.Len(t, r.Candidates, 6)
	assert.Len(t, r.Chosen, 2)
	assert.Len(t, phases, 3)
	for p, s := range r.Seats {
		assert.InDelta(t, want.Seats[p].Value, s.Value, 0.06)
		assert.NotEqual(t, bestresponse.Itself, r.Chosen[p])
		best, chosen := 0.0, 0.0
		for _, candidate := range r.Candidates {
			best = max(best, candidate.Gains[p])
			if candidate.Name == r.Chosen[p] {
				chosen = candidate.Gains[p]
			}
		}
		assert.Positive(t, chosen)
		assert.Equal(t, best, chosen, "the best in the games that chose")
	}
}

// equilibrium plays Kuhn poker so that nobody can gain against it: never bluffs
// first, folds to no bet with a king, and so on (Kuhn's family with alpha 0).
type equilibrium struct{}

func (equilibrium) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i := range views {
		v := &views[i]
		hand := v.Observation[v.Game.FieldOffset("card"):]
		betting := v.Observation[v.Game.FieldOffset("betting"):]
		line := ""
		for k := 0; betting[2*k]+betting[2*k+1] > 0; k++ {
			line += string("pb"[int(betting[2*k+1])])
		}
		bets := map[string][]float32{"": {0, 0, 0}, "pb": {0, 1. / 3, 1}, "p": {1. / 3, 0, 1}, "b": {0, 1. / 3, 1}}[line]
		for card, bet := range bets {
			if hand[card] == 1 {
				decisions[i].Probs[0], decisions[i].Probs[1] = 1-bet, bet
			}
		}
	}
	return decisions, nil
}

// Against an agent that nobody can gain from, the bound is close to 0: what looks
// like a gain in the games that choose does not return in the games of the report.
func TestNothingToGain(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	c := config(t, "kuhn", 2000)
	c.Agent = eval.Entry{Name: "equilibrium", Agent: equilibrium{}}
	full, err := tree.Build(t.Context(), c.Game, 0)
	require.NoError(t, err)
	x, err := eval.Exploit(context.Background(), full, "equilibrium", equilibrium{}, 0)
	require.NoError(t, err)
	require.Less(t, x.NashConv, 1e-6)
	c.Selection, c.Games = 10_000, 10_000
	r, err := bestresponse.Run(context.Background(), c)
	require.NoError(t, err)
	for p, g := range r.Gains {
		for _, candidate := range r.Candidates {
			if candidate.Name == r.Chosen[p] {
				assert.NotEqual(t, candidate.Gains[p], g.Gain, "fresh deals")
			}
		}
	}
	assert.Less(t, r.NashConvLow, 0.01)
	assert.InDelta(t, 0, r.NashConv, 0.08)
	again, err := bestresponse.Run(context.Background(), c)
	require.NoError(t, err)
	again.Budget.Seconds = r.Budget.Seconds
	assert.Len(t, r.Responses, 2)
	r.Responses, again.Responses = nil, nil // whose memory differs
	r.Networks, again.Networks = nil, nil
	assert.Equal(t, r, again, "the same seed, the same report")
}

func TestFaultsAndInterrupts(t *testing.T) {
	c := config(t, "kuhn", 0)
	c.Seeds, c.Games, c.Selection = 2, 100, 0
	_, err := bestresponse.Run(context.Background(), c)
	assert.EqualError(t, err, "seeds: 2: want at least 3\nselection: 0: want at least 1\ngames: 100: want at least 500\ndecisions: 0: want at least 1")
	ctx, stop := context.WithCancel(context.Background())
	c = config(t, "kuhn", 1_000_000)
	c.Progress = func(string, int, int) { stop() }
	_, err = bestresponse.Run(ctx, c)
	assert.ErrorIs(t, err, context.Canceled)
	c = config(t, "kuhn", 1000)
	c.Agent.Agent = broken{}
	_, err = bestresponse.Run(context.Background(), c)
	var bad *agents.DecisionError
	assert.ErrorAs(t, err, &bad)
}

// broken gives no probabilities.
type broken struct{}

func (broken) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	return agents.Decisions(views), nil
}

// With more training, all but 5% of what there is to gain on leduc.
func TestALearnedResponseApproachesTheExactOneOnLeduc(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	if os.Getenv("RINGER_LONG") == "" {
		t.Skip("trains for minutes: set RINGER_LONG=1 (make long)")
	}
	c := config(t, "leduc", 500_000)
	c.Selection, c.Games = 20_000, 200_000
	r, err := bestresponse.Run(context.Background(), c)
	require.NoError(t, err)
	want := exact(t, c.Game)
	t.Logf("found %.4f (%.4f … %.4f) of %.4f, %.0f s", r.NashConv, r.NashConvLow, r.NashConvHigh, want.NashConv, r.Budget.Seconds)
	assert.InDelta(t, want.NashConv, r.NashConv, 0.05*want.NashConv)
}
