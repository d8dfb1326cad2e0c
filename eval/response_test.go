package eval_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
)

// tabular plays a policy of a tree, found by the observation.
func tabular(t *testing.T, full *tree.Tree, policy tree.Policy) agents.Agent {
	t.Helper()
	at := map[string]int32{}
	key := func(seat env.Player, observation []float32) string {
		b := []byte{byte(seat)}
		for _, v := range observation {
			b = append(b, byte(16*v+128), byte(int(1000*v)))
		}
		return string(b)
	}
	for i := range full.Infosets() {
		observation := make([]float32, full.Spec.ObservationSize())
		full.State(full.Example[i]).Observe(full.Player[i], observation)
		k := key(full.Player[i], observation)
		require.NotContains(t, at, k, "observations tell information states apart")
		at[k] = int32(i)
	}
	return agentFunc(func(_ context.Context, views []agents.View) ([]agents.Decision, error) {
		decisions := agents.Decisions(views)
		for i := range views {
			for j, p := range full.At(policy, at[key(views[i].Seat, views[i].Observation)]) {
				decisions[i].Probs[j] = float32(p)
			}
		}
		return decisions, nil
	})
}

// Exact best responses gain in games what the tree says, to within the interval.
func TestResponsesGainWhatTheTreeSays(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	for _, name := range []string{"kuhn", "kuhn(players=3)"} {
		game := games.MustNew(name)
		full, err := tree.Build(t.Context(), game, 0)
		require.NoError(t, err)
		uniform := full.Uniform()
		exact := eval.ExploitPolicy(full, "random", uniform)
		config := eval.ResponseConfig{Game: game, Agent: eval.Entry{Name: "random", Agent: random.New()}, Games: 30_000, Seed: 3}
		for p := range full.Players() {
			_, best := full.BestResponse(uniform, p)
			config.Responses = append(config.Responses, tabular(t, full, best))
		}
		e, err := eval.PlayResponses(context.Background(), config)
		require.NoError(t, err)
		assert.Equal(t, "br", e.Method)
		assert.Equal(t, 30_000, e.Games)
		assert.Equal(t, 30_000/full.Players(), e.Deals)
		assert.InDelta(t, exact.NashConv, e.NashConv, 0.08, name)
		assert.Less(t, e.NashConvLow, exact.NashConv+0.02)
		assert.Greater(t, e.NashConvHigh, exact.NashConv-0.02)
		assert.InDelta(t, e.NashConv, e.Exploitability.Exploitability*float64(full.Players()), 1e-12)
		sum := 0.0
		for p, s := range e.Seats {
			assert.InDelta(t, exact.Seats[p].Value, s.Value, 0.06)
			assert.InDelta(t, exact.Seats[p].BestResponseValue, s.BestResponseValue, 0.06)
			assert.Less(t, s.Low, s.BestResponseValue)
			assert.Less(t, s.BestResponseValue, s.High)
			g := e.Gains[p]
			assert.InDelta(t, s.BestResponseValue-s.Value, g.Gain, 1e-12)
			assert.Less(t, g.Low, g.Gain)
			sum += g.Gain
		}
		assert.InDelta(t, sum, e.NashConv, 1e-9)

		if full.Players() > 2 {
			continue
		}
		config.Workers = 3
		again, err := eval.PlayResponses(context.Background(), config)
		require.NoError(t, err)
		assert.Equal(t, e, again)
	}
}

// Only seats that have a response are played from, and what is found there is to the bit
// what is found beside responses in all seats.
func TestSeatsWithoutAResponseAreNotPlayed(t *testing.T) {
	played := map[int]int{} // of this many games
	game := games.MustNew("kuhn(players=3)")
	config := eval.ResponseConfig{
		Game: game, Agent: eval.Entry{Name: "random", Agent: random.New()}, Games: 900, Seed: 4, Workers: 1,
		Responses: slices.Repeat([]agents.Agent{greedy.New(2, nil)}, 3),
		Progress:  func(done, total int) { played[total] = done },
	}
	all, err := eval.PlayResponses(t.Context(), config)
	require.NoError(t, err)
	config.Responses = []agents.Agent{nil, greedy.New(2, nil), nil}
	one, err := eval.PlayResponses(t.Context(), config)
	require.NoError(t, err)
	assert.Equal(t, map[int]int{4 * 300: 4 * 300, 2 * 300: 2 * 300}, played, "games, those of the agent itself included")
	assert.Equal(t, 900, all.Games)
	assert.Equal(t, 300, one.Games)
	assert.Equal(t, all.Seats[1], one.Seats[1])
	assert.Equal(t, all.Gains[1], one.Gains[1])
	assert.NotZero(t, one.Gains[1].Gain)
	assert.Equal(t, eval.Gain{Seat: 2}, one.Gains[2])

	config.Place = eval.NewPlace(&afar{})
	elsewhere, err := eval.PlayResponses(t.Context(), config)
	require.NoError(t, err)
	assert.Equal(t, one, elsewhere)
}

// The agent itself gains nothing, exactly.
func TestNoResponseGainsNothing(t *testing.T) {
	e, err := eval.PlayResponses(context.Background(), eval.ResponseConfig{
		Game: games.MustNew("leduc"), Agent: eval.Entry{Name: "random", Agent: random.New()}, Responses: make([]agents.Agent, 2), Games: 999,
	})
	require.NoError(t, err)
	assert.Equal(t, 500, e.Deals)
	assert.Zero(t, e.Games, "nobody responds")
	assert.Zero(t, e.NashConv)
	assert.Zero(t, e.NashConvHigh)
	assert.Equal(t, e.Seats[1].Value, e.Seats[1].BestResponseValue)
	assert.NotZero(t, e.Seats[1].Value)

	_, err = eval.PlayResponses(context.Background(), eval.ResponseConfig{Game: games.MustNew("leduc"), Workers: -1})
	assert.EqualError(t, err, "responses: 0: want 2, one for each seat\nagent: none: want an agent\ngames: 0: want 1 to 1000000000\nworkers: -1: want a positive number, or 0 for one a processor")
}
