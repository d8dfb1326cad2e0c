package train

import (
	"bytes"
	"fmt"

	"ringer/models"
)

// savedOrder is an order in a checkpoint. The weights of the learner lie beside it, in
// one file for each number of iterations that they come after; those of past selves lie
// in the pool folder of the run, also when they have left the pool.
type savedOrder struct {
	Iteration int             `json:"iteration"`
	After     int             `json:"after"`
	Opponents []savedOpponent `json:"opponents"`
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
		saved := savedOrder{Iteration: o.Iteration, After: o.After, Opponents: []savedOpponent{}}
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
	}
	return nil
}

// restoreOrders goes on with the orders of a checkpoint. The pool must have been
// restored.
func (r *run) restoreOrders(s *stateFile, files map[string][]byte) error {
	after, known := map[int]*models.Weights{}, map[int]*models.Weights{}
	for i := range r.pool.Entries {
		known[r.pool.Entries[i].Iteration] = r.pool.Entries[i].Weights
	}
	for _, saved := range s.Orders {
		o := &Order{Iteration: saved.Iteration, After: saved.After}
		if after[saved.After] == nil {
			w, err := readWeights(files, afterName(saved.After), r.network)
			if err != nil {
				return err
			}
			after[saved.After] = w
		}
		o.Weights = after[saved.After]
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
