package mcts_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/mcts"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
)

// scripted decides by a function.
type scripted func(v *agents.View) agents.Decision

func (f scripted) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := make([]agents.Decision, len(views))
	for i := range views {
		decisions[i] = f(&views[i])
	}
	return decisions, nil
}

// In kuhn a seat with the king passes, and the other seat bets after every pass: what the
// pass is worth depends on how the playouts go on. Random ones call half the time (½·2 - ½·1),
// a policy that always calls gives 2, and a policy's value stands for the return as it is.
func TestPlayoutsFollowThePolicy(t *testing.T) {
	game, s := kuhnAt(t, [2]env.Action{2, 1})
	calls := scripted(func(*agents.View) agents.Decision { return agents.Decision{Probs: []float32{0, 1}, Value: 0.25} })
	folds := scripted(func(*agents.View) agents.Decision { return agents.Decision{Probs: []float32{1, 0}, Value: -9} })
	value := func(policy agents.Agent, depth int) float64 {
		total := 0.0
		const seeds = 200
		for seed := range uint64(seeds) {
			// Two simulations: each action once, so that no tree decides instead of the policy.
			d := decide(t, newISMCTS(t, game, func(o *mcts.InformationSetOptions) {
				o.Sims, o.Temperature, o.Policy, o.Depth = 2, 1, policy, depth
			}), game, s, seed)
			total += float64(d.Value)
		}
		return total / seeds // the mean of a pass and a bet
	}
	assert.InDelta(t, 2, value(calls, 0), 1e-5, "both bet, seat 0 wins 2; a bet is called and wins 2")
	assert.InDelta(t, 1, value(folds, 0), 1e-5, "pass, pass wins 1; a bet that is not called wins 1")
	assert.InDelta(t, (0.25+2)/2, value(calls, 1), 1e-5, "after pass and bet comes seat 0's own decision; after a bet seat 1's, who is not asked")
	assert.InDelta(t, 1, value(folds, 1), 1e-5, "the game ends before seat 0 decides again")

	// The same play as random playouts, by a policy of random actions.
	want := (0.5*1 + 0.5*0.5 + 1.5) / 2
	assert.InDelta(t, want, value(nil, 0), 0.2)
	assert.InDelta(t, want, value(random.New(), 0), 0.2)
}

// A value beyond the returns of the game is cut to them.
func TestPlayoutValuesStayInRange(t *testing.T) {
	game, s := kuhnAt(t, [2]env.Action{2, 1})
	boasts := scripted(func(*agents.View) agents.Decision { return agents.Decision{Probs: []float32{0, 1}, Value: 1e6} })
	d := decide(t, newISMCTS(t, game, func(o *mcts.InformationSetOptions) {
		o.Sims, o.Temperature, o.Policy, o.Depth = 2, 1, boasts, 1
	}), game, s, 1)
	assert.InDelta(t, 2, d.Value, 1e-5)
}

// A policy in a playout may ask for worlds; what it does with them changes nothing.
func TestPlayoutPoliciesMaySpoilTheirWorlds(t *testing.T) {
	for _, text := range []string{"leduc", "heat(players=3)"} {
		game := games.MustNew(text)
		s := first(t, game, 1)
		agent := func(spoil bool) *mcts.InformationSetAgent {
			return newISMCTS(t, game, func(o *mcts.InformationSetOptions) {
				o.Sims, o.Temperature = 20, 1
				o.Policy = scripted(func(v *agents.View) agents.Decision {
					if world := v.Resample(v.Rand); spoil {
						for _, a := range v.Legal[:1] {
							require.NoError(t, world.Apply(a))
						}
					}
					d := agents.Decision{Probs: make([]float32, len(v.Legal))}
					d.Probs[0] = 1
					return d
				})
			})
		}
		assert.Equal(t, decide(t, agent(false), game, s, 1), decide(t, agent(true), game, s, 1), text)
	}
}

func TestPlayoutRefusals(t *testing.T) {
	game, s := kuhnAt(t, [2]env.Action{2, 1})
	for depth, policy := range map[int]agents.Agent{-1: random.New(), 1: nil} {
		o := mcts.InformationSetDefaults()
		o.Policy, o.Depth = policy, depth
		assert.Panics(t, func() { _, _ = mcts.NewInformationSet(game, o) }, depth)
	}
	wrong := scripted(func(*agents.View) agents.Decision { return agents.Decision{Probs: []float32{1}} })
	agent := newISMCTS(t, game, func(o *mcts.InformationSetOptions) { o.Policy = wrong })
	_, err := agent.Decide(t.Context(), []agents.View{agents.NewViewer(game).View(s, env.Stream(1, "test"))})
	var decision *agents.DecisionError
	assert.ErrorAs(t, err, &decision)
}
