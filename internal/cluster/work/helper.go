package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"ringer/internal/cluster"
	"ringer/internal/input"
)

// Helper works for all runs of a server at once.
type Helper struct {
	Conn   *cluster.Conn
	Worker *Worker

	// Fits returns nil where this process can work for a run, else why not. again is the
	// environment in which this process, begun anew, could; nil where it could not. A
	// *MalformedError is no fault of this worker.
	Fits func(*Entry) (again []string, err error)

	Restarts bool              // whether this process can begin anew
	Idle     time.Duration     // when nothing was done for so long, it ends; 0: never
	Seen     func(done Done)   // what was done, when that has changed; may be nil
	Told     func(line string) // for people
	over     sync.WaitGroup
	end      context.CancelFunc
	ended    chan served
	serving  map[string]string // the name of the run, by name and entry
	refused  map[string]error  // likewise
	said     map[string]time.Time
	quiet    time.Time // since when the runs that it serves have nothing to do
	swept    time.Time
}

// served says that the service for a run is over.
type served struct {
	key, run string
	err      error
}

// A MalformedError says that an entry in the list of runs describes no work: whoever wrote it,
// it is no reason for a worker to end.
type MalformedError struct{ Text string }

func (e *MalformedError) Error() string { return e.Text }

// Again says that this process must begin anew to work for a run.
type Again struct{ Environ []string }

func (a *Again) Error() string { return "the worker begins anew" }

// Work looks for runs and works for them until ctx is done, or until there was nothing to do for
// long enough. The error is an *Again where this process must begin anew for the runs that wait,
// and a *RefusedError where none there is for this worker.
func (h *Helper) Work(ctx context.Context) error {
	h.ended, h.serving, h.refused, h.said = make(chan served, 64), map[string]string{}, map[string]error{}, map[string]time.Time{}
	ctx, h.end = context.WithCancel(ctx)
	defer h.over.Wait()
	defer h.end()
	h.over.Go(func() { h.watchIdle(ctx) })
	for ctx.Err() == nil {
		runs, err := h.Conn.Runs().All(ctx)
		if err == nil && time.Since(h.swept) > SweepEvery {
			h.swept = time.Now()
			err = Sweep(ctx, h.Conn, Abandoned, h.Told)
		}
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		var faults []error
		waiting := map[string][]string{} // by the name of the run, the environment that it wants
		for _, r := range runs {
			again, err := h.attend(ctx, r)
			_, malformed := errors.AsType[*MalformedError](err)
			switch {
			case again != nil:
				waiting[r.Name] = again
			case err != nil && !malformed:
				faults = append(faults, err)
			}
		}
		h.look(ctx)
		if again := h.turn(ctx, waiting); again != nil {
			return &Again{again}
		}
		if len(faults) > 0 && len(h.serving) == 0 && len(waiting) == 0 {
			return &RefusedError{errors.Join(faults...)} // there is nothing else to do here
		}
		sleep(ctx, time.Second/4)
	}
	return nil
}

// readEntry decodes an entry in the list of runs.
func (h *Helper) readEntry(name string, text []byte) (*Entry, error) {
	malformed := func(format string, args ...any) error {
		return &MalformedError{fmt.Sprintf("run %q: its entry in the list of runs is passed over: %s", input.Shown(name), fmt.Sprintf(format, args...))}
	}
	var e Entry
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, malformed("%v", err)
	}
	if h.Worker.kind(e.Kind) == nil {
		return nil, malformed("kind %q, which this worker does not know", input.Shown(e.Kind))
	}
	return &e, nil
}

