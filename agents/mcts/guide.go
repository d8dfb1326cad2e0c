package mcts

import (
	"context"

	"ringer/agents"
	"ringer/env"
)

// guide plays playouts by a policy, in place of random actions.
type guide struct {
	policy agents.Agent
	depth  int // as in InformationSetOptions
	viewer *agents.Viewer
	views  [1]agents.View

	decided []int     // [seats] decisions in this playout
	asked   []bool    // [seats] took an action on the path, and has no value yet
	ends    []float64 // [seats] returns of the episode
}

func newGuide(game env.Game, policy agents.Agent, depth int) *guide {
	seats := game.Spec().Players
	return &guide{
		policy: policy, depth: depth, viewer: agents.NewViewer(game),
		decided: make([]int, seats), asked: make([]bool, seats), ends: make([]float64, seats),
	}
}

// begin notes the seats whose returns the path needs, and returns their number.
func (g *guide) begin(path []infoStep) (asked int) {
	clear(g.decided)
	clear(g.asked)
	for _, step := range path {
		if !g.asked[step.actor] {
			g.asked[step.actor] = true
			asked++
		}
	}
	return asked
}

// finish plays by the policy and leaves in p.returns the return of every seat on the
// path. It ends with the episode, or as soon as the policy's values stand for all of
// them.
//
// The state of the playout stands for the worlds of View.Resample: every seat knows the
// world in which it plays, as it does in the tree.
func (g *guide) finish(ctx context.Context, p *playout, path []infoStep) error {
	state, left := p.table.State(), g.begin(path)
	for {
		actor, err := p.table.Advance(p.rng)
		if err != nil {
			return err
		}
		if actor == env.Terminal {
			break
		}
		v := &g.views[0]
		*v = g.viewer.View(state, p.rng)
		v.Resample = func(env.Rand) env.State { return state.Clone() }
		decisions, err := agents.Ask(ctx, g.policy, g.views[:])
		if err != nil {
			return err
		}
		if g.decided[actor]++; g.decided[actor] == g.depth && g.asked[actor] {
			g.asked[actor] = false
			p.returns[actor] = min(max(float64(decisions[0].Value), p.spec.MinUtility), p.spec.MaxUtility)
			if left--; left == 0 {
				return nil
			}
		}
		if err := state.Apply(agents.Sample(decisions[0], v.Legal, p.rng)); err != nil {
			return err
		}
	}
	state.Returns(g.ends)
	for seat, asked := range g.asked {
		if asked {
			p.returns[seat] = g.ends[seat]
		}
	}
	return nil
}
