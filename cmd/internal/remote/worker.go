package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"ringer/agents"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/things"
	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
	"ringer/internal/cluster/work"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/carried"
	"ringer/train"
	trainspread "ringer/train/spread"
)

type WorkerFlags struct {
	Nats     NatsFlags
	Workers  int
	Idle     float64
	Programs bool
	JSON     bool
}

// workerResult is the object of `ringer worker --json`.
type workerResult struct {
	Jobs  int   `json:"jobs"`
	Rows  int   `json:"rows"`
	Bytes int64 `json:"bytes"`
}

func RunWorker(cmd *cobra.Command, t *shell.Terminal, f *WorkerFlags) error {
	ctx := cmd.Context()
	if f.Nats.URL == "" || f.Nats.URL == Embedded {
		return input.Badf("--nats %s: want the URL of a server, such as nats://host:4222", f.Nats.URL)
	}
	if err := errors.Join(f.Nats.Check(cmd), shell.AtLeast("workers", f.Workers, 0), shell.AtLeast("idle", f.Idle, 0)); err != nil {
		return input.Bad(err)
	}
	if f.Workers == 0 {
		f.Workers = runtime.GOMAXPROCS(0)
	}
	restart := t.Restart
	conn, _, closed, err := f.Nats.Connect(ctx, t, "")
	if err != nil {
		return err
	}
	defer func() { closed() }()
	h, err := NewHelper(t, conn, f)
	if err != nil {
		return err
	}
	h.Restarts = restart != nil
	bar := t.Progress("working", 0)
	h.Seen = func(d work.Done) { bar.Describe(fmt.Sprintf("%s jobs done", shell.Count(float64(d.Jobs)))) }
	err = h.Work(ctx)
	bar.Finish()
	if again, ok := errors.AsType[*work.Again](err); ok {
		closed() // nothing is open when a process begins anew
		closed = func() {}
		return restart(again.Environ)
	}
	d := h.Worker.Done()
	_, refused := errors.AsType[*work.RefusedError](err)
	switch {
	case refused && ctx.Err() == nil:
		return input.Bad(err)
	case err != nil && ctx.Err() == nil:
		return err
	case f.JSON:
		return t.JSON(workerResult{Jobs: d.Jobs, Rows: d.Rows, Bytes: d.Bytes})
	case d.Rows > 0:
		return t.Printf("%d jobs done, %s decisions sent in %s bytes\n", d.Jobs, shell.Count(float64(d.Rows)), shell.Count(float64(d.Bytes)))
	}
	return t.Printf("%d jobs done\n", d.Jobs)
}

// NewHelper returns what works for all runs of a server.
func NewHelper(t *shell.Terminal, conn *cluster.Conn, f *WorkerFlags) (*work.Helper, error) {
	told := func(line string) { t.Warnf("ringer: %s\n", line) }
	w, err := newWorkerOf(t.Opener, f.Workers, f.Programs, told)
	if err != nil {
		return nil, err
	}
	return &work.Helper{Conn: conn, Worker: w, Fits: FitsHere, Idle: time.Duration(f.Idle * float64(time.Second)), Told: told}, nil
}

// newWorkerOf returns a worker for runs of all kinds: n jobs at a time. programs says whether it
// starts the programs that the configuration of a training names.
func newWorkerOf(o *open.Opener, n int, programs bool, told func(string)) (*work.Worker, error) {
	build, err := RunBuild(train.Fast)
	if err != nil {
		return nil, err
	}
	return &work.Worker{
		Name: NewRunName("w"), Host: hostName(), Parallel: n, Build: build, Told: told,
		Kinds: []work.Kind{
			trainspread.Kind(func(config []byte, files map[string][]byte) (*trainspread.Run, error) {
				return carried.Player(o, config, files, programs)
			}),
			jobsKind(o),
		},
	}, nil
}

// jobsKind returns the kind of what commands hand out.
func jobsKind(o *open.Opener) work.Kind {
	doers := TrainerOf(o, time.Minute).Doers()
	doers[jobs.Games] = jobs.NewTable(jobs.Makers{
		Game: func(text string, rules json.RawMessage) (env.Game, error) { return open.Restore("a job", text, rules) },
		Agent: func(g env.Game, name string, files map[string][]byte) (agents.Agent, error) {
			return open.CarriedAgent(g, name, files, o.Warn)
		},
		Until: things.Until,
	}).Play
	return jobs.Kind(doers)
}

// wait waits, or until ctx is done.
func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
