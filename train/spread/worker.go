package spread

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"ringer/agents"
	"ringer/env"
	"ringer/internal/cluster"
	"ringer/train"
)

// Worker plays for trainings.
type Worker struct {
	Name     string // no other worker's
	Host     string // for people
	Parallel int    // groups that it plays at a time

	// Accept refuses runs that this build cannot play for; the error says why. It may be
	// nil.
	Accept func(*Entry) error

	// Open builds what plays from the configuration of a run and the files that it names.
	Open func(config []byte, files map[string][]byte) (*Run, error)

	// Build describes this build in the table of statistics. Told receives lines for
	// people, from any goroutine.
	Build json.RawMessage
	Told  func(string)

	mu   sync.Mutex
	last time.Time // when it last did something
	did  Done
}

// Run is a training as a worker sees it.
type Run struct {
	Game   env.Game
	Config train.Config
	Agent  func(name string) (agents.Agent, error)
	Close  func() error // may be nil
}

// Done counts what a worker did.
type Done struct {
	Jobs   int           `json:"jobs"`
	Rows   int           `json:"rows"`
	Bytes  int64         `json:"bytes"` // of results
	Failed int           `json:"failed"`
	Twice  int           `json:"twice"` // results that were there already
	Played time.Duration `json:"played"`
	Packed time.Duration `json:"packed"` // encoding
}

// A RefusedError says that a run wants another worker.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }
func (e *RefusedError) Unwrap() error { return e.Err }

// Done returns what the worker did so far, and when it last did something.
func (w *Worker) Done() (Done, time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.did, w.last
}

// Serve plays for one run, which the table of runs has with the given entry, until the run
// is there no more or has begun anew, or until ctx is done. The error is a *RefusedError
// for a run that it cannot play for.
func (w *Worker) Serve(ctx context.Context, conn *cluster.Conn, name string, entry []byte) (err error) {
	var e Entry
	if err := json.Unmarshal(entry, &e); err != nil {
		return &RefusedError{fmt.Errorf("run %s: its entry: %w", name, err)}
	}
	if w.Accept != nil {
		if err := w.Accept(&e); err != nil {
			return &RefusedError{err}
		}
	}
	run, err := w.open(ctx, conn, name, &e)
	if err != nil {
		return err
	}
	if run.Close != nil {
		defer func() { err = errors.Join(err, run.Close()) }()
	}
	if hash := run.Game.Spec().Hash; hash != e.SpecHash {
		return &RefusedError{fmt.Errorf("run %s plays another %s: its spec hash is %s, this build's is %s", name, run.Game.Spec(), e.SpecHash, hash)}
	}
	s := &service{worker: w, conn: conn, name: name, entry: &e, run: run, weights: newCache(conn.Objects(name)), began: time.Now()}
	if s.agents, s.opener, err = run.agents(); err != nil {
		return &RefusedError{fmt.Errorf("run %s: %w", name, err)}
	}
	return s.serve(ctx, entry)
}

// open fetches what the run begins with.
func (w *Worker) open(ctx context.Context, conn *cluster.Conn, name string, e *Entry) (*Run, error) {
	objects := conn.Objects(name)
	text, err := objects.Get(ctx, e.Manifest)
	if err != nil {
		return nil, fmt.Errorf("spread: run %s: %w", name, err)
	}
	var m manifest
	if err := decode(text, &m); err != nil {
		return nil, fmt.Errorf("spread: run %s: %w", name, err)
	}
	files, err := objects.Files(ctx, m.Files)
	if err != nil {
		return nil, fmt.Errorf("spread: run %s: %w", name, err)
	}
	run, err := w.Open([]byte(m.Config), files)
	if err != nil {
		return nil, &RefusedError{fmt.Errorf("run %s: %w", name, err)}
	}
	return run, nil
}

