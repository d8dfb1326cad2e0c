package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"ringer/internal/machine"
	"ringer/train/checkpoint"
	"ringer/train/metrics"
)

// evaluationDue reports whether the iteration just finished is one that is
// evaluated. The end of the run has a report of its own.
func (r *run) evaluationDue() bool {
	e := &r.cfg.Evaluation
	return e.Every > 0 && r.Iteration > 0 && r.Iteration%e.Every == 0 && r.Decisions < r.cfg.Decisions &&
		(r.tree != nil || len(e.Opponents) > 0)
}

// look evaluates the run on its way, and returns the numbers: of the averaged weights where it keeps
// such, and the exact one of the last weights too.
func (r *run) look(ctx context.Context) ([]metrics.Value, error) {
	begun, spent := time.Now(), machine.Spent()
	evaluations, err := r.evaluate(ctx, Evaluating, r.playing(), purposeTrainWatch, r.cfg.Evaluation.Games)
	values := evaluationMetrics(evaluations)
	if err == nil && r.tree != nil && r.average != nil {
		var last float64
		if last, err = r.exploit(ctx, r.weights, purposeTrainWatch); err == nil {
			values = append(values, metrics.Value{Name: lastMetric, Value: last})
		}
	}
	r.looked.seconds += time.Since(begun).Seconds()
	r.looked.processor += machine.Spent() - spent
	if err != nil {
		return nil, orStopped(ctx, err)
	}
	r.last, r.lastAt = evaluations, r.Iteration
	return values, nil
}

// complete makes up for an evaluation that an interrupt cut short, and returns its
// numbers: the line of metrics of the iteration then is the one of a run that
// nobody interrupted. Until it is whole, the shorter line stays.
func (r *run) complete(ctx context.Context) ([]metrics.Value, error) {
	if r.Options.Run == nil || !r.evaluationDue() {
		return nil, nil
	}
	line, err := r.Options.Run.MetricsOf(r.Iteration)
	if err != nil || line == nil || r.evaluated(line) {
		return nil, err
	}
	values, err := r.look(ctx)
	if err != nil {
		return nil, err
	}
	whole, err := metrics.Extend(line, values)
	if err != nil {
		return nil, err
	}
	return values, r.Options.Run.ReplaceMetrics(r.Iteration, whole)
}

// evaluated reports whether a line of metrics has the numbers of an evaluation.
func (r *run) evaluated(line []byte) bool {
	var numbers map[string]json.RawMessage
	if json.Unmarshal(line, &numbers) != nil {
		return true // no line of ours: there is nothing to add to it
	}
	name := exploitabilityMetric
	if r.tree == nil {
		name = winRateMetric + r.cfg.Evaluation.Opponents[0]
	}
	return numbers[name] != nil
}

// clock returns the numbers of an iteration that depend on the machine.
func (r *run) clock() []metrics.Value {
	elapsed, speed := r.speed()
	return []metrics.Value{
		{Name: "seconds", Value: elapsed},
		{Name: "decisions_per_second", Value: speed},
		{Name: metrics.TrainingSeconds, Value: elapsed - r.looked.seconds},
		{Name: metrics.TrainingProcessorSeconds, Value: machine.Spent() - r.processor - r.looked.processor},
	}
}

// recorder writes the metrics of a run; without a run directory it drops them.
// The lines hold what follows from the configuration alone; the events for
// TensorBoard, which carry the time anyway, hold the speed too.
type recorder struct {
	lines, events *checkpoint.Appender
}

// newRecorder goes on after an iteration; late are its numbers that came late, settings the
// settings of the run that the events show.
func newRecorder(dir *checkpoint.Run, iteration int, late []metrics.Value, settings []metrics.Setting) (_ *recorder, err error) {
	if dir == nil {
		return &recorder{}, nil
	}
	lines, err := dir.Metrics(iteration)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	events, err := dir.Events(now.Unix())
	if err != nil {
		return nil, errors.Join(err, lines.Close())
	}
	r := &recorder{lines, events}
	err = metrics.WriteEventHeader(events, seconds(now))
	if err == nil && len(settings) > 0 {
		err = metrics.WriteSettings(events, seconds(now), settings)
	}
	if err == nil && len(late) > 0 {
		err = metrics.WriteEvent(events, seconds(now), iteration, late)
	}
	if err != nil {
		return nil, errors.Join(err, r.close())
	}
	return r, nil
}

// write records an iteration. A line is one write, so that a full disk leaves a
// line whole, cut off, or out, and never two in one.
func (r *recorder) write(step int, values, clock []metrics.Value) error {
	if r.lines == nil {
		return nil
	}
	if err := metrics.WriteJSON(r.lines, step, values); err != nil {
		return err
	}
	return metrics.WriteEvent(r.events, seconds(time.Now()), step, append(values, clock...))
}

// end records the report of a run that has ended.
func (r *recorder) end(step int, report []Evaluation) error {
	if r.events == nil {
		return nil
	}
	return metrics.WriteEnd(r.events, seconds(time.Now()), step, evaluationMetrics(report))
}

// sync makes the lines last: the lines of a checkpoint must be there when it is.
func (r *recorder) sync() error {
	if r == nil || r.lines == nil {
		return nil
	}
	return r.lines.Sync()
}

func (r *recorder) close() error {
	if r.lines == nil {
		return nil
	}
	return errors.Join(r.lines.Close(), r.events.Close())
}

func seconds(t time.Time) float64 { return float64(t.UnixNano()) / 1e9 }

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
		values = append(values, metrics.Value{Name: "staleness", Value: float64(b.Staleness)})
	}
	for _, m := range learned {
		values = append(values, metrics.Value(m))
	}
	return values
}

// tables returns the share of tables of each opponent, and the learner's share of wins
// against it: for past selves, the share of this iteration against all of them together;
// for a fixed opponent, which may have few tables, the share of its record.
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

// stopSeconds is the metric of the seconds that a process took until it was stopped.
const stopSeconds = "process_seconds"

// spent is the time that processes took for a run, and the speed of the last one that
// trained.
type spent struct{ seconds, perSecond float64 }

// spentBy returns the time of the processes that trained a run before, from its events
// for TensorBoard, one file a process. A process that was killed counts until its last
// iteration, and a damaged file until the damage.
func spentBy(run *checkpoint.Run) (all spent, err error) {
	if run == nil {
		return spent{}, nil
	}
	files, err := run.EventFiles()
	if err != nil {
		return spent{}, err
	}
	for _, file := range files {
		events, _ := metrics.ParseEvents(file)
		last := 0.0
		for _, e := range events {
			for _, v := range e.Values {
				switch v.Name {
				case metrics.Tag("seconds"), metrics.Tag(stopSeconds), "seconds": // the last as earlier runs have it
					last = v.Value
				case metrics.Tag("decisions_per_second"):
					all.perSecond = v.Value
				}
			}
		}
		all.seconds += last
	}
	return all, nil
}

// stop records the seconds of a process that was stopped.
func (r *recorder) stop(step int, took float64) error {
	if r == nil || r.events == nil {
		return nil
	}
	return metrics.WriteEvent(r.events, seconds(time.Now()), step, []metrics.Value{{Name: stopSeconds, Value: took}})
}
