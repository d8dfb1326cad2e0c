package search

import (
	"context"
	"math"

	"ringer/agents"
	"ringer/env"
)

// doubt is the probability with which the other seats are taken to play at random
// instead of as the policy does: nobody is quite the policy, and no world is ruled out.
const doubt = 0.05

// belief draws worlds for a seat by how likely the policy, in the other seats' place,
// would have made their decisions in them. In a game whose states are env.Retracer,
// View.Resample deals worlds by chance alone; a world's weight is therefore the product of
// the policy's probabilities of the others' actions: Bayes' rule by importance sampling,
// then resampling (Gordon, Salmond and Smith, "Novel approach to nonlinear/non-Gaussian
// Bayesian state estimation", 1993).
type belief struct {
	game    env.Game
	seat    env.Player
	drawn   []env.State
	weights []float64 // [drawn] logarithms, until they are normalised
	pasts   []*past
	busy    []*past
	views   []agents.View
}

// past is a world whose history is played again.
type past struct {
	viewer *agents.Viewer
	state  env.State
	way    []env.Action
	next   int
	world  int // index into drawn
}

// draw returns n worlds of a view, chosen among n·candidates. The slice is valid until
// the next call. With one candidate, or in a game whose states are no env.Retracer, the
// worlds come from View.Resample. Errors are the context's and the policy's.
func (b *belief) draw(ctx context.Context, policy agents.Agent, v *agents.View, n, candidates int) ([]env.State, error) {
	b.drawn = b.drawn[:0]
	for i := range n * candidates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b.drawn = append(b.drawn, v.Resample(v.Rand))
		if i+1 == n && (candidates == 1 || !b.open(v.Seat, b.drawn[0])) {
			return b.drawn, nil
		}
	}
	if err := b.weigh(ctx, policy, v); err != nil {
		return nil, err
	}
	chosen := b.choose(n, v.Rand)
	clear(b.drawn)
	return chosen, nil
}

// open reports whether the others have decided anything that speaks for or against a
// world.
func (b *belief) open(seat env.Player, world env.State) bool {
	p, ok := b.trace(0, world)
	if !ok {
		return false
	}
	b.seat = seat
	waits, err := p.advance(seat)
	return err == nil && waits
}

// trace readies the i-th past for a world.
func (b *belief) trace(i int, world env.State) (*past, bool) {
	r, ok := env.UnwrapState(world).(env.Retracer)
	if !ok {
		return nil, false
	}
	if i == len(b.pasts) {
		b.pasts = append(b.pasts, &past{viewer: agents.NewViewer(b.game)})
	}
	p := b.pasts[i]
	from, way := r.Retrace(p.way[:0])
	p.state, p.way, p.next, p.world = env.WrapState(b.game, from), way, 0, i
	return p, true
}

// advance plays the past to the next decision with a choice of a seat that is not the
// given one, and reports whether there is one.
func (p *past) advance(seat env.Player) (bool, error) {
	for p.next < len(p.way) {
		if actor := p.state.CurrentPlayer(); actor >= 0 && actor != seat {
			return true, nil
		}
		if err := p.play(); err != nil {
			return false, err
		}
	}
	return false, nil
}

func (p *past) play() error {
	p.next++
	return p.state.Apply(p.way[p.next-1])
}

// weigh fills b.weights with the normalised weights of the worlds drawn. The policy is
// asked about all worlds together, decision by decision.
func (b *belief) weigh(ctx context.Context, policy agents.Agent, v *agents.View) error {
	b.weights, b.busy = b.weights[:0], b.busy[:0]
	for i, world := range b.drawn {
		b.weights = append(b.weights, 0)
		if p, ok := b.trace(i, world); ok {
			b.busy = append(b.busy, p)
		}
	}
	for {
		b.views = b.views[:0]
		waiting := b.busy[:0]
		for _, p := range b.busy {
			more, err := p.advance(v.Seat)
			if err != nil {
				return inWorld(b.game, err)
			}
			if more {
				waiting = append(waiting, p)
				b.views = append(b.views, p.viewer.View(p.state, v.Rand))
			}
		}
		if b.busy = waiting; len(waiting) == 0 {
			break
		}
		decisions, err := agents.Ask(ctx, policy, b.views)
		if err != nil {
			return err
		}
		for i, p := range b.busy {
			b.weights[p.world] += likelihood(&decisions[i], &b.views[i], p.way[p.next])
			if err := p.play(); err != nil {
				return inWorld(b.game, err)
			}
		}
	}
	normalise(b.weights)
	clear(b.views)
	return nil
}

// likelihood returns the logarithm of the probability of an action by a decision, with
// some doubt.
func likelihood(d *agents.Decision, v *agents.View, action env.Action) float64 {
	for i, a := range v.Legal {
		if a == action {
			return math.Log((1-doubt)*float64(d.Probs[i]) + doubt/float64(len(v.Legal)))
		}
	}
	return math.Inf(-1) // the world cannot have come about
}

// normalise turns logarithms into weights that sum to 1; all alike when none is possible.
func normalise(weights []float64) {
	most, sum := math.Inf(-1), 0.0
	for _, w := range weights {
		most = max(most, w)
	}
	for i, w := range weights {
		weights[i] = 1
		if !math.IsInf(most, -1) {
			weights[i] = math.Exp(w - most)
		}
		sum += weights[i]
	}
	for i := range weights {
		weights[i] /= sum
	}
}

// choose returns n of the worlds drawn, each as often as its weight says, up to one
// (systematic resampling, Kitagawa 1996). They are shuffled: a search takes the first ones
// most often, and in the order of the draws a likely world would be no likelier to be among
// those.
func (b *belief) choose(n int, rng env.Rand) []env.State {
	chosen := make([]env.State, 0, n)
	below, u := 0.0, rng.Float64()
	for i, w := range b.weights {
		below += w
		for len(chosen) < n && (float64(len(chosen))+u)/float64(n) < below {
			chosen = append(chosen, b.drawn[i])
		}
	}
	for len(chosen) < n { // rounding can leave a sum a hair under 1
		chosen = append(chosen, b.drawn[len(b.drawn)-1])
	}
	rng.Shuffle(n, func(i, j int) { chosen[i], chosen[j] = chosen[j], chosen[i] })
	return chosen
}