// attend serves a run of the list, where that is not done yet. It returns the environment of a
// process that could, where this one could not, or why it is refused.
func (h *Helper) attend(ctx context.Context, r cluster.Entry) (again []string, err error) {
	key := r.Name + string(r.Value)
	if _, served := h.serving[key]; served {
		return nil, nil
	}
	if err := h.refused[key]; err != nil {
		h.say(ctx, r.Name, err)
		return nil, err
	}
	e, err := h.readEntry(r.Name, r.Value)
	if err == nil {
		again, err = h.Fits(e)
	}
	switch {
	case again != nil && h.Restarts:
		h.say(ctx, r.Name, fmt.Errorf("%w, and this one does when the runs that it plays for have nothing to do", err))
		return again, nil
	case err != nil:
		return nil, h.refuse(ctx, key, r.Name, err)
	}
	h.serving[key] = r.Name
	h.over.Go(func() { h.ended <- served{key, r.Name, h.Worker.Serve(ctx, h.Conn, r.Name, r.Value)} })
	return nil, nil
}

// refuse notes why a run is not worked for, and says so.
func (h *Helper) refuse(ctx context.Context, key, run string, why error) error {
	h.refused[key] = why
	h.Told(why.Error())
	h.say(ctx, run, why)
	return why
}

// sayEvery is how often a worker says that it does not work for a run: what it said lasts a
// minute.
const sayEvery = 20 * time.Second

// say tells whoever waits for workers why this one does not come.
func (h *Helper) say(ctx context.Context, run string, why error) {
	if time.Since(h.said[run]) < sayEvery {
		return
	}
	h.said[run] = time.Now()
	r := Refusal{Run: run, Worker: h.Worker.Name, Host: h.Worker.Host, Why: why.Error()}
	r.Say(ctx, h.Conn)
}

// turnAfter is how long the runs that a worker serves have nothing to do until it begins anew
// for others.
const turnAfter = 10 * time.Second

// turn returns the environment of a process that works for the runs that wait, when this one
// has nothing to do; nil while it has.
func (h *Helper) turn(ctx context.Context, waiting map[string][]string) []string {
	busy := len(waiting) == 0
	for _, run := range h.serving {
		busy = busy || h.depth(ctx, run) != cluster.Depth{}
	}
	if busy || h.quiet.IsZero() {
		h.quiet = time.Now()
	}
	if busy || len(h.serving) > 0 && time.Since(h.quiet) < turnAfter {
		return nil
	}
	for run, again := range waiting {
		if len(h.serving) == 0 || h.depth(ctx, run).Waiting > 0 {
			h.Told("this worker begins anew, for run " + input.Shown(run))
			return again
		}
	}
	return nil
}

// depth counts the jobs of a run; a run whose jobs cannot be counted has none.
func (h *Helper) depth(ctx context.Context, run string) cluster.Depth {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	d, err := h.Conn.Queue(cluster.Jobs, run, 1).Look(ctx)
	if err != nil {
		return cluster.Depth{}
	}
	return d
}

// watchIdle shows what is done, and ends the work when nothing was for long enough, also where
// the server is away.
func (h *Helper) watchIdle(ctx context.Context) {
	before, last := 0, time.Now()
	for ctx.Err() == nil {
		if done := h.Worker.Done(); done.Jobs != before {
			before, last = done.Jobs, time.Now()
			if h.Seen != nil {
				h.Seen(done)
			}
		}
		if h.Idle > 0 && time.Since(last) > h.Idle {
			h.end()
		}
		sleep(ctx, time.Second/4)
	}
}

// look takes note of services that are over. A fault of one run ends no worker: where the
// server has one, the list of runs says so too.
func (h *Helper) look(ctx context.Context) {
	for {
		select {
		case s := <-h.ended:
			delete(h.serving, s.key)
			_, refused := errors.AsType[*RefusedError](s.err)
			switch {
			case s.err == nil || ctx.Err() != nil:
			case errors.Is(s.err, cluster.ErrNoObject): // the run has gone meanwhile, or is not whole yet
			case refused:
				_ = h.refuse(ctx, s.key, s.run, s.err)
			default:
				_ = h.refuse(ctx, s.key, s.run, &MalformedError{fmt.Sprintf("run %q is passed over: %v", input.Shown(s.run), s.err)})
			}
		default:
			return
		}
	}
}
