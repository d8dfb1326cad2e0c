package spread

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"ringer/internal/cluster"
)

// Counts say what became of the results of a learner.
type Counts struct {
	Received int   `json:"received"` // results, of any kind
	Bytes    int64 `json:"bytes"`    // of all results
	Rows     int   `json:"rows"`     // learned from, or about to be
	Unsaved  int64 `json:"unsaved"`  // bytes of results that wait for a checkpoint
	Reused   int   `json:"reused"`   // results of jobs of an earlier process
	Again    int   `json:"again"`    // jobs that were posted again

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

// Counts returns what became of the results so far.
func (l *Learner) Counts() Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts
}

// State describes a process in the table of statistics, in its own words.
type State struct {
	Kind string          `json:"kind"` // WorkerKind or LearnerKind
	Name string          `json:"name"` // of the worker
	Host string          `json:"host,omitempty"`
	Run  string          `json:"run"`
	What string          `json:"what,omitempty"`
	Game string          `json:"game,omitempty"`
	From time.Time       `json:"from"`            // when it began with the run
	Here json.RawMessage `json:"build,omitempty"` // of a worker

	// Of a worker.
	Parallel  int     `json:"parallel,omitempty"` // groups that it plays at a time
	Jobs      int     `json:"jobs,omitempty"`     // done
	Rows      int     `json:"rows,omitempty"`     // sent
	Bytes     int64   `json:"bytes,omitempty"`
	PerSecond float64 `json:"rows_per_second,omitempty"` // lately

	// Of a learner.
	Session   string  `json:"session,omitempty"` // of the process, which no other has
	Iteration int     `json:"iteration,omitempty"`
	Counts    *Counts `json:"counts,omitempty"`
}

// Kinds of states.
const (
	WorkerKind  = "worker"
	LearnerKind = "learner"
)

func learnerName(run string) string { return "training." + run }

// heart is how often a process says what it does.
const heart = 2 * time.Second

// keepPlace says that the run keeps something on the server, and removes what others have
// abandoned there.
func (l *Learner) keepPlace(ctx context.Context) error {
	if err := l.o.Conn.Kept().Put(ctx, l.o.Run, nil); err != nil {
		return err
	}
	return Sweep(ctx, l.o.Conn, Abandoned, l.o.Told)
}

// say puts the learner's state in the table.
func (l *Learner) say(ctx context.Context) error {
	l.mu.Lock()
	counts, next := l.counts, max(l.next, 0)
	l.mu.Unlock()
	text, err := json.Marshal(&State{
		Kind: LearnerKind, Run: l.o.Run, Host: l.o.Host, Session: l.session, What: l.o.What, Game: l.o.Spec.String(), From: l.began.UTC(),
		Iteration: next, Counts: &counts,
	})
	if err != nil {
		return err
	}
	return l.o.Conn.Stats().Put(ctx, learnerName(l.o.Run), text)
}

// beat puts the learner's state in the table until ctx is done, or until another process
// learns the run.
func (l *Learner) beat(ctx context.Context) {
	kept := time.Now()
	for {
		if _ = l.checkPlace(ctx); l.isLost() { // else the server is away
			return
		}
		if time.Since(kept) > SweepEvery {
			kept = time.Now()
			_ = l.keepPlace(ctx) // in an hour again
		}
		_ = l.say(ctx) // the next one may arrive
		asked := time.Now()
		if workers, err := States(ctx, l.o.Conn); err == nil {
			l.mu.Lock()
			l.workers, l.present, l.counted = Crew{}, nil, asked
			for _, w := range workers {
				if w.Kind == WorkerKind && w.Run == l.o.Run {
					l.workers.Workers++
					l.workers.PerSecond += w.PerSecond
					l.present = append(l.present, w.Name)
				}
			}
			l.mu.Unlock()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(heart):
		}
	}
}

// Crew sums up the workers of a run.
type Crew struct {
	Workers   int
	PerSecond float64 // rows, as they say
}

// Waits returns the number of jobs that were posted whose results have not come.
func (l *Learner) Waits() int { return l.wanted() }

// Crew returns the workers that play for the run now.
func (l *Learner) Crew() Crew {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.workers
}

// stateLasts is how old a state may be: who was killed cannot take it back.
const stateLasts = 5 * heart

// States returns what processes say of themselves, those of the last seconds only.
func States(ctx context.Context, conn *cluster.Conn) (states []State, err error) {
	all, err := conn.Stats().All(ctx)
	if err != nil {
		return nil, err
	}
	var newest time.Time // by the server's clock, which may be another than ours
	for _, e := range all {
		if e.At.After(newest) {
			newest = e.At
		}
	}
	for _, e := range all {
		var s State
		ours := strings.HasPrefix(e.Name, "worker.") || strings.HasPrefix(e.Name, "training.")
		if ours && newest.Sub(e.At) <= stateLasts && json.Unmarshal(e.Value, &s) == nil {
			states = append(states, s)
		}
	}
	return states, nil
}
