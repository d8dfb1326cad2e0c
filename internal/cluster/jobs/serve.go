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
		return &serving{doers, s.Objects}, nil
	}}
}

// serving does the jobs of one run.
type serving struct {
	doers   map[string]Doer
	objects *cluster.Objects
}

// Close implements work.Doer.
func (s *serving) Close() error { return nil }

// Do implements work.Doer.
func (s *serving) Do(ctx context.Context, _ int, message []byte, out *work.Outcome) error {
	var j job
	if unpack(message, &j) != nil {
		return work.ErrDamaged
	}
	do := s.doers[j.Kind]
	if do == nil {
		return fmt.Errorf("a job of kind %q, which this worker does not know", j.Kind)
	}
	v, err := do(ctx, j.Body, s.objects)
	if err != nil {
		return err
	}
	if out.Body, err = pack(v); err == nil && len(out.Body) > mostBytes {
		err = fmt.Errorf("the outcome of a job has %d bytes, and at most %d fit into a message", len(out.Body), mostBytes)
	}
	return err
}
