package train

import (
	"time"

	"ringer/train/checkpoint"
	"ringer/train/metrics"
)

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
