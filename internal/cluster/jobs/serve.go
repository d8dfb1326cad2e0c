package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"ringer/internal/cluster"
	"ringer/internal/cluster/work"
)

// job is the message of a job.
type job struct {
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body"`
}

// Doer does the jobs of one kind: it returns what Client.Do decodes, as a value for JSON.
type Doer func(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error)

// Kind returns the kind of runs of commands, for a worker that does jobs of some kinds.
func Kind(doers map[string]Doer) work.Kind {
	return work.Kind{Name: RunKind, Most: mostPacked, Open: func(_ context.Context, s *work.Site) (work.Doer, error) {
		return func(ctx context.Context, _ int, message []byte, out *work.Outcome) error {
			return serve(ctx, doers, s.Objects, message, out)
		}, nil
	}}
}

// serve does the job of a message.
func serve(ctx context.Context, doers map[string]Doer, objects *cluster.Objects, message []byte, out *work.Outcome) error {
	var j job
	if unpack(message, &j) != nil {
		return work.ErrDamaged
	}
	do := doers[j.Kind]
	if do == nil {
		return fmt.Errorf("a job of kind %q, which this worker does not know", j.Kind)
	}
	v, err := do(ctx, j.Body, objects)
	if err != nil {
		return err
	}
	if out.Body, err = pack(v); err == nil && len(out.Body) > mostBytes {
		err = fmt.Errorf("the outcome of a job has %d bytes, and at most %d fit into a message", len(out.Body), mostBytes)
	}
	return err
}
