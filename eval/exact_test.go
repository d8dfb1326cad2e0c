package eval_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/tree"
)

func exploit(t *testing.T, name string, agent agents.Agent) *eval.Exploitability {
	t.Helper()
	full, err := tree.Build(t.Context(), games.MustNew(name), 0)
	require.NoError(t, err)
	e, err := eval.Exploit(context.Background(), full, "it", agent, 0)
	require.NoError(t, err)
	return e
}

// Published exploitability (NashConv / seats) of the uniform policy.
func TestUniformIsAsExploitableAsPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	for name, want := range map[string]float64{
		"kuhn":            0.458333,
		"kuhn(players=3)": 2.0625 / 3,
		"leduc":           2.373611,
		"liarsdice":       0.780744,
	} {
		e := exploit(t, name, random.New())
		assert.InDelta(t, want, e.Exploitability, 1e-6, name)
		assert.InDelta(t, e.NashConv, e.Exploitability*float64(len(e.Seats)), 1e-12, name)
	}
}

// kuhnEquilibrium plays Kuhn's alpha family, reading card and betting from the
// observation: an agent has nothing else.
func kuhnEquilibrium(alpha float32) agentFunc {
	return func(_ context.Context, views []agents.View) ([]agents.Decision, error) {
		decisions := agents.Decisions(views)
		for i := range views {
			v := &views[i]
			hand := v.Observation[v.Game.FieldOffset("card"):]
			betting := v.Observation[v.Game.FieldOffset("betting"):]
			bets := map[string][]float32{
				"":   {alpha, 0, 3 * alpha},
				"pb": {0, alpha + 1./3, 1},
				"p":  {1. / 3, 0, 1},
				"b":  {0, 1. / 3, 1},
			}
			line := ""
			for k := 0; betting[2*k]+betting[2*k+1] > 0; k++ {
				line += string("pb"[int(betting[2*k+1])])
			}
			for card, bet := range bets[line] {
				if hand[card] == 1 {
					decisions[i].Probs[0], decisions[i].Probs[1] = 1-bet, bet
				}
			}
		}
		return decisions, nil
	}
}

func TestKuhnEquilibriumIsNotExploitable(t *testing.T) {
	for _, alpha := range []float32{0, 0.25, 1. / 3} {
		e := exploit(t, "kuhn", kuhnEquilibrium(alpha))
		assert.InDelta(t, 0, e.NashConv, 1e-7, "alpha %v", alpha) // 1/3 is a float32
		assert.InDelta(t, -1./18, e.Seats[0].Value, 1e-7)
		assert.InDelta(t, 1./18, e.Seats[1].Value, 1e-7)
	}
	wrong := exploit(t, "kuhn", fixed{[]float32{1, 0}})
	assert.InDelta(t, 2, wrong.NashConv, 1e-12, "never betting loses the ante to any bet")
}

func TestExploitabilityKeys(t *testing.T) {
	text, err := json.Marshal(exploit(t, "kuhn", random.New()))
	require.NoError(t, err)
	assert.JSONEq(t, `{
		"game": "kuhn", "agent": "it", "method": "exact",
		"nash_conv": 0.9166666666666665, "exploitability": 0.45833333333333326,
		"seats": [
			{"seat": 0, "value": 0.12499999999999994, "best_response_value": 0.5, "low": 0.5, "high": 0.5},
			{"seat": 1, "value": -0.12499999999999994, "best_response_value": 0.41666666666666663, "low": 0.41666666666666663, "high": 0.41666666666666663}
		]}`, string(text))
}

func TestTabulateReportsBadAgents(t *testing.T) {
	full, err := tree.Build(t.Context(), games.MustNew("kuhn"), 0)
	require.NoError(t, err)
	_, err = eval.Exploit(context.Background(), full, "it", agentFunc(func(_ context.Context, v []agents.View) ([]agents.Decision, error) {
		return agents.Decisions(v), nil
	}), 0)
	var bad *agents.DecisionError
	require.ErrorAs(t, err, &bad)
	assert.Contains(t, err.Error(), "it: ")
}
