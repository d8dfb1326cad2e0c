package imitation

import (
	"context"
	"slices"

	"ringer/agents"
	"ringer/agents/neural"
	"ringer/env"
	"ringer/models"
)

// Beside returns the agent that Start imitates where some kinds of decisions are to be learned
// anew: ask decides in them, and a copy of weights, at temperature 1, in all others. So what
// the network does there is its own target, and only the kinds move.
func Beside(spec *env.Spec, weights *models.Weights, ask agents.Agent, kinds []string) (agents.Agent, error) {
	own, err := neural.FromWeights(spec, weights)
	if err != nil {
		return nil, err
	}
	b := &beside{agents: []agents.Agent{own, ask}, asked: make([]bool, len(spec.Kinds()))}
	for k, name := range spec.Kinds() {
		b.asked[k] = slices.Contains(kinds, name)
	}
	return b, nil
}

type beside struct {
	agents []agents.Agent // the network and the agent that is asked
	asked  []bool         // by kind of decision
}

func (b *beside) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	return agents.AskEach(ctx, b.agents, views, func(v *agents.View) int {
		if len(v.Legal) > 1 && b.asked[v.Game.Kind(v.Observation, v.Legal)] {
			return 1
		}
		return 0
	})
}