// agents builds the fixed opponents, and the agent of the openings or nil.
func (r *Run) agents() (fixed []agents.Agent, opener agents.Agent, err error) {
	for i, name := range r.Config.Opponents.Fixed {
		a, err := r.Agent(name)
		if err != nil {
			return nil, nil, fmt.Errorf("opponents.fixed[%d]: %w", i, err)
		}
		fixed = append(fixed, a)
	}
	if r.Config.Openings.Share > 0 {
		if opener, err = r.Agent(r.Config.Openings.Agent); err != nil {
			return nil, nil, fmt.Errorf("openings.agent: %w", err)
		}
	}
	return fixed, opener, nil
}

// service is the work for one run.
type service struct {
	worker  *Worker
	conn    *cluster.Conn
	name    string
	entry   *Entry
	run     *Run
	agents  []agents.Agent
	opener  agents.Agent
	weights *cache
	began   time.Time
}

// serve works until the run is over.
func (s *service) serve(ctx context.Context, entry []byte) error {
	actors := make([]*train.Actor, max(s.worker.Parallel, 1))
	for i := range actors {
		var err error
		if actors[i], err = train.NewActor(s.run.Game, s.run.Config, s.opener, len(actors)); err != nil {
			return &RefusedError{fmt.Errorf("run %s: %w", s.name, err)}
		}
	}
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var over sync.WaitGroup
	for _, actor := range actors {
		over.Go(func() {
			if err := s.labour(work, actor); err != nil {
				stop(err)
			}
		})
	}
	over.Go(func() { s.watch(work, entry, func() { stop(errOver) }) })
	over.Wait()
	err := context.Cause(work)
	if ctx.Err() != nil {
		return nil
	}
	if errors.Is(err, errOver) {
		if err := s.tidy(ctx); err != nil {
			s.worker.tell(fmt.Sprintf("%s is over; what came too late stays on the server: %v", s.entry.What, err))
		}
		return nil
	}
	return err
}

// tidy drops what came too late for a run that has finished, whose last jobs nobody needed, and
// its queues, which this worker may have made anew.
// One that was interrupted has its objects still: its results wait for the learner. A learner
// that is about to put its run on a server that has lost it finds its objects there, and
// misses a result that is dropped.
func (s *service) tidy(ctx context.Context) error {
	objects := s.conn.Objects(s.name)
	switch there, err := s.conn.Runs().Has(ctx, s.name); {
	case err != nil:
		return err
	case there: // begun anew
		return nil
	}
	_, err := objects.Get(ctx, s.entry.Manifest)
	if err == nil || !errors.Is(err, cluster.ErrNoObject) {
		return err
	}
	return s.conn.RemoveLate(ctx, s.name)
}

var errOver = errors.New("the run is over")

// watch calls over when the run has gone or has begun anew, and says meanwhile what the
// worker does.
func (s *service) watch(ctx context.Context, entry []byte, over func()) {
	key := "worker." + s.worker.Name
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = s.conn.Stats().Remove(ctx, key) // it ends by itself
	}()
	before, since := 0, time.Now()
	for {
		done, _ := s.worker.Done()
		lately := float64(done.Rows-before) / max(time.Since(since).Seconds(), 0.1)
		before, since = done.Rows, time.Now()
		text, err := json.Marshal(&State{
			Kind: WorkerKind, Name: s.worker.Name, Host: s.worker.Host, Run: s.name, What: s.entry.What, Game: s.entry.Game, From: s.began.UTC(),
			Here: s.worker.Build, Parallel: s.worker.Parallel, Jobs: done.Jobs, Rows: done.Rows, Bytes: done.Bytes, PerSecond: lately,
		})
		if err == nil {
			_ = s.conn.Stats().Put(ctx, key, text) // the next one may arrive
		}
		if runs, err := s.conn.Runs().All(ctx); err == nil {
			there := false
			for _, r := range runs {
				there = there || r.Name == s.name && bytes.Equal(r.Value, entry)
			}
			if !there {
				over()
				return
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(heart):
		}
	}
}

func (w *Worker) note(f func(*Done)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f(&w.did)
	w.last = time.Now()
}

func (w *Worker) tell(line string) {
	if w.Told != nil {
		w.Told(line)
	}
}
