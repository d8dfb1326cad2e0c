package agents

import (
	"context"
	"fmt"

	"ringer/env"
)

// Through seats an agent that was made for one game at tables of another game
// with the same facts: an agent that reads a wrapper's fields at a table without
// the wrapper, or the other way round. home is the game that the agent was made
// for. Where its observation has fields that the table does not show, they are
// written for a world that the seat cannot tell from the true one, so that
// nothing hidden can reach them. It returns the agent itself when the table's
// spec is the home's.
func Through(agent Agent, home env.Game, table *env.Spec) Agent {
	if home.Spec().Hash == table.Hash {
		return agent
	}
	return &through{agent: agent, home: home, spec: home.Spec()}
}

type through struct {
	agent Agent
	home  env.Game
	spec  *env.Spec // of home
}

// world makes a state of the home game from one of the table's.
func (t *through) world(s env.State) env.State {
	return env.WrapState(t.home, env.UnwrapState(s))
}

// Decide implements Agent.
func (t *through) Decide(ctx context.Context, views []View) ([]Decision, error) {
	seen := make([]View, len(views))
	size := t.spec.ObservationSize()
	memory := make([]float32, len(views)*size)
	for i := range views {
		v := views[i]
		if v.Game.FactsHash != t.spec.FactsHash {
			return nil, fmt.Errorf("agents: made for %s, asked to play %s", t.spec, v.Game)
		}
		resample := v.Resample
		if resample == nil {
			return nil, fmt.Errorf("agents: %s at a table of %s: %w", t.spec, v.Game, ErrNoWorlds)
		}
		v.Observation, memory = memory[:size:size], memory[size:]
		if t.spec.Hash == t.spec.FactsHash { // the facts come first
			copy(v.Observation, views[i].Observation)
		} else {
			t.world(resample(v.Rand)).Observe(v.Seat, v.Observation)
		}
		v.Game = t.spec
		v.Resample = func(rng env.Rand) env.State { return t.world(resample(rng)) }
		seen[i] = v
	}
	return t.agent.Decide(ctx, seen)
}
