package search

import (
	"context"
	"fmt"
	"math/rand/v2"

	"ringer/agents"
	"ringer/env"
	"ringer/env/drive"
)

// playout is where one rollout is played.
type playout struct {
	drive.Table
	viewer *agents.Viewer
	pcg    rand.PCG
	rng    env.Rand // draws from pcg
	arm    int      // index of the tried action that began it
	own    int      // decisions of the searching seat since
}

// playouts are the rollouts of one decision, and their memory.
type playouts struct {
	game  env.Game
	all   []*playout
	busy  []*playout // not over yet
	views []agents.View
	seat  env.Player

	returns []float64
}

func newPlayouts(game env.Game) *playouts {
	return &playouts{game: game, returns: make([]float64, game.Spec().Players)}
}

// deal sets up each rollouts for each of the tried actions of v. The i-th
// rollouts of all actions share their world and random numbers, so that they
// differ by the action alone as far as they can.
func (t *playouts) deal(ctx context.Context, v *agents.View, tried []int, each, worlds int) error {
	drawn := make([]env.State, worlds)
	for i := range drawn {
		if err := ctx.Err(); err != nil {
			return err
		}
		drawn[i] = v.Resample(v.Rand)
	}
	seed := v.Rand.Uint64()
	t.busy = t.busy[:0]
	for arm := range tried {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i := range each {
			if err := soon(ctx, i); err != nil {
				return err
			}
			k := len(t.busy)
			if k == len(t.all) {
				t.all = append(t.all, t.newPlayout())
			}
			r := t.all[k]
			r.Copy(drawn[i%worlds])
			r.pcg.Seed(seed, uint64(i))
			r.arm, r.own = arm, 0
			if err := r.State().Apply(v.Legal[tried[arm]]); err != nil {
				return inWorld(t.game, err)
			}
			t.busy = append(t.busy, r)
		}
	}
	return nil
}

func (t *playouts) newPlayout() *playout {
	r := &playout{viewer: agents.NewViewer(t.game)}
	r.rng = rand.New(&r.pcg)
	return r
}

// rollOut plays all tables to their ends and sums the seat's returns by arm.
func (a *Agent) rollOut(ctx context.Context, t *playouts, arms int) ([]float64, error) {
	sums := make([]float64, arms)
	for {
		t.views = t.views[:0]
		waiting := t.busy[:0]
		for i, r := range t.busy {
			if err := soon(ctx, i); err != nil {
				return nil, err
			}
			actor, err := r.Advance(r.rng)
			if err != nil {
				return nil, inWorld(t.game, err)
			}
			if actor == env.Terminal {
				r.State().Returns(t.returns)
				sums[r.arm] += t.returns[t.seat]
				continue
			}
			waiting = append(waiting, r)
			t.views = append(t.views, r.viewer.View(r.State(), r.rng))
		}
		if t.busy = waiting; len(waiting) == 0 {
			return sums, nil
		}
		decisions, err := agents.Ask(ctx, a.policy, t.views)
		if err != nil {
			return nil, err
		}
		if err := t.play(decisions, a.options.Depth, sums); err != nil {
			return nil, inWorld(t.game, err)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
}

// play applies the decisions at the busy tables. A table at which the searching
// seat has reached the depth is over: the value of its decision counts.
func (t *playouts) play(decisions []agents.Decision, depth int, sums []float64) error {
	busy := t.busy[:0]
	for i, r := range t.busy {
		if t.views[i].Seat == t.seat {
			if r.own++; r.own == depth {
				sums[r.arm] += float64(decisions[i].Value)
				continue
			}
		}
		if err := r.State().Apply(agents.Sample(decisions[i], t.views[i].Legal, r.rng)); err != nil {
			return err
		}
		busy = append(busy, r)
	}
	t.busy = busy
	return nil
}

// soon returns the error of the context at every 256th of many short pieces of work, so
// that a search of any size stops in a part of a second.
func soon(ctx context.Context, i int) error {
	if i%256 == 0 {
		return ctx.Err()
	}
	return nil
}

// inWorld explains an error of a game in a world that View.Resample gave.
func inWorld(game env.Game, err error) error {
	return fmt.Errorf("search: %s in a resampled world: %w", game.Spec(), err)
}
