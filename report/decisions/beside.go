package decisions

import (
	"context"
	"fmt"
	"sync"

	"ringer/agents"
	"ringer/env"
)

// stream returns the random numbers of an agent that is asked beside in one deal: its own, so
// that the games are those that they are without it.
func (d *deal) stream(seed uint64, number int) env.Rand {
	if d.rng == nil {
		d.rng = env.Stream(seed, purposeBeside, uint64(number))
	}
	return d.rng
}

// asked keeps the first error of an agent that is asked beside.
type asked struct {
	mu  sync.Mutex
	err error
}

// ask returns the policy of an agent in the place of a view, and nil after an error.
func (a *asked) ask(ctx context.Context, agent agents.Agent, rng env.Rand, view agents.View) []float32 {
	view.Rand = rng
	d, err := agents.Ask(ctx, agent, []agents.View{view})
	if err == nil {
		return d[0].Probs
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil {
		a.err = fmt.Errorf("beside: %w", err)
	}
	return nil
}

// failed returns the error of the agent, unless ctx ended it.
func (a *asked) failed(ctx context.Context) error {
	if ctx.Err() != nil {
		return nil
	}
	return a.err
}
