package train

import (
	"slices"

	"ringer/env"
	"ringer/models"
)

// PoolEntry is one frozen past self.
type PoolEntry struct {
	Iteration int // after which it was taken
	Weights   *models.Weights

	// Episodes and Score sum the results of learning seats against it, discounted
	// so that old results fade: Score / Episodes estimates the learner's share.
	Episodes float64
	Score    float64
}

// Pool holds past selves and draws opponents from them.
//
// The draw is prioritised fictitious self-play (Vinyals et al. 2019,
// supplement, "PFSP" with the weighting (1 - win rate)^2): opponents that the
// learner still loses to come up more often.
type Pool struct {
	Limit   int // entries kept; the oldest but the first are dropped
	Entries []PoolEntry
}

// poolMemory is the factor by which results against a pool entry fade, per episode
// batch.
const poolMemory = 0.9

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

// Draw returns the index of a drawn entry. It panics on an empty pool.
func (p *Pool) Draw(rng env.Rand) int {
	sum := 0.0
	for i := range p.Entries {
		sum += p.Entries[i].weight()
	}
	u := rng.Float64() * sum
	for i := range p.Entries {
		if u -= p.Entries[i].weight(); u < 0 {
			return i
		}
	}
	return len(p.Entries) - 1
}

// Record adds results of learning seats against the entry taken after the
// given iteration, if it is still there.
func (p *Pool) Record(iteration, episodes int, score float64) {
	for i := range p.Entries {
		if e := &p.Entries[i]; e.Iteration == iteration {
			e.Episodes = e.Episodes*poolMemory + float64(episodes)
			e.Score = e.Score*poolMemory + score
		}
	}
}

// WorstShare returns the learner's lowest share against any entry with at least
// the given number of (faded) episodes, and that entry's iteration; ok is
// false when there is none.
func (p *Pool) WorstShare(episodes float64) (share float64, iteration int, ok bool) {
	share = 2
	for i := range p.Entries {
		e := &p.Entries[i]
		if e.Episodes >= episodes && e.Score/e.Episodes < share {
			share, iteration, ok = e.Score/e.Episodes, e.Iteration, true
		}
	}
	return share, iteration, ok
}

// weight is (1 - share)^2 with two pseudo-episodes at one half, and a floor
// that keeps every entry in play.
func (e *PoolEntry) weight() float64 {
	lose := 1 - (e.Score+1)/(e.Episodes+2)
	return lose*lose + 0.01
}
