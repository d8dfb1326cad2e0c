package train

import (
	"bytes"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/models"
)

// Record holds the results of learning seats against one opponent. Old results fade,
// because they come from a weaker learner.
type Record struct {
	Episodes float64 `json:"episodes"`
	Score    float64 `json:"score"` // sum of the learner's shares, as in OpponentResult

	// Lead holds how far the learner's scaled return was above the mean of the
	// others' in an episode. Alarms judge by it: who wins more pots may still lose
	// more chips.
	Lead tally `json:"lead"`
}

// valid reports whether the record can be one of results, but for rounding.
func (r *Record) valid() bool { return r.Score >= 0 && r.Score <= r.Episodes*(1+1e-9) }

// recordMemory is the factor by which results fade, an iteration: half of them count
// after 14 iterations.
const recordMemory = 0.95

func (r *Record) fade() {
	r.Episodes *= recordMemory
	r.Score *= recordMemory
	r.Lead.fade()
}

func (r *Record) add(o OpponentResult) {
	r.Episodes += float64(o.Episodes)
	r.Score += o.Score
	r.Lead.add(o.Episodes, o.Lead, o.LeadSquares)
}

// priority returns the weight of an opponent in the drawing of tables:
// (1 - w)^2 of prioritised fictitious self-play (Vinyals et al. 2019, supplement),
// with a floor that keeps every opponent in play. equal is an equal share of the
// table.
//
// w is the learner's chance to come before one such opponent, as follows from its
// share s of wins among n seats or teams when strengths are odds (Luce 1959):
// w = s(n-1) / (s(n-1) + 1-s), which is s with two seats and 1/2 at an equal share.
// Two episodes at an equal share are added, so that an opponent that has hardly
// played yet counts as level.
func (r *Record) priority(equal float64) float64 {
	s := (r.Score + 2*equal) / (r.Episodes + 2)
	won, lost := s*(1-equal), (1-s)*equal
	if won+lost <= 0 {
		return leastPriority // a table of one seat
	}
	w := won / (won + lost)
	return (1-w)*(1-w) + leastPriority
}

const leastPriority = 0.01

// PoolEntry is one frozen past self.
type PoolEntry struct {
	Iteration int // after which it was taken
	Weights   *models.Weights
	Record
}

// Pool holds past selves and draws opponents from them.
type Pool struct {
	Limit   int     // entries kept; the oldest but the first are dropped
	Equal   float64 // an equal share of the table
	Entries []PoolEntry
}

// Add puts a copy of weights into the pool.
func (p *Pool) Add(iteration int, weights *models.Weights) {
	p.Entries = append(p.Entries, PoolEntry{Iteration: iteration, Weights: weights.Clone()})
	if len(p.Entries) > p.Limit {
		// Thin evenly rather than forget the beginning: drop the entry whose
		// neighbours are closest in time, never the newest or the oldest.
		drop, gap := 1, int(^uint(0)>>1)
		for i := 1; i < len(p.Entries)-1; i++ {
			if g := p.Entries[i+1].Iteration - p.Entries[i-1].Iteration; g < gap {
				drop, gap = i, g
			}
		}
		p.Entries = slices.Delete(p.Entries, drop, drop+1)
	}
}

// Redraw returns the iterations of n entries, or of all when there are fewer: first the
// iterations of kept that are in the pool, then entries drawn by priority, none twice.
func (p *Pool) Redraw(rng env.Rand, kept []int, n int) (drawn []int) {
	for _, it := range kept {
		if p.find(it) != nil && len(drawn) < n && !slices.Contains(drawn, it) {
			drawn = append(drawn, it)
		}
	}
	for len(drawn) < min(n, len(p.Entries)) {
		drawn = append(drawn, p.draw(rng, drawn))
	}
	return drawn
}

// draw returns the iteration of an entry that is not among those taken. There must
// be one.
func (p *Pool) draw(rng env.Rand, taken []int) int {
	sum := 0.0
	for i := range p.Entries {
		if e := &p.Entries[i]; !slices.Contains(taken, e.Iteration) {
			sum += e.priority(p.Equal)
		}
	}
	u := rng.Float64() * sum
	last := 0
	for i := range p.Entries {
		e := &p.Entries[i]
		if slices.Contains(taken, e.Iteration) {
			continue
		}
		last = e.Iteration
		if u -= e.priority(p.Equal); u < 0 {
			break
		}
	}
	return last
}

// find returns the entry taken after an iteration, or nil.
func (p *Pool) find(iteration int) *PoolEntry {
	for i := range p.Entries {
		if p.Entries[i].Iteration == iteration {
			return &p.Entries[i]
		}
	}
	return nil
}

// Record fades all results and adds the results of an iteration; results of others than
// past selves, and of entries that have left, are passed over.
func (p *Pool) Record(results []OpponentResult) {
	for i := range p.Entries {
		p.Entries[i].fade()
	}
	for _, o := range results {
		if e := p.find(o.Opponent); e != nil {
			e.add(o)
		}
	}
}

// ReadPool decodes the past selves of a checkpoint (see checkpoint.Load), oldest first. load
// returns a file of the run's pool, as checkpoint.Reader.LoadPool does.
func ReadPool(files map[string][]byte, load func(name string) ([]byte, error)) ([]PoolEntry, error) {
	s, err := readState(files)
	if err != nil {
		return nil, err
	}
	var out []PoolEntry
	for _, p := range s.Pool {
		data, err := load(poolName(p.Iteration))
		if err != nil {
			return nil, err
		}
		w, _, err := models.ReadWeights(bytes.NewReader(data), s.Network)
		if err != nil {
			return nil, fmt.Errorf("pool of iteration %d: %w", p.Iteration, err)
		}
		out = append(out, PoolEntry{Iteration: p.Iteration, Weights: w, Record: p.Record})
	}
	return out, nil
}
