package train

import (
	"ringer/agents"
	"ringer/env"
	"ringer/models"
)

// Opponent is a frozen player of an iteration: a past self, or an agent.
type Opponent struct {
	ID      int             // given back in OpponentResult
	Share   float64         // of the tables at which it plays, in [0, 1]
	Weights *models.Weights // of a past self; nil for an agent
	Agent   agents.Agent    // decides when Weights is nil
}

// plan divides a group's tables among the opponents by their shares, from the last
// table down, so that self-play keeps the first ones. It returns, for each table,
// an index into opponents, or -1 for self-play.
//
// It is a systematic sample: with u uniform in [0, 1) every opponent has its share of
// the tables on average, whole tables of it always, and an opponent with a share of
// less than a table has one now and then.
func plan(opponents []Opponent, tables int, u float64) []int {
	at := make([]int, tables)
	k, end := 0, 0.0 // tables that opponents before k have
	for i := range at {
		for k < len(opponents) && float64(i)+u >= end+opponents[k].Share*float64(tables) {
			end += opponents[k].Share * float64(tables)
			k++
		}
		at[tables-1-i] = k
		if k == len(opponents) {
			at[tables-1-i] = -1
		}
	}
	return at
}

// seatingOf divides the tables of a group in an iteration: see plan.
func seatingOf(seed uint64, iteration, group int, opponents []Opponent, tables int) []int {
	u := env.Stream(seed, purposeTrainTables, uint64(iteration), uint64(group)).Float64()
	return plan(opponents, tables, u)
}

// opponents returns those of an iteration, as far as results are known now, with their
// shares of the tables: the fixed ones by priority, and past selves, which are drawn anew
// every few iterations from a stream of their own, and when one has left the pool.
func (r *run) opponents(iteration int) []Opponent {
	c := &r.cfg.Opponents
	out := append([]Opponent(nil), r.fixed...)
	sum := 0.0
	for i := range r.records {
		sum += r.records[i].priority(r.pool.Equal)
	}
	for i := range out {
		out[i].Share = c.FixedShare * r.records[i].priority(r.pool.Equal) / sum
	}
	if c.PastShare == 0 || len(r.pool.Entries) == 0 {
		return out
	}
	kept := r.Past
	if iteration%c.RedrawEvery == 0 {
		kept = nil
	}
	r.Past = r.pool.Redraw(env.Stream(r.cfg.Seed, purposeTrainPast, uint64(iteration)), kept, c.PastSlots)
	for _, it := range r.Past {
		out = append(out, Opponent{ID: it, Share: c.PastShare / float64(len(r.Past)), Weights: r.pool.find(it).Weights})
	}
	return out
}

// keepScore notes the results of an iteration.
func (r *run) keepScore(results []OpponentResult) {
	r.pool.Record(results)
	for i := range r.records {
		r.records[i].fade()
	}
	for _, o := range results {
		if o.Opponent < 0 {
			r.records[-1-o.Opponent].add(o)
		}
	}
}
