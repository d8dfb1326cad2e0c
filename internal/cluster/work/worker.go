package work

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"ringer/internal/cluster"
)

// Kind is a kind of runs as a worker does their work.
type Kind struct {
	Name string // in Entry.Kind
	Most int    // bytes of the largest job that is read

	// Open makes ready for a run. The error is a *RefusedError for a run that this worker can
	// do nothing for.
	Open func(ctx context.Context, s *Site) (Doer, error)
}

// Site is a run for which a worker makes ready.
type Site struct {
	Run      string
	Entry    *Entry
	Objects  *cluster.Objects
	Parallel int // jobs at a time
}

// Doer does a job of a run. No two calls with the same hand, which is below Site.Parallel, overlap.
// ErrDamaged is the error of a job that cannot be read; what wraps cluster.ErrNoObject is tried
// again, some times; whoever posted the job is told of any other error.
type Doer func(ctx context.Context, hand int, job []byte, out *Outcome) error

// Outcome holds the result of a job. Iteration and Group are set for a job of a training,
// also where it has failed.
type Outcome struct {
	Iteration, Group int

	Body   []byte
	Rows   int     // of a batch
	Encode float64 // seconds of the work that it took to make Body
}

// ErrDamaged is the error of a job that cannot be read.
var ErrDamaged = errors.New("a job that arrived damaged")

// A RefusedError says that a run wants another worker.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }
func (e *RefusedError) Unwrap() error { return e.Err }

// Worker does the work of runs.
type Worker struct {
	Name     string // no other worker's
	Host     string // for people
	Parallel int    // jobs that it does at a time, for each run
	Kinds    []Kind

	// Build describes this build in the table of statistics. Told receives lines for
	// people, from any goroutine; it may be nil.
	Build json.RawMessage
	Told  func(string)

	mu  sync.Mutex
	did Done
}

// kind returns the kind of a name, nil where there is none.
func (w *Worker) kind(name string) *Kind {
	i := slices.IndexFunc(w.Kinds, func(k Kind) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return &w.Kinds[i]
}

// Done returns what the worker did so far.
func (w *Worker) Done() Done {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.did
}

// Serve works for one run, which the table of runs has with the given entry, until the run is
// there no more or has begun anew, or until ctx is done. Jobs that are not done by then are given
// back. The error is a *RefusedError for a run that it cannot work for.
func (w *Worker) Serve(ctx context.Context, conn *cluster.Conn, run string, entry []byte) error {
	var e Entry
	if err := json.Unmarshal(entry, &e); err != nil {
		return &RefusedError{fmt.Errorf("run %s: its entry: %w", run, err)}
	}
	kind := w.kind(e.Kind)
	if kind == nil {
		return &RefusedError{fmt.Errorf("run %s: kind %q, which this worker does not know", run, e.Kind)}
	}
	site := Site{Run: run, Entry: &e, Objects: conn.Objects(run), Parallel: max(w.Parallel, 1)}
	do, err := kind.Open(ctx, &site)
	if err != nil {
		return err
	}
	s := &service{Worker: w, Site: site, doer: do, conn: conn, most: kind.Most, began: time.Now()}
	return s.serve(ctx, entry)
}

// service is the work for one run.
type service struct {
	*Worker
	Site
	doer  Doer
	conn  *cluster.Conn
	most  int // bytes of a job
	began time.Time
	mine  Done // for this run
}

var errOver = errors.New("the run is over")

// serve works until the run is over.
func (s *service) serve(ctx context.Context, entry []byte) error {
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var over sync.WaitGroup
	for hand := range s.Site.Parallel {
		over.Go(func() {
			if err := s.labour(work, hand); err != nil {
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
			s.tell(fmt.Sprintf("%s is over; what came too late stays on the server: %v", s.Entry.What, err))
		}
		return nil
	}
	return err
}

// labour takes jobs, one after the other.
func (s *service) labour(ctx context.Context, hand int) error {
	jobs, results := s.conn.Queue(cluster.Jobs, s.Run, 1).AtMost(s.most), s.conn.Queue(cluster.Results, s.Run, 1)
	for {
		item, err := jobs.Take(ctx, time.Second)
		if ctx.Err() != nil {
			if item != nil {
				_ = item.Fail(0)
			}
			return nil
		}
		if err != nil {
			return err
		}
		if item != nil {
			s.do(ctx, hand, results, item)
		}
	}
}

// do does a job while it says that it is alive, and says its outcome before the job counts as
// done. A job that cannot be done now is given back.
func (s *service) do(ctx context.Context, hand int, results *cluster.Queue, item *cluster.Item) {
	stop := item.KeepAlive()
	err := s.answer(ctx, hand, results, item)
	stop()
	switch {
	case err == nil:
		_ = item.Done(context.WithoutCancel(ctx)) // else it is done again, and dropped
	case ctx.Err() != nil:
		_ = item.Fail(0)
	default:
		s.tell(fmt.Sprintf("job %s of %s: %v", item.ID, s.Entry.What, err))
		_ = item.Fail(time.Second)
	}
}

// faultPause is how long a worker waits that could not do a job: others first.
const faultPause = heart / 8

// mostTries is how often a job is handed out before it is given up: it may be what kills the
// workers. missingTries is how often a job is handed out until a worker reports that an object
// of it is nowhere: the object may be of an iteration that is over, or come soon.
const (
	mostTries    = 10
	missingTries = 5
)

// answer does a job and posts the result. It returns an error for a job that it has not
// answered.
func (s *service) answer(ctx context.Context, hand int, results *cluster.Queue, item *cluster.Item) error {
	h := &Head{Job: cluster.Sum(item.Body), SpecHash: s.Entry.SpecHash, Worker: s.Name}
	began := time.Now()
	var out Outcome
	err := s.try(ctx, hand, item, &out)
	h.Iteration, h.Group = out.Iteration, out.Group
	h.Play, h.Encode = max(0, time.Since(began).Seconds()-out.Encode), out.Encode
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, cluster.ErrNoObject) && item.Tries < missingTries:
		return err
	case errors.Is(err, ErrDamaged):
		h.Damaged = true
	case err != nil:
		h.Fault = err.Error()
		h.Fault = h.Fault[:min(len(h.Fault), mostFault/4)] // JSON may need more for it
	}
	if err != nil {
		out.Body, out.Rows = nil, 0
	}
	id := item.ID
	if h.Fault != "" {
		id += FaultMark + s.Name
	}
	body, err := WriteResult(h, out.Body)
	if err != nil {
		return err
	}
	if _, err := results.Post(ctx, id, body); err != nil {
		return err
	}
	s.mu.Lock()
	for _, d := range []*Done{&s.did, &s.mine} {
		d.Jobs, d.Rows, d.Bytes = d.Jobs+1, d.Rows+out.Rows, d.Bytes+int64(len(body))
	}
	s.mu.Unlock()
	if h.Fault != "" {
		sleep(ctx, faultPause)
	}
	return nil
}

// FaultMark stands between the ID of a job and the worker in the ID of a report of a fault, so
// that a result of another worker is no duplicate of it.
const FaultMark = ".fault."

// try does the job of a message.
func (s *service) try(ctx context.Context, hand int, item *cluster.Item, out *Outcome) (err error) {
	if item.Damaged != nil {
		return ErrDamaged
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a job panics: %v\n%s", r, debug.Stack())
		}
	}()
	if item.Tries > mostTries {
		return fmt.Errorf("a job was handed out %d times, and no worker has lived to finish it", item.Tries-1)
	}
	return s.doer(ctx, hand, item.Body, out)
}

