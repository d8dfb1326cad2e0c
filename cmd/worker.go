package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"ringer/env"
	"ringer/env/things"
	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
	"ringer/internal/cluster/work"
	"ringer/open"
	"ringer/open/carried"
	"ringer/train"
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
	addFlag(cmd, &f.workers, "workers", 0, aWorkers, "jobs at a time (0: one a processor)")
	addFlag(cmd, &f.idle, "idle", 0, aNumber, "end when there was nothing to do for so many seconds (0: never)")
	addFlag(cmd, &f.programs, "programs", false, aSwitch, "start the programs (cmd) that configurations of trainings name")
	addFlag(cmd, &f.json, "json", false, asObject, "print one JSON object at the end")
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
	h, err := newHelper(t, conn, f)
	if err != nil {
		return err
	}
	h.Restarts = restart != nil
	bar := t.progress("working", 0)
	h.Seen = func(d work.Done) { bar.describe(fmt.Sprintf("%s jobs done", count(float64(d.Jobs)))) }
	err = h.Work(ctx)
	bar.finish()
	if again, ok := errors.AsType[*work.Again](err); ok {
		closed() // nothing is open when a process begins anew
		closed = func() {}
		return restart(again.Environ)
	}
	d := h.Worker.Done()
	_, refused := errors.AsType[*work.RefusedError](err)
	switch {
	case refused && ctx.Err() == nil:
		return bad(err)
	case err != nil && ctx.Err() == nil:
		return err
	case f.json:
		return t.json(workerResult{Jobs: d.Jobs, Rows: d.Rows, Bytes: d.Bytes})
	case d.Rows > 0:
		return t.printf("%d jobs done, %s decisions sent in %s bytes\n", d.Jobs, count(float64(d.Rows)), count(float64(d.Bytes)))
	}
	return t.printf("%d jobs done\n", d.Jobs)
}

// newHelper returns what works for all runs of a server.
func newHelper(t *terminal, conn *cluster.Conn, f *workerFlags) (*work.Helper, error) {
	told := func(line string) { t.warnf("ringer: %s\n", line) }
	w, err := newWorkerOf(f.workers, f.programs, told)
	if err != nil {
		return nil, err
	}
	return &work.Helper{Conn: conn, Worker: w, Fits: fitsHere, Idle: time.Duration(f.idle * float64(time.Second)), Told: told}, nil
}

// newWorkerOf returns a worker for runs of all kinds: n jobs at a time. programs says whether it
// starts the programs that the configuration of a training names.
func newWorkerOf(n int, programs bool, told func(string)) (*work.Worker, error) {
	build, err := runBuild(train.Fast)
	if err != nil {
		return nil, err
	}
	return &work.Worker{
		Name: newRunName("w"), Host: hostName(), Parallel: n, Build: build, Told: told,
		Kinds: []work.Kind{
			trainspread.Kind(func(config []byte, files map[string][]byte) (*trainspread.Run, error) {
				return carried.Player(opener, config, files, programs)
			}),
			jobsKind(),
		},
	}, nil
}

// jobsKind returns the kind of what commands hand out.
func jobsKind() work.Kind {
	doers := trainerOf(time.Minute).Doers()
	doers[jobs.Games] = jobs.NewTable(carriedMakers).Play
	return jobs.Kind(doers)
}

// carriedMakers build what a job carries.
var carriedMakers = jobs.Makers{
	Game:  func(text string, rules json.RawMessage) (env.Game, error) { return open.Restore("a job", text, rules) },
	Agent: carriedAgent,
	Until: things.Until,
}

// wait waits, or until ctx is done.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
