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
	if r.cfg.Collect.Lag > 0 {
		values = append(values, metrics.Value{Name: "staleness", Value: float64(order.Iteration - order.After)})
	}
	for _, m := range learned {
		values = append(values, metrics.Value(m))
	}
	return values
}

// tables returns the share of tables of each opponent, and the learner's share of wins
// against it: for past selves, that of this iteration against all of them together;
// for a fixed opponent, which may have few tables, that of its record.
func (r *run) tables(b *Batch, opponents []Opponent) (values []metrics.Value) {
	past := 0.0
	for _, o := range opponents {
		if o.ID >= 0 {
			past += o.Share
			continue
		}
		name, record := r.cfg.Opponents.Fixed[-1-o.ID], r.records[-1-o.ID]
		values = append(values, metrics.Value{Name: "tables_against_" + name, Value: o.Share})
		if record.Episodes >= 1 {
			values = append(values, metrics.Value{Name: "share_against_" + name, Value: record.Score / record.Episodes})
		}
	}
	var selves OpponentResult
	for _, o := range b.Stats.Opponents {
		if o.Opponent >= 0 {
			selves.Episodes += o.Episodes
			selves.Score += o.Score
		}
	}
	if past > 0 {
		values = append(values, metrics.Value{Name: "tables_against_past", Value: past})
	}
	if selves.Episodes > 0 {
		values = append(values, metrics.Value{Name: "share_against_past", Value: selves.Score / float64(selves.Episodes)})
	}
	return values
}
