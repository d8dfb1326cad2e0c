package random

import (
	"context"

	"ringer/agents"
)

type agent struct{}

// New returns the uniform agent.
func New() agents.Agent { return agent{} }

// Decide gives every legal action the same probability. Values are 0.
func (agent) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i := range decisions {
		probs := decisions[i].Probs
		p := 1 / float32(len(probs))
		for j := range probs {
			probs[j] = p
		}
	}
	return decisions, nil
}
