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

// opponents returns the opponents of an iteration, as far as results are known now, with
// their shares of the tables: the fixed ones by priority, and past selves, which are drawn
// anew every few iterations from a stream of their own, and when one has left the pool.
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

// sides says which seats of a game learn together at a table with opponents.
type sides struct {
	of []int // [seats]
	n  int
}

// seatsOf returns every seat of a game by itself.
func seatsOf(spec *env.Spec) sides {
	s := sides{of: make([]int, spec.Players), n: spec.Players}
	for p := range s.of {
		s.of[p] = p
	}
	return s
}

// teamsOf returns the teams of a game, and every seat by itself where there are none.
func teamsOf(spec *env.Spec) sides {
	of, n := spec.SideOf()
	return sides{of: of, n: n}
}

// sides returns who learns together.
func (c *OpponentConfig) sides(spec *env.Spec) sides {
	if c.Teams {
		return teamsOf(spec)
	}
	return seatsOf(spec)
}

// Seat says who sits at the tables with opponents: whole teams learn there, or single
// seats. Without it seats do. Only the Teams of cfg counts.
func (c *Collector) Seat(cfg OpponentConfig) {
	for _, g := range c.groups {
		g.sides = cfg.sides(c.spec)
	}
}

// equal is an equal share of the wins.
func (s sides) equal() float64 { return 1 / float64(s.n) }

// share is the sum of what shareOf says of a side's seats.
func (s sides) share(rewards []float32, side int) float64 {
	sum := 0.0
	for p := range rewards {
		if s.of[p] == side {
			sum += shareOf(rewards, p)
		}
	}
	return sum
}

// lead returns how far the mean reward of a side is above the mean reward of the other
// seats.
func (s sides) lead(rewards []float32, side int) float64 {
	if s.n == 1 {
		return 0
	}
	var sum [2]float64 // of the others, and of the side
	var seats [2]int
	for p, r := range rewards {
		own := 0
		if s.of[p] == side {
			own = 1
		}
		sum[own] += float64(r)
		seats[own]++
	}
	return sum[1]/float64(seats[1]) - sum[0]/float64(seats[0])
}
