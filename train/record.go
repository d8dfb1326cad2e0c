package train

import (
	"context"
	"encoding/json"
	"errors"
	"time"

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

// look evaluates the run on its way.
func (r *run) look(ctx context.Context) ([]Evaluation, error) {
	evaluations, err := r.evaluate(ctx, Evaluating, r.playing(), purposeTrainWatch, r.cfg.Evaluation.Games)
	if err != nil {
		return nil, orStopped(ctx, err)
	}
	r.last, r.lastAt = evaluations, r.Iteration
	return evaluations, nil
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
	evaluations, err := r.look(ctx)
	if err != nil {
		return nil, err
	}
	values := evaluationMetrics(evaluations)
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
	return []metrics.Value{{Name: "seconds", Value: elapsed}, {Name: "decisions_per_second", Value: speed}}
}

// recorder writes the metrics of a run; without a run directory it drops them.
// The lines hold what follows from the configuration alone; the events for
// TensorBoard, which carry the time anyway, hold the speed too.
type recorder struct {
	lines, events *checkpoint.Appender
}

// newRecorder goes on after an iteration; late are its numbers that came late, settings
// those of the run that the events show.
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

// sync makes the lines last: those of a checkpoint must be there when it is.
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
