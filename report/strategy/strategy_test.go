package strategy_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/agents/script"
	"ringer/env/games"
	"ringer/eval"
	"ringer/report/strategy"
)

var game = games.MustNew("goofspiel(cards=3)")

// playing returns an agent that plays rules over random play.
func playing(t *testing.T, name string, rules ...script.Rule) *script.Agent {
	t.Helper()
	a, err := script.New(game.Spec(), &script.Strategy{Name: name, Rules: rules}, func(string) (agents.Agent, error) { return random.New(), nil })
	require.NoError(t, err)
	return a
}

// exploiting returns the study of one who always bids the lowest card, and of a best response that
// bids the next higher one and keeps its lowest for the end.
func exploiting(t *testing.T, workers int) *strategy.Study {
	t.Helper()
	low := playing(t, "low", script.Rule{Always: "bid 1"}, script.Rule{Always: "bid 2"}, script.Rule{Never: "no such bid"})
	high := playing(t, "high", script.Rule{Always: "bid 2"}, script.Rule{Always: "bid 3"})
	s, err := strategy.Run(t.Context(), strategy.Config{
		Game: game, Strategy: eval.Entry{Name: "low", Agent: low}, Rules: []string{"always bid 1", "always bid 2", "never no such bid"}, Applies: low.Applies,
		Response: eval.Entry{Name: "high", Agent: high}, Ringer: eval.Entry{Name: "random", Agent: random.New()}, Budget: "none", Games: 400, Seed: 2, Workers: workers,
	})
	require.NoError(t, err)
	return s
}

// A best response that knows the strategy beats it where one that does not is level with it; what
// it does otherwise is found, and games show it.
func TestABestResponseIsMeasured(t *testing.T) {
	s := exploiting(t, 0)
	assert.Equal(t, 400, s.Games)
	assert.Equal(t, 200, s.Deals)
	assert.True(t, s.Found)
	assert.Greater(t, s.Responding.Value, s.Untaught.Value)
	assert.InDelta(t, s.Responding.Value-s.Untaught.Value, s.Gain.Value, 1e-12)
	for _, r := range []strategy.Rate{s.Responding, s.Untaught, s.Gain, s.Strength} {
		assert.Less(t, r.Low, r.High)
		assert.LessOrEqual(t, r.Low, r.Value)
		assert.LessOrEqual(t, r.Value, r.High)
		assert.Positive(t, r.N)
	}
	require.NotEmpty(t, s.Habits)
	assert.Equal(t, "bid 2", s.Habits[0].Action)
	assert.Positive(t, s.Habits[0].Low)
	for _, h := range s.Habits {
		assert.GreaterOrEqual(t, h.Response.Of, 30)
		assert.True(t, h.Low > 0 || h.High < 0)
	}
	assert.InDelta(t, 0.5, s.Rules[0].Applied.Value, 0.01, "the first of two choices")
	assert.Positive(t, s.Rules[1].Applied.Value)
	assert.Zero(t, s.Rules[2].Applied.Value)

	require.Len(t, s.Examples, 3)
	for _, e := range s.Examples {
		state := game.NewInitialState()
		for _, a := range e.History {
			require.NoError(t, state.Apply(a))
		}
		returns := make([]float64, 2)
		state.Returns(returns)
		assert.InDelta(t, 1, returns[e.Seat], 1e-12, "the best response won")
	}
	assert.NotEqual(t, s.Examples[0].Seat, s.Examples[1].Seat)

	for _, workers := range []int{1, 3} {
		assert.Equal(t, s, exploiting(t, workers))
	}
	_, err := json.Marshal(s)
	require.NoError(t, err)
}

// Nothing is found where what was trained wins no more than the ringer.
func TestNothingIsFound(t *testing.T) {
	low := playing(t, "low", script.Rule{Always: "bid 1"})
	s, err := strategy.Run(t.Context(), strategy.Config{
		Game: game, Strategy: eval.Entry{Name: "low", Agent: low}, Response: eval.Entry{Name: "a", Agent: random.New()},
		Ringer: eval.Entry{Name: "b", Agent: random.New()}, Games: 200, Seed: 2,
	})
	require.NoError(t, err)
	assert.False(t, s.Found)
	assert.Zero(t, s.Gain.Value)
	assert.Less(t, s.Gain.Low, 0.0)
	assert.Empty(t, s.Habits)
	assert.Positive(t, s.Compared)

	_, err = strategy.Run(t.Context(), strategy.Config{Game: game})
	assert.EqualError(t, err, "strategy: none: want an agent\nbest response: none: want an agent\nringer: none: want an agent\ngames: 0: want a positive number")
}

// named takes its one action.
type named struct{ always int }

func (n named) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := agents.Decisions(views)
	for i := range out {
		out[i].Probs[min(n.always, len(out[i].Probs)-1)] = 1
	}
	return out, nil
}

func TestBySeat(t *testing.T) {
	a := strategy.BySeat([]agents.Agent{named{1}, nil}, named{0})
	views := []agents.View{{Seat: 1, Legal: game.NewInitialState().LegalActions(nil)}, {Seat: 0, Legal: game.NewInitialState().LegalActions(nil)}}
	d, err := a.Decide(t.Context(), views)
	require.NoError(t, err)
	assert.InDelta(t, 1, d[0].Probs[0], 0)
	assert.InDelta(t, 1, d[1].Probs[1], 0)
}