// tidy drops what came too late for a run that has finished, whose last jobs nobody needed, and
// its queues, which this worker may have made anew.
// One that was interrupted has its objects still: its results wait for whoever goes on. A client
// that is about to put its run on a server that has lost it finds its objects there, and
// misses a result that is dropped.
func (s *service) tidy(ctx context.Context) error {
	there, err := s.conn.Runs().Has(ctx, s.Run)
	if err != nil || there { // begun anew
		return err
	}
	if s.Entry.Manifest != "" {
		if _, err := s.Objects.Get(ctx, s.Entry.Manifest); err == nil || !errors.Is(err, cluster.ErrNoObject) {
			return err
		}
	}
	return s.conn.RemoveLate(ctx, s.Run)
}

// watch calls over when the run has gone or has begun anew, and says meanwhile what the
// worker does.
func (s *service) watch(ctx context.Context, entry []byte, over func()) {
	key := WorkerKind + "." + s.Name + "." + s.Run
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = s.conn.Stats().Remove(ctx, key) // it ends by itself
	}()
	before, since := 0, time.Now()
	for {
		s.mu.Lock()
		done := s.mine
		s.mu.Unlock()
		lately := float64(done.Rows-before) / max(time.Since(since).Seconds(), 0.1)
		before, since = done.Rows, time.Now()
		text, err := json.Marshal(&State{
			Kind: WorkerKind, Name: s.Name, Host: s.Host, Run: s.Run, What: s.Entry.What, Game: s.Entry.Game, From: s.began.UTC(),
			Here: s.Build, Parallel: s.Site.Parallel, Jobs: done.Jobs, Rows: done.Rows, Bytes: done.Bytes, PerSecond: lately,
		})
		if err == nil {
			_ = s.conn.Stats().Put(ctx, key, text) // the next one may arrive
		}
		if runs, err := s.conn.Runs().All(ctx); err == nil {
			there := false
			for _, r := range runs {
				there = there || r.Name == s.Run && bytes.Equal(r.Value, entry)
			}
			if !there {
				over()
				return
			}
		}
		if !sleep(ctx, heart) {
			return
		}
	}
}

func (w *Worker) tell(line string) {
	if w.Told != nil {
		w.Told(line)
	}
}
