package script

import (
	"context"

	"ringer/agents"
	"ringer/env"
)

// constant plays as another agent, but for one action.
type constant struct {
	over   agents.Agent
	kind   int8
	action env.Action
}

// Constant returns an agent that plays as over, but always takes one action in decisions of a
// kind, an index into Spec.Kinds, wherever that action is legal: the simplest answer to a habit.
// It is safe for concurrent use if over is.
func Constant(over agents.Agent, kind int8, action env.Action) agents.Agent {
	return &constant{over, kind, action}
}

// Decide asks the other agent, as it would be asked without the constant, and puts the action
// over its decisions.
func (c *constant) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions, err := agents.Ask(ctx, c.over, views)
	if err != nil {
		return nil, err
	}
	for i := range views {
		v := &views[i]
		at := -1
		for k, a := range v.Legal {
			if a == c.action {
				at = k
			}
		}
		if at >= 0 && v.Game.Kind(v.Observation, v.Legal) == c.kind {
			clear(decisions[i].Probs)
			decisions[i].Probs[at] = 1
		}
	}
	return decisions, nil
}
