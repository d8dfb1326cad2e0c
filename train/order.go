package train

import (
	"context"
	"errors"

	"ringer/models"
)

// Order says how an iteration is played. Nothing in it changes any more.
type Order struct {
	Iteration int

	// After is the number of iterations whose results the order knows: that of the
	// iteration itself, or less by collect.lag. Weights are those after so many.
	After     int
	Weights   *models.Weights
	Opponents []Opponent
}

// Player plays the iterations of a run, here or elsewhere. What it returns follows from
// the orders and the configuration alone: the same bytes from every Player.
//
// One goroutine uses it. When ctx of a call is done, the run stops: nothing is called but
// Saved.
type Player interface {
	// Order accepts the next iteration, which it may begin to play at once.
	Order(ctx context.Context, o *Order) error

	// Collect returns the batch of the oldest order that it has not returned, which is
	// valid until the next call.
	Collect(ctx context.Context) (*Batch, error)

	// Saved says that a checkpoint on disk holds all that was learned in the iterations
	// before the given one.
	Saved(ctx context.Context, iteration int) error

	// Full reports whether so much waits for Saved that a checkpoint should be saved now.
	Full() bool

	// Stop says that no more iterations are wanted, also none that were ordered.
	Stop()
}

// plan adds the orders that follow from the results so far.
func (r *run) plan() {
	for next := r.Iteration + len(r.orders); next <= r.Iteration+r.cfg.Collect.Lag; next++ {
		o := &Order{Iteration: next, After: r.Iteration, Weights: r.weights, Opponents: r.opponents(next)}
		if r.cfg.Collect.Lag > 0 {
			o.Weights = r.weights.Clone() // the run's own go on
			if n := len(r.orders); n > 0 && r.orders[n-1].After == o.After {
				o.Weights = r.orders[n-1].Weights
			}
		}
		r.orders = append(r.orders, o)
	}
}

// here plays in this process.
type here struct {
	collector *Collector
	orders    []*Order
	ahead     bool        // play runs ahead of learning
	playing   chan played // the outcome of orders[0], once it has begun
	stop      func()      // ends the play that has begun
}

type played struct {
	batch *Batch
	err   error
}

// newHere returns the Player of this process. With ahead, it plays an iteration while the
// one before is learned from.
func newHere(c *Collector, ahead bool) *here {
	if ahead {
		c.keepTwo()
	}
	return &here{collector: c, ahead: ahead}
}

func (h *here) Order(_ context.Context, o *Order) error {
	h.orders = append(h.orders, o)
	return nil
}

func (h *here) Collect(ctx context.Context) (*Batch, error) {
	if len(h.orders) == 0 {
		return nil, errors.New("train: no iteration was ordered")
	}
	if h.playing == nil {
		h.begin(ctx)
	}
	got := <-h.playing
	h.stop()
	h.playing, h.orders = nil, h.orders[1:]
	if h.ahead && len(h.orders) > 0 && got.err == nil {
		h.begin(ctx)
	}
	return got.batch, got.err
}

// begin plays the oldest order.
func (h *here) begin(ctx context.Context) {
	o, done := h.orders[0], make(chan played, 1)
	ctx, h.stop = context.WithCancel(ctx)
	h.playing = done
	go func() {
		batch, err := h.collector.Collect(ctx, o.Iteration, o.Weights, o.Opponents)
		done <- played{batch, err}
	}()
}

func (h *here) Saved(context.Context, int) error { return nil }

func (h *here) Full() bool { return false }

func (h *here) Stop() {
	if h.playing != nil {
		h.stop()
		<-h.playing
		h.playing = nil
	}
}
