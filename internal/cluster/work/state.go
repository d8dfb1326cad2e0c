package work

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"ringer/internal/cluster"
)

// Counts say what became of the results of a run.
type Counts struct {
	Posted   int   `json:"-"`        // jobs
	Received int   `json:"received"` // results, of any kind
	Bytes    int64 `json:"bytes"`    // of all results
	Rows     int   `json:"rows"`     // learned from, or about to be
	Unsaved  int64 `json:"unsaved"`  // bytes of results that wait for a checkpoint
	Reused   int   `json:"reused"`   // results of jobs of an earlier process
	Again    int   `json:"again"`    // jobs that were posted again because they were lost

	// Results that were dropped: ones that could not be read, or whose numbers no play gives, of another game, of another
	// job than the one of their place, of an iteration that was learned, ones that were
	// there already, and reports of faults.
	Damaged   int `json:"damaged"`
	Foreign   int `json:"foreign"`
	Stale     int `json:"stale"`
	Late      int `json:"late"`
	Duplicate int `json:"duplicate"`
	Faults    int `json:"faults"`

	Waited  time.Duration `json:"waited"`  // of learning, for results
	Decoded time.Duration `json:"decoded"` // of processors, decoding batches
	Played  time.Duration `json:"played"`  // of workers, playing
	Encoded time.Duration `json:"encoded"` // of workers, encoding
}

// Dropped returns the number of results that were not used.
func (c *Counts) Dropped() int {
	return c.Damaged + c.Foreign + c.Stale + c.Late + c.Duplicate + c.Faults
}

// Done counts what a worker did.
type Done struct {
	Jobs, Rows int
	Bytes      int64 // of results
}

// State describes a process in the table of statistics, in its own words.
type State struct {
	Kind string          `json:"kind"` // WorkerKind, LearnerKind or ClientKind
	Name string          `json:"name"` // of the worker
	Host string          `json:"host,omitempty"`
	Run  string          `json:"run"`
	What string          `json:"what,omitempty"`
	Game string          `json:"game,omitempty"`
	From time.Time       `json:"from"`            // when it began with the run
	Here json.RawMessage `json:"build,omitempty"` // of a worker

	// Of a worker.
	Parallel  int     `json:"parallel,omitempty"` // jobs that it does at a time
	Jobs      int     `json:"jobs,omitempty"`     // done
	Rows      int     `json:"rows,omitempty"`     // sent
	Bytes     int64   `json:"bytes,omitempty"`
	PerSecond float64 `json:"rows_per_second,omitempty"` // lately

	// Of a client.
	Session   string  `json:"session,omitempty"` // of the process, which no other has
	Iteration int     `json:"iteration,omitempty"`
	Counts    *Counts `json:"counts,omitempty"`
}

// Kinds of states.
const (
	WorkerKind  = "worker"
	LearnerKind = "learner"
	ClientKind  = "client"
)

// heart is how often a process says what it does.
const heart = 2 * time.Second

// stateLasts is how old a state may be: who was killed cannot take it back.
const stateLasts = 5 * heart

// States returns what processes say of themselves, in the last seconds only.
func States(ctx context.Context, conn *cluster.Conn) (states []State, err error) {
	all, err := conn.Stats().All(ctx)
	if err != nil {
		return nil, err
	}
	newest := newestOf(all)
	for _, e := range all {
		var s State
		if newest.Sub(e.At) > stateLasts || json.Unmarshal(e.Value, &s) != nil {
			continue
		}
		if s.Kind == WorkerKind || s.Kind == LearnerKind || s.Kind == ClientKind {
			states = append(states, s)
		}
	}
	return states, nil
}

// newestOf returns the newest time of a table, by the server's clock, which may be another than
// ours.
func newestOf(all []cluster.Entry) (newest time.Time) {
	for _, e := range all {
		if e.At.After(newest) {
			newest = e.At
		}
	}
	return newest
}

// Crew is the workers of a run.
type Crew struct {
	Names []string
	At    time.Time // when they were asked for
}

// AliveName returns the name under which the client of a run says that it is there.
func AliveName(kind, run string) string { return kind + "." + run }

// Abandoned is how long a server keeps what an unfinished run has there that nobody goes on
// with, such as results that were played.
const Abandoned = 7 * 24 * time.Hour

// SweepEvery is how often those who use a server look for what was abandoned there.
const SweepEvery = time.Hour

// Sweep removes what fleeting runs have on a server whose clients have gone, and what abandoned
// runs have there, and tells of the latter.
func Sweep(ctx context.Context, conn *cluster.Conn, after time.Duration, told func(string)) error {
	stats, err := conn.Stats().All(ctx)
	if err != nil {
		return err
	}
	alive := map[string]bool{}
	for _, s := range stats {
		if _, run, ok := strings.Cut(s.Name, "."); ok { // as AliveName has it
			alive[run] = true
		}
	}
	runs, err := conn.Runs().All(ctx)
	if err != nil {
		return err
	}
	for _, r := range runs {
		var e Entry
		if json.Unmarshal(r.Value, &e) == nil && e.Fleeting && !alive[r.Name] {
			if err := conn.RemoveRun(ctx, r.Name); err != nil {
				return err
			}
		}
	}
	removed, err := conn.RemoveAbandoned(ctx, after, func(run string) bool { return alive[run] })
	for _, run := range removed {
		told(fmt.Sprintf("what run %q had left on the server was removed: nobody has gone on with it", run))
	}
	return err
}
