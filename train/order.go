package train

import (
	"context"
	"errors"
	"fmt"

	"ringer/env"
	"ringer/models"
)

// Order says how an iteration is played. Nothing in it changes any more.
type Order struct {
	Iteration int

	// After is the number of iterations whose results the order knows: that of the
	// iteration itself, or less by collect.lag. Weights are those after this many.
	After     int
	Weights   *models.Weights
	Opponents []Opponent
}

// Check reports what no order of a run with this configuration, which is valid, says. Weights
// and agents need not be there yet.
func (o *Order) Check(cfg *Config) error {
	var f env.Faults
	if o.Iteration < 0 {
		f.Add("iteration", o.Iteration, "a number from 0")
	}
	if least := max(0, o.Iteration-mostLag); o.After < least || o.After > o.Iteration {
		f.Add("after", o.After, "a number from %d to %d", least, max(0, o.Iteration))
	}
	c := &cfg.Opponents
	if most := len(c.Fixed) + c.PastSlots; len(o.Opponents) > most {
		f.Add("opponents", fmt.Sprintf("%d opponents", len(o.Opponents)), "at most %d", most)
		return f.Err()
	}
	known, sum := map[int]bool{}, 0.0
	for i, p := range o.Opponents {
		path := fmt.Sprintf("opponents[%d]", i)
		fixed := p.ID < 0 && p.ID >= -len(c.Fixed)
		past := p.ID > 0 && p.ID <= o.After
		if !fixed && !past || known[p.ID] {
			f.Add(path+".id", p.ID, "one of the %d agents of opponents.fixed, as -1, or of the %d past iterations, once", len(c.Fixed), o.After)
		}
		known[p.ID] = true
		if !(p.Share >= 0 && p.Share <= 1) {
			f.Add(path+".share", p.Share, "a share from 0 to 1")
		}
		sum += p.Share
	}
	if !(sum <= 1+rounding) {
		f.Add("opponents", sum, "shares of at most 1 together")
	}
	return f.Err()
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

	// Failed says that nobody can learn from what Collect has returned since the last
	// Saved. Whoever goes on with the run has it played anew.
	Failed()

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

func (h *here) Failed() {}

func (h *here) Full() bool { return false }

func (h *here) Stop() {
	if h.playing != nil {
		h.stop()
		<-h.playing
		h.playing = nil
	}
}
