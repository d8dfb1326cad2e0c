package first

import (
	"context"

	"ringer/agents"
)

type agent struct{}

// New returns the agent.
func New() agents.Agent { return agent{} }

// Decide gives the first legal action, which has the smallest number, the probability 1.
// Values are 0.
func (agent) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	for i := range decisions {
		decisions[i].Probs[0] = 1
	}
	return decisions, nil
}
