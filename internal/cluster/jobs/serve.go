package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"ringer/internal/cluster"
)

// Doer does the jobs of one kind: it returns what Client.Do decodes, as a value for JSON.
// get returns the bytes that the client has put under a name, and put keeps bytes for the
// client.
type Doer func(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error)

// Worker does the jobs of runs.
type Worker struct {
	Kinds map[string]Doer
	Build json.RawMessage // the client's must be the same
	Jobs  int             // at a time
	Told  func(string)    // what users should know, a line each; may be nil

	done atomic.Int64
}

// Done returns the number of jobs done so far.
func (w *Worker) Done() int { return int(w.done.Load()) }

// A BuildError says that a run wants another build.
type BuildError struct {
	Run        string
	Want, Have json.RawMessage
}

func (e *BuildError) Error() string {
	return fmt.Sprintf("run %s is for build %s; this is build %s", e.Run, e.Want, e.Have)
}

// mostTries is how often a job is handed out before it is given up: it may be what kills
// the workers.
const mostTries = 10

// idle is how long a worker waits for a job before it looks whether the run is over.
const idle = 2 * time.Second

// Serve does jobs of a run until the run is over or ctx is done; jobs that are not done by then are given
// back. The error is a *BuildError for a run of another build.
func (w *Worker) Serve(ctx context.Context, conn *cluster.Conn, run string, entry []byte) error {
	var e Entry
	if err := json.Unmarshal(entry, &e); err != nil {
		return fmt.Errorf("jobs: run %s: %w", run, err)
	}
	if !bytes.Equal(e.Build, w.Build) {
		return &BuildError{run, e.Build, w.Build}
	}
	s := &serving{Worker: w, conn: conn, objects: conn.Objects(run), results: conn.Queue(cluster.Results, run, 1)}
	queue := conn.Queue(cluster.Jobs, run, 1).AtMost(mostPacked)
	slots := make(chan struct{}, max(1, w.Jobs))
	var wait sync.WaitGroup
	defer wait.Wait()
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		item, err := queue.Take(ctx, idle)
		if err != nil {
			return err
		}
		if item == nil {
			<-slots
			there, err := isThere(ctx, conn, run)
			if err != nil {
				return err
			}
			if !there {
				wait.Wait()
				return tidy(ctx, conn, run)
			}
			continue
		}
		wait.Go(func() {
			defer func() { <-slots }()
			s.do(ctx, item)
		})
	}
}

// isThere reports whether a run goes on, and its client with it.
func isThere(ctx context.Context, conn *cluster.Conn, run string) (bool, error) {
	alive, err := living(ctx, conn)
	if err != nil || !alive[run] {
		return false, err
	}
	runs, err := conn.Runs().All(ctx)
	if err != nil {
		return false, err
	}
	for _, r := range runs {
		if r.Name == run {
			return true, nil
		}
	}
	return false, nil
}

// tidy drops what came too late for a run whose client has gone.
func tidy(ctx context.Context, conn *cluster.Conn, run string) error {
	there, err := conn.Runs().Has(ctx, run)
	if err != nil || there { // the next client removes a run whose own was killed
		return err
	}
	return conn.RemoveLate(ctx, run)
}

// serving is a worker at one run.
type serving struct {
	*Worker
	conn    *cluster.Conn
	objects *cluster.Objects
	results *cluster.Queue
}

// do does a job, and says its outcome before the job counts as done.
func (s *serving) do(ctx context.Context, item *cluster.Item) {
	working, stop := context.WithCancel(ctx)
	defer stop()
	var beats sync.WaitGroup
	beats.Go(func() { s.keepAlive(working, item) })
	began := time.Now()
	a := s.answer(working, item)
	stop()
	beats.Wait()
	if ctx.Err() != nil {
		_ = item.Fail(0) // where this is lost, silence does the same
		return
	}
	a.Seconds = time.Since(began).Seconds()
	message, err := pack(a)
	if err == nil && len(message) > mostBytes {
		err = errors.New("more than fits into a message")
	}
	if err != nil {
		message, err = pack(answer{Fault: fmt.Sprintf("the outcome of a job: %v", err)})
	}
	if err == nil {
		_, err = s.results.Post(ctx, item.ID, message)
	}
	if err != nil {
		_ = item.Fail(time.Second)
		s.tell(err)
		return
	}
	_ = item.Done(ctx) // where this is lost, the job is done again, and its result dropped
	s.done.Add(1)
}

func (s *serving) tell(err error) {
	if s.Told != nil {
		s.Told(err.Error())
	}
}

// keepAlive says that a job is being worked on.
func (s *serving) keepAlive(ctx context.Context, item *cluster.Item) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.conn.Patience() / 4):
			_ = item.Alive() // the next one may arrive
		}
	}
}

// answer does the job of a message.
func (s *serving) answer(ctx context.Context, item *cluster.Item) (a answer) {
	if item.Tries > mostTries {
		return answer{Fault: fmt.Sprintf("a job was handed out %d times, and no worker has lived to finish it", item.Tries-1)}
	}
	var j job
	if item.Damaged != nil {
		return answer{Damaged: true}
	}
	if err := unpack(item.Body, &j); err != nil {
		return answer{Damaged: true}
	}
	do := s.Kinds[j.Kind]
	if do == nil {
		return answer{Fault: fmt.Sprintf("a job of kind %q, which this worker does not know", j.Kind)}
	}
	defer func() {
		if r := recover(); r != nil {
			a = answer{Fault: fmt.Sprintf("a job panics: %v\n%s", r, debug.Stack())}
		}
	}()
	out, err := do(ctx, j.Body, s.objects)
	if err != nil {
		return answer{Fault: err.Error()}
	}
	body, err := json.Marshal(out)
	if err != nil {
		return answer{Fault: err.Error()}
	}
	return answer{Body: body}
}
