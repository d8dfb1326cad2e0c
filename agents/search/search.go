package search

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"ringer/agents"
	"ringer/env"
)

// Options sets the search of Agent.
type Options struct {
	// Rollouts is the number of rollouts of a decision, at least 1. They are
	// shared equally by the actions that are tried, of which each has at least
	// one.
	Rollouts int

	// Worlds is the largest number of worlds drawn for a decision, at least 1.
	// The rollouts of an action take them in turn, and all actions the same
	// ones.
	Worlds int

	// Eta is the step size: an action that returns 1 more, on the scale on which the
	// game's largest return is 1, becomes exp(Eta) times as likely. 0 plays the
	// policy itself.
	Eta float64

	// Depth ends a rollout at the seat's own Depth-th decision after the one
	// searched, with the policy's value of it; 0 plays every rollout to the end.
	// The policy must then have values.
	Depth int

	// Temperature shapes the decision at the end, as agents.Temper does.
	Temperature float64
}

// Defaults returns the default options.
func Defaults() Options { return Options{Rollouts: 200, Worlds: 20, Eta: 10, Temperature: 1} }

// rarely is the share of the likeliest action's probability below which an
// action is neither tried nor played: rollouts are better spent on others.
const rarely = 0.01

// Agent is a policy that looks ahead. It is safe for concurrent use when the
// policy is, and keeps no memory.
//
// For a decision it draws worlds with View.Resample. In them it tries every
// action, then lets the policy play all seats to the end. With Q the mean
// returns and π the policy, it plays π·exp(ηQ): one step of mirror descent, for
// the seat at this decision, from the policy that every seat is assumed to play. All
// rollouts of a decision go on side by side, so that a network sees them in
// large batches.
//
// The step assumes that all other decisions stay as the policy has them. When every
// decision is changed in this way the steps need not add up to an improvement, least
// of all where bluffing matters: measure it before you trust it.
type Agent struct {
	game    env.Game
	policy  agents.Agent
	options Options
	tables  sync.Pool // of *playouts

	simulations atomic.Uint64
}

// Simulations returns the number of rollouts of all decisions so far.
func (a *Agent) Simulations() uint64 { return a.simulations.Load() }

// New returns the agent. It returns an error that wraps agents.ErrNoWorlds when
// the game's states are no env.Resampler, and panics on options out of range.
func New(game env.Game, policy agents.Agent, o Options) (*Agent, error) {
	finite := func(x float64) bool { return x >= 0 && !math.IsInf(x, 0) }
	if o.Rollouts < 1 || o.Worlds < 1 || o.Depth < 0 || !finite(o.Eta) || !finite(o.Temperature) {
		panic(fmt.Sprintf("search: options %+v", o))
	}
	if _, ok := game.NewInitialState().(env.Resampler); !ok {
		return nil, fmt.Errorf("search: %s: %w", game.Spec(), agents.ErrNoWorlds)
	}
	a := &Agent{game: game, policy: policy, options: o}
	a.tables.New = func() any { return newPlayouts(game) }
	return a, nil
}

// Decide searches from every view, one after the other, so that a decision does
// not depend on the other views. The value of a decision is the mean
// return that its actions had. A forced action is left to the policy. Errors:
// agents.ErrNoWorlds, the policy's own, *agents.DecisionError, or the context's.
func (a *Agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	t := a.tables.Get().(*playouts)
	defer a.tables.Put(t)
	return decide(ctx, a.policy, views, func(v *agents.View, d *agents.Decision) error { return a.improve(ctx, t, v, d) })
}

// decide asks the policy about every view, and lets search improve its decision
// wherever there is a choice.
func decide(ctx context.Context, policy agents.Agent, views []agents.View, search func(*agents.View, *agents.Decision) error) ([]agents.Decision, error) {
	decisions := make([]agents.Decision, len(views))
	for i := range views {
		one := views[i : i+1]
		said, err := agents.Ask(ctx, policy, one)
		if err != nil {
			return nil, err
		}
		decisions[i] = said[0]
		if len(one[0].Legal) == 1 {
			continue
		}
		if one[0].Resample == nil {
			return nil, fmt.Errorf("search: %s: %w", one[0].Game, agents.ErrNoWorlds)
		}
		if err := search(&one[0], &decisions[i]); err != nil {
			return nil, err
		}
	}
	return decisions, nil
}

// improve turns the policy's decision of a view into the search's.
func (a *Agent) improve(ctx context.Context, t *playouts, v *agents.View, d *agents.Decision) error {
	tried := likely(d.Probs)
	each := max(1, a.options.Rollouts/len(tried))
	t.seat = v.Seat
	if err := t.deal(ctx, v, tried, each, min(each, a.options.Worlds)); err != nil {
		return err
	}
	returns, err := a.rollOut(ctx, t, len(tried))
	if err != nil {
		return err
	}
	a.simulations.Add(uint64(each * len(tried)))
	for i := range returns {
		returns[i] /= float64(each)
	}
	spec := a.game.Spec()
	step := a.options.Eta / max(-spec.MinUtility, spec.MaxUtility)
	update(d.Probs, tried, returns, step)
	agents.Temper(d.Probs, a.options.Temperature)
	value := 0.0
	for i, legal := range tried {
		value += float64(d.Probs[legal]) * returns[i]
	}
	d.Value = float32(value)
	return nil
}

// likely lists the indices of the actions that are not too rare to be tried.
func likely(probs []float32) []int {
	most := float32(0)
	for _, p := range probs {
		most = max(most, p)
	}
	var tried []int
	for i, p := range probs {
		if p >= rarely*most {
			tried = append(tried, i)
		}
	}
	return tried
}

// update replaces the probabilities π by π·exp(step·Q), normalised. q[i] belongs
// to action tried[i]; all others get 0.
func update(probs []float32, tried []int, q []float64, step float64) {
	logits := make([]float64, len(tried))
	most := math.Inf(-1)
	for i, a := range tried {
		logits[i] = math.Log(float64(probs[a])) + step*q[i]
		most = max(most, logits[i])
	}
	clear(probs)
	sum := 0.0
	for i := range logits {
		logits[i] = math.Exp(logits[i] - most)
		sum += logits[i]
	}
	for i, a := range tried {
		probs[a] = float32(logits[i] / sum)
	}
}
