package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ringer/dist"
	"ringer/input"
	"ringer/jobs"
	trainspread "ringer/train/spread"
)

type workerFlags struct {
	nats     natsFlags
	workers  int
	idle     float64
	programs bool
	json     bool
}

// workerResult is the object of `ringer worker --json`.
type workerResult struct {
	Jobs  int   `json:"jobs"`
	Rows  int   `json:"rows"`
	Bytes int64 `json:"bytes"`
}

func newWorker(t *terminal) *cobra.Command {
	var f workerFlags
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Play for trainings and commands on other machines",
		Long: `Take jobs from a NATS server and do them, until Ctrl-C: groups of tables of every
ringer train, and games of every command, that was given --nats with the same URL. Start
as many as you like, wherever you like; one that stops or dies is no harm. A worker
opens no file that a job names and starts no program: configurations, rules, bots and
weights travel with the jobs. It waits for a server that is not there, also when it goes
away and comes back.

It must be the same build as the command: the same games need the same code and the
same vectors. A worker that no run there can use says how the two differ, and ends with
exit status 2.

--json prints {"jobs", "rows", "bytes"} at the end: jobs done, and decisions of trainings
with the bytes that they took.`,
		Example: "  ringer worker --nats nats://learner:4222\n  ringer worker --nats nats://learner:4222 --workers 8 --idle 600",
		Args:    takes(),
		RunE:    func(cmd *cobra.Command, _ []string) error { return runWorker(cmd, t, &f) },
	}
	f.nats.add(cmd, "URL of the NATS server")
	cmd.Flags().IntVar(&f.workers, "workers", 0, "jobs at a time (0: one a processor)")
	cmd.Flags().Float64Var(&f.idle, "idle", 0, "end when there was nothing to do for so many seconds (0: never)")
	cmd.Flags().BoolVar(&f.programs, "programs", false, "start the programs (cmd) that configurations of trainings name")
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object at the end")
	return cmd
}

func runWorker(cmd *cobra.Command, t *terminal, f *workerFlags) error {
	ctx := cmd.Context()
	if f.nats.url == "" || f.nats.url == embedded {
		return badf("--nats %s: want the URL of a server, such as nats://host:4222", f.nats.url)
	}
	if err := errors.Join(f.nats.check(cmd), atLeast("workers", f.workers, 0), atLeast("idle", f.idle, 0)); err != nil {
		return bad(err)
	}
	if f.workers == 0 {
		f.workers = runtime.GOMAXPROCS(0)
	}
	conn, _, closed, err := f.nats.connect(ctx, t, "")
	if err != nil {
		return err
	}
	defer closed()
	c, err := newCrewman(t, conn, f)
	if err != nil {
		return err
	}
	err = c.work(ctx)
	c.stop()
	result := c.result()
	switch {
	case err != nil && ctx.Err() == nil:
		return err
	case f.json:
		return t.json(result)
	case result.Rows > 0:
		return t.printf("%d jobs done, %s decisions sent in %s bytes\n", result.Jobs, count(float64(result.Rows)), count(float64(result.Bytes)))
	}
	return t.printf("%d jobs done\n", result.Jobs)
}

// crewman serves all runs of a server at once.
type crewman struct {
	t       *terminal
	conn    *dist.Conn
	f       *workerFlags
	games   *jobs.Worker
	trains  *trainspread.Worker
	bar     *progress
	over    sync.WaitGroup
	end     context.CancelFunc
	ended   chan served
	serving map[string]bool
	refused map[string]error // by name and entry
}

// served says that the service for a run is over.
type served struct {
	key string
	err error
}

func newCrewman(t *terminal, conn *dist.Conn, f *workerFlags) (*crewman, error) {
	build, err := thisJobBuild()
	if err != nil {
		return nil, err
	}
	told := func(line string) { t.warnf("ringer: %s\n", line) }
	trains, err := newTrainWorker(f.workers, f.programs, told)
	if err != nil {
		return nil, err
	}
	return &crewman{
		t: t, conn: conn, f: f, games: newJobWorker(build, f.workers, told), trains: trains, bar: t.progress("working", 0),
		ended: make(chan served, 64), serving: map[string]bool{}, refused: map[string]error{},
	}, nil
}

