package train

import (
	"fmt"
	"math"

	"ringer/train/metrics"
)

// describe sums up an iteration as named numbers.
func (r *run) describe(b *Batch, order *Order, learned []Metric) []metrics.Value {
	s := &b.Stats
	values := []metrics.Value{
		{Name: "decisions", Value: float64(r.Decisions)},
		{Name: "rows", Value: float64(b.Rows)},
		{Name: "episodes", Value: float64(s.Episodes)},
		{Name: "episode_length", Value: float64(s.Decisions) / float64(s.Episodes)},
		{Name: "forced_rate", Value: 1 - float64(s.Choices)/float64(s.Decisions)},
		{Name: "normalized_entropy", Value: s.EntropySum / math.Max(1, float64(b.Rows))},
	}
	for k, of := range s.ByKind {
		if of.Rows > 0 && of.Rows < b.Rows {
			values = append(values, metrics.Value{Name: "normalized_entropy/" + b.Kinds[k], Value: of.EntropySum / float64(of.Rows)})
		}
	}
	if s.SelfEpisodes > 0 {
		values = append(values, metrics.Value{Name: "draw_rate", Value: float64(s.Draws) / float64(s.SelfEpisodes)})
	}
	for p := range r.watch.Seats {
		if _, share, _, ok := r.watch.Seats[p].bounds(); ok {
			values = append(values, metrics.Value{Name: fmt.Sprintf("share_of_seat_%d", p), Value: share})
		}
	}
	if r.watch.Shortest > 0 {
		values = append(values, metrics.Value{Name: "length_trend", Value: r.watch.Length / r.watch.Shortest})
	}
	values = append(values, r.tables(b, order.Opponents)...)
	if worst := r.worstPast(); worst != nil {
		values = append(values, metrics.Value{Name: "worst_share_against_past", Value: worst.Score / worst.Episodes})
	}
	if n := len(r.exploiters.Entries); n > 0 && r.exploiters.Entries[n-1].Iteration == exploiterID+r.Iteration-1 {
		values = append(values, metrics.Value{Name: "exploiter_share", Value: r.exploiters.Entries[n-1].Won})
	}
	if r.cfg.Collect.Lag > 0 {
		values = append(values, metrics.Value{Name: "staleness", Value: float64(order.Iteration - order.After)})
	}
	for _, m := range learned {
		values = append(values, metrics.Value(m))
	}
	return values
}

// tables returns the share of tables of each opponent, and the learner's share of wins
// against it: for past selves and for exploiters, that of this iteration against all of them together;
// for a fixed opponent, which may have few tables, that of its record.
func (r *run) tables(b *Batch, opponents []Opponent) (values []metrics.Value) {
	past, answers := 0.0, 0.0
	for _, o := range opponents {
		switch {
		case o.ID >= exploiterID:
			answers += o.Share
			continue
		case o.ID >= 0:
			past += o.Share
			continue
		}
		name, record := r.cfg.Opponents.Fixed[-1-o.ID], r.records[-1-o.ID]
		values = append(values, metrics.Value{Name: "tables_against_" + name, Value: o.Share})
		if record.Episodes >= 1 {
			values = append(values, metrics.Value{Name: "share_against_" + name, Value: record.Score / record.Episodes})
		}
	}
	var selves, exploiters OpponentResult
	for _, o := range b.Stats.Opponents {
		sum := &selves
		switch {
		case o.Opponent < 0:
			continue
		case o.Opponent >= exploiterID:
			sum = &exploiters
		}
		sum.Episodes += o.Episodes
		sum.Score += o.Score
	}
	for _, of := range []struct {
		name   string
		tables float64
		OpponentResult
	}{{"past", past, selves}, {"exploiters", answers, exploiters}} {
		if of.tables > 0 {
			values = append(values, metrics.Value{Name: "tables_against_" + of.name, Value: of.tables})
		}
		if of.Episodes > 0 {
			values = append(values, metrics.Value{Name: "share_against_" + of.name, Value: of.Score / float64(of.Episodes)})
		}
	}
	return values
}
