package train

import (
	"fmt"
	"math"

	"ringer/train/metrics"
)

// describe sums up an iteration as named numbers.
func (r *run) describe(b *Batch, opponents []Opponent, learned []Metric) []metrics.Value {
	s := &b.Stats
	values := []metrics.Value{
		{Name: "decisions", Value: float64(r.Decisions)},
		{Name: "rows", Value: float64(b.Rows)},
		{Name: "episodes", Value: float64(s.Episodes)},
		{Name: "episode_length", Value: float64(s.Decisions) / float64(s.Episodes)},
		{Name: "capped_rate", Value: float64(s.Capped) / float64(s.Episodes)},
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
	values = append(values, r.tables(b, opponents)...)
	if worst, _, ok := r.pool.WorstShare(minPoolEpisodes); ok {
		values = append(values, metrics.Value{Name: "worst_share_against_past", Value: worst})
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

// TemperatureMetric is the name under which an algorithm reports its entropy
// coefficient in units of scaled return.
const TemperatureMetric = "effective_temperature"

// Thresholds of the alarms. docs/researcher.md, section Training, says what each alarm
// means.
const (
	minPoolEpisodes    = 200  // before a past self's result counts
	cyclingShare       = 0.9  // of an equal share: 45% with two seats
	collapsedEntropy   = 0.02 // of the largest possible
	collapsedDraws     = 0.95
	coldTemperature    = 0.002 // entropy coefficient in units of return
	highCappedRate     = 0.02
	alarmFromIteration = 20 // earlier iterations prove little
)

// An Alarm warns of a sign of trouble in an iteration.
type Alarm struct {
	Name string // the same for every alarm of its kind, as "draws"
	Text string // the sign and the remedy, for people
}

// alarms returns the alarms of an iteration.
func (r *run) alarms(b *Batch, values []metrics.Value) (out []Alarm) {
	if r.Iteration < alarmFromIteration {
		return nil
	}
	sound := func(name, format string, args ...any) {
		out = append(out, Alarm{Name: name, Text: fmt.Sprintf(format, args...)})
	}
	get := func(name string) (float64, bool) {
		for _, v := range values {
			if v.Name == name {
				return v.Value, true
			}
		}
		return 0, false
	}
	if e, ok := get("normalized_entropy"); ok && e < collapsedEntropy {
		sound("entropy", "play is nearly deterministic (entropy %.3f of the largest possible): raise the entropy coefficient", e)
	}
	if t, ok := get(TemperatureMetric); ok && t < coldTemperature {
		sound("temperature", "effective temperature %.2g: the entropy bonus no longer counts; do not normalise advantages, or raise it", t)
	}
	if d, ok := get("draw_rate"); ok && d > collapsedDraws && r.Game.Spec().MaxChanceOutcomes > 0 {
		sound("draws", "%.0f%% of self-play ends in a draw", 100*d)
	}
	if c, ok := get("capped_rate"); ok && c > highCappedRate {
		sound("cap", "%.1f%% of episodes hit the cap", 100*c)
	}
	equal := 1 / float64(r.Game.Spec().Players)
	if worst, iteration, ok := r.pool.WorstShare(minPoolEpisodes); ok && worst < cyclingShare*equal {
		sound("cycling", "only %.1f%% of wins against the past self of iteration %d (an equal share is %.1f%%)", 100*worst, iteration, 100*equal)
	}
	return out
}
