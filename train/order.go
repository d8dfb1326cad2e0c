package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"ringer/env"
	"ringer/models"
)

// Order says how an iteration is played. Nothing in it changes any more.
type Order struct {
	Iteration int

	// After is the number of iterations whose results the order knows: the number of the
	// iteration itself, or less by collect.lag. Weights are the weights after this many.
	After     int
	Weights   *models.Weights
	Opponents []Opponent
	Acting    Acting
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
	o.Acting.check(&f)
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
		o := &Order{Iteration: next, After: r.Iteration, Weights: r.weights, Opponents: r.opponents(next), Acting: r.acting()}
		if r.cfg.Collect.Lag > 0 {
			o.Weights = r.weights.Clone() // the run's own go on
			if n := len(r.orders); n > 0 && r.orders[n-1].After == o.After {
				o.Weights, o.Acting.Response = r.orders[n-1].Weights, r.orders[n-1].Acting.Response
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
		batch, err := h.collector.Collect(ctx, o)
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

// savedOrder is an order in a checkpoint. The weights of the learner lie beside it, in
// one file for each number of iterations that they come after; the weights of past selves
// lie in the pool folder of the run, also when they have left the pool.
type savedOrder struct {
	Iteration int             `json:"iteration"`
	After     int             `json:"after"`
	Opponents []savedOpponent `json:"opponents"`
	Acting    Acting          `json:"acting,omitzero"`
}

// savedOpponent is an opponent of an order. ID is as in Opponent.
type savedOpponent struct {
	ID    int     `json:"id"`
	Share float64 `json:"share"`
}

// afterName is the file of the weights after a number of iterations.
func afterName(iterations int) string { return fmt.Sprintf("after-%08d.safetensors", iterations) }

// checkOrders reports orders that no run has.
func (s *stateFile) checkOrders() error {
	if len(s.Orders) > mostLag {
		return fmt.Errorf("orders: %d of them: want at most %d", len(s.Orders), mostLag)
	}
	for i, o := range s.Orders {
		if o.Iteration != s.Iteration+i || o.After < 0 || o.After > s.Iteration {
			return fmt.Errorf("orders[%d]: iteration %d after %d: want iteration %d after at most %d", i, o.Iteration, o.After, s.Iteration+i, s.Iteration)
		}
		var f env.Faults
		if o.Acting.check(&f); f != nil {
			return fmt.Errorf("orders[%d]: %w", i, f.Err())
		}
		for k, p := range o.Opponents {
			if !(p.Share >= 0 && p.Share <= 1) || p.ID < -len(s.Fixed) {
				return fmt.Errorf("orders[%d].opponents[%d]: id %d with a share of %g: want an opponent of the run with a share from 0 to 1", i, k, p.ID, p.Share)
			}
		}
	}
	return nil
}

// poolFiles lists the files of the pool folder that the checkpoint needs.
func (s *stateFile) poolFiles() (names []string) {
	for _, e := range s.Pool {
		names = append(names, poolName(e.Iteration))
	}
	for _, o := range s.Orders {
		for _, p := range o.Opponents {
			if p.ID >= 0 {
				names = append(names, poolName(p.ID))
			}
		}
	}
	return names
}

// saveOrders writes the orders that play is ahead by into a checkpoint. put writes a file
// of it, and keep a past self.
func (r *run) saveOrders(s *stateFile, put func(name string, tensors []models.Tensor) error, keep func(iteration int, w *models.Weights) error) error {
	for _, o := range r.orders {
		s.Format = aheadFormat
		saved := savedOrder{Iteration: o.Iteration, After: o.After, Opponents: []savedOpponent{}, Acting: o.Acting}
		for _, p := range o.Opponents {
			saved.Opponents = append(saved.Opponents, savedOpponent{ID: p.ID, Share: p.Share})
			if p.Weights != nil {
				if err := keep(p.ID, p.Weights); err != nil {
					return err
				}
			}
		}
		s.Orders = append(s.Orders, saved)
		if err := put(afterName(o.After), o.Weights.NamedTensors()); err != nil {
			return err
		}
		if o.Acting.Response != nil {
			if err := put(responseName(o.After), o.Acting.Response.NamedTensors()); err != nil {
				return err
			}
		}
	}
	return nil
}

// restoreOrders goes on with the orders of a checkpoint. The pool must have been
// restored.
func (r *run) restoreOrders(s *stateFile, files map[string][]byte) error {
	after, responses, known := map[int]*models.Weights{}, map[int]*models.Weights{}, map[int]*models.Weights{}
	for i := range r.pool.Entries {
		known[r.pool.Entries[i].Iteration] = r.pool.Entries[i].Weights
	}
	for _, saved := range s.Orders {
		o := &Order{Iteration: saved.Iteration, After: saved.After, Acting: saved.Acting}
		if after[saved.After] == nil {
			w, err := readWeights(files, afterName(saved.After), r.network)
			if err != nil {
				return err
			}
			after[saved.After] = w
		}
		o.Weights = after[saved.After]
		if saved.Acting.Responds > 0 && responses[saved.After] == nil {
			w, err := readWeights(files, responseName(saved.After), r.network)
			if err != nil {
				return err
			}
			responses[saved.After] = w
		}
		o.Acting.Response = responses[saved.After]
		for _, p := range saved.Opponents {
			opponent := Opponent{ID: p.ID, Share: p.Share}
			if p.ID < 0 {
				opponent.Agent = r.fixed[-1-p.ID].Agent
			} else if known[p.ID] == nil {
				data, err := r.Options.Run.LoadPool(poolName(p.ID))
				if err != nil {
					return err
				}
				if known[p.ID], _, err = models.ReadWeights(bytes.NewReader(data), r.network); err != nil {
					return fmt.Errorf("pool of iteration %d: %w", p.ID, err)
				}
			}
			if p.ID >= 0 {
				opponent.Weights = known[p.ID]
			}
			o.Opponents = append(o.Opponents, opponent)
		}
		r.orders = append(r.orders, o)
	}
	return nil
}
