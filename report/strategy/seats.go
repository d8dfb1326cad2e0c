package strategy

import (
	"context"

	"ringer/agents"
)

type bySeat []agents.Agent

// Decide asks the agent of each seat about its views.
func (b bySeat) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	return agents.AskEach(ctx, b, views, func(v *agents.View) int { return int(v.Seat) })
}