func (c *crewman) result() workerResult {
	trained, _ := c.trains.Done()
	return workerResult{Jobs: c.games.Done() + trained.Jobs, Rows: trained.Rows, Bytes: trained.Bytes}
}

// stop ends all services.
func (c *crewman) stop() {
	if c.end != nil {
		c.end()
	}
	c.over.Wait()
	c.bar.finish()
}

// work looks for runs until ctx is done, or until there was nothing to do for long enough.
func (c *crewman) work(ctx context.Context) error {
	ctx, c.end = context.WithCancel(ctx)
	c.over.Go(func() { c.watchIdle(ctx, c.end) })
	for ctx.Err() == nil {
		runs, err := c.conn.Runs().All(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		var faults []error
		for _, r := range runs {
			key := r.Name + string(r.Value)
			if c.serving[key] {
				continue
			}
			if err := c.refused[key]; err != nil {
				faults = append(faults, err)
				continue
			}
			if err := c.compute(r.Value); err != nil {
				return err
			}
			c.serving[key] = true
			c.over.Go(func() { c.ended <- served{key, c.serve(ctx, r.Name, r.Value)} })
		}
		if err := c.look(ctx); err != nil {
			return err
		}
		if len(faults) > 0 && len(c.serving) == 0 {
			return bad(errors.Join(faults...)) // there is nothing else to do here
		}
		wait(ctx, time.Second/4)
	}
	return nil
}

// watchIdle shows what is done, and calls end when nothing was for long enough, also where
// the server is away.
func (c *crewman) watchIdle(ctx context.Context, end func()) {
	before, last := 0, time.Now()
	for ctx.Err() == nil {
		if n := c.result().Jobs; n != before {
			before, last = n, time.Now()
			c.bar.describe(fmt.Sprintf("%s jobs done", count(float64(n))))
		}
		if c.f.idle > 0 && time.Since(last).Seconds() > c.f.idle {
			end()
		}
		wait(ctx, time.Second/4)
	}
}

// look takes note of services that are over.
func (c *crewman) look(ctx context.Context) error {
	for {
		select {
		case s := <-c.ended:
			delete(c.serving, s.key)
			_, games := errors.AsType[*jobs.BuildError](s.err)
			_, trains := errors.AsType[*trainspread.RefusedError](s.err)
			switch {
			case games || trains:
				c.refused[s.key] = s.err
				c.t.warnf("ringer: %v\n", s.err)
			case errors.Is(s.err, dist.ErrNoObject): // the run has gone meanwhile, or is not whole yet
			case s.err != nil && ctx.Err() == nil:
				return s.err
			}
		default:
			return nil
		}
	}
}

// kindOf returns the kind of a run's entry, and how its networks are computed.
func kindOf(entry []byte) (kind, compute string) {
	var e struct{ Kind, Compute string }
	if json.Unmarshal(entry, &e) != nil {
		return "", ""
	}
	return e.Kind, e.Compute
}

// compute begins this process anew where a run wants networks computed otherwise.
func (c *crewman) compute(entry []byte) error {
	kind, compute := kindOf(entry)
	if kind != trainspread.RunKind || len(c.serving) > 0 {
		return nil
	}
	return c.t.computeAs(compute)
}

// serve works for one run until it is over.
func (c *crewman) serve(ctx context.Context, name string, entry []byte) error {
	switch kind, _ := kindOf(entry); kind {
	case jobs.RunKind:
		return c.games.Serve(ctx, c.conn, name, entry)
	case trainspread.RunKind:
		return c.trains.Serve(ctx, c.conn, name, entry)
	default:
		return &trainspread.RefusedError{Err: fmt.Errorf("run %s: kind %q: want %s or %s", name, input.Shown(kind), jobs.RunKind, trainspread.RunKind)}
	}
}

// wait waits, or until ctx is done.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
