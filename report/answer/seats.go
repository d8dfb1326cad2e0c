package answer

import (
	"context"
	"fmt"

	"ringer/agents"
)

type bySeat []agents.Agent

// Decide asks the agent of each seat about its views.
func (b bySeat) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for seat, a := range b {
		var mine []agents.View
		var at []int
		for i, v := range views {
			if int(v.Seat) == seat {
				mine, at = append(mine, v), append(at, i)
			}
		}
		if len(mine) == 0 {
			continue
		}
		decisions, err := a.Decide(ctx, mine)
		if err != nil {
			return nil, err
		}
		if err := agents.Check(decisions, mine); err != nil {
			return nil, fmt.Errorf("seat %d: %w", seat, err)
		}
		for k, i := range at {
			out[i] = decisions[k]
		}
	}
	return out, nil
}
