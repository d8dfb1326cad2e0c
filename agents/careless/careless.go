package careless

import (
	"context"
	"fmt"

	"ringer/agents"
)

type agent struct {
	over  agents.Agent
	slips float64
}

// New returns an agent that plays as over, and with the chance slips takes every legal
// action equally often. It is safe for concurrent use if over is. It panics when slips is
// no number from 0 to 1.
func New(over agents.Agent, slips float64) agents.Agent {
	if !(slips >= 0 && slips <= 1) {
		panic(fmt.Sprintf("careless: slips %v", slips))
	}
	return &agent{over, slips}
}

// Decide mixes the distribution of the other agent with the uniform one, and keeps its
// value. It returns the errors of the other agent.
func (a *agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions, err := agents.Ask(ctx, a.over, views)
	if err != nil {
		return nil, err
	}
	for i := range decisions {
		probs := decisions[i].Probs
		each := a.slips / float64(len(probs))
		for k, p := range probs {
			probs[k] = float32(float64((1-a.slips)*float64(p)) + each)
		}
	}
	return decisions, nil
}
