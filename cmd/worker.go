package cmd

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
	"ringer/internal/input"
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

It must be the same program as the command, and compute with the same vectors: it begins
anew for a run that computes otherwise (compute: portable), when the runs that it plays
for have nothing to do. A worker that no run there can use says how the two differ, and
ends with exit status 2.

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
	restart := t.restart
	conn, _, closed, err := f.nats.connect(ctx, t, "")
	if err != nil {
		return err
	}
	defer func() { closed() }()
	c, err := newCrewman(t, conn, f)
	if err != nil {
		return err
	}
	c.restarts = restart != nil
	err = c.work(ctx)
	c.stop()
	if again, ok := errors.AsType[*beginAgain](err); ok {
		closed() // nothing is open when a process begins anew
		closed = func() {}
		return restart(again.environ)
	}
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
	t        *terminal
	conn     *cluster.Conn
	f        *workerFlags
	name     string
	restarts bool // whether this process can begin anew
	games    *jobs.Worker
	trains   *trainspread.Worker
	bar      *progress
	over     sync.WaitGroup
	end      context.CancelFunc
	ended    chan served
	serving  map[string]string // the name of the run, by name and entry
	refused  map[string]error  // likewise; a *malformedError is no fault of this worker
	said     map[string]time.Time
	quiet    time.Time // since when the runs that it serves have nothing to do
	swept    time.Time
}

// served says that the service for a run is over.
type served struct {
	key, run string
	err      error
}

// beginAgain says that this process must begin anew to work for a run.
type beginAgain struct{ environ []string }

func (b *beginAgain) Error() string { return "the worker begins anew" }

func newCrewman(t *terminal, conn *cluster.Conn, f *workerFlags) (*crewman, error) {
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
		t: t, conn: conn, f: f, name: trains.Name, games: newJobWorker(build, f.workers, told), trains: trains, bar: t.progress("working", 0),
		ended: make(chan served, 64), serving: map[string]string{}, refused: map[string]error{}, said: map[string]time.Time{},
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

// work looks for runs until ctx is done, or until there was nothing to do for long enough. The
// error is a *beginAgain where this process must begin anew for the runs that wait.
func (c *crewman) work(ctx context.Context) error {
	ctx, c.end = context.WithCancel(ctx)
	c.over.Go(func() { c.watchIdle(ctx, c.end) })
	for ctx.Err() == nil {
		runs, err := c.conn.Runs().All(ctx)
		if err == nil && time.Since(c.swept) > trainspread.SweepEvery {
			c.swept = time.Now()
			err = trainspread.Sweep(ctx, c.conn, trainspread.Abandoned, func(line string) { c.t.warnf("ringer: %s\n", line) })
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
			again, err := c.attend(ctx, r)
			_, malformed := errors.AsType[*malformedError](err)
			switch {
			case again != nil:
				waiting[r.Name] = again
			case err != nil && !malformed:
				faults = append(faults, err)
			}
		}
		c.look(ctx)
		if again := c.turn(ctx, waiting); again != nil {
			return &beginAgain{again}
		}
		if len(faults) > 0 && len(c.serving) == 0 && len(waiting) == 0 {
			return bad(errors.Join(faults...)) // there is nothing else to do here
		}
		wait(ctx, time.Second/4)
	}
	return nil
}

// attend serves a run of the list, where that is not done yet. It returns the environment of a
// process that could, where this one could not, or why it is refused.
func (c *crewman) attend(ctx context.Context, r cluster.Entry) (again []string, err error) {
	key := r.Name + string(r.Value)
	if _, served := c.serving[key]; served {
		return nil, nil
	}
	if err := c.refused[key]; err != nil {
		c.say(ctx, r.Name, err)
		return nil, err
	}
	e, err := readEntry(r.Name, r.Value)
	if err != nil {
		return nil, c.refuse(ctx, key, r.Name, err)
	}
	again, err = e.fits()
	switch {
	case again != nil && c.restarts:
		c.say(ctx, r.Name, fmt.Errorf("%w, and this one does when the runs that it plays for have nothing to do", err))
		return again, nil
	case err != nil:
		return nil, c.refuse(ctx, key, r.Name, err)
	}
	c.serving[key] = r.Name
	c.over.Go(func() { c.ended <- served{key, r.Name, c.serve(ctx, e.Kind, r.Name, r.Value)} })
	return nil, nil
}

// refuse notes why a run is not worked for, and says so.
func (c *crewman) refuse(ctx context.Context, key, run string, why error) error {
	c.refused[key] = why
	c.t.warnf("ringer: %v\n", why)
	c.say(ctx, run, why)
	return why
}

// sayEvery is how often a worker says that it does not work for a run: what it said lasts a
// minute.
const sayEvery = 20 * time.Second

// say tells whoever waits for workers why this one does not come.
func (c *crewman) say(ctx context.Context, run string, why error) {
	if time.Since(c.said[run]) < sayEvery {
		return
	}
	c.said[run] = time.Now()
	r := refusal{Run: run, Worker: c.name, Host: hostName(), Why: why.Error()}
	r.say(ctx, c.conn)
}

// turnAfter is how long the runs that a worker serves have nothing to do until it begins anew
// for others.
const turnAfter = 10 * time.Second

// turn returns the environment of a process that works for the runs that wait, when this one
// has nothing to do; nil while it has.
func (c *crewman) turn(ctx context.Context, waiting map[string][]string) []string {
	busy := len(waiting) == 0
	for _, run := range c.serving {
		busy = busy || c.depth(ctx, run) != cluster.Depth{}
	}
	if busy || c.quiet.IsZero() {
		c.quiet = time.Now()
	}
	if busy || len(c.serving) > 0 && time.Since(c.quiet) < turnAfter {
		return nil
	}
	for run, again := range waiting {
		if len(c.serving) == 0 || c.depth(ctx, run).Waiting > 0 {
			c.t.warnf("ringer: this worker begins anew, for run %s\n", input.Shown(run))
			return again
		}
	}
	return nil
}

// depth counts the jobs of a run; those of one that cannot be counted are none.
func (c *crewman) depth(ctx context.Context, run string) cluster.Depth {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	d, err := c.conn.Queue(cluster.Jobs, run, 1).Look(ctx)
	if err != nil {
		return cluster.Depth{}
	}
	return d
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

// look takes note of services that are over. A fault of one run ends no worker: where the
// server has one, the list of runs says so too.
func (c *crewman) look(ctx context.Context) {
	for {
		select {
		case s := <-c.ended:
			delete(c.serving, s.key)
			_, games := errors.AsType[*jobs.BuildError](s.err)
			_, trains := errors.AsType[*trainspread.RefusedError](s.err)
			switch {
			case s.err == nil || ctx.Err() != nil:
			case errors.Is(s.err, cluster.ErrNoObject): // the run has gone meanwhile, or is not whole yet
			case games || trains:
				_ = c.refuse(ctx, s.key, s.run, s.err)
			default:
				_ = c.refuse(ctx, s.key, s.run, &malformedError{fmt.Sprintf("run %q is passed over: %v", input.Shown(s.run), s.err)})
			}
		default:
			return
		}
	}
}

// serve works for one run until it is over.
func (c *crewman) serve(ctx context.Context, kind, name string, entry []byte) error {
	if kind == jobs.RunKind {
		return c.games.Serve(ctx, c.conn, name, entry)
	}
	return c.trains.Serve(ctx, c.conn, name, entry)
}

// wait waits, or until ctx is done.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
